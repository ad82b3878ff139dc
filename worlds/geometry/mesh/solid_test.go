package mesh

import (
	"errors"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

func wantInertia(t *testing.T, got, want rigidbody.Inertia, tolerance float64) {
	t.Helper()
	wantNear(t, "mass", got.Mass, want.Mass, tolerance*want.Mass)
	scale := want.LargestEntry()
	for k := range 3 {
		wantNear(t, "centre of mass", got.Com[k], want.Com[k], tolerance)
	}
	g := []float64{got.Ixx, got.Ixy, got.Ixz, got.Iyy, got.Iyz, got.Izz}
	for k, w := range []float64{want.Ixx, want.Ixy, want.Ixz, want.Iyy, want.Iyz, want.Izz} {
		wantNear(t, "entry of the tensor", g[k], w, tolerance*scale)
	}
}

// TestTheInertiaOfABoxIsTheClosedForm draws sizes, centres and rotations: m/12 (b^2 + c^2), turned
// by R I R^T.
func TestTheInertiaOfABoxIsTheClosedForm(t *testing.T) {
	r := random(t, 11)
	for range 100 {
		var size, centre, axis [3]float64
		for k := range 3 {
			size[k], centre[k], axis[k] = 0.1+r.Float64(), 4*r.Float64()-2, r.NormFloat64()
		}
		angle, density := 6*r.Float64(), 100+1000*r.Float64()
		m := boxMesh(size, [3]float64{})
		rotate(m, axis, angle)
		for i := range m.Vertices {
			for k := range 3 {
				m.Vertices[i][k] += centre[k]
			}
		}
		got, err := m.Inertia(density)
		if err != nil {
			t.Fatal(err)
		}
		mass := density * size[0] * size[1] * size[2]
		square := func(k int) float64 { return mass / 12 * size[k] * size[k] }
		want := rigidbody.Inertia{Mass: mass, Com: centre, Ixx: square(1) + square(2), Iyy: square(0) + square(2), Izz: square(0) + square(1)}
		columns := &Mesh{Vertices: [][3]float64{{1}, {0, 1}, {0, 0, 1}}}
		rotate(columns, axis, angle)
		principal := [3]float64{want.Ixx, want.Iyy, want.Izz}
		entry := func(i, j int) (sum float64) {
			for k, column := range columns.Vertices {
				sum += column[i] * principal[k] * column[j]
			}
			return sum
		}
		want.Ixx, want.Iyy, want.Izz, want.Ixy, want.Ixz, want.Iyz = entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)
		wantInertia(t, got, want, 1e-12)
	}
}

// TestTheInertiaOfATetrahedronIsTheClosedForm: legs of 1 m along the axes have V = 1/6, centre
// 1/4, and about the centre Ixx = 2 * 3/80 V, Ixy = V/80.
func TestTheInertiaOfATetrahedronIsTheClosedForm(t *testing.T) {
	m := &Mesh{Vertices: [][3]float64{{}, {1}, {0, 1}, {0, 0, 1}}, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}}
	got, err := m.Inertia(1)
	if err != nil {
		t.Fatal(err)
	}
	const v = 1.0 / 6
	wantInertia(t, got, rigidbody.Inertia{Mass: v, Com: [3]float64{0.25, 0.25, 0.25}, Ixx: v * 6 / 80, Iyy: v * 6 / 80, Izz: v * 6 / 80, Ixy: v / 80, Ixz: v / 80, Iyz: v / 80}, 1e-14)
}

// TestAFineSphereApproachesTheClosedForm: mass and moments of a latitude-longitude sphere converge
// with the square of the angle between its points.
func TestAFineSphereApproachesTheClosedForm(t *testing.T) {
	miss := func(n int) (volume, moment float64) {
		m := sphereMesh(n)
		got, err := m.Inertia(1)
		if err != nil {
			t.Fatal(err)
		}
		v := 4 * math.Pi / 3
		return math.Abs(got.Mass/v - 1), math.Abs(got.Izz/(0.4*v) - 1)
	}
	v1, m1 := miss(20)
	v2, m2 := miss(40)
	if r := v1 / v2; r < 3.8 || r > 4.2 {
		t.Errorf("twice as many points reduce the error of the volume %g times, want about 4", r)
	}
	if r := m1 / m2; r < 3.8 || r > 4.2 {
		t.Errorf("twice as many points reduce the error of the moment %g times, want about 4", r)
	}
}

