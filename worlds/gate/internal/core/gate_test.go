package core

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestNothingIsSentBeforeTheDrivesHaveAnswered(t *testing.T) {
	r := newRig(t, armConfig())
	r.servos[0].mute = true
	r.read()
	r.control(0, messages.ControlVelocity)
	r.run(5)
	if r.sends {
		t.Error("a command went out before the gate knew what it would change")
	}
	r.wantMode(0, messages.ModeOff)
}

func TestTheModeInWhichADriveIsFoundIsKept(t *testing.T) {
	for _, found := range []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeBrake, messages.ModeOff, messages.ModeRun} {
		r := newRig(t, armConfig())
		r.servos[0].mode = found
		r.read()
		r.cycle() // no command yet
		want := found
		if found == messages.ModeRun {
			want = messages.ModeRampHold // its safe mode
		}
		r.wantMode(0, want)
		if !r.sends || r.bus.Mode[0] != want {
			t.Errorf("found %s: sends %v %s", found, r.sends, r.bus.Mode[0])
		}
	}
}

func TestAStartByItselfWaitsForCommandStateAndDrive(t *testing.T) {
	r := newRig(t, armConfig())
	for range 3 {
		r.cycle()
	}
	r.wantMode(0, messages.ModeOff)
	r.control(0, messages.ControlPosition)
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	if got := r.changes("elbow"); !slices.Equal(got, []string{"off->run rearm"}) {
		t.Error(got)
	}
}

func TestAStartThatNeedsAPersonWaitsForHim(t *testing.T) {
	c := armConfig()
	c.Joints[0].Rearm = modes.Rules{}
	r := newRig(t, c)
	r.control(0, messages.ControlPosition)
	r.run(50)
	r.wantMode(0, messages.ModeOff)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	r.wantMode(0, messages.ModeRun)
}

func TestALaterIncarnationOfTheGateNeedsAPerson(t *testing.T) {
	r := newRig(t, armConfig())
	r.g.Begin(2, nil, r.now)
	r.servos[0].mode = messages.ModeRampHold
	r.read()
	r.control(0, messages.ControlPosition)
	r.run(50)
	r.wantMode(0, messages.ModeRampHold)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	r.wantMode(0, messages.ModeRun)
}

func TestALaterIncarnationOfTheGateStillAsksForTheResetThatADriveAskedFor(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.servos[0].fault = 33
	r.servos[0].mode = messages.ModeRampHold
	r.run(5)
	past := r.g.Past(0)
	if !past.Causes.Has(messages.CauseDrive) || past.Mode != messages.ModeRampHold {
		t.Fatalf("after a fault of the drive the causes are %s, the mode %s", past.Causes, past.Mode)
	}
	r.servos[0].fault = 0
	r.g.Begin(2, []Past{past}, r.now)
	r.run(5)
	if err := r.acknowledge(modes.Acknowledge); err == nil {
		t.Error("the gate that came back took an acknowledgement where its predecessor asked for a reset")
	}
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	if c := r.g.Past(0).Causes; c != 0 {
		t.Errorf("a joint that runs has the causes %s", c)
	}
}

// running returns a rig whose joint follows its controller at position q.
func running(t *testing.T, c Config, control messages.ControlMode) *rig {
	t.Helper()
	r := newRig(t, c)
	for i := range r.in.Commands[0].Value.Control {
		r.control(i, control)
	}
	r.run(5)
	r.wantMode(0, messages.ModeRun)
	for _, s := range r.g.Status() {
		if !s.Following {
			t.Fatalf("%+v does not follow", s)
		}
	}
	return r
}

