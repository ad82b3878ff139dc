package room

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func boxAt(t *testing.T, size, xyz, rpy [3]float64) geometry.Placed {
	t.Helper()
	shape, err := geometry.NewBox(size)
	if err != nil {
		t.Fatal(err)
	}
	return geometry.Placed{Shape: shape, Pose: spatial.PoseFromRPY(xyz, rpy)}
}

// A box of 0.4 m x 0.1 m x 0.2 m is two halves, one of which is turned. Its moments are m/12 times
// the sums of two squared edges.
func TestABodyOfSeveralShapesHasTheInertiaOfTheWhole(t *testing.T) {
	const mass = 3.0
	halves := []geometry.Placed{boxAt(t, [3]float64{0.2, 0.1, 0.2}, [3]float64{-0.1, 0.05, 0}, [3]float64{}),
		boxAt(t, [3]float64{0.1, 0.2, 0.2}, [3]float64{0.1, 0.05, 0}, [3]float64{0, 0, math.Pi / 2})}
	got, err := inertia(rigidbody.Inertia{Mass: mass}, halves)
	if err != nil {
		t.Fatal(err)
	}
	want := rigidbody.Inertia{Mass: mass, Com: [3]float64{0, 0.05, 0}, Ixx: mass / 12 * (0.01 + 0.04), Iyy: mass / 12 * (0.16 + 0.04), Izz: mass / 12 * (0.16 + 0.01)}
	for k, pair := range [][2]float64{{got.Com[0], want.Com[0]}, {got.Com[1], want.Com[1]}, {got.Com[2], want.Com[2]}, {got.Ixx, want.Ixx}, {got.Iyy, want.Iyy}, {got.Izz, want.Izz},
		{got.Ixy, 0}, {got.Ixz, 0}, {got.Iyz, 0}} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("number %d of the inertia is %.9g, want %.9g", k, pair[0], pair[1])
		}
	}
	given := rigidbody.Inertia{Mass: mass, Ixx: 1, Iyy: 1, Izz: 1}
	if got, err = inertia(given, halves); err != nil || got != given {
		t.Errorf("a body with an inertia gets %+v, %v", got, err)
	}
}

func TestASurfaceHasNoInertiaOfItsOwn(t *testing.T) {
	plane := geometry.Placed{Shape: geometry.NewPlane(), Pose: spatial.IdentityPose()}
	if _, err := inertia(rigidbody.Inertia{Mass: 1}, []geometry.Placed{plane}); err == nil || !strings.Contains(err.Error(), "expected a solid") {
		t.Errorf("a plane with a mass: %v", err)
	}
}
