package taskbench

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// uneven is a pass of n ticks whose loops took loop, but one in twenty-five of those that judge, and as many of the others, which
// took as many times as much.
func uneven(n int, tick, loop, times float64) (r readings) {
	for i := range n {
		took := loop
		if i%50 < 2 {
			took *= times
		}
		r.add(tick, took, interruption{})
	}
	return r
}

// Random passes, each even or not: a search through all rows beside the one that keeps the best as it goes.
func TestTheSteadiestRowIsFoundAmongAll(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		most, measured := 1+draw.IntN(5), 1+draw.IntN(20)
		s := steadiest{most: most}
		paces, times := make([]float64, measured), make([]float64, measured)
		for i := range measured {
			paces[i], times[i] = 1+draw.Float64(), 1+draw.Float64()
			s.follow(uneven(200, float64(i), paces[i], times[i]))
		}
		n := min(most, measured)
		best, from := 0.0, -1
		for i := 0; i+n <= measured; i++ {
			sum := 0.0
			for k := i; k < i+n; k++ {
				sum += paces[k] * times[k]
			}
			if at := sum / slices.Min(paces[i:i+n]); from < 0 || at < best {
				best, from = at, i
			}
		}
		if len(s.row) != n {
			t.Fatalf("%d passes in a row; expected %d", len(s.row), n)
		}
		for k, p := range s.row {
			if p.ticks[0] != float64(from+k) || len(p.ticks) != 200 || len(p.loops) != 100 {
				t.Fatalf("%d of %d passes: place %d has pass %g; expected %d", n, measured, k, p.ticks[0], from+k)
			}
		}
		if f := s.figures(); f.Passes != n || f.Ticks != 200*n {
			t.Fatalf("%+v; expected %d passes of 200 ticks", f, n)
		}
	}
}

func TestTheSteadiestRowMayBeASlowOne(t *testing.T) {
	s := steadiest{most: 2}
	for _, p := range []struct{ tick, pace, times float64 }{{1, 1, 2}, {1, 1, 2}, {4, 2, 1.1}, {4, 2, 1.1}, {1, 1, 1}, {4, 2, 1}} {
		s.follow(uneven(200, p.tick, p.pace, p.times))
	}
	if f := s.figures(); f.MedianNs != 4 || f.LoopRoundNs != 2 || f.LoopP99 != 1.1 {
		t.Errorf("%+v; expected the two slow passes in a row, not one after a fast one", f)
	}
}

func TestOfARowNothingIsLeftOut(t *testing.T) {
	s := steadiest{most: 3}
	for i := range 3 {
		r := uneven(1000, 2, 1, 3)
		r.ticks[i], r.interrupted[i].tick = 50, true
		s.follow(r)
	}
	if f := s.figures(); f.Ticks != 3000 || f.Interrupted != 3 || f.P999Ns != 50 || f.LoopTail != 3 {
		t.Errorf("%+v", f)
	}
	for _, p := range s.row {
		if slices.Max(p.ticks) != 50 {
			t.Error("an outlier is missing")
		}
	}
}

func TestWithoutAWholePassThereIsNoRow(t *testing.T) {
	s := steadiest{most: 3}
	if f := s.figures(); f != (Figures{}) {
		t.Errorf("%+v", f)
	}
}

// Memory asked for between ticks would bring the collector beside them.
func TestARowTakesTheMemoryOfTheOneItReplaces(t *testing.T) {
	s := steadiest{most: 3}
	r := uneven(500, 1, 1, 3)
	times := 3.0
	for range 4 {
		s.follow(r)
	}
	if again := testing.AllocsPerRun(50, func() {
		times *= 0.9
		for i := 0; i < len(r.loops); i += 50 {
			r.loops[i] = times
		}
		s.follow(r)
	}); again != 0 {
		t.Errorf("%g allocations to follow a pass", again)
	}
}
