package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/internal/qp"
)

const sharedEdge = 0.06 // Region of these tests; the greatest length of their first levels is 1

// stretched is a first level that moves x at once and y by sigma of it only, as an arm does that is
// all but stretched, above one that wants y. Positions are wanted, none at Calm.
func stretched(sigma, pull, want float64) *qp.Cascade {
	place, posture := qp.NewTasks(2, 2), qp.NewTasks(2, 1)
	place.Row(0)[0], place.Row(1)[1] = 1, sigma
	place.Aim(0, 0)
	place.Aim(1, pull)
	posture.Row(0)[1] = 3
	posture.Aim(0, 3*want)
	k := qp.NewCascade(qp.NewConstraints(2, 0), place, posture)
	k.Region, k.Damp[1] = sharedEdge, false
	return k
}

func TestALowerLevelGetsOfADampedDirectionWhatDampingLeaves(t *testing.T) {
	const pull, want = 0.7, 2.0
	for _, share := range []float64{0, 1e-6, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9, 1, 1.2} {
		sigma := share * sharedEdge
		r := stretched(sigma, pull, want).Solve()
		if r.Err() != nil {
			t.Fatal(r.Err())
		}
		y := pull / sigma
		if share < 1 {
			alone := sigma * pull / (sharedEdge * sharedEdge)
			y = alone + (1-share*share)*(want-alone)
		}
		if math.Abs(r.X[1]-y) > 1e-7*(1+math.Abs(y)) || math.Abs(r.X[0]) > 1e-9 {
			t.Errorf("at %g of the edge: x = %v; want y = %g", share, r.X, y)
		}
		if miss := math.Abs(pull - sigma*y); math.Abs(r.Levels[0].Residual-miss) > 1e-7*(1+miss) {
			t.Errorf("at %g of the edge the first level is said to miss %g; it misses %g", share, r.Levels[0].Residual, miss)
		}
	}
}

// What is not taken by one lower level is there for the next, and a level that does not depend on
// the direction takes none.
func TestThreeLevelsShareADampedDirection(t *testing.T) {
	const sigma = 0.5 * sharedEdge
	place, across, posture := qp.NewTasks(3, 2), qp.NewTasks(3, 1), qp.NewTasks(3, 1)
	place.Row(0)[0], place.Row(1)[1] = 1, sigma
	place.Aim(0, 0)
	place.Aim(1, 0.1)
	across.Row(0)[2] = 1
	across.Aim(0, 5)
	posture.Row(0)[1] = 1
	posture.Aim(0, 2)
	k := qp.NewCascade(qp.NewConstraints(3, 0), place, across, posture)
	k.Region, k.Damp[1], k.Damp[2] = sharedEdge, false, false
	r, alone := k.Solve(), sigma*0.1/(sharedEdge*sharedEdge)
	if want := alone + 0.75*(2-alone); r.Err() != nil || math.Abs(r.X[1]-want) > 1e-9 || math.Abs(r.X[2]-5) > 1e-9 {
		t.Errorf("x = %v, want (0, %g, 5): %v", r.X, want, r.Err())
	}
	// It wants y + z now. Of that row the direction, times its share of 0.75, is 0.36, and a
	// quarter of this is taken.
	across.Row(0)[1] = 1
	if r, want := k.Solve(), alone+(1-0.25*0.36)*(5-alone); r.Err() != nil || math.Abs(r.X[1]+r.X[2]-want) > 1e-9 {
		t.Errorf("x = %v, y + z = %g, want %g: %v", r.X, r.X[1]+r.X[2], want, r.Err())
	}
}

// hung is a hierarchy of random levels under bounds, the first of which has a weakest direction,
// wants little, and has a greatest row 1 long.
type hung struct {
	*qp.Cascade
	c     *qp.Constraints
	place *qp.Tasks
	weak  []float64 // the direction, of the length one
	goal  float64
}

// weaken returns the weakest direction a length.
func (h *hung) weaken(sigma float64) {
	for j, v := range h.weak {
		h.place.Row(2)[j] = sigma * v
	}
	h.place.Aim(2, sigma*h.goal)
}

