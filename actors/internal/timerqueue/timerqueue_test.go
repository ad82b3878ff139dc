package timerqueue

import (
	"fmt"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// modelTimer is a timer in a plain list.
type modelTimer struct {
	key   string
	at    messages.Instant
	order int
}

// Timers are compared with a list that is sorted whenever it is asked.
func TestTimersComeInTheOrderOfTheirTimesThenOfTheirStart(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(300) {
		var ts Keyed
		var model []modelTimer
		order, now := 0, messages.Instant(0)
		for range 200 {
			key := fmt.Sprint(r.IntN(6))
			at := func(m modelTimer) bool { return m.key == key }
			switch r.IntN(3) {
			case 0:
				order++
				model = slices.DeleteFunc(model, at)
				m := modelTimer{key, now + messages.Instant(r.IntN(8)), order}
				model = append(model, m)
				ts.Start(key, m.at, m.order)
			case 1:
				had := slices.ContainsFunc(model, at)
				model = slices.DeleteFunc(model, at)
				if ts.Cancel(key) != had {
					t.Fatalf("cancelling %s, which ran: %v", key, had)
				}
			case 2:
				now += messages.Instant(r.IntN(4))
				model = expectDue(t, &ts, model, now)
			}
			expectEarliest(t, &ts, model)
		}
	}
}

func expectDue(t *testing.T, ts *Keyed, model []modelTimer, now messages.Instant) []modelTimer {
	t.Helper()
	slices.SortFunc(model, func(a, b modelTimer) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return a.order - b.order
	})
	for len(model) > 0 && model[0].at <= now {
		if got, ok := ts.Due(now, ts.Started()); !ok || got != model[0].order {
			t.Fatalf("at %d got %v, %v; want %+v", now, got, ok, model[0])
		}
		model = model[1:]
	}
	if got, ok := ts.Due(now, ts.Started()); ok {
		t.Fatalf("at %d got %v, which is not due", now, got)
	}
	return model
}

func expectEarliest(t *testing.T, ts *Keyed, model []modelTimer) {
	t.Helper()
	at, ok := ts.Earliest()
	if ok != (len(model) > 0) {
		t.Fatalf("earliest says %v for %d timers", ok, len(model))
	}
	for _, m := range model {
		if m.at < at {
			t.Fatalf("earliest is %d, but %+v", at, m)
		}
	}
}

func TestATimerStartedMeanwhileWaitsForTheNextStep(t *testing.T) {
	var ts Keyed
	ts.Start("a", 5, "a")
	before := ts.Started()
	if m, _ := ts.Due(5, before); m != "a" {
		t.Fatalf("got %v", m)
	}
	ts.Start("b", 5, "b") // what a handler of a does
	if m, ok := ts.Due(5, before); ok {
		t.Errorf("%v came in the step in which it was started", m)
	}
	if m, _ := ts.Due(5, ts.Started()); m != "b" {
		t.Errorf("got %v in the next step", m)
	}
}

// The queue of events is compared with a sorted list, with removals.
func TestEventsComeInTheOrderOfTheirTimesThenOfTheirOrder(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(300) {
		var q Queue
		var model []*Event
		for range 300 {
			switch r.IntN(4) {
			case 0, 1:
				model = append(model, q.Add(messages.Instant(r.IntN(20)), nil, nil))
			case 2:
				if len(model) == 0 {
					continue
				}
				i := r.IntN(len(model))
				q.Remove(model[i])
				q.Remove(model[i]) // a second time it is not there
				model = slices.Delete(model, i, i+1)
			case 3:
				if len(model) == 0 {
					continue
				}
				first := slices.MinFunc(model, func(a, b *Event) int {
					if before(a, b) {
						return -1
					}
					return 1
				})
				if at, ok := q.Next(); !ok || at != first.at {
					t.Fatalf("next is at %d, %v; want %d", at, ok, first.at)
				}
				if got := q.Pop(); got != first {
					t.Fatalf("popped %+v, want %+v", got, first)
				}
				model = slices.DeleteFunc(model, func(e *Event) bool { return e == first })
			}
			if len(q.heap) != len(model) {
				t.Fatalf("%d events, want %d", len(q.heap), len(model))
			}
		}
	}
}
