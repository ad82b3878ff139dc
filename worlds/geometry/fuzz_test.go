package geometry_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// fuzzedShape returns a shape of three lengths, or an error.
func fuzzedShape(kind uint8, x, y, z float64) (geometry.Shape, error) {
	switch geometry.Kind(kind) {
	case geometry.KindSphere:
		return geometry.NewSphere(x)
	case geometry.KindCapsule:
		return geometry.NewCapsule(x, y)
	case geometry.KindBox:
		return geometry.NewBox([3]float64{x, y, z})
	case geometry.KindCylinder:
		return geometry.NewCylinder(x, y)
	case geometry.KindCone:
		return geometry.NewCone(x, y)
	}
	points := [][3]float64{{x, y, z}, {y, z, x}, {z, x, y}, {-x, y, -z}, {0, -z, x}, {-y, 0, -x}, {x, x, x}}
	return geometry.NewHull(points[:1+kind%7])
}

func FuzzConvexPairs(f *testing.F) {
	f.Add(uint8(geometry.KindBox), uint8(geometry.KindCone), 0.5, 0.5, 0.1, 0.3, 1.0, 0.0, 0.4, 0.0, -0.1, 0.0, math.Pi/2, 0.0)
	f.Add(uint8(geometry.KindCylinder), uint8(geometry.KindCylinder), 1.0, 1e-9, 0.0, 1.0, 1e-9, 0.0, 0.0, 0.0, 0.0, 1e-7, 0.0, 0.0)
	f.Add(uint8(geometry.KindHull), uint8(geometry.KindSphere), 1.0, 2.0, 3.0, 1e-300, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0)
	f.Fuzz(func(t *testing.T, kindA, kindB uint8, ax, ay, az, bx, by, bz, x, y, z, roll, pitch, yaw float64) {
		sa, errA := fuzzedShape(kindA, ax, ay, az)
		sb, errB := fuzzedShape(kindB, bx, by, bz)
		if errA != nil || errB != nil {
			return
		}
		for _, v := range []float64{x, y, z, roll, pitch, yaw} {
			if !(math.Abs(v) <= 1e6) {
				return
			}
		}
		a := &geometry.Placed{Shape: sa, Pose: spatial.IdentityPose()}
		b := &geometry.Placed{Shape: sb, Pose: spatial.PoseFromRPY([3]float64{x, y, z}, [3]float64{roll, pitch, yaw})}
		q := geometry.NewQuery()
		w := q.Distance(a, b)
		if n := spatial.VecOf(w.Normal).Norm(); math.Abs(n-1) > 1e-9 || math.IsNaN(w.Distance) {
			t.Fatalf("the witness is %+v", w)
		}
		for _, v := range []float64{ax, ay, az, bx, by, bz, x, y, z} {
			if math.Abs(v) > 10 {
				q.Collides(a, b)
				return
			}
		}
		if err := checkAwkward(rand.New(rand.NewPCG(1, 1)), q, a, b); err != nil {
			t.Fatal(err)
		}
	})
}
