package geometry_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// One of the given numbers.
func pick(r *rand.Rand, numbers ...float64) float64 { return numbers[r.IntN(len(numbers))] }

// awkwardShape returns a shape whose lengths are few: many are equal, or 0, or tiny.
func awkwardShape(r *rand.Rand, kind geometry.Kind) geometry.Shape {
	length := func() float64 { return pick(r, 0, 0, 0.25, 0.5, 0.5, 1, 1, 1e-9, 1e-3) }
	switch kind {
	case geometry.KindSphere:
		return must(geometry.NewSphere(length()))
	case geometry.KindCapsule:
		return must(geometry.NewCapsule(length(), length()))
	case geometry.KindBox:
		return must(geometry.NewBox([3]float64{length(), length(), length()}))
	case geometry.KindCylinder:
		return must(geometry.NewCylinder(length(), length()))
	case geometry.KindCone:
		return must(geometry.NewCone(length(), length()))
	}
	points := make([][3]float64, 1+r.IntN(9))
	for i := range points {
		for k := range 3 {
			points[i][k] = pick(r, -0.5, 0, 0.5, 0.25)
		}
	}
	return must(geometry.NewHull(points))
}

// awkwardPose returns a pose with few angles and places, which makes shapes touch, coincide and
// line up.
func awkwardPose(r *rand.Rand) spatial.Pose {
	angle := func() float64 {
		return pick(r, 0, 0, 0, math.Pi/2, math.Pi, math.Pi/4, 1e-9, 1e-15, math.Pi/2+1e-7)
	}
	place := func() float64 { return pick(r, 0, 0, 0, 0.25, 0.5, 1, -0.5, -0.75, 1e-12, 1e-7) }
	return spatial.PoseFromRPY([3]float64{place(), place(), place()}, [3]float64{angle(), angle(), angle()})
}

func checkAwkward(r *rand.Rand, q *geometry.Query, a, b *geometry.Placed) error {
	w := q.Distance(a, b)
	if err := checkWitness(a, b, w); err != nil {
		return err
	}
	if v := q.Distance(b, a); math.Abs(w.Distance-v.Distance) > 1e-6 {
		return fmt.Errorf("the distance is %g m, in the other order %g m", w.Distance, v.Distance)
	}
	if less := shallower(r, a, b, w); w.Distance < 0 && less > 1e-6 {
		return fmt.Errorf("a motion shorter by %g m than the depth %g m separates", less, -w.Distance)
	}
	if math.Abs(w.Distance) > 1e-9 && q.Collides(a, b) != (w.Distance < 0) {
		return fmt.Errorf("the distance is %g m, and Collides says otherwise", w.Distance)
	}
	return nil
}

func TestShapesThatTouchCoincideOrAreFlatHaveWitnesses(t *testing.T) {
	q := geometry.NewQuery()
	for i := range convex {
		for k := range convex[:i+1] {
			t.Run(fmt.Sprintf("%s and %s", convex[i].kind, convex[k].kind), func(t *testing.T) {
				r := testkit.Random(t)
				for range 4000 / (1 + 9*btoi(testing.Short())) {
					a := &geometry.Placed{Shape: awkwardShape(r, convex[i].kind), Pose: awkwardPose(r)}
					b := &geometry.Placed{Shape: awkwardShape(r, convex[k].kind), Pose: awkwardPose(r)}
					if i == k && r.IntN(5) == 0 {
						*b = *a
					}
					if err := checkAwkward(r, q, a, b); err != nil {
						t.Fatalf("%v\nA %+v %+v\nB %+v %+v", err, a.Shape, a.Pose, b.Shape, b.Pose)
					}
				}
			})
		}
	}
}

// The depth of thin shapes at right angles has a valley that is nearly flat. A small change of the
// normal of a needle in a drum moves the planes far apart. Both shapes were drawn.
func TestTheDepthOfThinRoundShapesIsThatOfTheirPlanes(t *testing.T) {
	q := geometry.NewQuery()
	place := func(s geometry.Shape, at [3]float64, rotation spatial.Rotation) *geometry.Placed {
		return &geometry.Placed{Shape: s, Pose: spatial.Pose{R: rotation, P: at}}
	}
	const e, f, g = 9.99999999971542e-08, 9.99999999971537e-08, 0.999999999999995
	const o = 6.123233995736757e-17
	for name, pair := range map[string][2]*geometry.Placed{
		"a flat cone across a disc of its size": {
			place(must(geometry.NewCone(0.5, 0.001)), [3]float64{0, 1e-7, 1e-7}, spatial.Rotation{-e, f, 0.99999999999999, g, 9.99999999943084e-15, f, 0, g, -e}),
			place(must(geometry.NewCylinder(0.5, 0)), [3]float64{0, -0.5, 1e-12}, spatial.Rotation{1, 0, 0, 0, 1, -1e-15, 0, 1e-15, 1}),
		},
		"a needle in a drum": {
			place(must(geometry.NewCylinder(0.001, 0.25)), [3]float64{1, 1e-12, 0}, spatial.Rotation{o, 1, o, 0, o, -1, -1, o, o * o}),
			place(must(geometry.NewCylinder(1, 1)), [3]float64{0, 0, -0.5}, spatial.Rotation{1, 0, 1e-15, 0, 1, 0, -1e-15, 0, 1}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := checkAwkward(testkit.Random(t), q, pair[0], pair[1]); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAKilometreCostsNoAccuracy(t *testing.T) {
	q := geometry.NewQuery()
	eachPair(t, 1000, func(t *testing.T, r *rand.Rand, a, b *geometry.Placed) {
		want := q.Distance(a, b).Distance
		away := randomVec(r).Unit().Scale(1e3)
		for _, p := range []*geometry.Placed{a, b} {
			p.Pose.P = spatial.VecOf(p.Pose.P).Add(away).Array()
		}
		if got := q.Distance(a, b).Distance; math.Abs(got-want) > 1e-9 && (want >= 0 || math.Abs(got-want) > 1e-6) {
			t.Fatalf("a kilometre from the origin the distance is %.12g m, at the origin %.12g m", got, want)
		}
		a.Pose.P = spatial.VecOf(a.Pose.P).Sub(away).Array()
		if err := checkWitness(a, b, q.Distance(a, b)); err != nil {
			t.Fatalf("a kilometre apart: %v", err)
		}
	})
}
