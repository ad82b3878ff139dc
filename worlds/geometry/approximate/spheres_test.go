package approximate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/approximate"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func coveredShapes(r *rand.Rand) map[string]geometry.Shape {
	size := func() float64 { return math.Pow(10, -1.5*r.Float64()) }
	var cloud [][3]float64
	for range 30 {
		cloud = append(cloud, [3]float64{r.NormFloat64(), 0.3 * r.NormFloat64(), 0.5 * r.NormFloat64()})
	}
	tray := solids["tray"].solid
	return map[string]geometry.Shape{
		"sphere":   must(geometry.NewSphere(size())),
		"capsule":  must(geometry.NewCapsule(size(), size())),
		"box":      must(geometry.NewBox([3]float64{size(), size(), size()})),
		"flat box": must(geometry.NewBox([3]float64{size(), size(), 0})),
		"cylinder": must(geometry.NewCylinder(size(), size())),
		"cone":     must(geometry.NewCone(size(), size())),
		"hull":     must(geometry.NewHull(cloud)),
		"point":    must(geometry.NewHull(cloud[:1])),
		"mesh":     must(geometry.NewTriangleMesh(tray.mesh())),
	}
}

// pointOf returns a random point of a shape: of a solid any, of a mesh one of a triangle.
func pointOf(r *rand.Rand, q *geometry.Query, s geometry.Shape) [3]float64 {
	if m, is := s.(*geometry.TriangleMesh); is {
		t := m.Triangle(r.IntN(m.Triangles()))
		a, b := r.Float64(), r.Float64()
		if a+b > 1 {
			a, b = 1-a, 1-b
		}
		p := spatial.VecOf(t[0]).Scale(1-a-b).AddScaled(a, spatial.VecOf(t[1])).AddScaled(b, spatial.VecOf(t[2]))
		return p.Array()
	}
	box := s.Bounds()
	placed := geometry.Placed{Shape: s, Pose: spatial.IdentityPose()}
	var p [3]float64
	for k := range 3 {
		p[k] = box.Min[k] + (box.Max[k]-box.Min[k])*r.Float64()
	}
	point := geometry.Placed{Shape: &geometry.Sphere{}, Pose: spatial.Pose{R: spatial.IdentityRotation(), P: p}}
	if w := q.Distance(&point, &placed); w.Distance > 0 {
		return w.OnB // of its surface
	}
	return p
}

func TestBallsCoverTheirShapeAndManyStickOutLess(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	for range 2 {
		for name, s := range coveredShapes(r) {
			var excesses []float64
			for _, count := range []int{1, 8, 64, 300} {
				balls := must(approximate.Spheres(s, count))
				if len(balls) > count || len(balls) == 0 {
					t.Fatalf("%s: %d balls, at most %d are wanted", name, len(balls), count)
				}
				for range 300 {
					p, least := pointOf(r, q, s), math.Inf(1)
					for _, b := range balls {
						least = min(least, spatial.VecOf(p).Sub(spatial.VecOf(b.Centre)).Norm()-b.Radius)
					}
					if least > 1e-9 {
						t.Fatalf("%s: the point %v is %g m outside of %d balls", name, p, least, count)
					}
				}
				excesses = append(excesses, approximate.Excess(s, balls))
			}
			if one, many := excesses[0], excesses[3]; many > 0.6*one+1e-9 {
				t.Errorf("%s: 1, 8, 64 and 300 balls stick out by %.3g m", name, excesses)
			}
		}
	}
}

func TestACapsuleHasBallsOnItsAxis(t *testing.T) {
	c := must(geometry.NewCapsule(0.3, 0.8))
	balls := must(approximate.Spheres(c, 3))
	if len(balls) != 3 || balls[1].Centre != ([3]float64{}) || math.Abs(balls[0].Radius-math.Hypot(0.3, 0.2)) > 1e-15 {
		t.Errorf("the balls are %+v", balls)
	}
}

func TestWhatHasNoBallsIsAnError(t *testing.T) {
	box := must(geometry.NewBox([3]float64{1, 1, 1}))
	for _, count := range []int{0, -1, 1 << 20} {
		if _, err := approximate.Spheres(box, count); err == nil {
			t.Errorf("%d balls: no error", count)
		}
	}
	if _, err := approximate.Spheres(geometry.NewPlane(), 5); err == nil {
		t.Error("a plane has balls")
	}
}

func ExampleSpheres() {
	link, err := geometry.NewCapsule(0.06, 0.3)
	if err != nil {
		panic(err)
	}
	balls, err := approximate.Spheres(link, 4)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d balls of %.3f m stick out by %.3f m\n", len(balls), balls[0].Radius, approximate.Excess(link, balls))
	// Output: 4 balls of 0.078 m stick out by 0.018 m
}
