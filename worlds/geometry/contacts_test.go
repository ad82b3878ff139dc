package geometry_test

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// upright returns a random pose whose axes are nearly those of the world, in any order.
func upright(turn, tilt, lift float64) spatial.Pose {
	return spatial.PoseFromRPY([3]float64{0, 0, lift}, [3]float64{tilt, 0, turn})
}

// Contacts of shapes of every two kinds that nearly touch, in any orientation and with faces and
// edges along each other: the points are on both shapes, and none is nearer than the witness.
func TestContactsAreOnBothShapesAndTheNearestIsTheWitness(t *testing.T) {
	r := testkit.Random(t)
	q := geometry.NewQuery()
	quarters := func() [3]float64 {
		var rpy [3]float64
		for i := range rpy {
			rpy[i] = math.Pi / 2 * float64(r.IntN(4))
		}
		if r.IntN(2) == 0 {
			rpy[r.IntN(3)] += 0.03 * r.NormFloat64()
		}
		return rpy
	}
	several := 0
	for _, ma := range convex {
		for _, mb := range convex {
			for trial := range 70 {
				a := geometry.Placed{Shape: ma.draw(r), Pose: randomPose(r, 0.3)}
				b := geometry.Placed{Shape: mb.draw(r), Pose: randomPose(r, 0.3)}
				if trial%2 == 0 {
					a.Pose, b.Pose = spatial.PoseFromRPY(randomVec(r).Scale(0.1).Array(), quarters()), spatial.PoseFromRPY(randomVec(r).Scale(0.1).Array(), quarters())
				}
				w := q.Distance(&a, &b)
				gap := []float64{1e-3, 0, -1e-3, 0.01}[r.IntN(4)]
				a.Pose.P = spatial.VecOf(a.Pose.P).AddScaled(gap-w.Distance, spatial.VecOf(w.Normal)).Array()
				w = q.Distance(&a, &b)
				margin := w.Distance + 0.02*r.Float64()
				list := q.Contacts(nil, &a, &b, margin)
				if len(list) == 0 || len(list) > geometry.MostContacts {
					t.Fatalf("a %s and a %s at %g m have %d contacts", ma.kind, mb.kind, w.Distance, len(list))
				}
				all := len(q.Contacts(nil, &a, &b, 10)) // two of edges, and the witness, if not of a face
				least := math.Inf(1)
				for _, c := range list {
					least = min(least, c.Gap)
					onA, onB, n := spatial.VecOf(c.OnA), spatial.VecOf(c.OnB), spatial.VecOf(c.Normal)
					if d := onA.Sub(onB).AddScaled(-c.Gap, n).Norm(); d > 1e-9 || math.Abs(n.Norm()-1) > 1e-9 || c.Gap > margin {
						t.Fatalf("a %s and a %s: contact %+v with margin %g is off by %g m", ma.kind, mb.kind, c, margin, d)
					}
					// Edges that are not quite parallel are beside each other by their angle.
					beside := 1e-6
					if all <= 3 {
						beside = 0.05
					}
					outA, outB := ma.outside(a.Shape, a.Pose.ApplyInverse(onA)), mb.outside(b.Shape, b.Pose.ApplyInverse(onB))
					if outA > beside || outB > beside {
						t.Fatalf("a %s and a %s: the points of %+v are outside by %g and %g m", ma.kind, mb.kind, c, outA, outB)
					}
				}
				if math.Abs(least-w.Distance) > 1e-6 {
					t.Fatalf("a %s and a %s: the witness is at %g m, the nearest contact at %g m: %+v", ma.kind, mb.kind, w.Distance, least, list)
				}
				if len(list) > 1 {
					several++
				}
			}
		}
	}
	if several < 300 {
		t.Errorf("only %d pairs had several contacts", several)
	}
}

