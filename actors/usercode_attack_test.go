package actors

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// ways are what a hostile method does instead of its work. Each gets a channel that is closed at
// the end of the test, so that what blocks or loops ends with it.
var ways = map[string]func(over <-chan struct{}) error{
	"blocks": func(over <-chan struct{}) error { <-over; return nil },
	"loops": func(over <-chan struct{}) error {
		for !ended(over) {
		}
		return nil
	},
	"panics":                  func(<-chan struct{}) error { panic("hostile") },
	"panics with a method":    func(over <-chan struct{}) error { panic(&hostileError{over, "blocks"}) },
	"panics with a loud text": func(<-chan struct{}) error { panic(loudText{}) },
	"exits":                   func(<-chan struct{}) error { runtime.Goexit(); return nil },
	"returns an error":        func(<-chan struct{}) error { return errScripted },
	"returns a cyclic error":  func(<-chan struct{}) error { return &cyclicError{} },
	"Error blocks":            func(over <-chan struct{}) error { return &hostileError{over, "blocks"} },
	"Error loops":             func(over <-chan struct{}) error { return &hostileError{over, "loops"} },
	"Error panics":            func(over <-chan struct{}) error { return &hostileError{over, "panics"} },
	"Error exits":             func(over <-chan struct{}) error { return &hostileError{over, "exits"} },
	"Error takes a lock":      func(over <-chan struct{}) error { return &lockedError{} },
	"Unwrap blocks":           func(over <-chan struct{}) error { return &hostileUnwrap{over, "blocks"} },
	"Unwrap exits":            func(over <-chan struct{}) error { return &hostileUnwrap{over, "exits"} },
	"Is panics":               func(<-chan struct{}) error { return &hostileIs{} },
}

// hostileError does something in Error; hostileUnwrap in Unwrap.
type hostileError struct {
	over <-chan struct{}
	way  string
}

func (h *hostileError) Error() string {
	_ = ways[h.way](h.over)
	return "hostile"
}

type hostileUnwrap struct {
	over <-chan struct{}
	way  string
}

func (h *hostileUnwrap) Error() string { return "hostile" }
func (h *hostileUnwrap) Unwrap() error { return ways[h.way](h.over) }

type cyclicError struct{}

func (*cyclicError) Error() string   { return "cyclic" }
func (e *cyclicError) Unwrap() error { return e }

// lockedError forgets to give its lock back: only the first call of Error returns.
type lockedError struct{ mu sync.Mutex }

func (l *lockedError) Error() string { l.mu.Lock(); return "locked" }

type hostileIs struct{}

func (*hostileIs) Error() string { return "hostile" }
func (*hostileIs) Is(error) bool { panic("hostile") }
func (*hostileIs) As(any) bool   { panic("hostile") }

type loudText struct{}

func (loudText) String() string { panic("loud") }

// places are where an actor's code is hostile.
var places = map[string]func(s *script, do func() error){
	"start":   func(s *script, do func() error) { s.start = func(*scripted, *Context) error { return do() } },
	"tick":    func(s *script, do func() error) { s.tick = func(*scripted, *Tick) error { return do() } },
	"receive": func(s *script, do func() error) { s.receive = func(*scripted, *Context, any) error { return do() } },
	"stop":    func(s *script, do func() error) { s.stop = func(*scripted, *Context, StopReason) error { return do() } },
	"fence and tick": func(s *script, do func() error) {
		s.tick = func(*scripted, *Tick) error { return do() }
		s.fence = func(messages.Instant, messages.Cause) error { return do() }
	},
	"fence": func(s *script, do func() error) {
		s.tick = func(*scripted, *Tick) error { return errScripted }
		s.fence = func(messages.Instant, messages.Cause) error { return do() }
	},
	"every method": func(s *script, do func() error) {
		s.start = func(*scripted, *Context) error { return do() }
		s.stop = func(*scripted, *Context, StopReason) error { return do() }
		s.fence = func(messages.Instant, messages.Cause) error { return do() }
	},
}

