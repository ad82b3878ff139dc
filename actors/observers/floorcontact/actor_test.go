package floorcontact_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/observers/floorcontact"
	"github.com/robo-actors/robo-actors/messages"
)

const robot = `
robot:
  name: robot
  links:
    - {name: trunk, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: leg, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: left, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: right, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
  joints:
    - {name: hip, type: revolute, parent: trunk, child: leg, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 2, effort: 10}}
    - {name: left_wheel, type: continuous, parent: leg, child: left, axis: [0, 1, 0]}
    - {name: right_wheel, type: continuous, parent: leg, child: right, axis: [0, 1, 0]}
`

// Places in the snapshot.
const (
	hip = iota
	leftWheel
	rightWheel
)

func options() floorcontact.Options {
	o := floorcontact.DefaultOptions()
	o.Wheels, o.UpperLegs = []string{"left_wheel", "right_wheel"}, []string{"hip"}
	o.LegCutoff = 50 * time.Millisecond
	return o
}

func rig(t *testing.T, o floorcontact.Options) *shelltest.Rig {
	t.Helper()
	return shelltest.New(t, shelltest.World(t, robot), func() any { return &floorcontact.Actor{Options: o} })
}

func started(t *testing.T) (*shelltest.Rig, *shelltest.Output[messages.FloorContact]) {
	t.Helper()
	r := rig(t, options())
	r.Start()
	return r, shelltest.Tap[messages.FloorContact](r, "contact", nil)
}

// wantSent checks how many values the observer sends in ten ticks.
func wantSent(t *testing.T, r *shelltest.Rig, out *shelltest.Output[messages.FloorContact], what string, want int) {
	t.Helper()
	before := out.Count
	r.Ticks(10)
	if got := out.Count - before; got != want {
		t.Errorf("%s: it sent %d values in 10 ticks, expected %d", what, got, want)
	}
}

func TestLegsAndWheelsShowTheGround(t *testing.T) {
	r, out := started(t)
	r.Ticks(5)
	if out.Count < 4 || out.Value.Contact || len(out.Value.Wheel) != 2 {
		t.Fatalf("%d values, %+v", out.Count, out.Value)
	}
	r.Robot.Effort[hip] = 12
	r.Ticks(100)
	if !out.Value.Contact || math.Abs(out.Value.UpperLegTorque-12) > 1e-3 {
		t.Errorf("legs carry the robot: %+v", out.Value)
	}
	r.Robot.Effort[hip], r.Robot.Effort[rightWheel] = 0, 0.5
	r.Plant = func() { r.Robot.Velocity[rightWheel] += 10 * shelltest.Period.Seconds() } // 0.05 kg m^2
	r.Ticks(200)
	if w := out.Value.Wheel; !out.Value.Contact || w[0].Contact || !w[1].Contact {
		t.Errorf("the right wheel accelerates slowly: %+v", out.Value)
	}
	r.WantNoFailure()
}

func TestJointsThatAreUnknownPauseTheOutput(t *testing.T) {
	r, out := started(t)
	r.Ticks(3)
	r.Robot.Valid[leftWheel] = false
	wantSent(t, r, out, "a wheel is invalid", 0)
	r.Robot.Valid[leftWheel], r.Robot.Valid[hip] = true, false
	wantSent(t, r, out, "a leg is invalid", 0)
	r.Robot.Valid[hip] = true
	wantSent(t, r, out, "all are valid", 10)
	r.Silent = true
	r.Ticks(5)
	wantSent(t, r, out, "no snapshot", 0)
	r.Silent = false
	wantSent(t, r, out, "snapshots again", 10)
	r.WantNoFailure()
	for joint, spoil := range map[string]*float64{"hip": &r.Robot.Effort[hip], "left_wheel": &r.Robot.Velocity[leftWheel], "right_wheel": &r.Robot.Effort[rightWheel]} {
		before := len(r.Told(messages.EventNote))
		*spoil = math.NaN()
		wantSent(t, r, out, joint+" is NaN", 0)
		*spoil = 0
		wantSent(t, r, out, joint+" is a number", 10)
		want := []string{`the velocity or torque of joint "` + joint + `" is not finite`}
		if notes := r.Told(messages.EventNote)[before:]; !slices.Equal(notes, want) {
			t.Errorf("notes %q, expected %q", notes, want)
		}
	}
	r.WantNoFailure()
}

func TestAConfigurationBeginsAnew(t *testing.T) {
	r, out := started(t)
	send := func(c messages.SpineConfig) {
		t.Helper()
		if err := r.Sys.Send(shelltest.Shell, c); err != nil {
			t.Fatal(err)
		}
	}
	r.Robot.Effort[hip] = 12
	r.Ticks(100)
	send(messages.SpineConfig{})
	r.Ticks(1)
	if out.Value.Contact || out.Value.UpperLegTorque > 3 {
		t.Errorf("after a configuration %+v", out.Value)
	}
	r.Ticks(100)
	send(messages.SpineConfig{FloorContact: &messages.FloorContactConfig{UpperLegTorqueThreshold: 13},
		WheelContact: &messages.WheelContactConfig{CutoffPeriod: 0.02}}) // at two periods
	r.Ticks(100)
	if out.Value.Contact {
		t.Errorf("below the new threshold %+v", out.Value)
	}
	notes := r.Told(messages.EventNote)
	if len(notes) != 1 || !strings.Contains(notes[0], "configuration rejected: wheel_contact.cutoff_period: the cut-off period is 0.02 s and the period of the actor 10ms") {
		t.Errorf("notes %q", notes)
	}
	r.WantNoFailure()
}

func TestOptionsThatCannotBeAreRejected(t *testing.T) {
	for want, spoil := range map[string]func(*floorcontact.Options){
		`wheel_joints: the list is empty; expected the joints of the wheels`: func(o *floorcontact.Options) { o.Wheels = nil },
		`wheel_joints[1]: `: func(o *floorcontact.Options) { o.Wheels[1] = "rihgt_wheel" },
		`upper_leg_joints[1]: joint "hip" is listed twice`:                     func(o *floorcontact.Options) { o.UpperLegs = []string{"hip", "hip"} },
		`wheel_contact.cutoff_period: the cut-off period is 0.02 s`:            func(o *floorcontact.Options) { o.Wheel.Cutoff = 20 * time.Millisecond },
		`upper_leg_cutoff_period: the cut-off period is 0.01 s and the period`: func(o *floorcontact.Options) { o.LegCutoff = 10 * time.Millisecond },
	} {
		o := options()
		spoil(&o)
		rig(t, o).WantRefused(want)
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	r, _ := started(t)
	r.WantNoAllocation()
}