func TestCommandsPassAsTheyAreOnceTheSetPointHasArrived(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPositionVelocityEffort)
	v := r.in.Commands[0].Value
	for i := range 200 {
		phase := float64(i) * dt
		v.Position[0], v.Velocity[0], v.Effort[0] = 0.1*math.Sin(3*phase), 0.3*math.Cos(3*phase)*math.Min(1, 20*phase), 5*math.Sin(phase)
		r.run(1)
		if r.bus.Position[0] != v.Position[0] || r.bus.Velocity[0] != v.Velocity[0] || r.bus.Effort[0] != v.Effort[0] {
			t.Fatalf("cycle %d: sent %v %v %v, commanded %v %v %v", i, r.bus.Position[0], r.bus.Velocity[0], r.bus.Effort[0], v.Position[0], v.Velocity[0], v.Effort[0])
		}
	}
}

func TestTheFirstCommandAfterReArmIsTheMeasuredState(t *testing.T) {
	for _, control := range []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort, messages.ControlPositionVelocityEffort} {
		r := newRig(t, armConfig())
		s := r.servos[0]
		s.mode, s.q, s.v, s.e = messages.ModeRampHold, 0.7, 0.01, 12
		r.read()
		r.control(0, control)
		v := r.in.Commands[0].Value
		v.Position[0], v.Velocity[0], v.Effort[0] = -1, 1, -20
		r.run(1)
		r.wantMode(0, messages.ModeRun)
		if r.bus.Control[0] != control {
			t.Fatalf("%s: sent %s", control, r.bus.Control[0])
		}
		if control.Has(messages.ControlPosition) && r.bus.Position[0] != 0.7 || control.Has(messages.ControlVelocity) && r.bus.Velocity[0] != 0.01 ||
			control.Has(messages.ControlEffort) && r.bus.Effort[0] != 12 {
			t.Errorf("%s: first command %v %v %v", control, r.bus.Position[0], r.bus.Velocity[0], r.bus.Effort[0])
		}
	}
}

// A reading was wrong when the joint was re-armed, and the drive may have obeyed.
func TestTheSetPointMovesWithinItsLimitsWhileTheDriveDoesNotAnswerYet(t *testing.T) {
	r := newRig(t, armConfig())
	s := r.servos[0]
	s.mode, s.q, s.opens = messages.ModeRampHold, 0.7, 5
	r.read()
	r.control(0, messages.ControlPositionVelocity)
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	s.q, s.v = 0.2, 1
	r.read()
	l := &r.g.joints[0].Limits[0]
	for range 3 {
		q, v := r.bus.Position[0], r.bus.Velocity[0]
		r.run(1)
		if most := l.Velocity * dt; math.Abs(r.bus.Position[0]-(q-most)) > 1e-12 {
			t.Errorf("the position went from %g to %g; expected a step of %g toward 0.2", q, r.bus.Position[0], most)
		}
		if most := l.Acceleration * dt; math.Abs(r.bus.Velocity[0]-v) > most+1e-12 {
			t.Errorf("the velocity went from %g to %g; expected a step of at most %g", v, r.bus.Velocity[0], most)
		}
	}
}

