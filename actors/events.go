package actors

import (
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/messages"
)

// emit tells recorder, sinks and watchers of an event. Watchers get it at once; in real time the others get it from a
// goroutine of the runtime, so that no tick waits for them.
func (s *System) emit(e messages.Event) {
	if c := s.byName[e.Source]; c != nil {
		for _, w := range c.watchers {
			w.mailbox.post(e)
		}
	}
	if s.virtual != nil {
		s.publish(e)
		return
	}
	if !s.events.queue.push(e) {
		s.events.lost.n.Add(1)
	}
}

func (s *System) publish(e messages.Event) {
	if s.recorder != nil {
		s.recorder.Event(e)
	}
	for _, sink := range s.sinks {
		sink(e)
	}
}

// eventPump carries events and recorded values out of the real-time threads.
type eventPump struct {
	queue *queue
	lost  counter
	quit  chan struct{}
	wait  sync.WaitGroup
}

// pumpInterval bounds how long recorded values wait; their buffers hold more than ten times as many.
const pumpInterval = 20 * time.Millisecond

func (p *eventPump) start(s *System) {
	p.queue = newQueue(4096)
	if s.virtual != nil {
		return
	}
	p.quit = make(chan struct{})
	p.wait.Add(1)
	go func() {
		defer p.wait.Done()
		ticker := time.NewTicker(pumpInterval)
		defer ticker.Stop()
		for {
			select {
			case <-p.quit:
				p.pump(s)
				return
			case <-ticker.C:
				p.pump(s)
			}
		}
	}()
}

func (p *eventPump) pump(s *System) {
	for {
		e, ok := p.queue.pop()
		if !ok {
			break
		}
		s.publish(e.(messages.Event))
	}
	for _, t := range s.taps {
		t.drain()
	}
}

// stop delivers what waits and ends the goroutine.
func (p *eventPump) stop() {
	if p.quit == nil {
		return
	}
	close(p.quit)
	p.wait.Wait()
	p.quit = nil
}

// hung is called by the watchdog once a tick of c has outlived its bound in the thread of d. Everything in that domain
// is fenced off and made safe from here, and the application ends: the thread cannot be freed.
func (s *System) hung(d *domain, c *cell) {
	d.hung.Store(true)
	s.log.Error("a tick hangs", zap.String("actor", c.spec.Name), zap.String("domain", d.spec.Name), zap.Duration("limit", c.hangLimit()))
	for _, m := range d.members {
		m.incarnation.Add(1)
		m.fence(messages.CauseHang)
	}
	c.state.Store(stateLost)
	err := &Failure{Actor: c.spec.Name, World: c.spec.World, Group: c.group.name, Incarnation: c.current(), Time: s.now(), Cause: messages.CauseHang, Err: ErrHung}
	s.emit(messages.Event{Time: s.now(), Kind: messages.EventHang, Cause: messages.CauseHang, Source: c.spec.Name, Incarnation: c.current(), Text: err.Error()})
	s.halt(err)
}
