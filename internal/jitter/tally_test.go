package jitter

import (
	"math/rand/v2"
	"testing"
	"time"
)

// However the machine takes a loop's time, the periods of a slice are ticks or lost, and nothing
// else is counted.
func TestEveryPeriodOfASliceIsATickOrLost(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		o := Options{Period: time.Duration(1+r.IntN(7)) * ms, Slice: time.Duration(1+r.IntN(90)) * ms}
		first := time.Duration(r.IntN(50)) * ms
		all := newTally(o, time.Hour)
		all.begin(first)
		want := 0
		for due := first; due < all.end; due += o.Period {
			if due >= all.from {
				want++
			}
		}
		for due := first; due < all.end && r.IntN(100) > 0; { // it may be stopped before its last release
			missed := 0
			if r.IntN(20) == 0 {
				missed = r.IntN(80) // the machine is away
			}
			all.tick(due, time.Duration(missed)*o.Period, missed)
			due += time.Duration(missed+1) * o.Period
		}
		all.finish()
		all.finish()
		if got := len(all.late) + all.lost; got != want || all.lost < 0 {
			t.Fatalf("seed %d: %d ticks and %d lost, want %d periods", seed, len(all.late), all.lost, want)
		}
	}
}

func TestWhatIsLostAtTheEdgesOfASliceIsCounted(t *testing.T) {
	o := Options{Period: ms, Slice: 60 * ms}
	for name, c := range map[string]struct {
		away        time.Duration // at this release
		missed      int
		ticks, lost int
	}{
		"never":                    {-1, 0, 60, 0},
		"within":                   {120 * ms, 9, 51, 9},
		"over the beginning":       {90 * ms, 19, 50, 10},
		"over the end":             {150 * ms, 19, 51, 9},
		"all the time":             {50 * ms, 200, 0, 60},
		"before":                   {50 * ms, 20, 60, 0},
		"at the last release only": {159 * ms, 5, 60, 0},
	} {
		all := newTally(o, 0)
		for due := time.Duration(0); due < all.end; {
			missed := 0
			if due == c.away {
				missed = c.missed
			}
			all.tick(due, 0, missed)
			due += time.Duration(missed+1) * o.Period
		}
		if all.finish(); len(all.late) != c.ticks || all.lost != c.lost {
			t.Errorf("away %s: %d ticks, %d lost; want %d and %d", name, len(all.late), all.lost, c.ticks, c.lost)
		}
	}
}

func TestALoopThatBeginsLateHasLostWhatWasBefore(t *testing.T) {
	for first, ticks := range map[time.Duration]int{0: 60, 90 * ms: 60, 100 * ms: 60, 110 * ms: 50, 159 * ms: 1, 170 * ms: 0} {
		all := newTally(Options{Period: ms, Slice: 60 * ms}, 0)
		for due := first; due < 180*ms; due += ms {
			all.tick(due, 0, 0)
		}
		if all.finish(); len(all.late) != ticks || all.lost != 60-ticks {
			t.Errorf("from %v on: %d ticks, %d lost", first, len(all.late), all.lost)
		}
	}
}

func TestALoopThatIsStoppedBeforeItsEndHasLostTheRest(t *testing.T) {
	all := newTally(Options{Period: ms, Slice: 60 * ms}, 0)
	for due := time.Duration(0); due < 130*ms; due += ms {
		all.tick(due, 0, 0)
	}
	if all.finish(); len(all.late) != 30 || all.lost != 30 {
		t.Errorf("%d ticks, %d lost", len(all.late), all.lost)
	}
}
