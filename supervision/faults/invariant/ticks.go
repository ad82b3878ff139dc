package invariant

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// ticks checks the times and the values that the runtime gives to one actor: V45, V46. It is an
// actors.Intake.
type ticks struct {
	w     *Watch
	actor string
	life  messages.Incarnation // of the newest tick, zero before the first one
	// Release, began and sequence are those of the newest tick.
	release, began messages.Instant
	sequence       uint64
	lies           int                  // active faults that give it false times
	lives          messages.Incarnation // that has started last
	read           []uint64             // by input, the sequence of the newest value of this incarnation
	senders        []*ticks             // by input, the actor that sends; nil where it is not known
}

// Links sets the links of the system, as output->input. Without them V46 does not know the senders.
func (w *Watch) Links(names []string) { w.links = names }

// Intake implements actors.IntakeRecorder.
func (w *Watch) Intake(actor string) actors.Intake {
	for _, t := range w.ticks {
		if t.actor == actor { // it was removed and is added again
			t.life, t.lives, t.read = 0, 0, nil
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
func (t *ticks) Ticks(tick *actors.Tick, inputs []actors.InputValue) {
	if t.w.halting || t.w.first != nil {
		return
	}
	t.reads(tick, inputs)
	if tick.Period > 0 {
		t.times(tick)
	}
	t.life, t.release, t.began, t.sequence = tick.Incarnation(), tick.Release, tick.Now, tick.Sequence
}

// reads checks the stamps of the values that the actor reads: V46.
func (t *ticks) reads(tick *actors.Tick, inputs []actors.InputValue) {
	if len(t.read) != len(inputs) {
		t.read, t.senders = make([]uint64, len(inputs)), make([]*ticks, len(inputs))
		for k := range inputs {
			t.senders[k] = t.w.senderTo(t.actor + "." + inputs[k].Port)
		}
	}
	if t.life != tick.Incarnation() {
		clear(t.read)
	}
	for k := range inputs {
		in, from := &inputs[k], t.senders[k]
		switch {
		case !in.Have:
			continue
		case from != nil && in.Stamp.Incarnation < from.lives:
			t.w.violate("V46", t.actor, "", fmt.Sprintf("its input %s has a value of incarnation %d of %s, which is in incarnation %d", in.Port, in.Stamp.Incarnation, from.actor, from.lives))
		case in.Stamp.Sequence < t.read[k]:
			t.w.violate("V46", t.actor, "", fmt.Sprintf("its input %s went back from the value with the sequence %d to %d", in.Port, t.read[k], in.Stamp.Sequence))
		}
		t.read[k] = in.Stamp.Sequence
	}
}

// senderTo returns the actor that sends to an input, nil where the links are not known.
func (w *Watch) senderTo(input string) *ticks {
	for _, link := range w.links {
		if from, to, _ := strings.Cut(link, "->"); to == input {
			i := slices.IndexFunc(w.ticks, func(t *ticks) bool { return t.actor == ownerOf(from) })
			if i >= 0 {
				return w.ticks[i]
			}
		}
	}
	return nil
}

// times checks the times of a tick: V45.
func (t *ticks) times(tick *actors.Tick) {
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
}

func (t *ticks) violate(tick *actors.Tick, text string) {
	t.w.violate("V45", t.actor, "", fmt.Sprintf("the tick of the release at %s: %s", tick.Release, text))
}

// incarnate records that an incarnation of an actor has started.
func (w *Watch) incarnate(e messages.Event) {
	for _, t := range w.ticks {
		if t.actor == e.Source {
			t.lives = e.Incarnation
		}
	}
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
