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

// emit sends an event to watchers, recorders and receivers of events. Watchers get it at once. In
// real time a goroutine of the runtime serves the others, so that no tick waits for them.
func (s *System) emit(e messages.Event) {
	if c := s.named(e.Source); c != nil {
		for _, w := range c.watchers.Load() {
			c.notifyWatcher(w, e)
		}
	}
	if s.virtual != nil {
		s.publish(e)
		return
	}
	s.events.push(e)
}

// report reports a failure as an event, and logs it with its stack.
func (s *System) report(f *Failure) {
	kind := messages.EventFailed
	if f.Cause == messages.CauseHang {
		kind = messages.EventHang
	}
	s.emit(messages.Event{Time: f.Time, Kind: kind, Cause: f.Cause, Source: f.Actor, Incarnation: f.Incarnation, Peer: f.Peer, Text: f.Err.Error()})
	if s.virtual != nil {
		s.logFailure(f)
		return
	}
	s.events.push(f)
}

// logFailure logs a failure. The stack of a panic is that of the entry, which loggers print line by
// line.
func (s *System) logFailure(f *Failure) {
	if entry := s.log.Check(zap.ErrorLevel, "an actor failed"); entry != nil {
		entry.Stack = f.Stack
		entry.Write(zap.String("actor", f.Actor), zap.Stringer("cause", f.Cause),
			zap.Uint32("incarnation", uint32(f.Incarnation)), zap.Stringer("time", f.Time), zap.Error(f.Err))
	}
}

// publish passes an event to code of the embedding program. A panic there ends the application and
// blames no actor.
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
		s.halt(fmt.Errorf("the receiver of event %q failed: %w", e, err))
	}
}

// eventPump carries events, failures to log, and recorded values out of the real-time threads.
type eventPump struct {
	queue *queue.Queue
	lost  stats.Counter
	calls chan func() // to be made where recorders are called
	quit  chan struct{}
	ended chan struct{}
}

// pumpInterval bounds how long recorded values wait; their buffers hold more than ten times as
// many.
const pumpInterval = 20 * time.Millisecond

// pumpQueue is how many events wait at most; further ones are lost and counted.
const pumpQueue = 4096

func (p *eventPump) push(v any) {
	if !p.queue.Push(v) {
		p.lost.AddShared(1)
	}
}

// start starts the pump of a system in real time.
func (p *eventPump) start(s *System) {
	p.calls, p.quit, p.ended = make(chan func()), make(chan struct{}), make(chan struct{})
	go p.run(s)
}

// run is the life of the pump. If a receiver of events or a recorder ends the goroutine, the
// application ends, and another goroutine delivers the rest.
func (p *eventPump) run(s *System) {
	finished := false
	defer func() {
		if finished {
			close(p.ended)
			return
		}
		s.halt(fmt.Errorf("a receiver of events or a recorder failed: %w", usercode.ErrGoexit))
		go p.run(s)
	}()
	timer := time.NewTimer(pumpInterval)
	defer timer.Stop()
	for {
		select {
		case <-p.quit:
			p.pump(s)
			finished = true
			return
		case call := <-p.calls:
			call()
		case <-timer.C:
			p.pump(s)
			timer.Reset(pumpInterval)
		}
	}
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
	for _, t := range s.taps.Load() {
		t.drain()
	}
	if now := s.now(); now >= s.health.next {
		s.recordHealth()
		s.health.skipTo(now)
	}
}

// errReceiverBlocks is the error of a stop that a receiver of events or a recorder blocks.
var errReceiverBlocks = errors.New("a receiver of events or a recorder does not return: the events that it has not taken are lost; to end the application a receiver calls Halt, because Stop waits for the receiver")

// stop delivers the waiting events and ends the goroutine, unless code of the embedding program
// blocks it beyond the deadline.
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
		s.log.Warn("events were lost because their receivers are too slow", zap.Uint64("events", n))
	}
	return nil
}
