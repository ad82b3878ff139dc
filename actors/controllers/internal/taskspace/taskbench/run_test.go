package taskbench

import (
	"slices"
	"testing"
	"time"
)

// A clock that goes on by one step at every look: each workload is run, and all figures are its step.
func TestEveryWorkloadIsTimedOnTheGivenClock(t *testing.T) {
	const step = 10 * time.Microsecond
	var at time.Duration
	var turns []int
	results, err := Run(Options{Turns: 2, Budget: time.Hour, Ticks: 3 * Block, Now: func() time.Duration { at += step; return at },
		Progress: func(turn int) { turns = append(turns, turn) }})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(turns, []int{1, 2}) {
		t.Errorf("told of the turns %v; expected 1 and 2", turns)
	}
	names := Workloads()
	if len(results) != len(names) {
		t.Fatalf("%d results; expected %d", len(results), len(names))
	}
	for i, r := range results {
		if r.Workload != names[i] || r.Ticks != 3*Block || r.MedianNs != float64(step) || r.BestNs != float64(step) || r.P999Ns != float64(step) || r.LoopP99 != 1 || r.LoopTail != 1 || r.Passes != 1 || r.Measured != 2 {
			t.Errorf("%+v; expected %d ticks of %v", r, 3*Block, step)
		}
		if row, calm := r.InARow, r.Figures; !alike(row, calm) {
			t.Errorf("%s: in a row %+v; expected those of the calmest pass, %+v", r.Workload, r.InARow, r.Figures)
		}
	}
	if u := results[len(results)-1].Unknowns; u != 62 {
		t.Errorf("the humanoid has %d unknowns; expected 62", u)
	}
}

// alike is whether figures differ in nothing but in what really interrupted their ticks.
func alike(a, b Figures) bool {
	a.Interrupted, b.Interrupted = 0, 0
	return a == b
}

// A clock on which one state in fifty takes three times as long as the others, and one tick in a hundred ten times.
func TestTheCostOfStatesIsToldFromNoise(t *testing.T) {
	s := newSeries(&workload{}, Round)
	s.piece = 20
	ticks := make([]float64, 20*Round)
	for i := range ticks {
		if ticks[i] = 1; i%Round%50 == 0 {
			ticks[i] = 3
		}
		if i%101 == 0 {
			ticks[i] *= 10
		}
	}
	for i := range 20 {
		if i > 0 && i < MeasuredMin {
			if r := s.result(); r.Measured != i || r.StatesP99 != 0 || r.StatesP999 != 0 {
				t.Errorf("after %d passes: %+v", i, r)
			}
		}
		pass := ticks[i*Round : (i+1)*Round]
		s.compare(pass)
		s.take(readings{pass, ticks[:Round], make([]interruption, Round)}, true)
	}
	if r := s.result(); r.Measured != 20 || r.StatesP99 != 3 || r.StatesP999 != 3 {
		t.Errorf("%+v", r)
	}
}

// How many ticks were interrupted is of all that were measured, whether they count or not, and of passes that are not whole too.
func TestTheShareOfInterruptedTicksIsOfAll(t *testing.T) {
	s := newSeries(&workload{}, 2*Block)
	s.piece = 20
	for pass, n := range []int{2 * Block, 2 * Block, Block} {
		s.present.clear()
		for i := range n {
			s.present.add(1, 1, interruption{tick: pass != 0 && i%10 == 0, loop: true})
		}
		s.count()
	}
	if r := s.result(); r.InterruptedShare != 3.0/50 || r.Interrupted != 0 || r.Measured != 2 {
		t.Errorf("%+v; expected 3 of 50, and none in the calm pass", r)
	}
}

func TestTheBestIsTheLeastMedianOfABlock(t *testing.T) {
	s := newSeries(&workload{}, Round)
	pass := func(n int, of func(i int) float64) (ticks []float64) {
		for i := range n {
			ticks = append(ticks, of(i))
		}
		return ticks
	}
	for _, c := range []struct {
		what  string
		ticks []float64
		want  float64
	}{
		{"too few ticks", pass(Block-1, func(int) float64 { return 1 }), 0},
		{"three blocks", pass(3*Block, func(i int) float64 { return 30 - float64(i/Block) }), 28},
		{"few quick ticks", pass(2*Block, func(i int) float64 { return float64(i % 5 / 2 * 20) }), 20},
		{"a slower pass", pass(2*Block, func(int) float64 { return 40 }), 20},
		{"ticks beyond the last block", pass(2*Block-1, func(i int) float64 { return 19 - float64(i/Block) }), 19},
	} {
		before := slices.Clone(c.ticks)
		if s.best(c.ticks); s.bestNs != c.want || !slices.Equal(c.ticks, before) {
			t.Errorf("after %s: best %g; expected %g, and the ticks as they were", c.what, s.bestNs, c.want)
		}
	}
}

func TestRunEndsWithItsBudget(t *testing.T) {
	const step = time.Millisecond
	var at time.Duration
	results, err := Run(Options{Turns: 1, Budget: Block * 8 * step, Ticks: 1 << 20, Now: func() time.Duration { at += step; return at }})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Ticks < Block || r.Ticks > 3*Block {
			t.Errorf("%s: %d ticks within a budget of about %d", r.Workload, r.Ticks, 2*Block)
		}
	}
}

// No workload is an easy one by accident: each solves its problem at every state, and limits do hold some back.
func TestNoTickOfAWorkloadFailsOrAllocates(t *testing.T) {
	for i := range plans {
		x, err := plans[i].make()
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		allocated := testing.AllocsPerRun(500, func() {
			x.move(at)
			if err := x.tick(); err != nil {
				t.Fatalf("%s, tick %d: %v", x.name, at, err)
			}
			at++
			if x.decision != nil && x.decision.Braking {
				t.Fatalf("%s brakes at tick %d", x.name, at)
			}
		})
		if allocated != 0 && !raceEnabled {
			t.Errorf("%s: %g allocations a tick", x.name, allocated)
		}
	}
}

func Benchmark(b *testing.B) {
	for i := range plans {
		b.Run(plans[i].name, func(b *testing.B) {
			x, err := plans[i].make()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for at := 0; b.Loop(); at++ {
				x.move(at)
				if err := x.tick(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
