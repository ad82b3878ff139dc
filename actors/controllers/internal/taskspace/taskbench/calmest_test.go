package taskbench

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// even is n ticks that all took tick, and n loops: those that judge took loop, but one in five, which took twice; of the others
// some were interrupted, longer where loop is short.
func even(n int, tick, loop float64) (r readings) {
	for i := range n {
		took := loop
		switch {
		case i%10 == 4:
			took = 2 * loop
		case i%10 == 7:
			took = 100 / loop
		}
		r.add(tick, took, interruption{})
	}
	return r
}

// join appends the readings of a piece.
func join(r *readings, piece readings) {
	for i := range piece.ticks {
		r.add(piece.ticks[i], piece.loops[i], piece.interrupted[i])
	}
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
			var r readings
			for k := range pieces {
				loop := float64(1 + draw.IntN(20))
				drawn[k] = append(drawn[k], loop)
				join(&r, even(piece, 100-loop, loop))
			}
			c.take(r, true)
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
		var r readings
		for i := range Round {
			r.add(float64(i), 1+float64(draw.IntN(50))*float64(i/20%7), interruption{draw.IntN(30) == 0, draw.IntN(30) == 0})
		}
		c.take(r, true)
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

// Of three passes one was interrupted in a tick, one in a loop that judges, one in a loop that is compared, each in a piece of its
// own and in the fast ones: a piece takes the pass that was not interrupted there, however slow it was.
func TestAVisitThatWasInterruptedCountsAfterTheOthers(t *testing.T) {
	c := calmest{most: 2, piece: 20}
	for pass, loop := range []float64{1, 2, 3} {
		r := even(60, 10*loop, loop)
		switch pass {
		case 0:
			r.interrupted[7].tick = true
			r.interrupted[24].loop = true
		case 1:
			r.interrupted[25].loop, r.interrupted[45].tick = true, true
		}
		c.take(r, true)
	}
	for k, want := range [][]float64{{20, 30}, {30, 10}, {10, 30}} {
		for i, v := range c.pieces[k] {
			if v.ticks[0] != want[i] {
				t.Errorf("piece %d, visit %d: ticks of %g; expected %g", k, i, v.ticks[0], want[i])
			}
		}
	}
	if f := c.figures(); f.Interrupted != 0 || f.Ticks != 120 {
		t.Errorf("%+v; expected 120 ticks, none interrupted", f)
	}
}

// Where every visit was interrupted, those that were so the least count, and the figures say how many of their ticks were.
func TestTheFiguresSayHowManyOfTheirTicksWereInterrupted(t *testing.T) {
	c := calmest{most: 2, piece: 20}
	s := steadiest{most: 2}
	for _, ticks := range []int{4, 2, 3, 1} {
		r := even(20, 1, 1)
		for i := range ticks {
			r.interrupted[i] = interruption{tick: true, loop: true}
		}
		c.take(r, true)
		s.follow(r)
	}
	if f := c.figures(); f.Interrupted != 3 || c.pieces[0][0].broken != 2 || c.pieces[0][1].broken != 4 {
		t.Errorf("%+v; expected one tick of a visit and two of the other", f)
	}
	if f := s.figures(); f.Interrupted != 6 {
		t.Errorf("in a row %+v; expected the first two passes, for they are as steady as all, and their six ticks", f)
	}
}

// A machine that stands still for a moment, again and again, tells of it by the loops around a piece where the piece's own do not.
// The ones that are compared with the piece's ticks tell nothing, nor do those that were interrupted.
func TestTheLoopsAroundAPieceJudgeItToo(t *testing.T) {
	for _, c := range []struct {
		what       string
		at, loop   int // a loop that took 9, and one that was interrupted and took 50
		disturbed  float64
		everywhere bool // all loops were interrupted
	}{
		{"one in the piece", 22, 24, 9, false},
		{"one before", 12, 14, 9, false},
		{"one after", 46, 40, 9, false},
		{"the first that judges", 10, 40, 9, false},
		{"one too early", 8, 12, 3, false},
		{"one too late", 50, 48, 3, false},
		{"one that is compared", 25, 24, 3, false},
		{"one around that is compared elsewhere only", 47, 12, 3, false},
		{"all were interrupted", 22, 24, math.Inf(1), true},
	} {
		var r readings
		for range 60 {
			r.add(1, 3, interruption{loop: c.everywhere})
		}
		r.loops[c.at] = 9
		r.loops[c.loop], r.interrupted[c.loop].loop = 50, true
		if got := (&calmest{reach: 10}).pace(&r, 20, 40); got != c.disturbed {
			t.Errorf("%s: %g; expected %g", c.what, got, c.disturbed)
		}
	}
	var odd readings
	for i := range 60 {
		odd.add(1, float64(i%2), interruption{})
	}
	for from := range 7 {
		if got, want := (&calmest{reach: 7}).pace(&odd, from, from+9), float64(from%2); got != want {
			t.Errorf("from %d: %g; expected %g, for the other half is compared", from, got, want)
		}
	}
}

// What is written over a visit that is kept no more changes none of the others, and asks for no memory: the collector would run
// beside the ticks.
func TestAVisitTakesTheMemoryOfTheOneItReplaces(t *testing.T) {
	c := calmest{most: 2, piece: 20}
	for _, loop := range []float64{5, 3, 9, 4, 9, 9, 2} {
		c.take(even(20, loop, loop), true)
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
	r := even(20, 1, 1)
	calmer := 1.0
	if again := testing.AllocsPerRun(100, func() {
		calmer *= 0.9
		for i := range r.loops {
			r.loops[i] = calmer
		}
		c.take(r, true)
	}); again != 0 {
		t.Errorf("%g allocations to take a calmer visit", again)
	}
}

func TestAPassThatIsNotWholeCountsUntilOneIs(t *testing.T) {
	c := calmest{most: 3, piece: 20}
	take := func(n int, tick float64, whole bool) {
		c.take(even(n, tick, tick), whole)
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

func TestWhatIsAroundAPieceLastsAMillisecondOnEitherSide(t *testing.T) {
	for _, c := range []struct {
		tickNs float64
		want   int
	}{{0, 500}, {500, 500}, {2000, 250}, {25000, 20}, {1e7, 0}} {
		if got := reachOf(c.tickNs); got != c.want {
			t.Errorf("ticks of %g ns: %d around; expected %d", c.tickNs, got, c.want)
		}
	}
}

func TestAPieceLastsAThirdOfAMillisecondOrHasTheFewestOrMostTicks(t *testing.T) {
	for _, c := range []struct {
		tickNs float64
		want   int
	}{{0, 20}, {2000, 20}, {7500, 20}, {10000, 15}, {28000, 5}, {60000, 5}, {1e12, 5}} {
		if got := pieceOf(c.tickNs); got != c.want {
			t.Errorf("ticks of %g ns: pieces of %d; expected %d", c.tickNs, got, c.want)
		}
	}
}
