package session

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/messages"
)

// eventful is a session that runs in real time and has had n events: a controller that panics and
// comes back, with a joint that stops because of it, and values that become stale.
func eventful(b *testing.B, n int) *Session {
	b.Helper()
	s, err := New(standardKinds(b), turntableFile(b, b.TempDir()), WithoutRecording(), WithDuration(0), WithLogger(zap.NewNop()))
	if err != nil {
		b.Fatal(err)
	}
	if err := s.System.Start(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.System.Stop(context.Background()) })
	for i := range n {
		s.observer.Event(crash(i))
	}
	return s
}

// crash is event i of a series of crashes.
func crash(i int) messages.Event {
	const crashes = 6 // events of one
	e := messages.Event{Time: messages.Instant(i/crashes) * messages.Instant(20*time.Millisecond), Incarnation: messages.Incarnation(1 + i/crashes)}
	switch k := i % crashes; {
	case k == 0:
		e.Kind, e.Source, e.Cause, e.Text = messages.EventFailed, "servo/controller", messages.CausePanic, "panic: drawn"
	case k == 1:
		e.Kind, e.Source, e.Joint, e.From, e.To, e.Cause = messages.EventModeChanged, "servo/gate", "turntable", messages.ModeRun, messages.ModeRampHold, messages.CausePanic
	case k == 2:
		e.Kind, e.Source, e.Port, e.Cause, e.Text = messages.EventStale, "servo/gate", "command_controller", messages.CauseStale, "from servo/controller.command"
	case k == 3:
		e.Kind, e.Source = messages.EventStarted, "servo/controller"
	case k == 4:
		e.Kind, e.Source, e.Port = messages.EventRecovered, "servo/gate", "command_controller"
	default:
		e.Kind, e.Source, e.Joint, e.From, e.To, e.Cause = messages.EventModeChanged, "servo/gate", "turntable", messages.ModeRampHold, messages.ModeRun, messages.CauseRearm
		e.Time += messages.Instant(10 * time.Millisecond)
	}
	return e
}

// observing is what an observer of a running application does.
var observing = map[string]func(*Session) error{
	"explain a joint": func(s *Session) error {
		_, err := s.Explain(context.Background(), "servo/turntable")
		return err
	},
	"explain all": func(s *Session) error { _, err := s.Explain(context.Background()); return err },
	"status and top": func(s *Session) error {
		status, err := s.Status(context.Background())
		if err == nil {
			_, err = json.Marshal(status)
		}
		return err
	},
	"status line": func(s *Session) error { _, _ = s.Stops(), s.WaitingLine(); return nil },
}

// The time for each event stays the same from 1 000 to 100 000 events.
func BenchmarkObservers(b *testing.B) {
	for _, what := range slices.Sorted(maps.Keys(observing)) {
		do := observing[what]
		for _, n := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/events=%d", what, n), func(b *testing.B) {
				s := eventful(b, n)
				b.ReportAllocs()
				for b.Loop() {
					if err := do(s); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("events that are kept/events=%d", n), func(b *testing.B) {
			for b.Loop() {
				o := newObserver(nil, nil)
				for i := range n {
					o.Event(crash(i))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
		})
	}
}
