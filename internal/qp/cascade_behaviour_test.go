package qp_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

func TestALowerLevelNeverDisturbsAHigherOne(t *testing.T) {
	for i := range 300 {
		rng := rand.New(rand.NewPCG(31, uint64(i)))
		h := randomHierarchy(rng, i%2 == 0)
		whole := qp.NewCascade(h.c, h.levels...).Solve()
		if whole.Err() != nil {
			t.Fatalf("hierarchy %d: %v", i, whole.Err())
		}
		for l := 1; l < len(h.levels); l++ {
			above := qp.NewCascade(h.c, h.levels[:l]...).Solve()
			for j := range l {
				alone, together := residual(h.levels[j], above.X), residual(h.levels[j], whole.X)
				if together > alone+1e-9*(1+alone) {
					t.Fatalf("hierarchy %d: level %d misses by %.12g, by %.12g with lower levels", i, j+1, alone, together)
				}
			}
		}
	}
}

func TestWarmCascadesSaveIterationsAndGiveTheSameAnswers(t *testing.T) {
	a := newArm(5, 25, 8, 6, 3, 10)
	warm, cold := qp.NewCascade(a.c, a.levels...), qp.NewCascade(a.c, a.levels...)
	var withStart, without, active int
	for i := range 400 {
		a.fill(float64(i) * tick * 3)
		w := warm.Solve()
		cold.Forget()
		c := cold.Solve()
		if w.Err() != nil || c.Err() != nil {
			t.Fatalf("tick %d: %v, %v", i, w.Err(), c.Err())
		}
		for j, x := range c.X {
			if math.Abs(x-w.X[j]) > 1e-7*(1+math.Abs(x)) {
				t.Fatalf("tick %d: x[%d] is %.12g warm, %.12g cold", i, j, w.X[j], x)
			}
		}
		if miss := feasible(a.c, w.X); miss > 1e-8 {
			t.Fatalf("tick %d: limits are missed by %g", i, miss)
		}
		withStart += w.Iterations
		without += c.Iterations
		active += len(w.Active)
	}
	t.Logf("%d iterations warm, %d cold, %d active rows", withStart, without, active)
	if 2*withStart > without || active == 0 {
		t.Errorf("%d iterations warm, %d cold, %d active rows", withStart, without, active)
	}
}

// plane is a cascade of two variables: stay left of x = 1, then x + y = 3 if possible, then y = 0.
func plane() (*qp.Constraints, []*qp.Tasks) {
	c := qp.NewConstraints(2, 1)
	c.Names[0] = "wall"
	copy(c.Row(0), []float64{1, 0})
	c.AtMost(0, 1)
	sum, height := qp.NewTasks(2, 1), qp.NewTasks(2, 1)
	copy(sum.Row(0), []float64{1, 1})
	sum.Aim(0, 3)
	copy(height.Row(0), []float64{0, 1})
	height.Aim(0, 0)
	return c, []*qp.Tasks{sum, height}
}

func TestThePlaneIsSolvedByHand(t *testing.T) {
	c, levels := plane()
	r := qp.NewCascade(c, levels...).Solve()
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	// The wall and the sum leave y ≥ 2, of which the lowest is the closest to zero.
	if math.Abs(r.X[0]-1) > 1e-12 || math.Abs(r.X[1]-2) > 1e-12 {
		t.Errorf("x = %v, want (1, 2)", r.X)
	}
	if r.Levels[0].Residual > 1e-12 || math.Abs(r.Levels[1].Residual-2) > 1e-12 || r.Reached != 2 {
		t.Errorf("%+v, reached %d", r.Levels, r.Reached)
	}
	if len(r.Active) != 1 || r.Active[0] != (qp.Active{Row: 0, Side: qp.Upper}) {
		t.Errorf("active %v, want the wall", r.Active)
	}
}

func TestWhatAllLevelsLeaveFreeGoesToRest(t *testing.T) {
	c, levels := plane()
	k := qp.NewCascade(c, levels[0])
	copy(k.Rest, []float64{0.5, 0.5})
	r := k.Solve()
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	// Of x + y = 3 the closest to Rest is (1½, 1½), which the wall pushes to (1, 2).
	if math.Abs(r.X[0]-1) > 1e-12 || math.Abs(r.X[1]-2) > 1e-12 {
		t.Errorf("x = %v, want (1, 2)", r.X)
	}
	c.Free(0)
	if r = k.Solve(); math.Abs(r.X[0]-1.5) > 1e-12 || math.Abs(r.X[1]-1.5) > 1e-12 {
		t.Errorf("x = %v, want (1.5, 1.5)", r.X)
	}
}

