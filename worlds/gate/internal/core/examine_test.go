package core

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// bodyConfig has a virtual joint of each shape beside a driven one.
func bodyConfig() Config {
	c := armConfig()
	free := Limit{Lower: -inf, Upper: inf, Velocity: 1, Acceleration: 2, Effort: 100}
	wide := Limit{Lower: -5, Upper: 5, Velocity: 0.8, Acceleration: 2, Effort: 100}
	all := []messages.ControlMode{messages.ControlVelocity, messages.ControlPosition, messages.ControlPositionVelocity, messages.ControlEffort}
	c.Joints = append(c.Joints,
		Joint{Name: "base", Type: Planar, Role: Virtual, Controls: all, Rearm: autoStart(0), Limits: []Limit{wide, wide, free}},
		Joint{Name: "torso", Type: Floating, Role: Virtual, Controls: all, Rearm: autoStart(0), Limits: []Limit{free, free, free, free, free, free}},
		Joint{Name: "finger", Type: Prismatic, Role: Passive, Limits: []Limit{free}},
	)
	c.Controllers[0].Joints = []string{"torso", "elbow", "base"}
	return c
}

// following returns a rig of bodyConfig in which every joint follows, all commanded positions at
// the measured ones.
func followingBody(t *testing.T, change func(*Config)) (*rig, *messages.JointCommand) {
	t.Helper()
	c := bodyConfig()
	if change != nil {
		change(&c)
	}
	r := newRig(t, c)
	v := r.in.Commands[0].Value
	for i := range v.Control {
		v.Control[i] = messages.ControlPositionVelocity
	}
	v.Position[3] = 1 // the quaternion of the torso, which its controller names first
	r.run(6)
	for i := range 3 {
		r.wantMode(i, messages.ModeRun)
		if s := r.g.Status()[i]; !s.Following {
			t.Fatalf("%+v does not follow", s)
		}
	}
	return r, v
}

