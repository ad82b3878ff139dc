package actors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// carryOut makes one change. In virtual time it is called by the loop, between two cycles.
func (s *System) carryOut(ctx context.Context, c Change) error {
	if !s.state.is(systemRunning) || s.isHalted() {
		return ErrNotRunning
	}
	p, err := s.prepareChange(ctx, c)
	if err != nil {
		return err
	}
	if err := p.start(ctx); err != nil {
		p.drop()
		return fmt.Errorf("the change was dropped: %w", err)
	}
	left := p.removeActors()
	var x shifts
	p.relink(&x)
	p.enter(&x)
	s.roster.Store(p.next)
	if err := p.leaveWorkers(); err != nil {
		return err
	}
	if err := s.make(&x); err != nil {
		return err
	}
	for _, c := range p.cells {
		c.changing.Store(false)
	}
	p.cleanUp(p.removed, p.cut)
	p.report()
	return left
}

// prepareChange plans a change. In real time New and Configure run on a goroutine of their own:
// code that does not return delays no other change for longer than a start may take.
func (s *System) prepareChange(ctx context.Context, c Change) (*changePlan, error) {
	if s.virtual != nil {
		return s.planChange(ctx, c)
	}
	limit := 10 * time.Second
	for i := range c.Actors {
		limit = max(limit, c.Actors[i].startLimit())
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	type outcome struct {
		plan *changePlan
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		o := outcome{err: errGoexit}
		defer func() { done <- o }()
		o.plan, o.err = s.planChange(ctx, c)
	}()
	select {
	case o := <-done:
		return o.plan, o.err
	case <-ctx.Done():
		return nil, fmt.Errorf("the change was dropped: the code of its actors (New, Configure) did not return: %w", ctx.Err())
	case <-s.closing:
		return nil, ErrNotRunning
	}
}

// errUnfinished is the error of a step that waits for code that does not return.
var errUnfinished = errors.New("its code has not returned")

// awaitStep waits for a step of a change, unless the system ends.
func (s *System) awaitStep(ctx context.Context, step <-chan struct{}) error {
	if s.virtual != nil {
		return s.awaitStop(ctx, step)
	}
	select {
	case <-step:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.halted.c:
		return s.HaltReason()
	case <-s.closing:
		return ErrNotRunning
	}
}

// awaitStop waits for a step in the stop of an actor, also while the system ends. In virtual time
// everything that can happen happens at once.
func (s *System) awaitStop(ctx context.Context, step <-chan struct{}) error {
	if s.virtual != nil {
		s.virtual.drain()
		select {
		case <-step:
			return nil
		default:
			return errUnfinished
		}
	}
	select {
	case <-step:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// make has the owners make their shifts, and waits until all are made.
func (s *System) make(x *shifts) error {
	for _, o := range x.all {
		switch {
		case s.virtual != nil:
			o.shift.make()
			if o.mailbox != nil {
				s.clock.wake(o.mailbox)
			}
		case o.mailbox != nil:
			o.mailbox.run(func(*executor) { o.shift.make() })
		default:
			o.domain.pending.Store(&o.shift)
			o.domain.thread.sleeper.Kick()
		}
	}
	for _, o := range x.all {
		if err := s.awaitStep(context.Background(), o.shift.done); err != nil {
			return err
		}
	}
	return nil
}

// start starts the new actors beside the domains.
func (p *changePlan) start(ctx context.Context) error {
	s := p.sys
	for _, g := range p.groups {
		s.takeGroup(g)
		g.added = true
		if r, real := s.clock.(*realClock); real {
			go r.addWorker(g.cell.mailbox).start()
		}
		g.parent.cell.mailbox.run(func(*executor) { g.parent.spawnGroup(g) })
		if err := s.awaitStep(ctx, g.began); err != nil {
			return fmt.Errorf("supervisor %q did not start: %w", g.display(), err)
		}
	}
	for _, d := range p.domains {
		s.addDomain(d)
	}
	for _, c := range p.cells { // before anything can reach them
		c.changing.Store(true)
		c.apart.Store(c.domain != nil)
		if r, real := s.clock.(*realClock); real {
			go r.addWorker(c.mailbox).start()
		}
	}
	s.roster.Store(p.union())
	for _, c := range p.cells {
		c.group.children.Add(c)
		s.observe(c)
		if err := s.recordNew(c); err != nil {
			return err
		}
	}
	for _, j := range p.joints {
		if p.isNew(j.out.owner) {
			j.out.sinks.Add(j.link)
		}
		if p.isNew(j.in.owner) {
			j.attach()
		}
	}
	for _, c := range p.cells {
		if err := p.startActor(ctx, c); err != nil {
			return fmt.Errorf("%s did not start: %w", c.spec.Name, err)
		}
	}
	return nil
}

// startActor starts one new actor below its supervisor.
func (p *changePlan) startActor(ctx context.Context, c *cell) error {
	s := p.sys
	c.group.cell.mailbox.run(func(*executor) { c.group.spawn(c) })
	if err := s.awaitStep(ctx, c.started); err != nil {
		return err
	}
	if c.state.Load() == stateRunning {
		return nil
	}
	if text := c.stats.lastError.Load(); text != nil {
		return errors.New(*text)
	}
	return errors.New("it stopped")
}

// drop takes everything back that start has done.
func (p *changePlan) drop() {
	p.stop(p.cells)
	p.sys.roster.Store(p.before)
	p.cleanUp(p.cells, p.joints)
}

// removeActors stops the removed actors. Drives are put into their safe state first.
func (p *changePlan) removeActors() error {
	s := p.sys
	for _, c := range p.removed {
		c.changing.Store(true)
	}
	var x shifts
	p.leave(&x)
	r, real := s.clock.(*realClock)
	if real {
		for _, c := range p.removed {
			if c.domain != nil {
				c.beside = newWorker(r, c.mailbox)
			}
		}
	}
	if err := s.make(&x); err != nil {
		return err
	}
	if real {
		for _, c := range p.removed {
			if c.domain != nil {
				r.workers.Add(c.beside)
				go c.beside.start()
			}
		}
	}
	return p.stop(p.removed)
}

// moveApart makes a periodic actor run beside its domain. It allocates nothing.
func (s *System) moveApart(c *cell) {
	c.apart.Store(true)
	if c.beside != nil {
		c.mailbox.worker.Store(c.beside)
	}
}

// leaveWorkers ends the goroutines beside the domains in which new periodic actors have started.
func (p *changePlan) leaveWorkers() error {
	r, real := p.sys.clock.(*realClock)
	if !real {
		return nil
	}
	for _, c := range p.cells {
		if c.domain == nil {
			continue
		}
		w := c.mailbox.worker.Load()
		w.end()
		if err := p.sys.awaitStep(context.Background(), w.done); err != nil {
			return err
		}
		r.workers.Remove(w)
	}
	return nil
}

// stop stops actors, the last one first, after it has put drives into their safe state. The error
// is a StopError.
func (p *changePlan) stop(cells []*cell) error {
	s := p.sys
	deadline, cancel := context.WithTimeout(context.Background(), s.stopDeadline)
	defer cancel()
	for _, c := range slices.Backward(cells) {
		if c.fencer.Load() != nil {
			_ = s.awaitStop(deadline, c.fenceFirst()) // its Stop follows in any case
		}
	}
	var failures []*Failure
	var unstopped, hung []string
	for _, c := range slices.Backward(cells) {
		if !c.node.Spawned() || c.mailbox.detached.Load() {
			continue
		}
		c.node.Stop()
		if s.awaitStop(deadline, c.ended) != nil {
			unstopped = append(unstopped, fmt.Sprintf("%s (%s)", c.spec.Name, stateNames[c.state.Load()]))
			if s.virtual == nil {
				c.fenceOff()
			}
			continue
		}
		if c.lost.Load() {
			hung = append(hung, c.spec.Name)
		}
		if c.stopFailure != nil {
			failures = append(failures, c.stopFailure)
		}
	}
	left := errors.Join(notStopped(s.stopDeadline, unstopped), notOrderly(hung))
	if left == nil && failures == nil {
		return nil
	}
	return &StopError{failures, left}
}

// fenceFirst puts what the actor drives into its safe state, within its limit of a Stop. The
// channel is closed afterwards.
func (c *cell) fenceFirst() <-chan struct{} {
	done := make(chan struct{})
	c.mailbox.run(func(e *executor) {
		e.watch(c, c.now(), c.spec.stopLimit())
		e.enter()
		c.fence(messages.CauseOperator)
		e.leave()
		close(done)
	})
	return done
}

// report reports the change as events.
func (p *changePlan) report() {
	s, now := p.sys, p.sys.now()
	actor := func(kind messages.EventKind, c *cell) {
		s.emit(messages.Event{Time: now, Kind: kind, Source: c.spec.Name, Incarnation: c.current()})
	}
	link := func(kind messages.EventKind, j joint) {
		s.emit(messages.Event{Time: now, Kind: kind, Source: j.in.owner.spec.Name, Incarnation: j.in.owner.current(), Port: j.in.name, Text: "link from " + j.link.from})
	}
	for _, j := range p.cut {
		link(messages.EventRemoved, j)
	}
	for _, c := range slices.Backward(p.removed) {
		actor(messages.EventRemoved, c)
	}
	for _, c := range p.cells {
		actor(messages.EventAdded, c)
	}
	for _, j := range p.joints {
		link(messages.EventAdded, j)
	}
}