func TestARowWithinLimitsIsKeptWhereItCanBeAndAsGoodAsItGetsWhereNot(t *testing.T) {
	c := qp.NewConstraints(1, 0)
	c.Bound(0, 0, 10)
	reach, low := qp.NewTasks(1, 1), qp.NewTasks(1, 1)
	reach.Row(0)[0], low.Row(0)[0] = 1, 1
	low.Aim(0, 0)
	k := qp.NewCascade(c, reach, low)
	for _, test := range []struct{ lower, upper, want, miss float64 }{
		{2, 5, 2, 0},             // a constraint of the lower level
		{-1, 5, 0, 0},            // no constraint at all
		{12, 15, 10, 2},          // out of reach: as good as it gets
		{-5, -3, 0, 3},           // the same on the other side
		{3, math.Inf(1), 3, 0},   // one side only
		{math.Inf(-1), -2, 0, 2}, // and the other
	} {
		reach.Within(0, test.lower, test.upper)
		r := k.Solve()
		if r.Err() != nil {
			t.Fatal(r.Err())
		}
		if math.Abs(r.X[0]-test.want) > 1e-9 || math.Abs(r.Levels[0].Residual-test.miss) > 1e-9 {
			t.Errorf("within %g and %g: x = %g, residual %g; want %g, %g", test.lower, test.upper, r.X[0], r.Levels[0].Residual, test.want, test.miss)
		}
	}
}

func TestWeightsDecideWhatALevelGivesUp(t *testing.T) {
	c := qp.NewConstraints(1, 0)
	level := qp.NewTasks(1, 2)
	level.Row(0)[0], level.Row(1)[0] = 1, 1
	level.Aim(0, 0)
	level.Aim(1, 1)
	level.Weight[0], level.Weight[1] = 3, 1
	k := qp.NewCascade(c, level)
	if r := k.Solve(); r.Err() != nil || math.Abs(r.X[0]-0.25) > 1e-14 {
		t.Errorf("x = %v, want 0.25: %v", r.X, r.Err())
	}
	level.Weight[0] = 0
	level.Row(0)[0] = math.NaN() // of no weight, of no interest
	if r := k.Solve(); r.Err() != nil || math.Abs(r.X[0]-1) > 1e-14 {
		t.Errorf("x = %v, want 1: %v", r.X, r.Err())
	}
}

func TestALevelThatLosesRankSaysSo(t *testing.T) {
	c := qp.NewConstraints(3, 0)
	first, second := qp.NewTasks(3, 2), qp.NewTasks(3, 2)
	copy(first.Row(0), []float64{1, 0, 0})
	copy(first.Row(1), []float64{2, 0, 0})
	first.Aim(0, 1)
	first.Aim(1, 2)
	copy(second.Row(0), []float64{1, 1, 0})
	copy(second.Row(1), []float64{5, 0, 0})
	second.Aim(0, 4)
	second.Aim(1, 0) // taken by the first level
	r := qp.NewCascade(c, first, second).Solve()
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	if r.Levels[0].Rank != 1 || r.Levels[0].Rows != 2 || r.Levels[1].Rank != 1 {
		t.Errorf("%+v", r.Levels)
	}
	for j, want := range []float64{1, 3, 0} {
		if math.Abs(r.X[j]-want) > 1e-12 {
			t.Errorf("x[%d] = %g, want %g", j, r.X[j], want)
		}
	}
	if math.Abs(r.Levels[1].Residual-5) > 1e-12 {
		t.Errorf("the residual of the second level is %g, want 5", r.Levels[1].Residual)
	}
}

func TestConstraintsThatClashAreNamedByACascade(t *testing.T) {
	for name, spoil := range map[string]func(c *qp.Constraints){
		"rows":        func(c *qp.Constraints) { c.Bound(0, 2, 3) },
		"equality":    func(c *qp.Constraints) { c.Equal(0, 1); c.Bound(0, 2, 2) },
		"equal, far":  func(c *qp.Constraints) { c.Equal(0, 1); c.Bound(0, 2, 3) },
		"upside down": func(c *qp.Constraints) { c.Between(0, 3, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			c, levels := plane()
			k := qp.NewCascade(c, levels...)
			spoil(c)
			r := k.Solve()
			if r.Status != qp.Infeasible || r.Proof == nil {
				t.Fatalf("%v, proof %v", r.Status, r.Proof)
			}
			p := qp.NewCost(c)
			if err := checkProof(p, r.Proof); err != nil {
				t.Error(err)
			}
			if err := r.Err(); !errors.Is(err, qp.ErrInfeasible) || !strings.Contains(err.Error(), "wall") {
				t.Errorf("%q does not name the wall", err)
			}
			if r.Violation <= 0 {
				t.Errorf("violation %g", r.Violation)
			}
			c2, _ := plane()
			*c = *c2
			if r := k.Solve(); r.Err() != nil {
				t.Errorf("once they clash no more: %v", r.Err())
			}
		})
	}
}