func TestWhatMakesACommandBad(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(v *messages.JointCommand)
		want  string
		cause Reason
	}{
		"a mode too few":      {func(v *messages.JointCommand) { v.Control = v.Control[:2] }, "control has 2 entries; expected 3", WrongLength},
		"a position too many": {func(v *messages.JointCommand) { v.Position = append(v.Position, 0) }, "position has 12 entries; expected 11", WrongLength},
		"no velocities":       {func(v *messages.JointCommand) { v.Velocity = nil }, "velocity has 0 entries; expected 10", WrongLength},
		"efforts of another":  {func(v *messages.JointCommand) { v.Effort = v.Effort[:9] }, "effort has 9 entries; expected 10", WrongLength},
		"a mix the joint does not take": {func(v *messages.JointCommand) { v.Control[2] = messages.ControlPosition | messages.ControlEffort },
			`joint "base": the joint does not accept control mode position+effort`, WrongControl},
		"undeclared bits":     {func(v *messages.JointCommand) { v.Control[1] = 0x41 }, `joint "elbow": the joint does not accept control mode`, WrongControl},
		"NaN position":        {func(v *messages.JointCommand) { v.Position[7] = math.NaN() }, `joint "elbow": position is NaN; expected a finite number`, NotFinite},
		"infinite x":          {func(v *messages.JointCommand) { v.Position[8] = math.Inf(-1) }, `joint "base": position is -Inf`, NotFinite},
		"NaN in a quaternion": {func(v *messages.JointCommand) { v.Position[5] = math.NaN() }, `joint "torso": position[5] is NaN`, NotFinite},
		"a long quaternion":   {func(v *messages.JointCommand) { v.Position[4] = 0.01 }, `joint "torso": the quaternion has the length 1.00005; expected 1`, NotUnit},
		"a zero quaternion":   {func(v *messages.JointCommand) { v.Position[3] = 0 }, `joint "torso": the quaternion has the length 0; expected 1`, NotUnit},
		"beyond the upper bound": {func(v *messages.JointCommand) { v.Position[7] = 2.6 },
			`joint "elbow": position is 2.6 rad; expected it in [-2, 2.5]`, BeyondLimit},
		"beyond the lower bound": {func(v *messages.JointCommand) { v.Position[9] = -5.1 }, `joint "base": position[1] is -5.1 m; expected it in [-5, 5]`, BeyondLimit},
		"beyond all bounds":      {func(v *messages.JointCommand) { v.Position[1] = 1.1e9 }, `joint "torso": position[1] is 1.1e+09 m; expected it in [-1e+09, 1e+09]`, BeyondLimit},
		"too fast":               {func(v *messages.JointCommand) { v.Velocity[6] = -1.6 }, `joint "elbow": velocity is -1.6 rad/s; expected it in [-1.5, 1.5]`, BeyondLimit},
		"too fast a slide":       {func(v *messages.JointCommand) { v.Velocity[8] = 0.9 }, `joint "base": velocity[1] is 0.9 m/s`, BeyondLimit},
		"too fast a turn":        {func(v *messages.JointCommand) { v.Velocity[5] = 1.1 }, `joint "torso": velocity[5] is 1.1 rad/s`, BeyondLimit},
		"infinite velocity":      {func(v *messages.JointCommand) { v.Velocity[7] = math.Inf(1) }, `joint "base": velocity is +Inf`, NotFinite},
		"too strong":             {func(v *messages.JointCommand) { v.Control[1], v.Effort[6] = messages.ControlEffort, 31 }, `joint "elbow": effort is 31 N m; expected it in [-30, 30]`, BeyondLimit},
		"too strong a push":      {func(v *messages.JointCommand) { v.Control[0], v.Effort[2] = messages.ControlEffort, -101 }, `joint "torso": effort[2] is -101 N`, BeyondLimit},
		"NaN effort":             {func(v *messages.JointCommand) { v.Control[1], v.Effort[6] = messages.ControlEffort, math.NaN() }, `joint "elbow": effort is NaN`, NotFinite},
	} {
		t.Run(name, func(t *testing.T) {
			r, v := followingBody(t, nil)
			before := *r.virtual[1]
			before.Position = append([]float64{}, before.Position...)
			c.spoil(v)
			v.Position[10] = 0.001 // something good that must not pass with it
			r.run(1)
			got := r.g.Refusals()
			if len(got) != 1 || got[0].Reason != c.cause || !got[0].Reason.Counts() || got[0].Stamp.Sequence != r.sequence[0] {
				t.Fatalf("%+v", got)
			}
			if text := got[0].Error(); !strings.Contains(text, c.want) || !strings.Contains(text, `controller "arm/controller"`) {
				t.Errorf("%s\nwant %s", text, c.want)
			}
			if r.virtual[1].Position[2] != before.Position[2] {
				t.Error("part of a refused command passed")
			}
		})
	}
}

func TestWhatACommandDoesNotNameMayBeAnything(t *testing.T) {
	r, v := followingBody(t, nil)
	v.Control[1] = messages.ControlVelocity
	v.Position[7], v.Effort[6], v.Velocity[6] = math.NaN(), math.Inf(1), 0.01
	r.run(2)
	if got := r.g.Refusals(); len(got) != 0 {
		t.Fatalf("%+v", got)
	}
	if !sane(r.bus.Position) || !sane(r.bus.Effort) || r.bus.Velocity[0] != 0.01 {
		t.Errorf("sent %+v", r.bus)
	}
}

