package geometry_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Points of several kinds: in a ball, on a sphere, on a grid with many in a plane, almost in a
// plane.
func pointSets(t *testing.T) map[string][][3]float64 {
	r := testkit.Random(t)
	sets := map[string][][3]float64{"sphere": cloud(r, 1000)}
	for range 500 {
		sets["ball"] = append(sets["ball"], randomVec(r).Array())
		v := randomVec(r)
		sets["almost flat"] = append(sets["almost flat"], [3]float64{v.X, v.Y, 1e-7 * v.Z})
		sets["rounding noise"] = append(sets["rounding noise"], [3]float64{v.X, v.Y, 1e-16 * v.Z})
	}
	turn := randomPose(r, 10)
	for x := range 6 {
		for y := range 6 {
			for z := range 6 {
				p := spatial.Vec{X: float64(x), Y: float64(y), Z: float64(z)}
				sets["grid"] = append(sets["grid"], p.Array())
				sets["turned grid"] = append(sets["turned grid"], turn.Apply(p.Scale(0.1)).Array())
			}
		}
	}
	for _, noise := range []float64{1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11} { // of the faces of a cube
		name := fmt.Sprintf("noise of %g m", noise)
		for range 300 {
			v := [3]float64{r.Float64(), r.Float64(), r.Float64()}
			v[r.IntN(3)] = float64(r.IntN(2))
			p := turn.Apply(spatial.VecOf(v).AddScaled(noise, randomVec(r)))
			sets[name] = append(sets[name], p.Array(), p.Array())
		}
	}
	for k := range 200 { // a cylinder with fine facets
		s, c := math.Sincos(2 * math.Pi * float64(k) / 200)
		for _, z := range []float64{-1, 1} {
			sets["prism"] = append(sets["prism"], turn.Apply(spatial.Vec{X: c, Y: s, Z: z}).Array())
		}
	}
	return sets
}

func TestAHullContainsItsPointsAndIsConvex(t *testing.T) {
	for name, points := range pointSets(t) {
		h := must(geometry.NewHull(points))
		vertices, faces := h.Vertices(), h.Faces()
		for _, v := range vertices {
			if !slices.Contains(points, v) {
				t.Fatalf("%s: the vertex %v is no point", name, v)
			}
		}
		for _, f := range faces {
			a, b, c := spatial.VecOf(vertices[f[0]]), spatial.VecOf(vertices[f[1]]), spatial.VecOf(vertices[f[2]])
			cross := b.Sub(a).Cross(c.Sub(a))
			n := cross.Unit()
			// Rounding on the grid tilts the plane of a triangle the more, the thinner it is.
			thin := cross.Norm() / max(b.Sub(a).Norm(), c.Sub(a).Norm(), c.Sub(b).Norm())
			for _, p := range points {
				if out := n.Dot(spatial.VecOf(p).Sub(a)); out > 1e-10+1e-10/thin {
					t.Fatalf("%s: the point %v is %g m outside", name, p, out)
				}
			}
		}
		if n := len(vertices); name != "rounding noise" && len(faces) != 2*n-4 {
			t.Errorf("%s: %d vertices and %d faces: Euler's formula gives %d", name, n, len(faces), 2*n-4)
		} else if name == "rounding noise" && len(faces) > 0 {
			t.Errorf("%s: the hull has %d faces", name, len(faces))
		}
	}
}

func TestTheSupportOfAHullIsItsFarthestVertex(t *testing.T) {
	r := testkit.Random(t)
	for name, points := range pointSets(t) {
		p := &geometry.Placed{Shape: must(geometry.NewHull(points)), Pose: spatial.IdentityPose()}
		for range 200 {
			p.Pose = randomPose(r, 1)
			box := p.Bounds()
			for k := range 3 {
				e := spatial.Vec{X: float64(btoi(k == 0)), Y: float64(btoi(k == 1)), Z: float64(btoi(k == 2))}
				want := math.Inf(-1)
				for _, x := range points {
					want = max(want, e.Dot(p.Pose.Apply(spatial.VecOf(x))))
				}
				if math.Abs(box.Max[k]-want) > 1e-10 {
					t.Fatalf("%s: the hull reaches %g m, its points %g m", name, box.Max[k], want)
				}
			}
		}
	}
}

func TestFlatSetsOfPointsHaveHulls(t *testing.T) {
	for name, c := range map[string]struct {
		points   [][3]float64
		vertices int
	}{
		"one point":      {[][3]float64{{1, 2, 3}}, 1},
		"one place":      {[][3]float64{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, 1},
		"line":           {[][3]float64{{0, 0, 0}, {2, 2, 0}, {1, 1, 0}, {0.5, 0.5, 0}}, 2},
		"square":         {[][3]float64{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0.5, 1}, {0.5, 0, 1}}, 4},
		"tetrahedron":    {[][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}}, 4},
		"same tetrahedr": {[][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 0}}, 4},
	} {
		h := must(geometry.NewHull(c.points))
		if n := len(h.Vertices()); n != c.vertices {
			t.Errorf("%s: %d vertices, want %d", name, n, c.vertices)
		}
	}
	for name, points := range map[string][][3]float64{"none": nil, "not finite": {{math.Inf(1), 0, 0}}, "far away": {{0, 0, 1e7}}} {
		if _, err := geometry.NewHull(points); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