// Contacts of simple scenes, counted and located by hand.
func TestFacesAndEdgesHaveTheCornersOfTheirCommonArea(t *testing.T) {
	q := geometry.NewQuery()
	box := must(geometry.NewBox([3]float64{0.2, 0.2, 0.1}))
	long := must(geometry.NewBox([3]float64{1, 0.1, 0.1}))
	cylinder, cone := must(geometry.NewCylinder(0.1, 0.2)), must(geometry.NewCone(0.1, 0.2))
	capsule, ball := must(geometry.NewCapsule(0.1, 0.2)), must(geometry.NewSphere(0.1))
	wedge := must(geometry.NewHull([][3]float64{{0.1, 0.1, -0.1}, {-0.1, 0.1, -0.1}, {-0.1, -0.1, -0.1}, {0.1, -0.1, -0.1}, {0, 0.1, 0.1}, {0, -0.1, 0.1}}))
	plane, slope := geometry.Shape(geometry.NewPlane()), math.Atan2(0.1, 0.2)
	for name, c := range map[string]struct {
		a, b   geometry.Shape
		pa, pb spatial.Pose
		count  int
		gap    float64
		spread float64 // the distance of the farthest two, m
	}{
		"box on plane":               {box, plane, upright(0.3, 0, 0.05), upright(0, 0, 0), 4, 0, math.Sqrt2 * 0.2},
		"plane below box":            {plane, box, upright(0, 0, 0), upright(0.3, 0, 0.051), 4, 0.001, math.Sqrt2 * 0.2},
		"edge on plane":              {box, plane, upright(0, math.Pi/4, 0.15/math.Sqrt2), upright(0, 0, 0), 2, 0, 0.2},
		"box on box":                 {box, box, upright(0, 0, 0.1), upright(0, 0, 0), 4, 0, math.Sqrt2 * 0.2},
		"box across box":             {box, box, upright(math.Pi/4, 0, 0.1), upright(0, 0, 0), 8, 0, 0.2 / math.Cos(math.Pi/8)},
		"beam across box":            {long, box, upright(0, 0, 0.101), upright(0, 0, 0), 4, 0.001, math.Hypot(0.2, 0.1)},
		"wedge on box":               {wedge, box, upright(0, 0, 0.15), upright(0, 0, 0), 4, 0, math.Sqrt2 * 0.2},
		"box on the edge of a wedge": {box, wedge, upright(0, 0, 0.15), upright(0, 0, 0), 2, 0, 0.2},
		"cylinder on plane":          {cylinder, plane, upright(0, 0, 0.1), upright(0, 0, 0), 8, 0, 0.2},
		"cylinder on box":            {cylinder, box, upright(0, 0, 0.15), upright(0, 0, 0), 8, 0, 0.2},
		"cylinder on cylinder":       {cylinder, cylinder, upright(0, 0, 0.2), upright(0, 0, 0), 8, 0, 0.2},
		"lying cylinder":             {cylinder, plane, upright(0, math.Pi/2, 0.1), upright(0, 0, 0), 2, 0, 0.2},
		"lying on a beam":            {cylinder, long, upright(0, math.Pi/2, 0.15), upright(0, 0, 0), 2, 0, 0.1},
		"crossed cylinders":          {cylinder, cylinder, upright(0, math.Pi/2, 0.2), upright(math.Pi/2, math.Pi/2, 0), 1, 0, 0},
		"parallel cylinders":         {cylinder, cylinder, upright(0, math.Pi/2, 0.2), upright(0, math.Pi/2, 0), 2, 0, 0.2},
		"leaning cylinder":           {cylinder, plane, upright(0, 0.5, 0.1*(math.Cos(0.5)+math.Sin(0.5))), upright(0, 0, 0), 1, 0, 0},
		"cone on plane":              {cone, plane, upright(0, 0, 0.1), upright(0, 0, 0), 8, 0, 0.2},
		"cone on its slope":          {cone, plane, upright(0, math.Pi/2+slope, 0.1*math.Sin(slope)), upright(0, 0, 0), 2, 0, math.Hypot(0.1, 0.2)},
		"cone on its tip":            {cone, box, upright(0, math.Pi, 0.15), upright(0, 0, 0), 1, 0, 0},
		"lying capsule":              {capsule, box, upright(0, math.Pi/2, 0.15), upright(0, 0, 0), 2, 0, 0.2},
		"standing capsule":           {capsule, box, upright(0, 0, 0.25), upright(0, 0, 0), 1, 0, 0},
		"ball on a box":              {ball, box, upright(0, 0, 0.151), upright(0, 0, 0), 1, 0.001, 0},
		"too far":                    {ball, box, upright(0, 0, 0.2), upright(0, 0, 0), 0, 0, 0},
	} {
		a, b := geometry.Placed{Shape: c.a, Pose: c.pa}, geometry.Placed{Shape: c.b, Pose: c.pb}
		list := q.Contacts(nil, &a, &b, 0.005)
		if len(list) != c.count {
			t.Errorf("%s: %d contacts, want %d: %+v", name, len(list), c.count, list)
			continue
		}
		up, spread, exact := 1.0, 0.0, 1e-9
		if c.a == c.b && c.a == geometry.Shape(cylinder) {
			exact = 1e-5 // round shapes hardly move apart where the normal turns
		}
		if c.a.Kind() == geometry.KindPlane {
			up = -1
		}
		for _, x := range list {
			if math.Abs(x.Gap-c.gap) > 1e-9 || near(x.Normal, [3]float64{2: up}) > exact {
				t.Errorf("%s: the contact %+v, want the gap %g along %g z", name, x, c.gap, up)
			}
			for _, y := range list {
				spread = max(spread, near(x.OnA, y.OnA))
			}
		}
		if math.Abs(spread-c.spread) > 1e-9 {
			t.Errorf("%s: the contacts are up to %.12g m apart, want %.12g m", name, spread, c.spread)
		}
	}
}

func TestContactsDoNotAllocate(t *testing.T) {
	r := testkit.Random(t)
	q := geometry.NewQuery()
	dst := make([]geometry.Contact, 0, geometry.MostContacts)
	for _, ma := range convex {
		for _, mb := range convex {
			a, b := geometry.Placed{Shape: ma.draw(r), Pose: randomPose(r, 0.1)}, geometry.Placed{Shape: mb.draw(r), Pose: randomPose(r, 0.1)}
			if n := testing.AllocsPerRun(3, func() { dst = q.Contacts(dst[:0], &a, &b, 1) }); n != 0 {
				t.Errorf("a %s and a %s: %v allocations", ma.kind, mb.kind, n)
			}
		}
	}
}