// sphereMesh returns a unit sphere of n rings of 2n points.
func sphereMesh(n int) *Mesh {
	soup := &Mesh{}
	at := func(i, j int) [3]float64 {
		theta, phi := math.Pi*float64(i)/float64(n), math.Pi*float64(j%(2*n))/float64(n)
		if i == 0 || i == n {
			return [3]float64{0, 0, math.Cos(theta)}
		}
		return [3]float64{math.Sin(theta) * math.Cos(phi), math.Sin(theta) * math.Sin(phi), math.Cos(theta)}
	}
	for i := range n {
		for j := range 2 * n {
			first := int32(len(soup.Vertices))
			soup.Vertices = append(soup.Vertices, at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1))
			soup.Triangles = append(soup.Triangles, [3]int32{first, first + 1, first + 2}, [3]int32{first, first + 2, first + 3})
		}
	}
	m, _ := Weld(soup, 0)
	return m
}

func TestAMeshFarAwayKeepsItsInertia(t *testing.T) {
	far := [3]float64{1e4, -2e4, 3e4}
	got, err := boxMesh([3]float64{1, 2, 3}, far).Inertia(1)
	if err != nil {
		t.Fatal(err)
	}
	wantInertia(t, got, rigidbody.Inertia{Mass: 6, Com: far, Ixx: 6.5, Iyy: 5, Izz: 2.5}, 1e-10)
}

func TestAnOpenMeshHasNoInertia(t *testing.T) {
	m := boxMesh([3]float64{1, 1, 1}, [3]float64{})
	m.Triangles = m.Triangles[1:]
	var open *OpenError
	if _, err := m.Inertia(1); !errors.As(err, &open) || open.Ends[0] != m.Vertices[open.Edge.From] {
		t.Errorf("the error is %v, want an OpenError with the ends of an edge", err)
	}
	flipped := boxMesh([3]float64{1, 1, 1}, [3]float64{})
	for i := range flipped.Triangles {
		flipped.Triangles[i][0], flipped.Triangles[i][1] = flipped.Triangles[i][1], flipped.Triangles[i][0]
	}
	if _, err := flipped.Inertia(1); !errors.Is(err, ErrInsideOut) {
		t.Errorf("the error is %v, want ErrInsideOut", err)
	}
	if _, err := (&Mesh{}).Inertia(1); !errors.Is(err, ErrInsideOut) {
		t.Errorf("the error of an empty mesh is %v, want ErrInsideOut", err)
	}
}

func TestMirroringKeepsTheOutsideOutside(t *testing.T) {
	m := boxMesh([3]float64{1, 2, 3}, [3]float64{1, 1, 1})
	m.Scale([3]float64{-2, 1, 1})
	got, err := m.Inertia(1)
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "volume", got.Mass, 12, 1e-12)
	wantNear(t, "centre", got.Com[0], -2, 1e-12)
}

func TestWeldingMergesCountsAndDrops(t *testing.T) {
	m := &Mesh{
		Vertices:  [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {math.Copysign(0, -1), 0, 0}, {5, 5, 5}, {0.5, 0, 0}, {1 + 1e-9, 0, 0}},
		Triangles: [][3]int32{{0, 1, 2}, {4, 3, 2}, {0, 3, 1}, {0, 6, 1}, {0, 7, 2}},
	}
	out, did := Weld(m, 0)
	if did != (Welded{Merged: 2, Unused: 1, Degenerate: 2}) || len(out.Vertices) != 5 || len(out.Triangles) != 3 || out.Triangles[1] != out.Triangles[0] {
		t.Errorf("welded to %+v, %+v", out, did)
	}
	if out, did = Weld(m, 1e-6); did != (Welded{Merged: 3, Unused: 1, Degenerate: 2}) || len(out.Vertices) != 4 {
		t.Errorf("with a tolerance welded to %+v, %+v", out, did)
	}
}
