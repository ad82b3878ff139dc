package actors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// StopError is returned by [System.Stop] if a system has not stopped in an orderly way.
type StopError struct {
	// Failures are those of actors whose own Stop failed, in the order of the stops. The Fencers of
	// these actors were called. A driver among them has not confirmed that its drives have stopped.
	Failures []*Failure
	// Left describes what did not end in an orderly way and may still run; nil if everything has
	// ended.
	Left error
}

// Error has a line for each failure, and the text of Left.
func (e *StopError) Error() string {
	var lines []string
	for _, f := range e.Failures {
		lines = append(lines, f.Error())
	}
	if e.Left != nil {
		lines = append(lines, e.Left.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the failures and Left.
func (e *StopError) Unwrap() []error {
	var all []error
	for _, f := range e.Failures {
		all = append(all, f)
	}
	if e.Left != nil {
		all = append(all, e.Left)
	}
	return all
}

// stopFailures are those of the actors that have stopped.
func (s *System) stopFailures() (all []*Failure) {
	for _, c := range slices.Backward(s.cells()) {
		select {
		case <-c.ended:
			if c.stopFailure != nil {
				all = append(all, c.stopFailure)
			}
		default: // it may still be written
		}
	}
	return all
}

// Stop stops every actor, the last one first and one after the other, and returns once all have
// stopped: no goroutine, thread, timer or file of the system is left. An actor that does not stop
// before ctx ends, or within the deadline of WithStopDeadline, is fenced off. The error, a
// [*StopError], names such actors, and actors whose own Stop failed. Stop may be called again. An
// actor calls Halt instead.
func (s *System) Stop(ctx context.Context) error {
	if s.virtual != nil && s.virtual.inside {
		return errors.New("Stop was called from inside of the system, which cannot wait for itself: use Halt")
	}
	switch s.state.stop() {
	case systemBuilt:
		for _, c := range s.cells() {
			c.mailbox.detached.Store(true)
			c.mailbox.purge(ErrStopped)
		}
		close(s.done)
		return nil
	case systemRunning:
		return s.shutDown(ctx)
	case systemStarting:
		s.halt(errStopped) // Start then ends everything
	}
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the system was still stopping: %w", ctx.Err())
	}
}

// StopBegan returns the instant at which the system began to stop, on its clock. Actors that stop
// later than others may see the values of those become stale.
func (s *System) StopBegan() (at messages.Instant, began bool) {
	if at := s.stopBegan.Load(); at > 0 {
		return messages.Instant(at - 1), true
	}
	return 0, false
}

// shutDown ends everything that startTree has begun.
func (s *System) shutDown(ctx context.Context) error {
	s.stopBegan.Store(int64(s.now()) + 1)
	s.stopping.Store(true)
	deadline, cancel := context.WithTimeout(ctx, s.stopDeadline)
	defer cancel()
	close(s.closing)
	select {
	case s.changing <- struct{}{}: // no change is being made any more
	case <-deadline.Done():
	}
	errs := []error{s.stopActors(deadline), s.stopTree(deadline)}
	clean := !slices.ContainsFunc(errs, func(err error) bool { return err != nil })
	s.jobs.release()
	errs = append(errs, s.jobs.awaitAll(), s.courier.stop())
	var deaf error
	if r, ok := s.clock.(*realClock); ok {
		errs = append(errs, r.stop())
		s.fences.Wait() // each has its limit, and the watchdog starts no more
		deaf = s.events.stop(s, deadline)
		errs = append(errs, deaf)
	}
	if deaf == nil { // else somebody still is in the recorder
		s.finishRecording()
	}
	if clean && s.host != nil {
		s.host.Return()
	}
	s.state.Lock()
	s.state.phase = systemStopped
	s.state.Unlock()
	close(s.done)
	if left, failures := errors.Join(errs...), s.stopFailures(); left != nil || failures != nil {
		return &StopError{failures, left}
	}
	return nil
}

// stopActors stops one actor after the other. Actors left at the deadline are stopped and fenced
// off.
func (s *System) stopActors(deadline context.Context) error {
	var unstopped, hung []string
	for _, c := range slices.Backward(s.cells()) {
		if !c.node.Spawned() {
			continue
		}
		c.node.Stop()
		if !c.await(deadline) {
			unstopped = append(unstopped, fmt.Sprintf("%s (%s)", c.spec.Name, stateNames[c.state.Load()]))
			c.fenceOff()
		} else if c.lost.Load() {
			hung = append(hung, c.spec.Name)
		}
	}
	return errors.Join(notStopped(s.stopDeadline, unstopped), notOrderly(hung))
}

// notStopped returns the error of actors that did not stop in time, nil without one.
func notStopped(deadline time.Duration, actors []string) error {
	if actors == nil {
		return nil
	}
	return fmt.Errorf("these actors did not stop within %v and were fenced off: %v", deadline, actors)
}

// notOrderly returns the error of actors whose code did not return, nil without one.
func notOrderly(actors []string) error {
	if actors == nil {
		return nil
	}
	return fmt.Errorf("these actors could not be stopped in an orderly way because their code did not return: %v", actors)
}

// await reports whether the actor has stopped before the deadline.
func (c *cell) await(deadline context.Context) bool {
	select {
	case <-c.ended:
		return true
	default:
	}
	if c.sys.virtual != nil {
		return false // in virtual time it has done everything
	}
	select {
	case <-c.ended:
		return true
	case <-deadline.Done():
		return false
	}
}

// treeGrace is the time for the supervisors to end, also after the deadline.
const treeGrace = 100 * time.Millisecond

// stopTree stops the supervisors, after the actors have stopped or were fenced off.
func (s *System) stopTree(deadline context.Context) error {
	root := s.groups[0].cell.node
	if !root.Spawned() {
		return nil
	}
	root.Stop()
	select {
	case <-s.tree:
		return nil
	default:
	}
	if s.virtual == nil {
		grace := time.NewTimer(treeGrace)
		defer grace.Stop()
		select {
		case <-s.tree:
			return nil
		case <-grace.C:
		}
		select {
		case <-s.tree:
			return nil
		case <-deadline.Done():
		}
	}
	return errors.New("the supervision tree did not end")
}

func (s *System) treeStopped() { close(s.tree) }

func (s *System) finishRecording() {
	for _, t := range s.taps.Load() {
		t.drain()
		t.report()
	}
	s.recordHealth()
}