func TestTheWayFromTheMeasuredStateKeepsItsBounds(t *testing.T) {
	c := armConfig()
	c.Joints[0].Limits[0].RearmAcceleration = 2
	c.Joints[0].Limits[0].RearmEffortRate = 40
	for _, control := range []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort, messages.ControlPositionVelocityEffort} {
		r := newRig(t, c)
		s := r.servos[0]
		s.mode, s.q, s.e, s.opens = messages.ModeRampHold, 0.7, 12, 3
		r.read()
		r.control(0, control)
		v := r.in.Commands[0].Value
		v.Position[0], v.Velocity[0], v.Effort[0] = -0.5, 0, -20
		if control == messages.ControlVelocity {
			v.Velocity[0] = -1.2
		}
		r.run(1)
		p, w, e, speed := r.bus.Position[0], r.bus.Velocity[0], r.bus.Effort[0], 0.0
		for !r.g.Status()[0].Following {
			r.run(1)
			if control.Has(messages.ControlPosition) {
				next := (r.bus.Position[0] - p) / dt
				if math.Abs(next-speed) > 2*dt*(1+1e-6) || math.Abs(next) > 1.5*(1+1e-9) {
					t.Fatalf("%s: the set-point went from %v to %v rad/s", control, speed, next)
				}
				p, speed = r.bus.Position[0], next
			}
			if math.Abs(r.bus.Velocity[0]-w) > 2*dt*(1+1e-9) {
				t.Fatalf("%s: the velocity stepped from %v to %v", control, w, r.bus.Velocity[0])
			}
			if math.Abs(r.bus.Effort[0]-e) > 40*dt*(1+1e-9) {
				t.Fatalf("%s: the effort stepped from %v to %v", control, e, r.bus.Effort[0])
			}
			w, e = r.bus.Velocity[0], r.bus.Effort[0]
			if r.now > 20e9 {
				t.Fatalf("%s: never arrived: %+v", control, r.bus)
			}
		}
		if control.Has(messages.ControlPosition) && r.bus.Position[0] != -0.5 || control.Has(messages.ControlEffort) && r.bus.Effort[0] != -20 {
			t.Errorf("%s: arrived at %+v", control, r.bus)
		}
	}
}

// Some descriptions write the largest numbers instead of no position limits.
func TestBoundsAsFarAsNumbersGoLeaveCommandsAsWithoutBounds(t *testing.T) {
	far := armConfig()
	far.Joints[0].Limits[0].Lower, far.Joints[0].Limits[0].Upper = -math.MaxFloat64, math.MaxFloat64
	without := armConfig()
	without.Joints[0].Limits[0].Lower, without.Joints[0].Limits[0].Upper = -inf, inf
	for _, control := range []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlPositionVelocityEffort} {
		a, b := running(t, far, control), running(t, without, control)
		for i := range 300 {
			for _, r := range []*rig{a, b} {
				v := r.in.Commands[0].Value
				v.Position[0], v.Velocity[0] = 0.3*math.Sin(float64(i)*dt), -0.0799
				r.run(1)
			}
			if a.bus.Position[0] != b.bus.Position[0] || a.bus.Velocity[0] != b.bus.Velocity[0] || !(math.Abs(a.bus.Velocity[0]) <= 1.5) {
				t.Fatalf("%s, cycle %d: sent %v, %v; without bounds %v, %v", control, i, a.bus.Position[0], a.bus.Velocity[0], b.bus.Position[0], b.bus.Velocity[0])
			}
		}
	}
}

func TestTheEffortThatHeldTheJointIsLetDown(t *testing.T) {
	c := armConfig()
	c.Joints[0].HandOverEffort = true
	c.Joints[0].Controls = append(c.Joints[0].Controls, messages.ControlPosition|messages.ControlEffort)
	r := newRig(t, c)
	s := r.servos[0]
	s.mode, s.e = messages.ModeRampHold, 12
	r.read()
	r.control(0, messages.ControlPosition)
	r.run(1)
	if want := messages.ControlPosition | messages.ControlEffort; r.bus.Control[0] != want || r.bus.Effort[0] != 12 {
		t.Fatalf("sent %s with %v N m, want %s with 12", r.bus.Control[0], r.bus.Effort[0], want)
	}
	before, cycles := 12.0, 0
	for r.bus.Control[0].Has(messages.ControlEffort) {
		r.run(1)
		if step := before - r.bus.Effort[0]; step < 0 || step > 60*dt*(1+1e-9) {
			t.Fatalf("the effort stepped from %v to %v", before, r.bus.Effort[0])
		}
		before = r.bus.Effort[0]
		cycles++
	}
	if cycles < 90 || r.bus.Control[0] != messages.ControlPosition || r.bus.Effort[0] != 0 {
		t.Errorf("after %d cycles: %s %v", cycles, r.bus.Control[0], r.bus.Effort[0])
	}
}

