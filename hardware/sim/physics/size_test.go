package physics

import (
	"fmt"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// A chain of n joints one behind the other.
func chainOf(t testing.TB, n int) *worlds.World {
	t.Helper()
	d := &worlds.Description{Name: "chain", Links: []worlds.Link{{Name: "l0"}}}
	for i := 1; i <= n; i++ {
		d.Links = append(d.Links, worlds.Link{Name: fmt.Sprintf("l%d", i), Inertia: rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1}})
		d.Joints = append(d.Joints, worlds.Joint{Name: fmt.Sprintf("j%d", i), Type: worlds.Continuous, Parent: fmt.Sprintf("l%d", i-1),
			Child: fmt.Sprintf("l%d", i), Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}})
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestARobotWithMoreDegreesOfFreedomThanAStepCanServeIsRefused(t *testing.T) {
	if _, err := New(chainOf(t, maxVelocities), Options{}, nil); err != nil {
		t.Errorf("%d degrees of freedom: %v", maxVelocities, err)
	}
	_, err := New(chainOf(t, maxVelocities+1), Options{}, nil)
	if err == nil || !strings.Contains(err.Error(), "the robot has 257 degrees of freedom; expected at most 256") {
		t.Errorf("one more: %v", err)
	}
}

func BenchmarkTheLargestRobotIsBuilt(b *testing.B) {
	w := chainOf(b, maxVelocities)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(w, Options{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
