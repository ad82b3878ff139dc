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

// lifecycle is where a system stands. It goes through the phases in their order, some of which it may leave out.
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

// move goes from one phase to another and reports whether the system was in it.
func (l *systemState) move(from, to systemPhase) bool {
	l.Lock()
	defer l.Unlock()
	if l.phase != from {
		return false
	}
	l.phase = to
	return true
}

// run has a start that nobody has aborted succeed. Releases begin before anybody else can stop them.
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

// stop goes where a Stop leads, and returns the phase that it found, in one step: a start may end at the same moment. A start
// that is under way does not succeed any more.
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

// errOnce is why a system does not start.
var errOnce = errors.New("the system was started before; a System runs once, build another one")

// errStopped is why a start ends when Stop is called meanwhile.
var errStopped = errors.New("the system was stopped while it started")

// errNoContext is why a system does not start: a nil context would be asked in goroutines of the runtime.
var errNoContext = errors.New("the context is nil; expected one, context.Background() where there is no other")

// Start starts the actors in the order of the application, each after the start of the one before is over. In real time
// it returns once their releases begin; in virtual time nothing moves before Advance. When an actor fails to start, its
// supervisor decides, and the next one is started; when the application cannot start, everything is stopped again and
// the error returned.
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

// rootName is unique in the process, so that several systems can live in one ActorSystem.
func rootName(app string) string {
	if app == "" {
		app = "application"
	}
	return fmt.Sprintf("%s#%d", app, systems.Add(1))
}

// startActors starts one actor after the other.
func (s *System) startActors(ctx context.Context) error {
	for _, c := range s.cells {
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

// settle waits until it is known whether an actor was spawned, before everything is stopped in reverse order: what comes to life
// after that would be stopped last.
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

// await returns once that step in the start of an actor is over, or why it will not be. In virtual time whatever can
// happen has happened by now: only code that hangs leaves a step open.
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

// Run starts the system, lets it run until ctx ends, the time of WithStopAfter has passed or no supervisor can handle a
// failure, and stops it. It returns nil when it was asked to end and every actor has stopped without a failure, what Stop
// returns otherwise. A ctx that ends before all have started is an error, which names who had not.
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

// onOwnGoroutine calls f on a goroutine of its own, and again where an actor's code has ended that: it is that actor's failure, and
// the others go on. F goes on where it was.
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

// virtualSlice is how far virtual time goes between two looks at the context.
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

// Advance moves virtual time on by d, running everything that is due, at the end of the interval too. It returns the
// error that ends the application, if one does.
func (s *System) Advance(d time.Duration) error {
	switch {
	case s.virtual == nil:
		return errors.New("Advance needs WithVirtualTime: real time moves by itself")
	case d < 0:
		return fmt.Errorf("time cannot be moved by %v: it does not go back", d)
	}
	return s.advanceTo(s.now().Add(d))
}

func (s *System) advanceTo(until messages.Instant) error {
	if !s.state.is(systemRunning) {
		return errors.New("virtual time moves between Start and Stop only")
	}
	if err := s.virtual.advance(until); err != nil {
		return err
	}
	return s.HaltReason()
}

// NextInstant returns when the next release or timer is due in virtual time, or false where there is none. Advancing to
// it runs everything of that instant.
func (s *System) NextInstant() (messages.Instant, bool) {
	if s.virtual == nil || !s.state.is(systemRunning) {
		return 0, false
	}
	return s.virtual.next()
}

// Done is closed once everything has stopped.
func (s *System) Done() <-chan struct{} { return s.done }
