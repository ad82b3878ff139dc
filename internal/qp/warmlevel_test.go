package qp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// programmed copies a hierarchy's levels, each with one row more that is wanted within limits which
// are nowhere near: the answers are the same, and each level is solved by its programme.
func programmed(levels []*qp.Tasks, n int) []*qp.Tasks {
	var copies []*qp.Tasks
	for _, t := range levels {
		extra := qp.NewTasks(n, t.Rows()+1)
		extra.Row(t.Rows())[0] = 1
		extra.Within(t.Rows(), -1e8, 1e8)
		copies = append(copies, extra)
	}
	return copies
}

// refresh takes the data of the levels over.
func refresh(copies, levels []*qp.Tasks) {
	for l, t := range levels {
		for i := range t.Rows() {
			copy(copies[l].Row(i), t.Row(i))
		}
		copy(copies[l].Lower, t.Lower)
		copy(copies[l].Upper, t.Upper)
		copy(copies[l].Weight, t.Weight)
	}
}

func sameAnswer(t *testing.T, what string, got, want *qp.CascadeResult) {
	t.Helper()
	if got.Err() != nil || want.Err() != nil {
		t.Fatalf("%s: %v; by programmes %v", what, got.Err(), want.Err())
	}
	for j, x := range want.X {
		if math.Abs(got.X[j]-x) > 1e-7*(1+math.Abs(x)) {
			t.Fatalf("%s: x[%d] is %.12g, by programmes %.12g", what, j, got.X[j], x)
		}
	}
}

func TestTheUsualTickSolvesNoProgrammeAndAnswersAsIfItDid(t *testing.T) {
	ticks := 800
	if testing.Short() {
		ticks = 250
	}
	for _, shape := range []struct {
		torque, acceleration float64
		rows                 []int
	}{{25, 8, []int{6, 3, 10}}, {12, 5, []int{3, 3, 3, 10}}, {1e6, 3, []int{4, 2}}, {40, 1e6, []int{10, 3}}} {
		t.Run(fmt.Sprint(shape), func(t *testing.T) {
			a := newArm(5, shape.torque, shape.acceleration, shape.rows...)
			copies := programmed(a.levels, 10)
			held, reference := qp.NewCascade(a.c, a.levels...), qp.NewCascade(a.c, copies...)
			var levels, active, programmes int
			for i := range ticks {
				a.fill(float64(i) * tick)
				refresh(copies, a.levels)
				for j := range held.Rest {
					held.Rest[j] = math.Sin(float64(j) + float64(i)*tick)
					reference.Rest[j] = held.Rest[j]
				}
				got := held.Solve()
				sameAnswer(t, fmt.Sprint("tick ", i), got, reference.Solve())
				if miss := feasible(a.c, got.X); miss > 1e-8 {
					t.Fatalf("tick %d: limits are missed by %g", i, miss)
				}
				active += len(got.Active)
				for _, l := range got.Levels {
					if levels++; l.Programme {
						programmes++
					}
				}
			}
			t.Logf("%d programmes in %d levels, %d active rows", programmes, levels, active)
			if programmes*25 > levels || active < ticks {
				t.Errorf("%d programmes in %d levels, %d active rows", programmes, levels, active)
			}
		})
	}
}

