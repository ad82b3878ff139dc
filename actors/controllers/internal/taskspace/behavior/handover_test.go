package behavior

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two random laws that move as they like, and changes between them at random moments, also while
// the hand-over before is under way: no step is larger than that of the law in force by more than
// the bound, and at a change the output is that of the law before.
func TestNoStepExceedsTheLawsOwnByMoreThanTheBound(t *testing.T) {
	const seed = 11
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	limit := []float64{320, 12, 0.5}
	for _, dt := range []float64{1e-3, 2e-3, 5e-4} {
		h := NewHandover(limit)
		laws := [2][]float64{make([]float64, 3), make([]float64, 3)}
		inForce, changes := 0, 0
		out, before := make([]float64, 3), make([]float64, 3)
		first := true
		for tick := range 20000 {
			own := make([]float64, 3) // the law's own step
			for k := range laws {
				for i := range laws[k] {
					step := 0.01 * limit[i] * r.NormFloat64()
					if r.IntN(500) == 0 {
						step = limit[i] * r.NormFloat64() // a law may jump by itself
					}
					laws[k][i] += step
					if math.Abs(laws[k][i]) > limit[i] {
						step -= laws[k][i] - math.Copysign(limit[i], laws[k][i])
						laws[k][i] = math.Copysign(limit[i], laws[k][i])
					}
					if k == inForce {
						own[i] = step
					}
				}
			}
			h.Step(dt)
			if r.IntN(40) == 0 {
				old := append([]float64(nil), laws[inForce]...)
				h.Add(old)
				inForce, changes = 1-inForce, changes+1
				h.Begin(old, laws[inForce])
			}
			copy(out, laws[inForce])
			h.Take(out)
			for i := range out {
				if bound := math.Abs(own[i]) + 0.02*limit[i]*dt/1e-3; !first && math.Abs(out[i]-before[i]) > bound*(1+1e-9) {
					t.Fatalf("tick %d: axis %d steps by %g, the law by %g; the bound is %g", tick, i, out[i]-before[i], own[i], bound)
				}
			}
			copy(before, out)
			first = false
		}
		if changes < 300 {
			t.Errorf("only %d changes", changes)
		}
	}
}

// A law that is far off at the tick of the change, and sane at the next one, is not followed.
func TestALawThatWasFarOffForATickIsNotFollowed(t *testing.T) {
	h := NewHandover([]float64{250})
	h.Begin([]float64{60}, []float64{-250})
	out := []float64{-250}
	h.Take(out)
	if out[0] != 60 {
		t.Errorf("at the change the output is %g, want 60", out[0])
	}
	for tick, law := range []float64{55, 56, 54} {
		h.Step(1e-3)
		out[0] = law
		h.Take(out)
		if math.Abs(out[0]-law) > 5 {
			t.Errorf("tick %d: the output is %g, the law's %g", tick, out[0], law)
		}
	}
}

func TestAHandoverEndsExactly(t *testing.T) {
	h := NewHandover([]float64{10})
	h.Begin([]float64{5}, []float64{-5})
	if h.Remaining() != 1 {
		t.Errorf("%g remain, want 1", h.Remaining())
	}
	for range 49 {
		h.Step(1e-3)
	}
	if h.Remaining() < 0.01 {
		t.Errorf("%g remain after 49 ms, want about 0.02", h.Remaining())
	}
	h.Step(1e-3)
	h.Step(1e-3)
	out := []float64{-5}
	h.Take(out)
	if out[0] != -5 || h.Remaining() != 0 {
		t.Errorf("the output is %g with %g left, want that of the law", out[0], h.Remaining())
	}
	h.Begin([]float64{5}, []float64{-5})
	h.Clear()
	if h.Remaining() != 0 {
		t.Error("something is left after it was cleared")
	}
}
