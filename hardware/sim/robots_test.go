package sim

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/worlds"
)

var (
	armJoints   = []string{"arm_joint_1", "arm_joint_2", "arm_joint_3", "arm_joint_4", "arm_joint_5", "arm_joint_6", "arm_joint_7"}
	wheelJoints = []string{"mobile_front_left", "mobile_front_right", "mobile_rear_left", "mobile_rear_right"}
)

var (
	description = testrobots.Description
	wholeRobot  = testrobots.WholeRobot
	smoothArm   = testrobots.SmoothArm
	built       = testrobots.Built
	slot        = testrobots.Slot
	shared      = testrobots.Shared
	door        = testrobots.Door
	freeBody    = testrobots.FreeBody
	solidBox    = testrobots.SolidBox
	solidSphere = testrobots.SolidSphere
	jaws        = testrobots.Jaws
	rotors      = testrobots.Rotors
)

// wholeOptions drives all joints of the whole robot, on four wheels that never slip.
func wholeOptions() *PlantOptions {
	o := &PlantOptions{Options: physics.Options{Wheels: []physics.WheelOptions{{Type: physics.Mecanum, Joints: wheelJoints, Radius: 0.1}}}}
	for i, joint := range armJoints {
		o.Servos = append(o.Servos, servo.Options{Joints: []string{joint}, RotorInertia: rotors[i][0], GearRatio: rotors[i][1], BrakeEffort: 200})
	}
	for _, joint := range wheelJoints {
		o.Servos = append(o.Servos, servo.Options{Joints: []string{joint}, RotorInertia: 2e-5, GearRatio: 20})
	}
	return o
}

func newPlant(t testing.TB, w *worlds.World, o *PlantOptions) *Plant {
	t.Helper()
	p, err := New(w, o, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func advance(t testing.TB, p *Plant, d time.Duration) {
	t.Helper()
	if err := p.Advance(p.Now().Add(d)); err != nil {
		t.Fatal(err)
	}
}

func totalEnergy(p *Plant) float64 {
	kinetic, potential := p.Energy()
	return kinetic + potential
}

// largest is the largest absolute value of a vector.
func largest(x []float64) float64 {
	most := 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.9g, want %.9g within %.3g", what, got, want, tolerance)
	}
}

// gravity is in m/s^2.
const gravity = 9.81

// truthOf is the true state of the drive of a joint.
func truthOf(t testing.TB, p *Plant, joint string) (truth hardware.Truth) {
	t.Helper()
	_, look, err := p.DriveModel(joint)
	if err != nil {
		t.Fatal(err)
	}
	look(&truth)
	return truth
}

// massOf is the mass of all that moves.
func massOf(t testing.TB, p *Plant) float64 {
	t.Helper()
	model, err := p.mechanism.World().Model()
	if err != nil {
		t.Fatal(err)
	}
	return model.Mass()
}

// swing is a posture from which the arm swings.
var swing = []float64{0.3, 1.2, -0.5, 0.9, 0.4, -0.7, 0.2}

// kept checks that every mimic joint is where its leader puts it.
func kept(t testing.TB, p *Plant) {
	t.Helper()
	w, position := p.mechanism.World(), p.mechanism.Position()
	for i := range w.NumJoints() {
		if w.Joint(i).Mimic == nil {
			continue
		}
		leader, multiplier, offset := w.Reduction().Leader(i)
		if got, want := position[w.Slot(i).Position], multiplier*position[w.Slot(leader).Position]+offset; got != want {
			t.Fatalf("at %s joint %q is at %g, want %g", p.Now(), w.Joint(i).Name, got, want)
		}
	}
}
