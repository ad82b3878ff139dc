package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// ticks checks the times that the runtime gives to one actor with a period: V45. It is an
// actors.Intake.
type ticks struct {
	w     *Watch
	actor string
	life  messages.Incarnation // of the newest tick, zero before the first one
	// Release, began and sequence are those of the newest tick.
	release, began messages.Instant
	sequence       uint64
	lies           int // active faults that give it false times
}

// Intake implements actors.IntakeRecorder.
func (w *Watch) Intake(actor string) actors.Intake {
	for _, t := range w.ticks {
		if t.actor == actor { // it was removed and is added again
			t.life = 0
			return t
		}
	}
	t := &ticks{w: w, actor: actor}
	w.ticks = append(w.ticks, t)
	return t
}

// Decided implements actors.IntakeRecorder.
func (w *Watch) Decided(string, *actors.Failure, []string, float64, actors.Decision) {}

// Receives implements actors.Intake.
func (t *ticks) Receives(messages.Instant, any) {}

// Ticks implements actors.Intake. The step is the time from release to release, and Measured that
// from the beginning of one tick to that of the next.
func (t *ticks) Ticks(tick *actors.Tick, _ []actors.InputValue) {
	if tick.Period == 0 || t.w.halting || t.w.first != nil {
		return
	}
	step := tick.Period * time.Duration(tick.Missed+1)
	measured := step
	switch first := t.life != tick.Incarnation(); {
	case tick.Now < tick.Release:
		t.violate(tick, "it began before its release")
	case t.lies > 0:
	case tick.Step != step:
		t.violate(tick, fmt.Sprintf("its step is %v after %d missed releases; expected %v", tick.Step, tick.Missed, step))
	case !first && tick.Release != t.release.Add(step):
		t.violate(tick, fmt.Sprintf("its step is %v, and its release %v after the one before", step, tick.Release.Sub(t.release)))
	case !first && tick.Sequence != t.sequence+uint64(tick.Missed)+1:
		t.violate(tick, fmt.Sprintf("its sequence is %d after %d and %d missed releases", tick.Sequence, t.sequence, tick.Missed))
	default:
		if !first {
			measured = tick.Now.Sub(t.began)
		}
		if tick.Measured != measured {
			t.violate(tick, fmt.Sprintf("its measured time is %v; expected %v", tick.Measured, measured))
		}
	}
	t.life, t.release, t.began, t.sequence = tick.Incarnation(), tick.Release, tick.Now, tick.Sequence
}

func (t *ticks) violate(tick *actors.Tick, text string) {
	t.w.violate("V45", t.actor, "", fmt.Sprintf("the tick of the release at %s: %s", tick.Release, text))
}

// falseTimes records a fault that gives an actor false times.
func (w *Watch) falseTimes(e messages.Event, f *actors.Fault) {
	if f.Kind != actors.FaultBadPeriod {
		return
	}
	for _, t := range w.ticks {
		switch {
		case t.actor != e.Source:
		case e.Kind == messages.EventFaultInjected:
			t.lies++
		default:
			t.lies--
		}
	}
}