// Whatever an actor's code does, and wherever: the actor fails by name, it is restarted within the
// limit of its supervisor, the application then ends, and another actor ticks until the end.
func TestHostileCodeOfAnActorIsContainedAndNamed(t *testing.T) {
	for place, put := range places {
		for way, do := range ways {
			for _, period := range []time.Duration{5 * ms, 0} {
				t.Run(fmt.Sprintf("%s %s, period %v", place, way, period), func(t *testing.T) {
					t.Parallel()
					attackActor(t, place, put, do, period)
				})
			}
		}
	}
}

func attackActor(t *testing.T, place string, put func(*script, func() error), do func(<-chan struct{}) error, period time.Duration) {
	over := make(chan struct{})
	defer close(over)
	s := &script{}
	put(s, func() error { return do(over) })
	spec := s.spec("w/hostile", period)
	spec.Domain, spec.HangAfter, spec.StartWithin, spec.StopWithin = "hostile", 30*ms, 30*ms, 30*ms
	var j, events journal
	sys, err := New(Application{Name: "attack", Domains: []DomainSpec{{Name: "hostile"}}, Actors: []Spec{named(&j, &script{}).spec("v/other", 5*ms), spec},
		Policy: always{Decision{Action: Escalate}}, Groups: []Group{{Name: "w", Policy: &twoRestarts{}}}}, eventLog(&events, messages.EventFailed, messages.EventHang, messages.EventStopSent), WithStopDeadline(5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	started := sys.Start(context.Background())
	if started == nil && place != "stop" {
		for halted := false; !halted; {
			_ = sys.Send("w/hostile", "go")
			select {
			case <-sys.Halted():
				halted = true
			case <-time.After(ms):
			}
		}
	}
	reason := errors.Join(started, sys.HaltReason(), sys.Stop(context.Background()))
	if reason == nil && !strings.Contains(events.String(), "w/hostile") {
		t.Fatal("nobody is named")
	}
	<-sys.Done()
	if held := new(HeldThreadError); errors.As(reason, &held) {
		t.Errorf("the only actor of a domain holds its thread: %v", reason)
	}
	if place != "stop" {
		var f *Failure
		if h := healthOf(t, sys, "w/hostile"); !errors.As(reason, &f) || f.Actor != "w/hostile" || h.Restarts != 2 {
			t.Errorf("ended after %d restarts with %v", h.Restarts, reason)
		}
	}
	j.wants(t, "stop v/other")
}

// twoRestarts allows two restarts.
type twoRestarts struct{ failures int }

func (p *twoRestarts) Decide(*Failure, []string, float64) Decision {
	if p.failures++; p.failures > 2 {
		return Decision{Action: Escalate}
	}
	return Decision{Action: Restart, After: ms}
}

// The Stop of an incarnation that is replaced does not return. Its successor runs, and is stopped
// in order at the end.
func TestTheSuccessorOfAnActorThatHangsInStopIsStoppedInOrder(t *testing.T) {
	for _, period := range []time.Duration{5 * ms, 0} {
		over := make(chan struct{})
		var j, events journal
		s := (&script{
			tick: func(_ *scripted, t *Tick) error { return failing(t.Incarnation() == 1, errScripted) },
			stop: func(_ *scripted, c *Context, reason StopReason) error {
				j.add("stop %v", reason)
				if reason != StopForGood {
					<-over
				}
				return nil
			},
		}).spec("w/hangs", period)
		s.StopWithin, s.HangAfter = 20*ms, 20*ms
		sys := started(t, Application{Actors: []Spec{s}, Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: ms}}}}},
			eventLog(&events, messages.EventHang))
		eventually(t, "the successor runs", func() bool {
			_ = sys.Send("w/hangs", "go")
			h := healthOf(t, sys, "w/hangs")
			return h.Restarts == 1 && h.State == "running" && strings.Contains(events.String(), "hang")
		})
		before := healthOf(t, sys, "w/hangs").Ticks
		eventually(t, "the successor ticks", func() bool { _ = sys.Send("w/hangs", "go"); return healthOf(t, sys, "w/hangs").Ticks > before })
		err := sys.Stop(context.Background())
		close(over)
		if err != nil || healthOf(t, sys, "w/hangs").Restarts != 1 {
			t.Errorf("period %v: Stop returned %v", period, err)
		}
		j.wants(t, "stop failed", "stop stop")
	}
}

// ended reports whether a channel is closed.
func ended(over <-chan struct{}) bool {
	select {
	case <-over:
		return true
	default:
		return false
	}
}