func newHung(seed uint64, sigma float64) *hung {
	const n = 7
	rng := rand.New(rand.NewPCG(5, seed))
	basis := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			basis.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	var q mat.Dense
	qr.Factorize(basis)
	qr.QTo(&q)
	c := qp.NewConstraints(n, 0)
	for j := range n {
		c.Bound(j, -1, 1)
	}
	place := qp.NewTasks(n, 3)
	for i, length := range []float64{1, 0.8} {
		for j := range n {
			place.Row(i)[j] = length * q.At(i, j)
		}
		place.Aim(i, length*0.2*rng.NormFloat64())
	}
	levels := []*qp.Tasks{place}
	for _, m := range []int{2, 5} {
		level := qp.NewTasks(n, m)
		for i := range m {
			for j := range n {
				level.Row(i)[j] = rng.NormFloat64()
			}
			level.Aim(i, 2*rng.NormFloat64())
		}
		levels = append(levels, level)
	}
	h := &hung{Cascade: qp.NewCascade(c, levels...), c: c, place: place, weak: q.RawRowView(2), goal: 0.2 * rng.NormFloat64()}
	h.Region = sharedEdge
	h.Damp[1], h.Damp[2] = false, false
	h.weaken(sigma)
	return h
}

// Bounds hold levels back in most of these: what moves without a price there must not be the
// direction that is all but taken.
func TestAnswersHaveNoStepWhereDampingBegins(t *testing.T) {
	held := 0
	for seed := range uint64(400) {
		near := []float64{1e-9, 2e-5}[seed%2]
		inside := newHung(seed, sharedEdge*(1-near))
		outside := newHung(seed, sharedEdge*(1+near))
		r, s := inside.Solve(), outside.Solve()
		if r.Err() != nil || s.Err() != nil {
			t.Fatalf("seed %d: %v, %v", seed, r.Err(), s.Err())
		}
		if r.Levels[0].Damped != 1 || s.Levels[0].Damped != 0 {
			t.Fatalf("seed %d: %d directions are damped inside of the region, %d outside; want 1 and 0", seed, r.Levels[0].Damped, s.Levels[0].Damped)
		}
		if miss := feasible(inside.c, r.X); miss > 1e-8 {
			t.Errorf("seed %d: bounds are missed by %g", seed, miss)
		}
		for j := range r.X {
			if math.Abs(r.X[j]-s.X[j]) > 1e-6+500*near {
				t.Fatalf("seed %d: x goes from %.6f to %.6f at the edge", seed, r.X, s.X)
			}
		}
		if len(r.Active) > 0 {
			held++
		}
	}
	if held < 200 {
		t.Errorf("bounds held levels back in %d of 400 hierarchies: the test tests little", held)
	}
}

// Where a level makes nothing of a direction, lower levels have it as if the level were not there.
func TestADirectionThatIsLostIsTheLowerLevels(t *testing.T) {
	for seed := range uint64(100) {
		k := newHung(seed, 1e-7)
		r := k.Solve()
		if r.Err() != nil {
			t.Fatalf("seed %d: %v", seed, r.Err())
		}
		if miss := feasible(k.c, r.X); miss > 1e-8 {
			t.Errorf("seed %d: bounds are missed by %g", seed, miss)
		}
		s := newHung(seed, 0).Solve()
		if s.Err() != nil {
			t.Fatalf("seed %d: %v", seed, s.Err())
		}
		for j := range r.X {
			if math.Abs(r.X[j]-s.X[j]) > 1e-4 {
				t.Fatalf("seed %d: x = %.6f, without the row %.6f", seed, r.X, s.X)
			}
		}
	}
}

func TestSharingAllocatesNothing(t *testing.T) {
	k := newHung(3, 0.5*sharedEdge)
	if allocations := testing.AllocsPerRun(100, func() { k.Solve() }); allocations != 0 {
		t.Errorf("%g allocations a solution; want 0", allocations)
	}
	if r := k.Solve(); r.Err() != nil || r.Levels[0].Damped != 1 {
		t.Errorf("%+v, %v", r.Levels, r.Err())
	}
}

// A run of answers along a path of states, warm, is the one that each state has by itself.
func TestSharedDirectionsDoNotDependOnTheTickBefore(t *testing.T) {
	for seed := range uint64(20) {
		warm := newHung(seed, 0)
		for i := range 40 {
			sigma := sharedEdge * 1.2 * math.Abs(math.Sin(float64(i)/6))
			warm.weaken(sigma)
			r, s := warm.Solve(), newHung(seed, sigma).Solve()
			if r.Err() != nil || s.Err() != nil {
				t.Fatalf("seed %d, tick %d: %v, %v", seed, i, r.Err(), s.Err())
			}
			for j := range r.X {
				if math.Abs(r.X[j]-s.X[j]) > 1e-6 {
					t.Fatalf("seed %d, tick %d: x = %.8f warm, %.8f cold", seed, i, r.X, s.X)
				}
			}
		}
	}
}
