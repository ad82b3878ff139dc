package actors

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// systemState is the phase of a system. The phases follow in their order; some may be skipped.
type systemState struct {
	sync.Mutex
	phase   systemPhase
	aborted bool // Stop was called while it started
}

type systemPhase uint8

const (
	systemBuilt systemPhase = iota
	systemStarting
	systemRunning
	systemStopping
	systemStopped
)

// is reports whether the system is in a phase.
func (l *systemState) is(phase systemPhase) bool {
	l.Lock()
	defer l.Unlock()
	return l.phase == phase
}

// move goes from one phase to another and reports whether the system was in the first.
func (l *systemState) move(from, to systemPhase) bool {
	l.Lock()
	defer l.Unlock()
	if l.phase != from {
		return false
	}
	l.phase = to
	return true
}

// run completes a start that was not aborted. Releases begin before another goroutine can stop the
// system.
func (l *systemState) run(release func()) bool {
	l.Lock()
	defer l.Unlock()
	if l.aborted {
		return false
	}
	release()
	l.phase = systemRunning
	return true
}

// stop enters the phase to which a Stop leads, and returns the phase before, in one step. A running
// start then fails.
func (l *systemState) stop() (found systemPhase) {
	l.Lock()
	defer l.Unlock()
	found = l.phase
	switch found {
	case systemBuilt:
		l.phase = systemStopped
	case systemStarting:
		l.aborted = true
	case systemRunning:
		l.phase = systemStopping
	}
	return found
}

// errOnce is the error of a second start.
var errOnce = errors.New("the system was started before; a System runs once: build another one")

// errStopped is the error of a start that a Stop ends.
var errStopped = errors.New("the system was stopped while it started")

// errNoContext is the error of a start with a nil context.
var errNoContext = errors.New("the context is nil; expected a context, such as context.Background()")

// Start starts the actors in the order of the application, one after the other. In real time it
// returns once their releases begin; in virtual time nothing runs before Advance. If an actor fails
// to start, its supervisor decides, and the next actor is started. If the application cannot start,
// Start stops everything again and returns the error.
func (s *System) Start(ctx context.Context) error {
	if ctx == nil {
		return errNoContext
	}
	if !s.state.move(systemBuilt, systemStarting) {
		return errOnce
	}
	err := s.startTree(ctx)
	if err == nil && !s.state.run(s.release) {
		err = errStopped
	}
	if err != nil {
		return errors.Join(err, s.shutDown(context.WithoutCancel(ctx)))
	}
	return nil
}

// release lets the releases of a system in real time begin.
func (s *System) release() {
	if r, ok := s.clock.(*realClock); ok {
		r.start()
	}
}

func (s *System) startTree(ctx context.Context) error {
	if s.host == nil {
		s.host = protoactor.Borrow(s.log)
	}
	s.courier.start()
	if r, ok := s.clock.(*realClock); ok {
		s.events.start(s)
		r.prepare()
	}
	root := s.groups[0]
	config := root.config()
	config.Name = rootName(s.app.Name)
	if err := root.cell.node.SpawnRoot(s.host, config); err != nil {
		return err
	}
	return s.startActors(ctx)
}

var systems atomic.Uint64

// rootName is unique in the process, so that several systems can share one ActorSystem.
func rootName(app string) string {
	if app == "" {
		app = "application"
	}
	return fmt.Sprintf("%s#%d", app, systems.Add(1))
}

// startActors starts one actor after the other.
func (s *System) startActors(ctx context.Context) error {
	for _, c := range s.cells() {
		if err := s.await(ctx, c.group.began, c.spec.Name); err != nil {
			return err
		}
		spawned := make(chan struct{})
		c.group.cell.mailbox.run(func(*executor) { defer close(spawned); c.group.spawn(c) })
		if err := s.await(ctx, c.started, c.spec.Name); err != nil {
			s.settle(spawned)
			return err
		}
	}
	return s.HaltReason()
}