func TestRoundingIsClampedAndNoMore(t *testing.T) {
	for _, c := range []struct {
		excess float64
		passes bool
	}{{0, true}, {0.9e-9, true}, {1.2e-9, false}} {
		r := running(t, armConfig(), messages.ControlVelocity)
		v := r.in.Commands[0].Value
		v.Velocity[0] = 1.5 * (1 + c.excess)
		r.run(200)
		if c.passes && r.bus.Velocity[0] != 1.5 {
			t.Errorf("excess %g: sent %v", c.excess, r.bus.Velocity[0])
		}
		if passed := len(r.g.Refusals()) == 0; passed != c.passes {
			t.Errorf("excess %g: %+v", c.excess, r.g.Refusals())
		}
	}
	for _, c := range []struct {
		position float64
		passes   bool
	}{{2.5 * (1 + 0.9e-9), true}, {2.5 * (1 + 1.2e-9), false}, {-2 * (1 + 0.9e-9), true}, {-2 * (1 + 1.2e-9), false}} {
		r := running(t, armConfig(), messages.ControlPosition)
		r.in.Commands[0].Value.Position[0] = c.position
		r.run(1500)
		if passed := len(r.g.Refusals()) == 0; passed != c.passes {
			t.Errorf("position %v: %+v", c.position, r.g.Refusals())
		}
		if p := r.bus.Position[0]; p > 2.5 || p < -2 || c.passes && p != 2.5 && p != -2 {
			t.Errorf("position %v: sent %v", c.position, p)
		}
	}
}

func TestAStrictControllerMustNotJump(t *testing.T) {
	strict := func(c *Config) { c.Controllers[0].Strict = true }
	for name, c := range map[string]struct {
		jump func(v *messages.JointCommand)
		want string // empty: no rejection
	}{
		"as far as it may":      {func(v *messages.JointCommand) { v.Position[7] = 0.003 }, ""},
		"a position too far":    {func(v *messages.JointCommand) { v.Position[7] = 0.0031 }, `joint "elbow": position is 0.0031 rad; the previous command allows [-0.003, 0.003]`},
		"y too far":             {func(v *messages.JointCommand) { v.Position[9] = 0.0017 }, `joint "base": position[1] is 0.0017 m`},
		"a turn too far":        {func(v *messages.JointCommand) { v.Position[3], v.Position[6] = math.Cos(0.005), math.Sin(0.005) }, `joint "torso": position[5] is 0.01 rad; the previous command allows [-0.002, 0.002]`},
		"as much acceleration":  {func(v *messages.JointCommand) { v.Velocity[6] = -0.016 }, ""},
		"too much acceleration": {func(v *messages.JointCommand) { v.Velocity[6] = -0.0161 }, `joint "elbow": velocity is -0.0161 rad/s; the previous command allows [-0.016, 0.016]`},
		"another control mode":  {func(v *messages.JointCommand) { v.Control[1], v.Effort[6] = messages.ControlEffort, 30 }, ""},
		"too fast sideways":     {func(v *messages.JointCommand) { v.Velocity[8] = 0.0041 }, `joint "base": velocity[1] is 0.0041 m/s`},
		"both within rounding":  {func(v *messages.JointCommand) { v.Velocity[6] = 0.016 * (1 + 0.5e-9) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, v := followingBody(t, strict)
			c.jump(v)
			r.run(1)
			got := r.g.Refusals()
			if c.want == "" {
				if len(got) != 0 {
					t.Fatalf("%v", got)
				}
				return
			}
			if len(got) != 1 || got[0].Reason != Jump || !strings.Contains(got[0].Error(), c.want) {
				t.Fatalf("%v\nwant %s", got, c.want)
			}
		})
	}
}

func TestALenientControllersJumpIsWalked(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.in.Commands[0].Value.Position[0] = 1
	before, speed := 0.0, 0.0
	for i := 0; r.bus.Position[0] != 1; i++ {
		r.run(1)
		next := (r.bus.Position[0] - before) / dt
		if math.Abs(next) > 1.5*(1+1e-9) || math.Abs(next-speed) > 8*dt*(1+1e-6) {
			t.Fatalf("cycle %d: from %v to %v rad/s", i, speed, next)
		}
		before, speed = r.bus.Position[0], next
		if i > 2000 {
			t.Fatal("never arrives")
		}
	}
	r.wantMode(0, messages.ModeRun)
}

