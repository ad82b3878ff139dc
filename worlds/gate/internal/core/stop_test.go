package core

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// moving returns a rig of one joint that moves at a velocity, rad/s.
func movingAt(t *testing.T, velocity float64, change func(*Joint)) *rig {
	t.Helper()
	c := armConfig()
	if change != nil {
		change(&c.Joints[0])
	}
	r := running(t, c, messages.ControlVelocity)
	r.in.Commands[0].Value.Velocity[0] = velocity
	r.run(150)
	if math.Abs(r.servos[0].v-velocity) > 1e-9 {
		t.Fatalf("it moves at %v", r.servos[0].v)
	}
	return r
}

func TestAJointThatComesToRestStaysInItsMode(t *testing.T) {
	for _, mode := range []messages.Mode{messages.ModeRampHold, messages.ModeDamp} {
		r := movingAt(t, 1, nil)
		r.g.Stop(0, mode, r.now)
		r.run(2000)
		r.wantMode(0, mode)
	}
}

func TestAJointThatDoesNotComeToRestClimbs(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Joint)
		from   messages.Mode
		want   messages.Mode
	}{
		"to damp":                          {nil, messages.ModeRampHold, messages.ModeDamp},
		"to its brake":                     {func(j *Joint) { j.Brake = true }, messages.ModeRampHold, messages.ModeBrake},
		"to off from ramp_off":             {nil, messages.ModeRampOff, messages.ModeOff},
		"no farther than damp with weight": {func(j *Joint) { j.Gravity = true }, messages.ModeRampHold, messages.ModeDamp},
	} {
		t.Run(name, func(t *testing.T) {
			r := movingAt(t, 1, c.change)
			r.servos[0].slides = true
			r.g.Stop(0, c.from, r.now)
			// The ramp takes 1/8 s at the stop deceleration, and the patience is half a second.
			r.run(int((625*time.Millisecond)/period) - 1)
			r.wantMode(0, c.from)
			r.run(3)
			r.wantMode(0, c.want)
			r.run(2000)
			r.wantMode(0, c.want)
		})
	}
}

func TestARampThatHasEndedIsTakenFromTheDrive(t *testing.T) {
	r := movingAt(t, 1, nil)
	r.g.Stop(0, messages.ModeRampOff, r.now)
	r.run(100)
	r.wantMode(0, messages.ModeOff)
	if got := r.changes("elbow"); got[len(got)-1] != "ramp_off->off none" {
		t.Error(got)
	}
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Errorf("the end of a ramp is no fault of the drive: %v", err)
	}
}

func TestAJointThatWasHeldLongEnoughIsTakenOverByItsBrake(t *testing.T) {
	r := movingAt(t, 1, func(j *Joint) { j.Brake, j.HoldFor = true, 300*time.Millisecond })
	r.g.Stop(0, messages.ModeRampHold, r.now)
	r.run(195) // it rests after 0.1 s
	r.wantMode(0, messages.ModeRampHold)
	r.run(10)
	r.wantMode(0, messages.ModeBrake)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Error(err)
	}
}

func TestAJointThatLeavesItsRestClimbs(t *testing.T) {
	r := movingAt(t, 1, func(j *Joint) { j.HoldWindow = 0.05 })
	r.g.Stop(0, messages.ModeRampHold, r.now)
	r.run(500)
	r.servos[0].q += 0.049
	r.read()
	r.run(10)
	r.wantMode(0, messages.ModeRampHold)
	r.servos[0].q += 0.002
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeDamp)
}

func TestADriveThatExceedsTheBoundOfDampingClimbs(t *testing.T) {
	r := movingAt(t, 1, func(j *Joint) { j.DampEffort = 5 })
	r.g.Stop(0, messages.ModeDamp, r.now)
	r.servos[0].e = 5.9
	r.read()
	r.run(1000)
	r.wantMode(0, messages.ModeDamp)
	r.servos[0].e = 6.1
	r.read()
	r.run(240)
	r.wantMode(0, messages.ModeDamp)
	r.run(20)
	r.wantMode(0, messages.ModeOff)
}

func TestADriveThatClimbsFartherIsFollowed(t *testing.T) {
	r := movingAt(t, 1, nil)
	r.g.Stop(0, messages.ModeRampHold, r.now)
	r.run(3)
	r.servos[0].mode = messages.ModeBrake
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeBrake)
}

func TestAVelocitySlowsDownBeforeTheBounds(t *testing.T) {
	for _, velocity := range []float64{1.5, -1.5} {
		r := running(t, armConfig(), messages.ControlVelocity)
		r.in.Commands[0].Value.Velocity[0] = velocity
		before := 0.0
		for range 3000 {
			r.run(1)
			if step := math.Abs(r.bus.Velocity[0] - before); step > 8*dt*(1+1e-9) {
				t.Fatalf("the velocity stepped by %v", step)
			}
			before = r.bus.Velocity[0]
			if q := r.servos[0].q; q > 2.5+1e-9 || q < -2-1e-9 {
				t.Fatalf("it is at %v", q)
			}
		}
		if q := r.servos[0].q; math.Min(2.5-q, q+2) > 1e-3 {
			t.Errorf("it should have come to the bound, and is at %v", q)
		}
		r.in.Commands[0].Value.Velocity[0] = -velocity / 10
		r.run(100)
		if r.servos[0].v != -velocity/10 {
			t.Errorf("it must be able to leave, and moves at %v", r.servos[0].v)
		}
	}
}

