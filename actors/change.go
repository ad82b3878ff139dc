package actors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

// Change adds parts to a running system and removes parts of it: a tool, an observer, a model, a
// second arm as a world of its own. It is made as a whole or not at all:
//
//  1. The parts are checked, and New and Configure of the new actors are called.
//  2. The new actors start, one after the other, beside the threads of the domains. If one fails to
//     start, those before it are stopped again, and the change is dropped.
//  3. The removed actors leave their domains between two cycles. Drives are put into their safe
//     state first. Then the actors stop, the last one first, within the deadline of
//     WithStopDeadline, and their values are withdrawn.
//  4. Links are joined and parted and new actors enter their domains, in each domain between two
//     cycles.
//
// Ports keep their sizes, and an input without a link must be optional. After that, a new actor is
// like any other: its supervisor restarts it. A supervisor remembers the failures of an actor that
// was removed, and counts them for one that is added under the same name: who opens a failing part
// again and again reaches the limit of restarts. An event reports each added and removed part.
type Change struct {
	// Remove names the actors to remove. Their links are removed with them.
	Remove []string
	// Unlink names the inputs whose links are removed, as "world/actor.port".
	Unlink []string

	// Actors are added and started in this order. Each belongs to a known supervisor or to one of
	// Groups; one without a Group belongs to that of its world, which a new world gets.
	Actors []Spec
	// Links join new and known ports.
	Links []Link
	// Groups and Domains are new supervisors and threads. They end with their last actor.
	Groups  []Group
	Domains []DomainSpec
	// ActorResources are resources of single new actors, by path.
	ActorResources map[string][]any
	// FaultSites carry out injected faults of new actors outside of the runtime. They end with the
	// actor at their path.
	FaultSites map[string][]FaultSite

	// Prepare, if it is set, returns the change, and the other fields are empty. It is called once
	// the changes before this one are made, so it can depend on them. In virtual time it is called
	// between two cycles, in real time on a goroutine that delays no tick.
	Prepare func() (Change, error)
}

// DefaultRoom is the number of actors that changes may add to a system without WithRoom.
const DefaultRoom = 32

// WithRoom sets how many actors changes may add beyond those that the system was built with, and
// beyond those that changes have removed. The default is DefaultRoom; zero forbids additions.
func WithRoom(actors int) Option { return func(s *settings) { s.room = actors } }

// The errors of changes that do not depend on their parts.
var (
	// ErrNotRunning means that the system has not started, or is stopping.
	ErrNotRunning = errors.New("a change needs a running system: between Start and Stop")
	// ErrChangesWait means that as many changes wait as may.
	ErrChangesWait = fmt.Errorf("%d changes wait already", maxChanges)
)

// maxChanges is how many changes may wait for those before them.
const maxChanges = 64

// Change changes the running system, and returns once the change was made. Changes are made one
// after the other. If ctx ends before the parts have started, the change is dropped; later, it is
// completed. In virtual time, Change is called between calls of Advance; it advances time only if a
// domain is within a cycle, to the end of that cycle.
func (s *System) Change(ctx context.Context, c Change) error {
	if s.virtual == nil {
		return s.changeReal(ctx, c)
	}
	if s.virtual.inside {
		return errors.New("Change was called from inside of the system, which cannot wait for itself: use RequestChange")
	}
	var result error
	made := false
	if err := s.RequestChange(c, func(err error) { result, made = err, true }); err != nil {
		return err
	}
	for until := s.now(); !made; {
		if err := s.advanceTo(until); err != nil {
			return errors.Join(result, err)
		}
		until, _ = s.virtual.next()
	}
	return result
}

// RequestChange makes a change soon, and then calls then with the result, on a goroutine of the
// runtime, which then must not block. In virtual time the change is made once every domain has
// completed its cycle. If RequestChange returns an error, it does not call then.
func (s *System) RequestChange(c Change, then func(error)) error {
	if then == nil {
		return errors.New("the request of a change has no function for the result")
	}
	if !s.state.is(systemRunning) {
		return ErrNotRunning
	}
	if s.waitingChanges.Add(1) > maxChanges {
		s.waitingChanges.Add(-1)
		return ErrChangesWait
	}
	run := func(change func() error) {
		err := change()
		s.waitingChanges.Add(-1)
		if failed := usercode.Call(func() error { then(err); return nil }); failed != nil {
			s.halt(fmt.Errorf("the function for the result of a change failed: %w", failed))
		}
	}
	if v := s.virtual; v != nil {
		v.changes = append(v.changes, func() { run(func() error { return s.carryOut(context.Background(), c) }) })
		return nil
	}
	go run(func() error { return s.changeReal(context.Background(), c) })
	return nil
}

// changeReal waits for the changes before, and makes one.
func (s *System) changeReal(ctx context.Context, c Change) error {
	if !s.state.is(systemRunning) {
		return ErrNotRunning
	}
	select {
	case s.changing <- struct{}{}:
	case <-s.closing:
		return ErrNotRunning
	case <-ctx.Done():
		return fmt.Errorf("other changes were still being made: %w", ctx.Err())
	}
	defer func() { <-s.changing }()
	return s.carryOut(ctx, c)
}

// Change requests a change of the system that the actor runs in, see [Change]. It calls then once,
// inside this actor, with nil after success. Like Ask it returns an error, and does not call then,
// if the request cannot be made; a change that takes longer than timeout is made nevertheless.
func (c *Context) Change(change Change, timeout time.Duration, then func(c *Context, err error) error) error {
	if c.fenced() {
		return ErrFenced
	}
	var take func(*Context, any, error) error
	if then != nil {
		take = func(c *Context, _ any, err error) error { return then(c, err) }
	}
	return c.request("the system for a change", timeout, take, func(r *request) error {
		return c.cell.sys.RequestChange(change, func(err error) { r.settle(nil, err) })
	})
}
