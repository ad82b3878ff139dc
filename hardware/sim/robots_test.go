package sim

import (
	"math"
	"os"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// The robots that the plant is tested with: those of the mobile manipulator example.

const models = "../../examples/mobile_manipulator/models"

var (
	armJoints   = []string{"arm_joint_1", "arm_joint_2", "arm_joint_3", "arm_joint_4", "arm_joint_5", "arm_joint_6", "arm_joint_7"}
	wheelJoints = []string{"mobile_front_left", "mobile_front_right", "mobile_rear_left", "mobile_rear_right"}
)

func description(t testing.TB, name, namespace string) *worlds.Description {
	t.Helper()
	d, err := urdf.Load(os.DirFS(models), name, urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d.Prefixed(namespace)
}

// wholeRobot is the complete base with the arm on it.
func wholeRobot(t testing.TB) *worlds.World {
	t.Helper()
	d := description(t, "mobile_base_complete.urdf.yaml", "mobile")
	err := d.Attach(description(t, "arm.urdf", "arm"), worlds.Joint{Name: "arm_mounting", Type: worlds.Fixed, Parent: "mobile_mount"})
	if err != nil {
		t.Fatal(err)
	}
	return built(t, d)
}

// smoothArm is the arm alone, with the rotors of its drives but without them, without friction and, as far as is possible,
// without end stops.
func smoothArm(t testing.TB) *worlds.World {
	t.Helper()
	d := description(t, "arm.urdf", "arm")
	for i := range d.Joints {
		j := &d.Joints[i]
		j.Damping, j.Friction = 0, 0
		if j.Type == worlds.Revolute {
			rotor := rotors[rotorOf(j.Name)]
			j.Armature = rotor[0] * rotor[1] * rotor[1]
			j.Limits[0].Lower, j.Limits[0].Upper = -1e4, 1e4
		}
	}
	return built(t, d)
}

func built(t testing.TB, d *worlds.Description) *worlds.World {
	t.Helper()
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// rotors are those of the arm's drives: inertia and gear ratio.
var rotors = [7][2]float64{{1.2e-4, 100}, {1.2e-4, 100}, {0.6e-4, 100}, {0.6e-4, 100}, {0.2e-4, 100}, {0.2e-4, 80}, {0.1e-4, 80}}

// rotorOf is the place of an arm's joint, from its name.
func rotorOf(joint string) int { return int(joint[len(joint)-1] - '1') }

// wholeOptions drives all joints of the whole robot, on four wheels that never slip.
func wholeOptions() Options {
	o := Options{Wheels: []WheelSet{{Kind: Mecanum, Joints: wheelJoints, Radius: 0.1}}}
	for i, joint := range armJoints {
		o.Servos = append(o.Servos, Servo{Joint: joint, RotorInertia: rotors[i][0], GearRatio: rotors[i][1], BrakeEffort: 200})
	}
	for _, joint := range wheelJoints {
		o.Servos = append(o.Servos, Servo{Joint: joint, RotorInertia: 2e-5, GearRatio: 20})
	}
	return o
}

func newPlant(t testing.TB, w *worlds.World, o Options) *Plant {
	t.Helper()
	p, err := New(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// at returns the instant of that many seconds.
func advance(t testing.TB, p *Plant, d time.Duration) {
	t.Helper()
	if err := p.Advance(p.Now().Add(d)); err != nil {
		t.Fatal(err)
	}
}

func slot(t testing.TB, w *worlds.World, joint string) worlds.Slot {
	t.Helper()
	i, err := w.JointIndex(joint)
	if err != nil {
		t.Fatal(err)
	}
	return w.Slot(i)
}

func totalEnergy(p *Plant) float64 {
	kinetic, potential := p.Energy()
	return kinetic + potential
}

func workspaceOf(t testing.TB, p *Plant) *rigidbody.Workspace {
	t.Helper()
	w := p.model.NewWorkspace()
	if err := w.SetState(p.position, p.velocity); err != nil {
		t.Fatal(err)
	}
	return w
}

// largest is the largest absolute value of a vector.
func largest(x []float64) float64 {
	most := 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}
