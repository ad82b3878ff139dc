package mesh

import (
	"math"
	"math/rand/v2"
	"testing"
)

// boxMesh returns a box with the given edges around a centre.
func boxMesh(size, centre [3]float64) *Mesh {
	m := &Mesh{}
	for i := range 8 {
		var v [3]float64
		for k := range 3 {
			v[k] = centre[k] + size[k]*(float64(i>>k&1)-0.5)
		}
		m.Vertices = append(m.Vertices, v)
	}
	for _, q := range [][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	return m
}

// rotate turns the vertices about an axis by an angle, with Rodrigues' formula.
func rotate(m *Mesh, axis [3]float64, angle float64) {
	length := math.Sqrt(dot(axis, axis))
	u := [3]float64{axis[0] / length, axis[1] / length, axis[2] / length}
	for i, v := range m.Vertices {
		w, d := cross(u, v), dot(u, v)*(1-math.Cos(angle))
		for k := range 3 {
			m.Vertices[i][k] = v[k]*math.Cos(angle) + w[k]*math.Sin(angle) + u[k]*d
		}
	}
}

// random returns a stream of random numbers, with its seed in the log of the test.
func random(t *testing.T, seed uint64) *rand.Rand {
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, seed))
}

func wantNear(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v within %g", what, got, want, tolerance)
	}
}

// checkMesh fails for a mesh that no reader may return.
func checkMesh(t *testing.T, m *Mesh) {
	t.Helper()
	for _, v := range m.Vertices {
		for _, x := range v {
			if badCoordinate(x) {
				t.Fatalf("a vertex is %v", v)
			}
		}
	}
	for _, triangle := range m.Triangles {
		for _, corner := range triangle {
			if corner < 0 || int(corner) >= len(m.Vertices) {
				t.Fatalf("a triangle %v of %d vertices", triangle, len(m.Vertices))
			}
		}
	}
	welded, did := Weld(m, 0)
	if len(welded.Triangles)+did.Degenerate != len(m.Triangles) || len(welded.Vertices)+did.Merged+did.Unused != len(m.Vertices) {
		t.Fatalf("welding lost something: %+v", did)
	}
}
