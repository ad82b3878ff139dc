package actors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Stop implements [System.Stop].
func (s *engine) Stop(ctx context.Context) error {
	if s.virtual != nil && s.virtual.inside {
		return errors.New("Stop was called from inside of the system, which cannot wait for itself; use Halt")
	}
	switch s.life.stop() {
	case lifeBuilt:
		for _, c := range s.cells {
			c.mailbox.detached.Store(true)
			c.mailbox.purge(ErrStopped)
		}
		close(s.done)
		return nil
	case lifeRunning:
		return s.shutDown(ctx)
	case lifeStarting:
		s.halt(errStopped) // Start ends what it has begun
	}
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the system was still stopping: %w", ctx.Err())
	}
}

// shutDown ends everything that startTree has begun.
func (s *engine) shutDown(ctx context.Context) error {
	s.stopping.Store(true)
	deadline, cancel := context.WithTimeout(ctx, s.stopDeadline)
	defer cancel()
	errs := []error{s.stopActors(deadline), s.stopTree(deadline)}
	clean := !slices.ContainsFunc(errs, func(err error) bool { return err != nil })
	var deaf error
	if r, ok := s.clock.(*realClock); ok {
		errs = append(errs, r.stop())
		deaf = s.events.stop(s, deadline)
		errs = append(errs, deaf)
	}
	if deaf == nil { // else somebody still is in the recorder
		s.finishRecording()
	}
	if clean && s.host != nil {
		s.host.Return()
	}
	s.life.Lock()
	s.life.phase = lifeStopped
	s.life.Unlock()
	close(s.done)
	return errors.Join(errs...)
}

// stopActors stops one actor after the other. Those left at the deadline are told to stop and fenced off.
func (s *engine) stopActors(deadline context.Context) error {
	var unstopped, hung []string
	for _, c := range slices.Backward(s.cells) {
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
	var errs []error
	if unstopped != nil {
		errs = append(errs, fmt.Errorf("these actors did not stop within %v and were fenced off: %v", s.stopDeadline, unstopped))
	}
	if hung != nil {
		errs = append(errs, fmt.Errorf("these actors could not be stopped in an orderly way, because their code did not return: %v", hung))
	}
	return errors.Join(errs...)
}

// await reports whether the actor has stopped before the deadline.
func (c *cell) await(deadline context.Context) bool {
	select {
	case <-c.ended:
		return true
	default:
	}
	if c.sys.virtual != nil {
		return false // what it could do, it has done by now
	}
	select {
	case <-c.ended:
		return true
	case <-deadline.Done():
		return false
	}
}

// treeGrace is what the supervisors get to end, which have nothing to do but that, even when the deadline has passed.
const treeGrace = 100 * time.Millisecond

// stopTree stops the supervisors; all actors have stopped by now, or will not.
func (s *engine) stopTree(deadline context.Context) error {
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

func (s *engine) treeStopped() { close(s.tree) }

func (s *engine) finishRecording() {
	for _, t := range s.taps {
		t.drain()
		t.report()
	}
}