func TestAtItsIterationLimitACascadeStaysAllowed(t *testing.T) {
	a := newArm(5, 25, 8, 6, 3, 10)
	a.fill(0.7)
	full := qp.NewCascade(a.c, a.levels...).Solve()
	if full.Err() != nil || full.Iterations < 6 {
		t.Fatalf("%v after %d iterations", full.Err(), full.Iterations)
	}
	reached := 0
	for limit := range 20 {
		k := qp.NewCascade(a.c, a.levels...)
		k.MaxIterations = limit
		r := k.Solve()
		if r.Status == qp.Optimal {
			continue
		}
		if r.Status != qp.IterationLimit || !errors.Is(r.Err(), qp.ErrIterationLimit) {
			t.Fatalf("limit %d: %v", limit, r.Err())
		}
		miss := feasible(a.c, r.X)
		if r.Reached > 0 {
			reached++
			if miss > 1e-8 {
				t.Errorf("limit %d: %d levels are reached, and limits missed by %g", limit, r.Reached, miss)
			}
			for l := range r.Reached {
				if got, want := residual(a.levels[l], r.X), residual(a.levels[l], full.X); math.Abs(got-want) > 1e-8*(1+want) {
					t.Errorf("limit %d: level %d misses by %g, at best %g", limit, l+1, got, want)
				}
			}
		} else if math.Abs(miss-r.Violation) > 1e-9 || r.Violated < 0 {
			t.Errorf("limit %d: limits are missed by %g, the result says %g", limit, miss, r.Violation)
		}
	}
	t.Logf("%d of the limits ended behind the first level", reached)
}

func TestBadInputOfACascadeIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(c *qp.Constraints, levels []*qp.Tasks, k *qp.Cascade)
		text  string
	}{
		"row of a level":      {func(_ *qp.Constraints, l []*qp.Tasks, _ *qp.Cascade) { l[1].Row(0)[1] = math.NaN() }, "level 1, row 0: a coefficient"},
		"aim":                 {func(_ *qp.Constraints, l []*qp.Tasks, _ *qp.Cascade) { l[0].Aim(0, math.Inf(1)) }, "level 0, row 0: the wanted value is +Inf"},
		"weight":              {func(_ *qp.Constraints, l []*qp.Tasks, _ *qp.Cascade) { l[0].Weight[0] = -1 }, "level 0, row 0: the weight is -1; expected"},
		"importance":          {func(_ *qp.Constraints, l []*qp.Tasks, _ *qp.Cascade) { l[1].Importance[0] = 0 }, "level 1, row 0: the importance is 0; expected"},
		"no number wanted":    {func(_ *qp.Constraints, l []*qp.Tasks, _ *qp.Cascade) { l[0].Aim(0, math.NaN()) }, "level 0, row 0: the wanted value is NaN"},
		"limits upside down":  {func(_ *qp.Constraints, l []*qp.Tasks, _ *qp.Cascade) { l[0].Within(0, 2, 1) }, "level 0, row 0: it is wanted between 2 and 1"},
		"row of a constraint": {func(c *qp.Constraints, _ []*qp.Tasks, _ *qp.Cascade) { c.Row(0)[0] = math.NaN() }, "a coefficient of wall"},
		"row of an equality":  {func(c *qp.Constraints, _ []*qp.Tasks, _ *qp.Cascade) { c.Equal(0, 1); c.Row(0)[0] = math.Inf(1) }, "a coefficient of wall"},
		"limit":               {func(c *qp.Constraints, _ []*qp.Tasks, _ *qp.Cascade) { c.AtMost(0, math.NaN()) }, "a limit of wall"},
		"rest":                {func(_ *qp.Constraints, _ []*qp.Tasks, k *qp.Cascade) { k.Rest[1] = math.NaN() }, "variable 1"},
	} {
		t.Run(name, func(t *testing.T) {
			constraints, levels := plane()
			k := qp.NewCascade(constraints, levels...)
			c.spoil(constraints, levels, k)
			r := k.Solve()
			if r.Status != qp.NotFinite || r.X[0] != 0 || r.X[1] != 0 {
				t.Fatalf("%v with x = %v", r.Status, r.X)
			}
			if err := r.Err(); !errors.Is(err, qp.ErrNotFinite) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%q does not say %q", err, c.text)
			}
		})
	}
}

func TestEqualitiesMayFixEverything(t *testing.T) {
	c, levels := plane()
	c.Equal(0, 0.5)
	c.Bound(1, 2, 2)
	r := qp.NewCascade(c, levels...).Solve()
	if r.Err() != nil || math.Abs(r.X[0]-0.5) > 1e-14 || math.Abs(r.X[1]-2) > 1e-14 {
		t.Errorf("x = %v: %v", r.X, r.Err())
	}
	if r.Levels[0].Rank != 0 || math.Abs(r.Levels[0].Residual-0.5) > 1e-14 {
		t.Errorf("%+v", r.Levels)
	}
}