func TestAReArmOutsideOfTheBoundsWaits(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.Stop(0, messages.ModeDamp, r.now)
	r.run(2)
	r.servos[0].q = 2.52
	r.read()
	r.run(2)
	if err := r.acknowledge(modes.Acknowledge); err == nil {
		t.Fatal("re-armed 0.02 rad outside")
	}
	r.servos[0].q = 2.505
	r.read()
	r.run(2)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	if r.bus.Position[0] != 2.5 {
		t.Errorf("the first position is %v, not the bound", r.bus.Position[0])
	}
}

func TestAStartOutsideOfTheBoundsWaits(t *testing.T) {
	r := newRig(t, armConfig())
	r.servos[0].q = -2.2
	r.read()
	r.control(0, messages.ControlPosition)
	r.run(10)
	r.wantMode(0, messages.ModeOff)
	r.servos[0].q = -1.9
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeRun)
}

func TestLimitedLeavesAShareOfTheVelocity(t *testing.T) {
	r := movingAt(t, 1.5, nil)
	r.g.Demand(0, messages.CauseOverrun, messages.ModeLimited, r.now)
	before := 1.5
	for r.bus.Velocity[0] != 0.375 {
		r.run(1)
		if step := before - r.bus.Velocity[0]; step > 8*dt*(1+1e-9) || step < 0 {
			t.Fatalf("the velocity stepped by %v", step)
		}
		before = r.bus.Velocity[0]
	}
	r.wantMode(0, messages.ModeLimited)
	if r.bus.Mode[0] != messages.ModeLimited || r.servos[0].mode != messages.ModeLimited {
		t.Errorf("sent %s, the drive is in %s", r.bus.Mode[0], r.servos[0].mode)
	}
	r.g.Clear(0, messages.CauseOverrun, r.now)
	r.in.Commands[0].Value.Velocity[0] = -1
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(300)
	if r.bus.Velocity[0] != -1 || r.servos[0].mode != messages.ModeRun {
		t.Errorf("sent %v, the drive is in %s", r.bus.Velocity[0], r.servos[0].mode)
	}
}

func TestASlowControllerIsFollowedAlongALine(t *testing.T) {
	c := armConfig()
	c.Controllers[0].Period = 20 * time.Millisecond
	r := newRig(t, c)
	r.control(0, messages.ControlPosition)
	v := r.in.Commands[0].Value
	before, speed, most := 0.0, 0.0, 0.0
	for k := range 2000 {
		if k%10 == 0 { // 1.2 rad/s, a step of 0.024 rad each 20 ms
			v.Position[0] = math.Min(1.8, float64(k)*dt*1.2)
			r.send(0)
		}
		r.cycle()
		next := (r.bus.Position[0] - before) / dt
		if k > 10 {
			most = max(most, math.Abs(next-speed)/dt)
		}
		if math.Abs(next) > 1.5*(1+1e-9) || k > 500 && k < 740 && math.Abs(next-1.2) > 1e-6 {
			t.Fatalf("cycle %d: %v rad/s", k, next)
		}
		before, speed = r.bus.Position[0], next
	}
	if most > 8*(1+1e-6) {
		t.Errorf("accelerates with %v rad/s^2", most)
	}
	if r.bus.Position[0] != 1.8 {
		t.Errorf("ends at %v", r.bus.Position[0])
	}
}

// A controller that falls silent is followed on for one of its periods; then the set-point comes to
// rest within its acceleration of 8 rad/s^2.
func TestASilentControllerIsFollowedOnForOnePeriod(t *testing.T) {
	c := armConfig()
	c.Controllers[0].Period, c.Controllers[0].MaxAge = 20*time.Millisecond, 100*time.Millisecond
	r := newRig(t, c)
	r.control(0, messages.ControlPosition)
	v := r.in.Commands[0].Value
	const speed = 0.5
	for k := range 301 {
		if k%10 == 0 {
			v.Position[0] = float64(k) * dt * speed
			r.send(0)
		}
		r.cycle()
	}
	last, before := v.Position[0], 0.0
	for range int(95 * time.Millisecond / period) {
		before = r.bus.Position[0]
		r.cycle()
	}
	r.wantMode(0, messages.ModeRun)
	least, most := last+speed*0.02, last+speed*0.02+speed*speed/(2*8)
	if q := r.bus.Position[0]; q != before || q < least || q > most+1e-6 {
		t.Errorf("it goes on to %v, from %v in a cycle; expected it at rest between %v and %v", q, before, least, most)
	}
}

// A broken sensor's speed makes no deadline that is over before it begins.
func TestTheTimeToComeToRestIsBounded(t *testing.T) {
	for _, speed := range []float64{0, 3, 1e6, Farthest} {
		j := joint{Joint: &Joint{Limits: []Limit{{StopDeceleration: 0.01}}, Patience: time.Second}, nv: 1}
		j.measured.velocity[0] = speed
		var s stopping
		s.begin(&j, 0)
		if by := time.Duration(s.by); by < time.Second || by > longestRamp+time.Second {
			t.Errorf("from %g rad/s the joint has to rest after %v; expected at most %v and its patience", speed, by, longestRamp)
		}
	}
}