func TestJitterOfStampsIsNoAcceleration(t *testing.T) {
	c := armConfig()
	c.Controllers[0].Strict = true
	r := running(t, c, messages.ControlVelocity)
	v := r.in.Commands[0].Value
	for i := range 60 {
		v.Velocity[0] += 8 * dt * (1 - 1e-12) // as fast as the grid allows
		r.sequence[0]++
		jitter := time.Duration(i%3-1) * 400 * time.Microsecond
		r.in.Commands[0].Stamp = messages.Stamp{Time: r.now.Add(jitter), Sequence: r.sequence[0], Incarnation: 1}
		r.cycle()
		if got := r.g.Refusals(); len(got) != 0 {
			t.Fatalf("command %d, %s early: %v", i, -jitter, got)
		}
	}
}

func TestAMissedPeriodAllowsTwiceTheChange(t *testing.T) {
	c := armConfig()
	c.Controllers[0].Strict = true
	r := running(t, c, messages.ControlVelocity)
	r.cycle() // no command
	r.in.Commands[0].Value.Velocity[0] = 2 * 8 * dt
	r.run(1)
	if got := r.g.Refusals(); len(got) != 0 {
		t.Error(got)
	}
}

func TestAJumpAfterAReArmIsNone(t *testing.T) {
	c := armConfig()
	c.Controllers[0].Strict = true
	r := running(t, c, messages.ControlPosition)
	v := r.in.Commands[0].Value
	for p := 0.0; p < 0.5; p += 0.002 {
		v.Position[0] = p
		r.run(1)
	}
	r.g.Stop(0, messages.ModeRampHold, r.now)
	r.run(200)
	r.servos[0].q = 0.3 // moved by hand, while its controller goes on with 0.5
	r.read()
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	v.Position[0] = 0.3 // now it begins anew at the measured state
	r.run(1)
	if got := r.g.Refusals(); len(got) != 0 {
		t.Error(got)
	}
	r.run(500)
	if r.bus.Position[0] != 0.3 {
		t.Errorf("sent %v", r.bus.Position[0])
	}
}

func TestAControllerWithoutAPeriodIsMeasuredByItsStamps(t *testing.T) {
	c := armConfig()
	c.Controllers[0].Strict, c.Controllers[0].Period = true, 0
	r := running(t, c, messages.ControlVelocity)
	r.cycle()
	r.in.Commands[0].Value.Velocity[0] = 8 * 0.003
	r.sequence[0]++
	r.in.Commands[0].Stamp = messages.Stamp{Time: r.now.Add(-time.Millisecond), Sequence: r.sequence[0], Incarnation: 1} // 3 ms after the last
	r.cycle()
	if got := r.g.Refusals(); len(got) != 0 {
		t.Error(got)
	}
}

func TestReasonsAndQuantitiesHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for r := range Reason(len(reasonNames)) {
		if seen[r.String()] || strings.Contains(r.String(), "(") {
			t.Errorf("reason %d is %s", r, r)
		}
		seen[r.String()] = true
		text := Refusal{Controller: "c", Joint: "j", Reason: r, Upper: 3, Value: 7, Age: -time.Second, Quantity: Velocity, Unit: "m/s"}.Error()
		if !strings.HasPrefix(text, `the gate rejects command 0 of controller "c": joint "j": `) || len(text) < 60 {
			t.Error(text)
		}
	}
	if Reason(99).String() != "reason(99)" || Quantity(99).String() != "quantity(99)" {
		t.Error(Reason(99), Quantity(99))
	}
	for q, want := range map[Quantity][2]string{Position: {"m", "rad"}, Velocity: {"m/s", "rad/s"}, Effort: {"N", "N m"}, Control: {"", ""}} {
		if got := [2]string{unit(q, false), unit(q, true)}; got != want {
			t.Errorf("%s: %v", q, got)
		}
	}
	if got := fmt.Sprint(Position, Orientation); got != "position orientation" {
		t.Error(got)
	}
}
