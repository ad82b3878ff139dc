package taskbench

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// even is n ticks that all took tick, and n loops: those that judge took loop, but one in five, which took twice; of the others
// some were interrupted, longer where loop is short.
func even(n int, tick, loop float64) (ticks, loops []float64) {
	for i := range n {
		took := loop
		switch {
		case i%10 == 4:
			took = 2 * loop
		case i%10 == 7:
			took = 100 / loop
		}
		ticks, loops = append(ticks, tick), append(loops, took)
	}
	return ticks, loops
}

// The loops that judge decide which visits of a piece count, each piece for itself. What the ticks took, here more in the calmer
// visits, does not, nor what the loops took that are compared with them, here more as well.
func TestOfEachPieceTheVisitsOfTheFastAndCalmMachineCount(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		most, measured, pieces, piece := 1+draw.IntN(6), 1+draw.IntN(30), 1+draw.IntN(5), 10+10*draw.IntN(2)
		drawn := make([][]float64, pieces)
		c := calmest{most: most, piece: piece}
		for range measured {
			var ticks, loops []float64
			for k := range pieces {
				loop := float64(1 + draw.IntN(20))
				drawn[k] = append(drawn[k], loop)
				someTicks, someLoops := even(piece, 100-loop, loop)
				ticks, loops = append(ticks, someTicks...), append(loops, someLoops...)
			}
			c.take(ticks, loops, true)
		}
		f := c.figures()
		if count := min(most, measured); f.Passes != count || c.measured != measured || f.Ticks != piece*pieces*count {
			t.Fatalf("%d pieces of %d passes, at most %d: %+v", pieces, measured, most, f)
		}
		for k, kept := range c.pieces {
			slices.Sort(drawn[k])
			for i, v := range kept {
				want := drawn[k][i]
				if v.pace != 2*want || len(v.ticks) != piece || slices.Min(v.ticks) != 100-want || slices.Max(v.ticks) != 100-want {
					t.Fatalf("piece %d, of %v at most %d: visit %d has loops of %g and ticks of %v; expected %g, %g", k, drawn[k], most, i, v.pace, v.ticks, 2*want, 100-want)
				}
			}
		}
	}
}

// Ticks that tell their state: whatever is calm where, each state is in the figures as often as every other.
func TestEveryStateOfTheMotionCountsEquallyOften(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	c := calmest{most: 3, piece: 20}
	for range 20 {
		ticks, loops := make([]float64, Round), make([]float64, Round)
		for i := range ticks {
			ticks[i], loops[i] = float64(i), 1+float64(draw.IntN(50))*float64(i/20%7)
		}
		c.take(ticks, loops, true)
	}
	counts := make([]int, Round)
	for k, kept := range c.pieces {
		for _, v := range kept {
			if len(v.ticks) < 20 || len(v.ticks) > 21 || len(v.loops) != 10 {
				t.Errorf("piece %d has %d ticks and %d loops; expected 20 or one more, and 10", k, len(v.ticks), len(v.loops))
			}
			for _, tick := range v.ticks {
				counts[int(tick)]++
			}
		}
	}
	if slices.Min(counts) != 3 || slices.Max(counts) != 3 {
		t.Errorf("states are kept %d to %d times; expected 3", slices.Min(counts), slices.Max(counts))
	}
}

// What is written over a visit that is kept no more changes none of the others, and asks for no memory: the collector would run
// beside the ticks.
func TestAVisitTakesTheMemoryOfTheOneItReplaces(t *testing.T) {
	c := calmest{most: 2, piece: 20}
	for _, loop := range []float64{5, 3, 9, 4, 9, 9, 2} {
		ticks, loops := even(20, loop, loop)
		c.take(ticks, loops, true)
		for _, v := range c.pieces[0] {
			for i, tick := range v.ticks {
				if 2*tick != v.pace || len(v.ticks) != 20 {
					t.Fatalf("after %g: tick %d of %d of a visit with loops of %g took %g", loop, i, len(v.ticks), v.pace, tick)
				}
			}
		}
	}
	if kept := c.pieces[0]; kept[0].pace != 4 || kept[1].pace != 6 {
		t.Errorf("kept %g and %g; expected twice 2 and 3", kept[0].pace, kept[1].pace)
	}
	ticks, loops := even(20, 1, 1)
	calmer := 1.0
	if again := testing.AllocsPerRun(100, func() {
		calmer *= 0.9
		for i := range loops {
			loops[i] = calmer
		}
		c.take(ticks, loops, true)
	}); again != 0 {
		t.Errorf("%g allocations to take a calmer visit", again)
	}
}

func TestAPassThatIsNotWholeCountsUntilOneIs(t *testing.T) {
	c := calmest{most: 3, piece: 20}
	take := func(n int, tick float64, whole bool) {
		ticks, loops := even(n, tick, tick)
		c.take(ticks, loops, whole)
	}
	for _, tick := range []float64{3, 1, 2} {
		take(300, tick, false)
	}
	if f := c.figures(); f.Passes != 1 || c.measured != 0 || f.MedianNs != 1 || f.Ticks != 300 {
		t.Errorf("of three that are not whole: %+v; expected the calmest", f)
	}
	take(1000, 8, true)
	take(300, 1, false)
	if f := c.figures(); f.Passes != 1 || c.measured != 1 || f.MedianNs != 8 || f.Ticks != 1000 {
		t.Errorf("after a whole one: %+v; expected that one", f)
	}
}

func TestAPieceLastsHalfAMillisecondOrHasTheFewestOrMostTicks(t *testing.T) {
	for _, c := range []struct {
		tickNs float64
		want   int
	}{{0, 20}, {2000, 20}, {15000, 20}, {20000, 15}, {28000, 10}, {60000, 10}, {1e12, 10}} {
		if got := pieceOf(c.tickNs); got != c.want {
			t.Errorf("ticks of %g ns: pieces of %d; expected %d", c.tickNs, got, c.want)
		}
	}
}
