package geometry_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// meshOf returns the triangles of a hull.
func meshOf(h *geometry.Hull) mesh.Mesh {
	return mesh.Mesh{Vertices: h.Vertices(), Triangles: h.Faces()}
}

// differ returns the largest difference of two solids, of each relative to its size.
func differ(a, b geometry.Solid) float64 {
	most := math.Abs(a.Volume-b.Volume) / b.Volume
	size := b.Inertia[0] + b.Inertia[4] + b.Inertia[8]
	most = max(most, near(a.Centre, b.Centre)/math.Cbrt(b.Volume))
	for i := range a.Inertia {
		most = max(most, math.Abs(a.Inertia[i]-b.Inertia[i])/size)
	}
	return most
}

// A box of half lengths 1, 2 and 3 with the density 2.5 has m = 48 x 2.5 and the inertia m/3
// diag(13, 10, 5); a turned one R I R^T.
func TestABoxHasItsInertia(t *testing.T) {
	s := must(geometry.SolidOf(must(geometry.NewBox([3]float64{2, 4, 6}))))
	const density = 2.5
	mass := density * s.Volume
	if math.Abs(mass-48*density) > 1e-12 {
		t.Errorf("the mass is %g kg", mass)
	}
	for i, want := range map[int]float64{0: 13, 4: 10, 8: 5, 1: 0, 2: 0, 5: 0} {
		if got := density * s.Inertia[i]; math.Abs(got-mass/3*want) > 1e-10 {
			t.Errorf("entry %d of the inertia is %g kg m^2, want %g", i, got, mass/3*want)
		}
	}
	pose := randomPose(testkit.Random(t), 1)
	var corners [][3]float64
	for _, x := range []float64{-1, 1} {
		for _, y := range []float64{-2, 2} {
			for _, z := range []float64{-3, 3} {
				corners = append(corners, pose.Apply(spatial.Vec{X: x, Y: y, Z: z}).Array())
			}
		}
	}
	inertia := spatial.Rotation(s.Inertia)
	turned := pose.R.Times(&inertia)
	turned = turned.TimesInverse(&pose.R)
	want := geometry.Solid{Volume: s.Volume, Centre: pose.P, Inertia: turned}
	h := must(geometry.NewHull(corners))
	if d := differ(must(geometry.SolidOf(h)), want); d > 1e-12 {
		t.Errorf("the turned box as a hull differs by %g", d)
	}
	if d := differ(must(geometry.SolidOf(must(geometry.NewTriangleMesh(meshOf(h))))), want); d > 1e-12 {
		t.Errorf("the turned box as a mesh differs by %g", d)
	}
}

// Round shapes against the hull of many points of their surface, whose error falls with the square
// of the distance of the points.
func TestSolidsOfRoundShapesAreThoseOfFineHulls(t *testing.T) {
	const n = 120
	ring := func(points [][3]float64, r, z float64) [][3]float64 {
		for k := range n {
			s, c := math.Sincos(2 * math.Pi * float64(k) / n)
			points = append(points, [3]float64{r * c, r * s, z})
		}
		return points
	}
	dome := func(points [][3]float64, r, from float64, sign float64) [][3]float64 {
		for k := range n / 4 {
			s, c := math.Sincos(math.Pi / 2 * float64(k) / (n / 4))
			points = ring(points, r*c, sign*(from+r*s))
		}
		return append(points, [3]float64{0, 0, sign * (from + r)})
	}
	for name, c := range map[string]struct {
		shape  geometry.Shape
		points [][3]float64
	}{
		"sphere":   {must(geometry.NewSphere(0.7)), dome(dome(nil, 0.7, 0, 1), 0.7, 0, -1)},
		"capsule":  {must(geometry.NewCapsule(0.7, 1.1)), dome(dome(nil, 0.7, 0.55, 1), 0.7, 0.55, -1)},
		"cylinder": {must(geometry.NewCylinder(0.7, 1.1)), ring(ring(nil, 0.7, 0.55), 0.7, -0.55)},
		"cone":     {must(geometry.NewCone(0.7, 1.1)), append(ring(nil, 0.7, -0.55), [3]float64{0, 0, 0.55})},
	} {
		d := differ(must(geometry.SolidOf(c.shape)), must(geometry.SolidOf(must(geometry.NewHull(c.points)))))
		if d > 3*math.Pow(math.Pi/n, 2) || d == 0 {
			t.Errorf("%s: its solid differs by %g from that of a fine hull", name, d)
		}
	}
}

func TestWhatEnclosesNothingHasNoSolid(t *testing.T) {
	if _, err := geometry.SolidOf(geometry.NewPlane()); err == nil {
		t.Error("a plane has a volume")
	}
	h := must(geometry.NewHull([][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}))
	m := meshOf(h)
	for i := range m.Triangles {
		m.Triangles[i][0], m.Triangles[i][1] = m.Triangles[i][1], m.Triangles[i][0]
	}
	if _, err := geometry.SolidOf(must(geometry.NewTriangleMesh(m))); err == nil {
		t.Error("a mesh that is inside out has a volume")
	}
	flat := must(geometry.NewHull([][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}))
	if s := must(geometry.SolidOf(flat)); s.Volume != 0 {
		t.Errorf("a flat hull has the volume %g m^3", s.Volume)
	}
}
