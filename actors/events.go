package actors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/actors/internal/stats"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// emit tells recorder, sinks and watchers of an event. Watchers get it at once; in real time the others get it from a
// goroutine of the runtime, so that no tick waits for them.
func (s *System) emit(e messages.Event) {
	if c := s.byName[e.Source]; c != nil {
		for _, w := range c.watchers {
			c.notifyWatcher(w, e)
		}
	}
	if s.virtual != nil {
		s.publish(e)
		return
	}
	s.events.push(e)
}

// report tells of a failure: as an event, and in the log with its stack.
func (s *System) report(f *Failure) {
	kind := messages.EventFailed
	if f.Cause == messages.CauseHang {
		kind = messages.EventHang
	}
	s.emit(messages.Event{Time: f.Time, Kind: kind, Cause: f.Cause, Source: f.Actor, Incarnation: f.Incarnation, Text: f.Err.Error()})
	if s.virtual != nil {
		s.logFailure(f)
		return
	}
	s.events.push(f)
}

func (s *System) logFailure(f *Failure) {
	s.log.Error("an actor failed", zap.String("actor", f.Actor), zap.Stringer("cause", f.Cause),
		zap.Uint32("incarnation", uint32(f.Incarnation)), zap.Stringer("time", f.Time), zap.Error(f.Err), zap.String("stack", f.Stack))
}

// publish hands an event to code of the embedding program. What panics there ends the application, and no actor is blamed.
func (s *System) publish(e messages.Event) {
	err := usercode.Call(func() error {
		for _, r := range s.recorders {
			r.Event(e)
		}
		for _, sink := range s.sinks {
			sink(e)
		}
		return nil
	})
	if err != nil {
		s.halt(fmt.Errorf("a receiver of events failed on %s: %w", e, err))
	}
}

// eventPump carries events, failures to be logged and recorded values out of the real-time threads.
type eventPump struct {
	queue *queue.Queue
	lost  stats.Counter
	quit  chan struct{}
	ended chan struct{}
}

// pumpInterval bounds how long recorded values wait; their buffers hold more than ten times as many.
const pumpInterval = 20 * time.Millisecond

// pumpQueue is how many events wait at most; more are lost and counted.
const pumpQueue = 4096

func (p *eventPump) push(v any) {
	if !p.queue.Push(v) {
		p.lost.AddShared(1)
	}
}

// start begins the pump of a system in real time.
func (p *eventPump) start(s *System) {
	p.quit, p.ended = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(p.ended)
		timer := time.NewTimer(pumpInterval)
		defer timer.Stop()
		for {
			select {
			case <-p.quit:
				p.pump(s)
				return
			case <-timer.C:
				p.pump(s)
				timer.Reset(pumpInterval)
			}
		}
	}()
}

func (p *eventPump) pump(s *System) {
	for {
		v, ok := p.queue.Pop()
		if !ok {
			break
		}
		switch v := v.(type) {
		case messages.Event:
			s.publish(v)
		case *Failure:
			s.logFailure(v)
		}
	}
	for _, t := range s.taps {
		t.drain()
	}
	if now := s.now(); now >= s.health.next {
		s.recordHealth()
		s.health.skipTo(now)
	}
}

// errReceiverBlocks is the error of a stop that a receiver of what happens holds up.
var errReceiverBlocks = errors.New("a receiver of events or a recorder does not return, so that what it has not taken is lost; a receiver ends the application with Halt, not with Stop, which waits for it")

// stop delivers what waits and ends the goroutine, unless code of the embedding program holds it beyond the deadline.
func (p *eventPump) stop(s *System, deadline context.Context) error {
	if p.quit == nil {
		return nil
	}
	close(p.quit)
	select {
	case <-p.ended:
	case <-deadline.Done():
		grace, cancel := context.WithTimeout(context.Background(), stopGrace)
		defer cancel()
		if awaitEnd(grace, p.ended, nil, "") != nil {
			return errReceiverBlocks
		}
	}
	if n := p.lost.Load(); n > 0 {
		s.log.Warn("events were lost, because their receivers did not keep up", zap.Uint64("events", n))
	}
	return nil
}
