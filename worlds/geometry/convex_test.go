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

// checkWitness returns the first property that a witness of two convex shapes lacks. The gap
// between the planes of the normal is a bound of the distance that needs no witness points.
func checkWitness(a, b *geometry.Placed, w geometry.Witness) error {
	n := spatial.VecOf(w.Normal)
	if math.Abs(n.Norm()-1) > 1e-12 {
		return fmt.Errorf("the normal %v has no unit length", w.Normal)
	}
	if between := spatial.VecOf(w.OnA).Sub(spatial.VecOf(w.OnB)).Sub(n.Scale(w.Distance)).Norm(); between > 1e-9 {
		return fmt.Errorf("the points are off the normal by %g m: %+v", between, w)
	}
	if gap := gapAlong(a, b, n); math.Abs(gap-w.Distance) > 1e-6 {
		return fmt.Errorf("the planes of the normal are %g m apart, the distance is %g m", gap, w.Distance)
	}
	for i, p := range []*geometry.Placed{a, b} {
		x := p.Pose.ApplyInverse(spatial.VecOf([2][3]float64{w.OnA, w.OnB}[i]))
		if out := modelOf(p.Shape).outside(p.Shape, x); out > 1e-6 {
			return fmt.Errorf("the point on the %s is outside by %g m", p.Shape.Kind(), out)
		}
	}
	return nil
}

// shallower returns how much less than the depth a motion in another direction needs to separate
// two shapes: of directions all around and near the normal.
func shallower(r *rand.Rand, a, b *geometry.Placed, w geometry.Witness) float64 {
	most := 0.0
	for k := range 24 {
		d := randomVec(r).Unit()
		if k%2 == 0 {
			d = spatial.VecOf(w.Normal).AddScaled(math.Pow(10, -4*r.Float64()), d).Unit()
		}
		most = max(most, gapAlong(a, b, d)-w.Distance)
	}
	return most
}

// shapes returns random shapes of one kind.
func shapes(r *rand.Rand, m *model, count int) []geometry.Shape {
	out := make([]geometry.Shape, count)
	for i := range out {
		out[i] = m.draw(r)
	}
	return out
}

// eachPair calls f for random pairs of every two kinds, some apart, some overlapping.
func eachPair(t *testing.T, count int, f func(t *testing.T, r *rand.Rand, a, b *geometry.Placed)) {
	if testing.Short() {
		count /= 10
	}
	for i := range convex {
		for k := range convex[:i+1] {
			t.Run(fmt.Sprintf("%s and %s", convex[i].kind, convex[k].kind), func(t *testing.T) {
				r := testkit.Random(t)
				as, bs := shapes(r, &convex[i], 200), shapes(r, &convex[k], 200)
				for range count {
					spread := math.Pow(10, 1-3*r.Float64())
					a := &geometry.Placed{Shape: as[r.IntN(len(as))], Pose: randomPose(r, spread)}
					b := &geometry.Placed{Shape: bs[r.IntN(len(bs))], Pose: randomPose(r, spread)}
					f(t, r, a, b)
				}
			})
		}
	}
}

func TestWitnessesOfRandomPairsMeetTheirSeparatingPlanes(t *testing.T) {
	q := geometry.NewQuery()
	apart, overlapping := 0, 0
	eachPair(t, 10000, func(t *testing.T, r *rand.Rand, a, b *geometry.Placed) {
		w := q.Distance(a, b)
		if err := checkWitness(a, b, w); err != nil {
			t.Fatalf("%v\nA %+v %+v\nB %+v %+v", err, a.Shape, a.Pose, b.Shape, b.Pose)
		}
		if apart++; w.Distance < 0 {
			apart--
			overlapping++
			if less := shallower(r, a, b, w); less > 1e-6 {
				t.Fatalf("a motion shorter by %g m than the depth %g m separates\nA %+v %+v\nB %+v %+v", less, -w.Distance, a.Shape, a.Pose, b.Shape, b.Pose)
			}
		}
		if math.Abs(w.Distance) > 1e-9 && q.Collides(a, b) != (w.Distance < 0) {
			t.Fatalf("the distance is %g m, and Collides says otherwise", w.Distance)
		}
		margin := w.Distance + (r.Float64()-0.5)*math.Pow(10, -6*r.Float64())
		if math.Abs(margin-w.Distance) > 1e-6 && q.Within(a, b, margin) != (w.Distance <= margin) {
			t.Fatalf("the distance is %g m, and Within %g m says otherwise", w.Distance, margin)
		}
	})
	if apart < overlapping/5 || overlapping < apart/5 {
		t.Errorf("%d pairs are apart and %d overlap", apart, overlapping)
	}
}

func TestTheOrderOfTheShapesOnlyFlipsTheWitness(t *testing.T) {
	q := geometry.NewQuery()
	eachPair(t, 1000, func(t *testing.T, r *rand.Rand, a, b *geometry.Placed) {
		w, v := q.Distance(a, b), q.Distance(b, a)
		if diff := math.Abs(w.Distance - v.Distance); diff > 1e-7 && (w.Distance >= 0 || diff > 1e-6) {
			t.Fatalf("the distance is %g m, in the other order %g m\nA %+v %+v\nB %+v %+v", w.Distance, v.Distance, a.Shape, a.Pose, b.Shape, b.Pose)
		}
	})
}

func TestACommonMotionMovesTheWitness(t *testing.T) {
	q := geometry.NewQuery()
	eachPair(t, 1000, func(t *testing.T, r *rand.Rand, a, b *geometry.Placed) {
		w := q.Distance(a, b)
		move := randomPose(r, 3)
		ma, mb := &geometry.Placed{Shape: a.Shape, Pose: move.Times(&a.Pose)}, &geometry.Placed{Shape: b.Shape, Pose: move.Times(&b.Pose)}
		v := q.Distance(ma, mb)
		if diff := math.Abs(w.Distance - v.Distance); diff > 1e-7 && (w.Distance >= 0 || diff > 1e-6) {
			t.Fatalf("the distance is %g m, after a motion %g m", w.Distance, v.Distance)
		}
	})
}

// A pose that is not a number must not look free.
func TestAPoseWithNaNCollidesWithEverything(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	all := []geometry.Shape{geometry.NewPlane(), must(geometry.NewTriangleMesh(soup(r, 9)))}
	for i := range convex {
		all = append(all, convex[i].draw(r))
	}
	broken := []spatial.Pose{randomPose(r, 1), randomPose(r, 1)}
	broken[0].P[1] = math.NaN()
	for i := range broken[1].R {
		broken[1].R[i] = math.NaN()
	}
	for _, a := range all {
		for _, b := range all {
			for i, pose := range broken {
				if i == 1 && a.Kind() == geometry.KindSphere {
					continue // it looks the same from all sides
				}
				pa, pb := geometry.Placed{Shape: a, Pose: pose}, geometry.Placed{Shape: b, Pose: randomPose(r, 1)}
				if !q.Collides(&pa, &pb) || !q.Collides(&pb, &pa) {
					t.Errorf("a %s at %v and a %s do not collide", a.Kind(), pose, b.Kind())
				}
				if w := q.Distance(&pa, &pb); w.Distance > 0 {
					t.Errorf("a %s at %v and a %s are %g m apart", a.Kind(), pose, b.Kind(), w.Distance)
				}
			}
		}
	}
}
