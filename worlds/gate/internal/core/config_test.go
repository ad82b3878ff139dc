package core

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestGoodConfigurationsAreTaken(t *testing.T) {
	for name, c := range map[string]Config{"arm": armConfig(), "body": bodyConfig(), "two": twoArms(nil), "campaign": everyInOrder()} {
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// everyConfig has every type, role and way of re-arm.
func everyConfig() Config {
	free := Limit{Lower: -inf, Upper: inf, Velocity: 1, Acceleration: 4, Effort: 100, RearmAcceleration: 2}
	wide := Limit{Lower: -1, Upper: 1.5, Velocity: 0.8, Acceleration: 4, Effort: 100, RearmAcceleration: 1}
	all := []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort,
		messages.ControlPositionVelocity, messages.ControlPosition | messages.ControlEffort, messages.ControlPositionVelocityEffort}
	elbow := arm("elbow", 0)
	elbow.HandOverEffort = true
	elbow.Controls = all
	wrist := arm("wrist", 1)
	wrist.Brake, wrist.HoldFor, wrist.SafeMode, wrist.DampEffort = true, 40*time.Millisecond, messages.ModeRampHold, 3
	wheel := Joint{Name: "wheel", Type: Continuous, Drive: 2, SafeMode: messages.ModeDamp, Controls: all[1:3], Rearm: modes.NewRules(modes.Auto, modes.Auto, 6*time.Millisecond),
		Limits: []Limit{{Lower: -inf, Upper: inf, Velocity: 20, Acceleration: 100, Effort: 5}}}
	lift := Joint{Name: "lift", Type: Prismatic, Drive: 3, Gravity: true, Brake: true, SafeMode: messages.ModeBrake, Controls: all, Rearm: autoStart(modes.Acknowledge),
		Limits: []Limit{{Lower: 0, Upper: 0.6, Velocity: 0.3, Acceleration: inf, Effort: 400}}, HoldWindow: 0.01}
	base := Joint{Name: "base", Type: Planar, Role: Virtual, Controls: all, Rearm: modes.NewRules(modes.Auto, modes.Auto, 0), Limits: []Limit{wide, wide, free}}
	torso := Joint{Name: "torso", Type: Floating, Role: Virtual, Controls: all, Rearm: modes.NewRules(modes.Auto, modes.Auto, 0), Limits: []Limit{free, free, free, free, free, free}}
	return Config{
		Source: "world/gate", Period: period,
		Joints: []Joint{base, elbow, wheel, torso, lift, wrist},
		Controllers: []Controller{
			{Name: "a", Joints: []string{"wrist", "base", "elbow"}, Period: period, MaxAge: 9 * time.Millisecond, Strict: true},
			{Name: "b", Joints: []string{"torso", "wheel", "lift"}, Period: 3 * period, MaxAge: 20 * time.Millisecond, Independent: true, Faults: 4},
		},
		Buses: []Bus{{Name: "can0", Drives: 4}},
	}
}

// everyInOrder is everyConfig with its drives in order.
func everyInOrder() Config {
	c := everyConfig()
	for d, i := range []int{1, 2, 4, 5} {
		c.Joints[i].Drive = d
	}
	return c
}

func TestEveryMistakeOfAConfigurationIsReported(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Config)
		want  string
	}{
		"no path":              {func(c *Config) { c.Source = "" }, "the gate has no path"},
		"no period":            {func(c *Config) { c.Period = 0 }, "the period is 0s; expected more than zero"},
		"no joints":            {func(c *Config) { c.Joints = nil }, "the gate has no joints"},
		"two of a name":        {func(c *Config) { c.Joints[1].Name = "elbow" }, `joint 1 has the name "elbow"; expected a unique name`},
		"no such type":         {func(c *Config) { c.Joints[0].Type = 9 }, `joint "elbow": the type is 9 and the role 0; expected revolute`},
		"no such role":         {func(c *Config) { c.Joints[0].Role = 9 }, `the role 9`},
		"limits of another":    {func(c *Config) { c.Joints[1].Limits = c.Joints[1].Limits[:2] }, `joint "base": it has 2 limits; expected 3 for a planar joint`},
		"a planar drive":       {func(c *Config) { c.Joints[1].Role = Driven }, `joint "base": its drive would move 3 degrees of freedom`},
		"bounds in reverse":    {func(c *Config) { c.Joints[0].Limits[0].Lower = 3 }, "position limits 3 and 2.5; expected the lower below the upper"},
		"NaN bounds":           {func(c *Config) { c.Joints[0].Limits[0].Upper = math.NaN() }, "position limits -2 and NaN"},
		"a bounded wheel":      {func(c *Config) { c.Joints[0].Type = Continuous }, "expected none for a continuous joint"},
		"no velocity":          {func(c *Config) { c.Joints[0].Limits[0].Velocity = 0 }, "limits velocity 0, acceleration 8, effort 30; expected all above zero"},
		"NaN acceleration":     {func(c *Config) { c.Joints[1].Limits[2].Acceleration = math.NaN() }, "degree of freedom 2 has the limits velocity 1, acceleration NaN"},
		"a weak stop":          {func(c *Config) { c.Joints[0].Limits[0].StopDeceleration = -1 }, "stop deceleration -1; expected a finite number above zero"},
		"a stop too strong":    {func(c *Config) { c.Joints[0].Limits[0].StopDeceleration = 9 }, "stop deceleration 9; expected at most the acceleration limit 8"},
		"a hard re-arm":        {func(c *Config) { c.Joints[0].Limits[0].RearmAcceleration = inf }, "re-arm acceleration +Inf"},
		"a sudden effort":      {func(c *Config) { c.Joints[0].Limits[0].RearmEffortRate = inf }, "re-arm effort rate +Inf"},
		"no control":           {func(c *Config) { c.Joints[0].Controls = nil }, "it accepts no control mode"},
		"control none":         {func(c *Config) { c.Joints[0].Controls[0] = 0 }, "it accepts control mode none"},
		"limited as safe":      {func(c *Config) { c.Joints[0].SafeMode = messages.ModeLimited }, "safe mode is limited; expected one of ramp_hold"},
		"no such mode":         {func(c *Config) { c.Joints[0].OnStale.Velocity = 30 }, "on_stale for velocity is mode(30)"},
		"no brake":             {func(c *Config) { c.Joints[0].SafeMode = messages.ModeBrake }, "safe mode is brake, but the joint has no brake"},
		"weight without one":   {func(c *Config) { c.Joints[0].Gravity, c.Joints[0].SafeMode = true, messages.ModeRampOff }, "carries weight and has no brake, so it would fall; expected ramp_hold or damp"},
		"old efforts":          {func(c *Config) { c.Joints[0].Gravity, c.Joints[0].OnStale.Effort = true, messages.ModeOff }, "on_stale for effort is off, but the joint carries weight"},
		"held without a brake": {func(c *Config) { c.Joints[0].HoldFor = time.Second }, "the brake closes after 1s of hold, but the joint has no brake"},
		"no patience":          {func(c *Config) { c.Joints[0].Patience = -1 }, "patience is -1ns"},
		"a brake in the past":  {func(c *Config) { c.Joints[0].BrakeOpens = -1 }, "the brake opens in -1ns"},
		"a window of NaN":      {func(c *Config) { c.Joints[0].HoldWindow = math.NaN() }, "hold window is NaN"},
		"twice the speed":      {func(c *Config) { c.Joints[0].LimitedShare = 2 }, "mode limited is 2; expected a number in (0, 1]"},
		"bad rules":            {func(c *Config) { c.Joints[0].Rearm.By[messages.CauseOperator] = modes.Auto }, `joint "elbow": re-arm after operator is auto`},
		"nameless":             {func(c *Config) { c.Controllers[0].Name = "" }, "expected a unique name"},
		"claims nothing":       {func(c *Config) { c.Controllers[0].Joints = nil }, "it claims no joints"},
		"claims no joint":      {func(c *Config) { c.Controllers[0].Joints[1] = "elbo" }, `claims the unknown joint "elbo"; expected one of "elbow", "base", "torso", "finger"`},
		"claims a finger":      {func(c *Config) { c.Controllers[0].Joints[1] = "finger" }, `claims the passive joint "finger"`},
		"two writers": {func(c *Config) {
			c.Controllers = append(c.Controllers, Controller{Name: "other", Joints: []string{"base"}})
		}, `controller "other": it claims joint "base", which controller "arm/controller" also claims; expected one controller for each joint`},
		"older than a period": {func(c *Config) { c.Controllers[0].Period, c.Controllers[0].MaxAge = time.Second, time.Millisecond }, "the period is 1s and max_age 1ms"},
		"seventeen":           {func(c *Config) { c.Controllers[0].Faults = 17 }, "17 rejected commands in 1s are a fault; expected 1 to 16"},
		"no bus":              {func(c *Config) { c.Joints[0].Bus = 1 }, `joint "elbow": drive 0 of bus 1 does not exist; the buses are "can0"`},
		"no drives":           {func(c *Config) { c.Buses[0].Drives = 0 }, `bus "can0" has 0 drives`},
		"an idle drive":       {func(c *Config) { c.Buses[0].Drives = 2 }, `bus "can0": drive 1 moves no joint`},
		"a shared drive": {func(c *Config) {
			c.Joints = append(c.Joints, arm("wrist", 0))
		}, `joint "wrist": drive 0 of bus "can0" also moves joint "elbow"`},
		"a bus twice": {func(c *Config) { c.Buses = append(c.Buses, c.Buses[0]) }, `bus 1 has the name "can0"`},
	} {
		t.Run(name, func(t *testing.T) {
			config := bodyConfig()
			c.spoil(&config)
			_, err := New(config)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v\nwant %s", err, c.want)
			}
		})
	}
}

