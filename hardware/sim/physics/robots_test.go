package physics

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

var (
	armJoints   = []string{"arm_joint_1", "arm_joint_2", "arm_joint_3", "arm_joint_4", "arm_joint_5", "arm_joint_6", "arm_joint_7"}
	wheelJoints = []string{"mobile_front_left", "mobile_front_right", "mobile_rear_left", "mobile_rear_right"}
)

var (
	description   = testrobots.Description
	wholeRobot    = testrobots.WholeRobot
	smoothArm     = testrobots.SmoothArm
	built         = testrobots.Built
	slot          = testrobots.Slot
	shared        = testrobots.Shared
	door          = testrobots.Door
	freeBody      = testrobots.FreeBody
	solidBox      = testrobots.SolidBox
	solidSphere   = testrobots.SolidSphere
	jaws          = testrobots.Jaws
	corners       = testrobots.Corners
	floatingRobot = testrobots.FloatingRobot
)

func newPlant(t testing.TB, w *worlds.World, o Options) *Mechanism {
	t.Helper()
	p, err := New(w, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// advance integrates for a while, without drives.
func advance(t testing.TB, p *Mechanism, d time.Duration) {
	t.Helper()
	for end := p.Now().Add(d); p.Now().Add(p.step) <= end; {
		if err := p.Step(nil); err != nil {
			t.Fatal(err)
		}
	}
}

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.9g, want %.9g within %.3g", what, got, want, tolerance)
	}
}

func totalEnergy(p *Mechanism) float64 {
	kinetic, potential := p.Energy()
	return kinetic + potential
}

func workspaceOf(t testing.TB, p *Mechanism) *rigidbody.Workspace {
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
