package sim

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// A floating base without mass is singular except for rounding, which may leave anything.
func TestAFloatingBaseWithoutMassIsNamed(t *testing.T) {
	for _, turned := range []float64{0, 0.3, 0.7, 1.1} {
		d := testrobots.Beam(t, worlds.Floating, false).Description()
		d.Links[1].Inertia = rigidbody.Inertia{}
		d.Joints[1].Origin = spatial.PoseFromRPY([3]float64{0.1, 0.2, 0.3}, [3]float64{turned, 2 * turned, 3 * turned})
		_, err := New(built(t, d), &PlantOptions{Servos: []servo.Options{{Joints: []string{"shoulder"}}}}, 1)
		if err == nil || !strings.Contains(err.Error(), `joint "base" moves`) || !strings.Contains(err.Error(), `"post"`) {
			t.Errorf("turned by %g: %v", turned, err)
		}
	}
}

func TestAJointThatMovesNoInertiaIsNamed(t *testing.T) {
	d := jaws(t, 1, false).Description()
	for i := range d.Links {
		d.Links[i].Inertia = rigidbody.Inertia{}
	}
	for i := range d.Joints {
		d.Joints[i].Armature = 0
	}
	world := built(t, d)
	_, err := New(world, &PlantOptions{Servos: []servo.Options{{Joints: []string{"grip"}}}}, 1)
	if err == nil || !strings.Contains(err.Error(), `joint "grip" and what mimics it move no inertia; expected inertias of the links`) {
		t.Errorf("got %v", err)
	}
	if _, err := New(world, &PlantOptions{Servos: []servo.Options{{Joints: []string{"grip"}, RotorInertia: 0.5}}}, 1); err != nil {
		t.Errorf("with a rotor: %v", err)
	}
}

func TestAJointThatBeginsBeyondItsLimitsIsNoted(t *testing.T) {
	servos := []servo.Options{{Joints: []string{"shoulder", "wrist"}, BrakeEffort: 50}}
	for position, noted := range map[float64]bool{-1: false, 1: false, 0: false, 1.04: true, -1.04: true} {
		o := &PlantOptions{Options: physics.Options{Start: []physics.StartOptions{{Joint: "shoulder", Position: []float64{position}}}}, Servos: servos}
		got := o.Lint(testrobots.Beam(t, worlds.Fixed, false))
		if noted != slices.ContainsFunc(got, func(r string) bool { return strings.Contains(r, `joint "shoulder" begins at`) }) {
			t.Errorf("at %g rad, of -1 to 1: %q", position, got)
		}
	}
	d := testrobots.Beam(t, worlds.Fixed, false).Description()
	d.Joints[1].Limits[0].Lower = 0.1 // an elbow that does not go straight
	o := &PlantOptions{Servos: servos}
	if got := o.Lint(built(t, d)); !slices.ContainsFunc(got, func(r string) bool {
		return strings.HasPrefix(r, `joint "shoulder" begins at 0, beyond its limits of 0.1 to 1`)
	}) {
		t.Errorf("without a start, of 0.1 to 1: %q", got)
	}
}

// A mast on a turntable that tilts both ways: upright, its tilts move all of it, and tilted, one of
// them turns it about its own thin axis while the others yield.
func TestDrivesThatRingWhereTheRobotMayGoAreNoted(t *testing.T) {
	limit := []worlds.Limit{{Lower: -1.5, Upper: 1.5, Velocity: 3, Effort: 60}}
	mast := rigidbody.Inertia{Mass: 2, Com: [3]float64{0, 0, 0.5}, Ixx: 0.15, Iyy: 0.15, Izz: 0.001}
	joint := func(name, parent, child string, axis [3]float64) worlds.Joint {
		return worlds.Joint{Name: name, Type: worlds.Revolute, Parent: parent, Child: child, Axis: axis, Origin: spatial.IdentityPose(), Limits: limit}
	}
	robot := built(t, &worlds.Description{
		Name:  "mast",
		Links: []worlds.Link{{Name: "room"}, {Name: "table", Inertia: solidBox(2, 0.2, 0.2, 0.2)}, {Name: "cross"}, {Name: "mast", Inertia: mast}},
		Joints: []worlds.Joint{joint("turn", "room", "table", [3]float64{0, 0, 1}), joint("roll", "table", "cross", [3]float64{1, 0, 0}),
			joint("pitch", "cross", "mast", [3]float64{0, 1, 0})},
	})
	o := &PlantOptions{Servos: []servo.Options{{Joints: []string{"turn", "roll", "pitch"}, BrakeEffort: 100, Overspeed: 100}}}
	notes := o.Lint(robot)
	if len(notes) != 1 || !strings.Contains(notes[0], `the loop of the drive of joint "roll" may become unstable`) || !strings.Contains(notes[0], "set rotor_inertia and gear_ratio") {
		t.Errorf("got %q", notes)
	}
	if speed := heldAside(t, robot, o); speed < 3 {
		t.Errorf("joints that are commanded to hold move by %g rad/s at most; expected them to ring", speed)
	}
	o.Servos[0].RotorInertia, o.Servos[0].GearRatio = 1e-4, 50
	if notes := o.Lint(robot); len(notes) > 0 {
		t.Errorf("with rotors: %q", notes)
	}
	if speed := heldAside(t, robot, o); speed > 0.5 {
		t.Errorf("with rotors, joints that are commanded to hold move by %g rad/s", speed)
	}
}

// heldAside is how fast the mast moves at most in the second in which its drives hold it far from
// where it began.
func heldAside(t *testing.T, robot *worlds.World, o *PlantOptions) (fastest float64) {
	t.Helper()
	handle, _, err := o.MakePlant(hardware.PlantContext{World: robot})
	if err != nil {
		t.Fatal(err)
	}
	p := handle.(*Plant)
	position := []float64{0, 0.2, 1.2}
	if err := p.SetState(position, []float64{0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	for k := range 1100 {
		for i := range p.servos {
			at := &p.servos[i]
			at.Obey(p.Now(), &servo.Command{Mode: messages.ModeRun, Arm: 1, SetPoints: servo.SetPoints{Control: messages.ControlPosition, Position: position[at.position]}})
		}
		advance(t, p, p.mechanism.StepLength())
		if k >= 100 { // the brakes are open
			fastest = max(fastest, largest(p.mechanism.Velocity()))
		}
	}
	return fastest
}