func TestEveryMistakeIsReported(t *testing.T) {
	c := bodyConfig()
	c.Period, c.Joints[0].Patience, c.Controllers[0].Faults, c.Buses[0].Drives = -1, -1, -1, 3
	err := c.Check()
	for _, want := range []string{"period is -1ns", "patience", "-1 rejected commands", "drive 1 moves", "drive 2 moves"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

func TestAConfigurationIsCopied(t *testing.T) {
	c := armConfig()
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	c.Joints[0].Limits[0].Velocity, c.Joints[0].Controls[0], c.Controllers[0].Joints[0] = 99, 0, "gone"
	if g.joints[0].Limits[0].Velocity != 1.5 || g.joints[0].Controls[0] != messages.ControlPosition || g.controllers[0].Controller.Joints[0] != "elbow" {
		t.Error("what the gate was made of can be changed from outside")
	}
}

func TestDefaultsAreTheDocumentedOnes(t *testing.T) {
	c := Config{Period: 4 * time.Millisecond, Joints: []Joint{
		{Limits: []Limit{{Velocity: 3, Acceleration: 7, Effort: 40}}},
		{Limits: []Limit{{Velocity: 3, Acceleration: inf, Effort: inf}}, SafeMode: messages.ModeDamp},
		{Limits: []Limit{{Velocity: inf, Acceleration: inf, Effort: 40}}},
	}, Controllers: []Controller{{}, {Period: 50 * time.Millisecond}, {Period: 500 * time.Millisecond}}}.filled()
	j := c.Joints[0]
	if j.SafeMode != messages.ModeRampHold || j.LimitedShare != 0.25 || j.Patience != 500*time.Millisecond || j.ArmWithin != time.Second ||
		j.StopWithin != 100*time.Millisecond || j.StateMaxAge != 12*time.Millisecond || j.Outside != 0.01 || j.Standstill != 0.03 ||
		j.Rearm != modes.NewRules(modes.Acknowledge, modes.Acknowledge, 0) {
		t.Errorf("%+v", j)
	}
	if s := c.Joints[1].OnStale; s != (OnStale{messages.ModeDamp, messages.ModeDamp, messages.ModeDamp}) {
		t.Errorf("%+v", s)
	}
	for i, want := range []Limit{{StopDeceleration: 7, RearmAcceleration: 7, RearmEffortRate: 80}, {StopDeceleration: 6, RearmAcceleration: 6, RearmEffortRate: 50}, {StopDeceleration: 2, RearmAcceleration: 2, RearmEffortRate: 80}} {
		if l := c.Joints[i].Limits[0]; l.StopDeceleration != want.StopDeceleration || l.RearmAcceleration != want.RearmAcceleration || l.RearmEffortRate != want.RearmEffortRate {
			t.Errorf("joint %d: %+v, want %+v", i, l, want)
		}
	}
	for i, want := range []time.Duration{12 * time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond} {
		if k := c.Controllers[i]; k.MaxAge != want || k.Faults != 3 || k.FaultWindow != time.Second {
			t.Errorf("controller %d: %+v, want max_age %s", i, k, want)
		}
	}
}

// A limit that is as good as none says nothing about when a joint rests, and no rate that follows
// of it is infinite.
func TestWithoutALimitDefaultsAreThoseOfNone(t *testing.T) {
	for _, velocity := range []float64{inf, math.MaxFloat64, Farthest} {
		j := Joint{Limits: []Limit{{Velocity: velocity, Acceleration: inf, Effort: math.MaxFloat64}}}
		j.fill(period)
		if l := j.Limits[0]; j.Standstill != leastStandstill || l.StopDeceleration != 2 || l.RearmEffortRate != 50 {
			t.Errorf("at a velocity limit of %g a joint rests at %g and stops at %g, and its effort changes at %g; expected %g, 2 and 50",
				velocity, j.Standstill, l.StopDeceleration, l.RearmEffortRate, leastStandstill)
		}
	}
	slow := Joint{Limits: []Limit{{Velocity: 5e-324, Acceleration: inf, Effort: 5e-324}}}
	if slow.fill(period); slow.Standstill != leastStandstill || !(slow.Limits[0].StopDeceleration > 0) || !(slow.Limits[0].RearmEffortRate > 0) {
		t.Errorf("the smallest limits lead to %+v", slow)
	}
}

func TestAJointWithoutAVelocityLimitThatMovesDoesNotRest(t *testing.T) {
	c := armConfig()
	c.Joints[0].Limits[0].Velocity, c.Joints[0].Limits[0].Acceleration = inf, inf
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	j := &g.joints[0]
	j.measured = measured{ever: true, fresh: true, velocity: [6]float64{3}}
	if r := j.readiness(0); r.Speed <= r.Standstill {
		t.Errorf("a joint that moves at %g rad/s passes for one that rests, at up to %g", r.Speed, r.Standstill)
	}
}

func TestNamesOfTypesAndRoles(t *testing.T) {
	for typ, want := range map[Type]string{Revolute: "revolute", Floating: "floating", 9: "undeclared"} {
		if typ.String() != want {
			t.Errorf("%d: %s", typ, typ)
		}
	}
	for role, want := range map[Role]string{Driven: "driven", Virtual: "virtual", Passive: "passive", 9: "undeclared"} {
		if role.String() != want {
			t.Errorf("%d: %s", role, role)
		}
	}
	if Planar.angular(1) || !Planar.angular(2) || Floating.angular(2) || !Floating.angular(3) || !Continuous.angular(0) || Prismatic.angular(0) {
		t.Error("what turns and what slides")
	}
}

func TestNamesAreFound(t *testing.T) {
	r := newRig(t, bodyConfig())
	if i, err := r.g.JointIndex("torso"); i != 2 || err != nil {
		t.Error(i, err)
	}
	if _, err := r.g.JointIndex("knee"); err == nil || !strings.Contains(err.Error(), `arm/gate: unknown joint "knee"; expected one of "elbow", "base", "torso", "finger"`) {
		t.Error(err)
	}
	if i, ok := r.g.ControllerIndex("arm/controller"); i != 0 || !ok {
		t.Error(i, ok)
	}
	if _, ok := r.g.ControllerIndex("other"); ok {
		t.Error("there is no other")
	}
}
