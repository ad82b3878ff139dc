package actortest_test

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
)

// noisy sends a random number at each tick.
type noisy struct {
	Value actors.Out[messages.Planar] `port:"value"`
	draw  func(*actors.Tick) float64
}

func (n *noisy) Tick(t *actors.Tick) error { return n.Value.Send(t, messages.Planar{X: n.draw(t)}) }

func noise(draw func(*actors.Tick) float64) func() actors.Application {
	return func() actors.Application {
		return actors.Application{Name: "noise", Actors: []actors.Spec{{Name: "w/noisy", Period: ms, New: func() any { return &noisy{draw: draw} }}}}
	}
}

func TestOneSeedGivesOneRunTwice(t *testing.T) {
	actortest.Deterministic(t, noise(func(t *actors.Tick) float64 { return t.Rand().Float64() }), 4, func(l *actortest.Lab) {
		l.At(20*ms, actortest.Error("w/noisy"))
		l.Run(time.Second)
	})
}

func TestTheFirstDifferenceIsNamed(t *testing.T) {
	calls := 0.0
	text := fails(t, func(tb actortest.TB) {
		actortest.Deterministic(tb, noise(func(t *actors.Tick) float64 {
			if t.Now < messages.Instant(5*ms) {
				return 1
			}
			calls++ // state that two runs share
			return calls
		}), 4, func(l *actortest.Lab) { l.Run(10 * ms) })
	})
	mustContain(t, text, "two runs with seed 4 differ", "step 7 of the first run:  w/noisy.value sends number 6 of 0.005000s, incarnation 1, with the bits",
		"step 7 of the second run: w/noisy.value sends number 6", "the step before, in both:   w/noisy.value sends number 5", "Context.Rand")
}

func TestARunThatGoesOnIsADifference(t *testing.T) {
	runs := 0
	text := fails(t, func(tb actortest.TB) {
		actortest.Deterministic(tb, noise(func(*actors.Tick) float64 { return 1 }), 4, func(l *actortest.Lab) {
			runs++
			if runs == 2 {
				l.At(10*ms, actortest.Error("w/noisy"))
			}
			l.Run(10 * ms)
		})
	})
	mustContain(t, text, "step", "second run: event", "fault_injected")
}
