package geometry_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestADistanceFromAPlaneIsThatOfTheLowestPoint(t *testing.T) {
	q := geometry.NewQuery()
	for i := range convex {
		t.Run(fmt.Sprint(convex[i].kind), func(t *testing.T) {
			r := testkit.Random(t)
			list := shapes(r, &convex[i], 100)
			for range 10000 {
				a := &geometry.Placed{Shape: list[r.IntN(100)], Pose: randomPose(r, 1)}
				plane := &geometry.Placed{Shape: geometry.NewPlane(), Pose: randomPose(r, 1)}
				n := plane.Pose.R.Axis(2)
				want := -farthest(a, n.Neg()) - n.Dot(spatial.VecOf(plane.Pose.P))
				w, v := q.Distance(a, plane), q.Distance(plane, a)
				if math.Abs(w.Distance-want) > 1e-9 || near(w.Normal, n.Array()) > 1e-12 {
					t.Fatalf("the witness is %+v, want the distance %g m and the normal %v", w, want, n)
				}
				if v.Distance != w.Distance || v.OnA != w.OnB || v.OnB != w.OnA || near(v.Normal, n.Neg().Array()) > 1e-12 {
					t.Fatalf("in the other order %+v becomes %+v", w, v)
				}
				if h := n.Dot(spatial.VecOf(w.OnB).Sub(spatial.VecOf(plane.Pose.P))); math.Abs(h) > 1e-9 {
					t.Fatalf("the point on the plane is %g m above", h)
				}
				if out := modelOf(a.Shape).outside(a.Shape, a.Pose.ApplyInverse(spatial.VecOf(w.OnA))); out > 1e-9 {
					t.Fatalf("the point on the %s is %g m outside", a.Shape.Kind(), out)
				}
				if math.Abs(want) > 1e-9 && q.Collides(a, plane) != (want < 0) {
					t.Fatalf("the distance is %g m, and Collides says otherwise", want)
				}
			}
		})
	}
}

func TestADistanceOfAMeshFromAPlaneIsThatOfItsLowestVertex(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	for range 10000 {
		m := soup(r, 1+r.IntN(9))
		a := &geometry.Placed{Shape: must(geometry.NewTriangleMesh(m)), Pose: randomPose(r, 0.5)}
		plane := &geometry.Placed{Shape: geometry.NewPlane(), Pose: randomPose(r, 0.5)}
		n, want := plane.Pose.R.Axis(2), math.Inf(1)
		for _, v := range m.Vertices {
			want = min(want, n.Dot(a.Pose.Apply(spatial.VecOf(v)).Sub(spatial.VecOf(plane.Pose.P))))
		}
		w, v := q.Distance(a, plane), q.Distance(plane, a)
		if math.Abs(w.Distance-want) > 1e-9 || math.Abs(v.Distance-want) > 1e-9 || near(w.Normal, n.Array()) > 1e-12 {
			t.Fatalf("the witness is %+v, in the other order %+v, want the distance %g m and the normal %v", w, v, want, n)
		}
		if math.Abs(want) > 1e-9 && q.Collides(a, plane) != (want < 0) {
			t.Fatalf("the distance is %g m, and Collides says otherwise", want)
		}
	}
}

func TestOnlyOppositePlanesAreApart(t *testing.T) {
	q := geometry.NewQuery()
	at := func(z, roll float64) *geometry.Placed {
		return &geometry.Placed{Shape: geometry.NewPlane(), Pose: spatial.PoseFromRPY([3]float64{0, 0, z}, [3]float64{roll, 0, 0})}
	}
	if w := q.Distance(at(2, math.Pi), at(0.5, 0)); math.Abs(w.Distance-1.5) > 1e-12 || near(w.OnB, [3]float64{0, 0, 0.5}) > 1e-12 {
		t.Errorf("the witness of opposite planes is %+v", w)
	}
	if w := q.Distance(at(-2, math.Pi), at(0.5, 0)); math.Abs(w.Distance+2.5) > 1e-12 {
		t.Errorf("the witness of opposite planes that overlap is %+v", w)
	}
	for _, roll := range []float64{0, 1, 3.14} {
		if w := q.Distance(at(2, roll), at(0.5, 0)); !math.IsInf(w.Distance, -1) {
			t.Errorf("planes at %g rad: %+v", roll, w)
		}
	}
	box := at(2, math.Pi).Bounds()
	if box.Min[2] != 2 && !math.IsInf(box.Min[2], -1) || !math.IsInf(box.Max[2], 1) {
		t.Errorf("the bounds of a plane are %v", box)
	}
	if box := at(2, 0).Bounds(); box.Max[2] != 2 || !math.IsInf(box.Min[2], -1) || !math.IsInf(box.Max[0], 1) {
		t.Errorf("the bounds of a plane are %v", box)
	}
}
