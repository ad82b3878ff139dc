package geometry_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// soup returns triangles of all sizes and directions.
func soup(r *rand.Rand, count int) mesh.Mesh {
	var m mesh.Mesh
	for i := range count {
		middle := randomVec(r).Scale(0.3)
		for range 3 {
			m.Vertices = append(m.Vertices, middle.AddScaled(0.1, randomVec(r)).Array())
		}
		if r.IntN(10) == 0 { // an edge, or a point
			m.Vertices[3*i+r.IntN(3)] = m.Vertices[3*i]
			m.Vertices[3*i+r.IntN(3)] = m.Vertices[3*i]
		}
		m.Triangles = append(m.Triangles, [3]int32{int32(3 * i), int32(3*i + 1), int32(3*i + 2)})
	}
	return m
}

// hulls returns each triangle of a mesh as a hull.
func hulls(m mesh.Mesh) (out []geometry.Shape) {
	for _, t := range m.Triangles {
		out = append(out, must(geometry.NewHull([][3]float64{m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]})))
	}
	return out
}

// leastOf returns the least distance of every two shapes of two lists.
func leastOf(q *geometry.Query, as, bs []geometry.Shape, poseA, poseB spatial.Pose) float64 {
	least := math.Inf(1)
	for _, a := range as {
		for _, b := range bs {
			least = min(least, q.Distance(&geometry.Placed{Shape: a, Pose: poseA}, &geometry.Placed{Shape: b, Pose: poseB}).Distance)
		}
	}
	return least
}

func checkMeshPair(t *testing.T, q *geometry.Query, a, b *geometry.Placed, want float64) {
	t.Helper()
	w, v := q.Distance(a, b), q.Distance(b, a)
	if math.Abs(w.Distance-want) > 1e-7 || math.Abs(v.Distance-want) > 1e-7 {
		t.Fatalf("the distance is %g m, in the other order %g m, that of the nearest two parts %g m", w.Distance, v.Distance, want)
	}
	n := spatial.VecOf(w.Normal)
	if off := spatial.VecOf(w.OnA).Sub(spatial.VecOf(w.OnB)).Sub(n.Scale(w.Distance)).Norm(); off > 1e-9 || math.Abs(n.Norm()-1) > 1e-12 {
		t.Fatalf("the points are off the normal by %g m: %+v", off, w)
	}
	for _, margin := range []float64{0, -0.01, 0.05, want + 1e-6, want - 1e-6} {
		if math.Abs(want-margin) > 1e-7 && q.Within(a, b, margin) != (want <= margin) {
			t.Fatalf("the distance is %g m, and Within %g m says otherwise", want, margin)
		}
	}
}

func TestAMeshIsItsNearestTriangle(t *testing.T) {
	q := geometry.NewQuery()
	for i := range convex {
		t.Run(fmt.Sprint(convex[i].kind), func(t *testing.T) {
			r := testkit.Random(t)
			soups := []mesh.Mesh{soup(r, 1), soup(r, 2), soup(r, 7), soup(r, 40)}
			var meshes []geometry.Shape
			var parts [][]geometry.Shape
			for _, m := range soups {
				meshes, parts = append(meshes, must(geometry.NewTriangleMesh(m))), append(parts, hulls(m))
			}
			list := shapes(r, &convex[i], 100)
			for trial := range 10000 / (1 + 9*btoi(testing.Short())) {
				m := trial % 3
				if trial%50 == 0 {
					m = 3
				}
				a := &geometry.Placed{Shape: meshes[m], Pose: randomPose(r, 0.3)}
				b := &geometry.Placed{Shape: list[r.IntN(len(list))], Pose: randomPose(r, 0.3)}
				checkMeshPair(t, q, a, b, leastOf(q, parts[m], []geometry.Shape{b.Shape}, a.Pose, b.Pose))
			}
		})
	}
}

func TestTwoMeshesAreTheirNearestTriangles(t *testing.T) {
	q, r := geometry.NewQuery(), testkit.Random(t)
	for trial := range 10000 / (1 + 9*btoi(testing.Short())) {
		m, n := soup(r, 1+r.IntN(3)), soup(r, 1+r.IntN(3))
		if trial%50 == 0 {
			m, n = soup(r, 20), soup(r, 30)
		}
		a := &geometry.Placed{Shape: must(geometry.NewTriangleMesh(m)), Pose: randomPose(r, 0.3)}
		b := &geometry.Placed{Shape: must(geometry.NewTriangleMesh(n)), Pose: randomPose(r, 0.3)}
		checkMeshPair(t, q, a, b, leastOf(q, hulls(m), hulls(n), a.Pose, b.Pose))
	}
}

func TestTheBoundsOfAMeshTouchIt(t *testing.T) {
	r := testkit.Random(t)
	for range 300 {
		m := soup(r, 1+r.IntN(50))
		p := geometry.Placed{Shape: must(geometry.NewTriangleMesh(m)), Pose: randomPose(r, 1)}
		box, ball := p.Bounds(), p.Ball()
		want := geometry.AABB{Min: p.Pose.Apply(spatial.VecOf(m.Vertices[0])).Array()}
		want.Max = want.Min
		for _, v := range m.Vertices {
			x := p.Pose.Apply(spatial.VecOf(v)).Array()
			point := geometry.AABB{Min: x, Max: x}
			want = want.Union(&point)
			if out := near(x, ball.Centre) - ball.Radius; out > 1e-12 {
				t.Fatalf("a vertex is %g m outside the ball", out)
			}
		}
		if near(box.Min, want.Min)+near(box.Max, want.Max) > 1e-12 {
			t.Fatalf("the bounds are %v, want %v", box, want)
		}
	}
}

func TestDamagedMeshesAreErrors(t *testing.T) {
	corners := [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}
	for name, m := range map[string]mesh.Mesh{
		"empty":         {},
		"no triangles":  {Vertices: corners},
		"index too big": {Vertices: corners, Triangles: [][3]int32{{0, 1, 3}}},
		"negative":      {Vertices: corners, Triangles: [][3]int32{{0, -1, 2}}},
		"not finite":    {Vertices: [][3]float64{{0, 0, 0}, {math.NaN(), 0, 0}, {0, 1, 0}}, Triangles: [][3]int32{{0, 1, 2}}},
		"far away":      {Vertices: [][3]float64{{0, 0, 0}, {2e6, 0, 0}, {0, 1, 0}}, Triangles: [][3]int32{{0, 1, 2}}},
	} {
		if _, err := geometry.NewTriangleMesh(m); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
