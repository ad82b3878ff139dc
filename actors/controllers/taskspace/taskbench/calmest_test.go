package taskbench

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// even is a pass of n ticks that all took tick, and of loops of which one in fifty took twice as long as loop.
func even(c *calmest, n int, tick, loop float64) *pass {
	p := c.empty(n)
	for i := range n {
		took := loop
		if i%50 == 0 {
			took = 2 * loop
		}
		p.ticks, p.loops = append(p.ticks, tick), append(p.loops, took)
	}
	return p
}

// The loops decide which passes count; what the ticks took, here more in the calmer passes, does not.
func TestThePassesOfTheFastAndCalmMachineCount(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		most, measured := 1+draw.IntN(6), 1+draw.IntN(30)
		loops := make([]float64, measured)
		c := calmest{most: most}
		for i := range loops {
			loops[i] = float64(1 + draw.IntN(20))
			c.take(even(&c, 1000, 100-loops[i], loops[i]), true)
		}
		slices.Sort(loops)
		want := loops[:min(most, measured)]
		var r Result
		c.summarise(&r)
		if r.Passes != len(want) || r.Measured != measured || r.Ticks != 1000*len(want) {
			t.Fatalf("of %v, at most %d: %+v", loops, most, r)
		}
		for i, p := range c.kept {
			if p.loopP99 != 2*want[i] || p.ticks[0] != 100-want[i] {
				t.Fatalf("of %v, at most %d: pass %d has loops of %g and ticks of %g; expected %g, %g", loops, most, i, p.loopP99, p.ticks[0], 2*want[i], 100-want[i])
			}
		}
	}
}

func TestPassesMeasuredInTheMemoryOfOthersChangeNoneThatIsKept(t *testing.T) {
	c := calmest{most: 2}
	for _, loop := range []float64{5, 3, 9, 4, 9, 9, 2} {
		c.take(even(&c, 400, loop, loop), true)
		for _, p := range c.kept {
			for i, tick := range p.ticks {
				if 2*tick != p.loopP99 || len(p.ticks) != 400 {
					t.Fatalf("after %g: tick %d of %d of a pass with loops of %g took %g", loop, i, len(p.ticks), p.loopP99, tick)
				}
			}
		}
	}
	if c.kept[0].loopP99 != 4 || c.kept[1].loopP99 != 6 {
		t.Errorf("kept %g and %g; expected twice 2 and 3", c.kept[0].loopP99, c.kept[1].loopP99)
	}
	if again := testing.AllocsPerRun(100, func() { c.spare = c.empty(400) }); again != 0 {
		t.Errorf("%g allocations to measure a pass in the place of one that is not kept", again)
	}
}

func TestAPassThatIsNotWholeCountsUntilOneIs(t *testing.T) {
	c := calmest{most: 3}
	var r Result
	for _, loop := range []float64{3, 1, 2} {
		c.take(even(&c, 300, loop, loop), false)
	}
	if c.summarise(&r); r.Passes != 1 || r.Measured != 0 || r.MedianNs != 1 {
		t.Errorf("of three that are not whole: %+v; expected the calmest", r)
	}
	c.take(even(&c, 1000, 8, 8), true)
	c.take(even(&c, 300, 1, 1), false)
	if c.summarise(&r); r.Passes != 1 || r.Measured != 1 || r.MedianNs != 8 || r.Ticks != 1000 {
		t.Errorf("after a whole one: %+v; expected that one", r)
	}
}

func TestTheLoopIsToldByItsRounds(t *testing.T) {
	c := calmest{most: 1}
	c.take(even(&c, 1000, 500, 20), true)
	var r Result
	c.summarise(&r)
	if r.LoopRoundNs != 20 || r.LoopP99 != 2 || r.LoopTail != 2 || r.MedianNs != 500 || r.BestNs != 500 || r.P99Ns != 500 || r.Tail() != 1 {
		t.Errorf("%+v; expected rounds of 20 ns, 40 at the 99th percentile", r)
	}
}
