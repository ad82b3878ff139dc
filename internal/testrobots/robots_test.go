package testrobots

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

func TestRobotsHaveTheirStatedSizes(t *testing.T) {
	quadruped, _ := Quadruped()
	biped, _ := Biped()
	for name, robot := range map[string]struct {
		bodies         []rigidbody.Body
		nv, bodyNumber int
	}{"arm": {Arm(), 7, 7}, "humanoid": {Humanoid(), 38, 33}, "quadruped": {quadruped, 18, 13}, "biped": {biped, 38, 33}} {
		m, err := rigidbody.New(robot.bodies)
		if err != nil {
			t.Fatal(err)
		}
		if m.NV() != robot.nv || m.NumBodies() != robot.bodyNumber {
			t.Errorf("%s: nv %d and %d bodies; expected %d and %d", name, m.NV(), m.NumBodies(), robot.nv, robot.bodyNumber)
		}
	}
}

func TestHumanoidWeighsItsMass(t *testing.T) {
	m, err := rigidbody.New(Humanoid())
	if err != nil {
		t.Fatal(err)
	}
	h := make([]float64, m.NV())
	if err := m.NewWorkspace().GravityForces(h); err != nil {
		t.Fatal(err)
	}
	if want := 9.81 * m.Mass(); math.Abs(h[2]-want) > 1e-12*want {
		t.Errorf("the humanoid weighs %g N; expected %g N", h[2], want)
	}
}