// Limits jump from one tick to the next, so that the kept set is wrong in every possible way:
// rows held in vain, rows whose other side holds, rows without limits, equalities, rows twice, and
// rows that a higher level wants within limits.
func TestWhateverIsKeptTheAnswerIsTheSame(t *testing.T) {
	count := 600
	if testing.Short() {
		count = 150
	}
	programmes, levels := 0, 0
	for i := range count {
		rng := rand.New(rand.NewPCG(77, uint64(i)))
		h := randomHierarchy(rng, i%3 == 0)
		n := h.c.Size()
		if m := h.c.Rows(); m > 1 && rng.IntN(3) == 0 { // a wall that stands twice
			copy(h.c.Row(0), h.c.Row(m-1))
			h.c.Between(0, h.c.Lower[m-1], h.c.Upper[m-1])
		}
		wide := make([]float64, 2*(h.c.Rows()+n))
		copy(wide, slices.Concat(h.c.Lower, h.c.Min, h.c.Upper, h.c.Max))
		copies := programmed(h.levels, n)
		held, reference := qp.NewCascade(h.c, h.levels...), qp.NewCascade(h.c, copies...)
		for jump := range 8 {
			for r := range h.c.Rows() + n {
				lower, upper := wide[r], wide[r+h.c.Rows()+n]
				if lower < upper {
					switch rng.IntN(4) {
					case 0:
						lower = math.Inf(-1)
					case 1:
						upper = math.Inf(1)
					}
				}
				if r < h.c.Rows() {
					h.c.Between(r, lower, upper)
				} else {
					h.c.Bound(r-h.c.Rows(), lower, upper)
				}
			}
			for _, l := range h.levels {
				for r := range l.Rows() {
					by := float64(0.3 * rng.NormFloat64()) // rounded once, so that equal limits stay equal
					l.Within(r, l.Lower[r]+by, l.Upper[r]+by)
				}
			}
			refresh(copies, h.levels)
			got := held.Solve()
			reference.Forget()
			want := reference.Solve()
			if got.Err() != nil || want.Err() != nil {
				t.Fatalf("hierarchy %d, jump %d: %v; by programmes %v", i, jump, got.Err(), want.Err())
			}
			if miss := feasible(h.c, got.X); miss > 1e-8 {
				t.Fatalf("hierarchy %d, jump %d: the constraints are missed by %g", i, jump, miss)
			}
			for l, level := range h.levels {
				best := residual(level, want.X)
				if miss := residual(level, got.X); math.Abs(miss-best) > 1e-7*(1+best) {
					t.Fatalf("hierarchy %d, jump %d: level %d misses by %.12g, by programmes %.12g", i, jump, l+1, miss, best)
				}
				if levels++; got.Levels[l].Programme {
					programmes++
				}
			}
		}
	}
	t.Logf("%d programmes in %d levels", programmes, levels)
	if programmes == 0 || programmes == levels {
		t.Errorf("%d programmes in %d levels: one of the ways was never gone", programmes, levels)
	}
}

func TestAWallThatMovesAwayHoldsNothingAnyMore(t *testing.T) {
	c, levels := plane()
	k := qp.NewCascade(c, levels...)
	for _, step := range []struct {
		do     func()
		x, y   float64
		active int
	}{
		{func() {}, 1, 2, 1},
		{func() { c.AtMost(0, 1.5) }, 1.5, 1.5, 1},
		{func() { c.AtMost(0, 5) }, 3, 0, 0},
		{func() { c.Between(0, -2, 2) }, 2, 1, 1},
		{func() { c.AtLeast(0, 4) }, 4, -1, 1}, // the other side
		{func() { c.Equal(0, 2) }, 2, 1, 0},
		{func() { c.Free(0) }, 3, 0, 0},
		{func() { c.AtMost(0, 1) }, 1, 2, 1},
		{func() { clear(c.Row(0)); c.AtMost(0, 1) }, 3, 0, 0}, // a wall in no direction
	} {
		step.do()
		for range 2 { // the second time from what the first has kept
			r := k.Solve()
			if r.Err() != nil {
				t.Fatal(r.Err())
			}
			if math.Abs(r.X[0]-step.x) > 1e-9 || math.Abs(r.X[1]-step.y) > 1e-9 || len(r.Active) != step.active {
				t.Fatalf("limits %v to %v: x = %v, active %v; want (%g, %g) and %d", c.Lower, c.Upper, r.X, r.Active, step.x, step.y, step.active)
			}
		}
		if last := k.Solve(); last.Levels[0].Programme || last.Levels[1].Programme || last.Iterations != 0 {
			t.Errorf("limits %v to %v, at rest: %+v", c.Lower, c.Upper, last.Levels)
		}
	}
}