// settle waits until the spawn of an actor is over, before everything is stopped in reverse order.
func (s *System) settle(spawned <-chan struct{}) {
	if s.virtual != nil {
		return
	}
	grace := time.NewTimer(treeGrace)
	defer grace.Stop()
	select {
	case <-spawned:
	case <-grace.C:
	}
}

// await returns once a step in the start of an actor is over, or with the error that prevents it.
// In virtual time only code that hangs leaves a step open.
func (s *System) await(ctx context.Context, step <-chan struct{}, name string) error {
	if s.virtual == nil {
		select {
		case <-step:
		case <-s.halted.c:
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s to start: %w", name, ctx.Err())
		}
	}
	if reason := s.HaltReason(); reason != nil {
		return reason
	}
	select {
	case <-step:
		return nil
	default:
		return fmt.Errorf("%s did not start", name)
	}
}

// Run starts the system, lets it run, and stops it. It stops when ctx ends, when the time of
// WithStopAfter has passed, or when no supervisor can handle a failure. Run returns nil if the end
// was requested and every actor has stopped without a failure, otherwise the error of the failure
// and of Stop. If ctx ends during the start, the error names the actor that had not started.
func (s *System) Run(ctx context.Context) error {
	if err := s.Start(ctx); err != nil {
		return err
	}
	var reason error
	if s.virtual != nil {
		reason = onOwnGoroutine(func() error { return s.runVirtual(ctx) })
	} else {
		reason = s.runReal(ctx)
	}
	return errors.Join(reason, s.Stop(context.WithoutCancel(ctx)))
}

func (s *System) runReal(ctx context.Context) error {
	var after <-chan time.Time
	if s.stopAfter > 0 {
		timer := time.NewTimer(s.stopAfter - time.Duration(s.now()))
		defer timer.Stop()
		after = timer.C
	}
	select {
	case <-ctx.Done():
	case <-after:
	case <-s.done:
	case <-s.halted.c:
	}
	return s.HaltReason()
}

// onOwnGoroutine calls f on a goroutine of its own, and again if an actor's code ends that
// goroutine, which is a failure of that actor only. f then resumes.
func onOwnGoroutine(f func() error) (err error) {
	for returned := false; !returned; {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			err = f()
			returned = true
		}()
		<-ended
	}
	return err
}

// virtualSlice is how far virtual time advances between two checks of the context.
const virtualSlice = 10 * time.Millisecond

func (s *System) runVirtual(ctx context.Context) error {
	end := messages.Instant(s.stopAfter)
	if end <= 0 {
		end = 1<<63 - 1
	}
	for ctx.Err() == nil && s.now() < end {
		if err := s.advanceTo(min(s.now().Add(virtualSlice), end)); err != nil {
			return err
		}
	}
	return nil
}

// Advance advances virtual time by d and runs everything that is due, also at the end of the
// interval. It returns the error that ends the application.
func (s *System) Advance(d time.Duration) error {
	switch {
	case s.virtual == nil:
		return errors.New("Advance needs WithVirtualTime: real time advances by itself")
	case d < 0:
		return fmt.Errorf("time cannot advance by %v; expected zero or more", d)
	}
	return s.advanceTo(s.now().Add(d))
}

func (s *System) advanceTo(until messages.Instant) error {
	if !s.state.is(systemRunning) {
		return errors.New("virtual time advances between Start and Stop only")
	}
	if err := s.virtual.advance(until); err != nil {
		return err
	}
	return s.HaltReason()
}

// NextInstant returns the instant of the next release or timer in virtual time, or false without
// one. Advancing to it runs everything of that instant.
func (s *System) NextInstant() (messages.Instant, bool) {
	if s.virtual == nil || !s.state.is(systemRunning) {
		return 0, false
	}
	return s.virtual.next()
}

// Done returns a channel that is closed once everything has stopped.
func (s *System) Done() <-chan struct{} { return s.done }
