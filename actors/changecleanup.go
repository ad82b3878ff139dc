package actors

import (
	"context"
	"slices"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/messages"
)

// cleanUp forgets actors that have stopped and links that were removed, and the supervisors and
// domains that a change made for them and that are empty now.
func (p *changePlan) cleanUp(cells []*cell, cut []joint) {
	s := p.sys
	for _, c := range cells {
		c.group.children.Remove(c)
		for _, other := range s.cells() {
			other.watchers.Remove(c)
		}
		s.endWorker(c.mailbox)
		if alarm := c.mailbox.alarm; alarm != nil {
			s.clock.cancel(alarm)
		}
		s.endRecording(c)
	}
	s.forgetFaults(cells, cut)
	for _, g := range slices.Backward(s.groups) {
		if g.added && len(g.children.Load())+len(g.groups.Load()) == 0 {
			s.removeGroup(g)
		}
	}
	for _, d := range slices.Clone(s.domains) {
		if d.added && len(d.members.Load()) == 0 {
			s.removeDomain(d)
		}
	}
	for world := range s.places {
		here := func(c *cell) bool { return c.spec.World == world }
		if !slices.Contains(s.app.Worlds, world) && !slices.ContainsFunc(s.cells(), here) {
			delete(s.places, world)
		}
	}
}

// endWorker ends the goroutine of a mailbox in real time. A goroutine whose code does not return
// ends when the code does.
func (s *System) endWorker(m *mailbox) {
	r, real := s.clock.(*realClock)
	w := m.worker.Load()
	if !real || w == nil {
		return
	}
	w.end()
	grace, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	_ = awaitEnd(grace, w.done, &w.executor, "") // the failure of its Stop was reported
	r.workers.Remove(w)
}

// removeGroup stops a supervisor without actors.
func (s *System) removeGroup(g *group) {
	if g.cell.node.Spawned() {
		g.cell.node.Stop()
		_ = s.awaitStep(context.Background(), g.ended)
	}
	s.endWorker(g.cell.mailbox)
	g.parent.groups.Remove(g)
	s.groups = slices.DeleteFunc(s.groups, func(other *group) bool { return other == g })
	delete(s.groupNames, g.name)
}

// addDomain starts the thread of a new domain.
func (s *System) addDomain(d *domain) {
	d.added = true
	s.domains = append(s.domains, d)
	r, real := s.clock.(*realClock)
	if !real {
		return
	}
	d.thread = newThread(r, d)
	if !s.fixedProcs {
		d.thread.giveBack = platform.AddProcessors(1)
	}
	r.threads.Add(d.thread)
	ready := make(chan Grant, 1)
	go d.thread.run(d.thread.executor.Load(), ready)
	<-ready
}

// removeDomain ends the thread of a domain without members.
func (s *System) removeDomain(d *domain) {
	s.domains = slices.DeleteFunc(s.domains, func(other *domain) bool { return other == d })
	r, real := s.clock.(*realClock)
	if !real {
		return
	}
	d.thread.closing.Store(true)
	d.thread.sleeper.Kick()
	<-d.thread.done
	r.threads.Remove(d.thread)
	if d.thread.giveBack != nil {
		d.thread.giveBack()
	}
}

// recordNew joins the outputs of a new actor to the recorders, between two calls of them.
func (s *System) recordNew(c *cell) error { return s.betweenRecords(func() { s.recordOutputs(c) }) }

// endRecording hands the last values of an actor to the recorders.
func (s *System) endRecording(c *cell) {
	_ = s.betweenRecords(func() { // a system that stops has ended all recordings
		for _, t := range s.taps.Load() {
			if t.outlet.owner == c {
				t.drain()
				t.report()
				s.taps.Remove(t)
				t.outlet.removeTap(t)
			}
		}
	})
}

// betweenRecords calls fn where recorders are called.
func (s *System) betweenRecords(fn func()) error {
	if s.virtual != nil {
		fn()
		return nil
	}
	done := make(chan struct{})
	select {
	case s.events.calls <- func() { fn(); close(done) }:
	case <-s.halted.c:
		return s.HaltReason()
	case <-s.closing:
		return ErrNotRunning
	}
	return s.awaitStep(context.Background(), done)
}

// forgetFaults ends the injected faults of actors and links that were removed.
func (s *System) forgetFaults(cells []*cell, cut []joint) {
	gone := map[string]bool{}
	for _, c := range cells {
		gone[c.spec.Name] = true
		for _, site := range c.sites {
			for _, target := range site.FaultTargets() {
				gone[target] = true
			}
		}
	}
	for _, j := range cut {
		gone[j.link.name()] = true
	}
	var ended []*activeFault
	s.injected.Lock()
	s.injected.active = slices.DeleteFunc(s.injected.active, func(f *activeFault) bool {
		if gone[f.target] {
			ended = append(ended, f)
		}
		return gone[f.target]
	})
	for name := range gone {
		delete(s.injected.draws, name)
	}
	s.injected.Unlock()
	for _, f := range ended {
		if f.end != nil {
			s.clock.cancel(f.end)
		}
		if f.remove() {
			s.emit(messages.Event{Time: s.now(), Kind: messages.EventFaultEnded, Source: f.target, Text: f.text})
		}
	}
}
