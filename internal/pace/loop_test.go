package pace

import (
	"math"
	"testing"
	"time"
)

// steady is a clock that goes on by one step at every look.
func steady(step time.Duration) func() time.Duration {
	var at time.Duration
	return func() time.Duration { at += step; return at }
}

func TestTheLoopKeepsItsVector(t *testing.T) {
	l := NewLoop()
	if l.run(1); !(math.Abs(l.x[0]-(1-2.0/204)) < 1e-12) {
		t.Errorf("mirrored once: %g; expected 1 - 2/204", l.x[0])
	}
	for _, rounds := range []int{1, 0, 2, 100000} {
		if l.run(rounds); !(math.Abs(l.x[0]-1) < 1e-9) {
			t.Errorf("mirrored %d times more: %g; expected 1, where it began", rounds, l.x[0])
		}
	}
}

func TestARunIsToldByItsRounds(t *testing.T) {
	l := NewLoop()
	if took := l.Run(20, steady(time.Microsecond)); took != 50 {
		t.Errorf("20 rounds in 1 us are %g ns each; expected 50", took)
	}
	if again := testing.AllocsPerRun(10, func() { l.Run(20, func() time.Duration { return 0 }) }); again != 0 {
		t.Errorf("%g allocations a run", again)
	}
}

// On the steady clock 256 rounds take a step.
func TestTheRoundsThatTakeATime(t *testing.T) {
	l := NewLoop()
	for _, c := range []struct {
		step time.Duration
		ns   float64
		want int
	}{
		{256 * time.Nanosecond, 1000, 1000},
		{2560 * time.Nanosecond, 1000, 100},
		{2560 * time.Nanosecond, 1009, 100},
		{256 * time.Microsecond, 1, 1},
		{0, 1000, 1},
	} {
		if got := l.Rounds(c.ns, steady(c.step)); got != c.want {
			t.Errorf("%g ns, 256 rounds in %v: %d rounds; expected %d", c.ns, c.step, got, c.want)
		}
	}
}