func TestTheSetPointStaysAtTheMeasuredStateUntilTheDriveFollows(t *testing.T) {
	c := armConfig()
	c.Joints[0].Brake, c.Joints[0].BrakeOpens = true, 50*time.Millisecond
	r := newRig(t, c)
	s := r.servos[0]
	s.q, s.opens = 0.3, 25
	r.read()
	r.control(0, messages.ControlPosition)
	r.in.Commands[0].Value.Position[0] = 0.4
	for range 20 {
		r.run(1)
		s.q += 1e-4 // it sags while the brake opens
		r.read()
		if math.Abs(r.bus.Position[0]-s.q) > 2e-4 {
			t.Fatalf("sent %v, measured %v", r.bus.Position[0], s.q)
		}
	}
	r.run(400)
	if r.bus.Position[0] != 0.4 {
		t.Errorf("sent %v", r.bus.Position[0])
	}
}

// A drive may obey long before it is heard to, as over a link that repeats what it said before.
func TestTheSetPointDoesNotJumpWithTheMeasuredStateWhileTheDriveIsNotHeard(t *testing.T) {
	c := armConfig()
	c.Joints[0].ArmWithin = time.Second
	r := newRig(t, c)
	s := r.servos[0]
	s.mode, s.deaf, s.v, s.slides = messages.ModeRampHold, true, 0.5, true
	r.read()
	r.control(0, messages.ControlVelocity)
	r.run(1)
	if r.bus.Velocity[0] != 0.5 {
		t.Fatalf("the first command is %v; expected what was measured", r.bus.Velocity[0])
	}
	before := 0.5
	for i := range 100 {
		s.v = 0.5 * float64(i%3-1)
		r.read()
		r.run(1)
		if step := math.Abs(r.bus.Velocity[0] - before); step > 8*dt*(1+1e-9) {
			t.Fatalf("cycle %d: the velocity stepped from %v to %v", i, before, r.bus.Velocity[0])
		}
		before = r.bus.Velocity[0]
	}
	s.v = 0.5
	r.read()
	if r.run(200); r.bus.Velocity[0] != 0.5 {
		t.Errorf("sent %v in the end; expected what is measured", r.bus.Velocity[0])
	}
}

func TestADriveThatDoesNotObeyItsReArmIsAFaultOfTheDrive(t *testing.T) {
	c := armConfig()
	c.Joints[0].ArmWithin = 20 * time.Millisecond
	r := newRig(t, c)
	r.servos[0].deaf = true
	r.control(0, messages.ControlPosition)
	r.run(11)
	r.wantMode(0, messages.ModeRun)
	r.run(1)
	r.wantMode(0, messages.ModeOff) // that of the drive
	if err := r.acknowledge(modes.Acknowledge); err == nil || !strings.Contains(err.Error(), "takes reset") {
		t.Error(err)
	}
}

func TestTimeBetweenDecisionsHasADefault(t *testing.T) {
	r := running(t, armConfig(), messages.ControlVelocity)
	r.in.Commands[0].Value.Velocity[0] = 1
	r.send(0)
	r.in.Now, r.in.Step = r.now, 0
	r.g.Decide(&r.in)
	r.g.Drive(0, &r.bus)
	if r.bus.Velocity[0] != 8*dt {
		t.Errorf("%v", r.bus.Velocity[0])
	}
}

func TestMissingInputsAreAnsweredAsAbsent(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.Decide(&Input{Now: r.now.Add(time.Second), Step: period})
	r.wantMode(0, messages.ModeRampHold)
	r.g.Decide(&Input{Now: r.now.Add(2 * time.Second), Step: period, Snapshot: &messages.Snapshot{}, Commands: make([]Command, 1),
		States: []State{{OK: true, Value: &messages.DriveState{}}}})
	if r.g.Drive(0, &messages.DriveCommand{}) {
		t.Error("a command without room was filled")
	}
	if r.g.Virtual(0, &messages.JointCommand{}) {
		t.Error("a driven joint counts as virtual")
	}
}
