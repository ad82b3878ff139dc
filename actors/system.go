package actors

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/internal/pact"
	"github.com/robo-actors/robo-actors/messages"
)

// System is a running, or not yet running, application. Its methods may be called from any goroutine in real time; in
// virtual time all calls come from one goroutine at a time.
type System struct {
	app     Application
	cells   []*cell
	byName  map[string]*cell
	groups  []*group // parents first
	domains []*domain
	links   []*link
	taps    []tap

	log           *zap.Logger
	seed          uint64
	explore       bool
	wantVirtual   bool
	faultsAllowed bool
	lockMemory    bool
	stopAfter     time.Duration
	stopDeadline  time.Duration
	recorder      Recorder
	sinks         []func(messages.Event)
	host          *pact.ActorSystem

	clock    clock
	virtual  *virtualClock // nil in real time
	events   eventPump
	started  atomic.Bool
	stopping atomic.Bool
	done     chan struct{} // closed once everything has stopped
	ended    sync.Once
	halted   chan struct{} // closed when the system must stop
	haltOnce sync.Once
	haltErr  atomic.Pointer[error]
	tree     chan struct{} // closed when the supervision tree has stopped
	treeOnce sync.Once
}

// ErrHung is what Run returns when a tick outlived its bound in a domain's own thread: that thread cannot be freed, so
// the process must end and an outer supervisor start it again.
var ErrHung = errors.New("a tick hangs in its domain's thread")

// New builds a system: it makes every actor, binds every port, checks every link, and starts nothing. All errors are
// returned at once.
func New(app Application, options ...Option) (*System, error) {
	s := &System{app: app, seed: 1, log: zap.NewNop(), byName: map[string]*cell{}, stopDeadline: 5 * time.Second,
		done: make(chan struct{}), halted: make(chan struct{}), tree: make(chan struct{})}
	for _, o := range options {
		o(s)
	}
	if s.wantVirtual {
		s.virtual = newVirtualClock(s.seed, s.explore)
		s.virtual.failed = s.hung
		s.clock = s.virtual
	} else {
		if s.explore {
			return nil, errors.New("WithExplore needs WithVirtualTime: in real time the machine decides the order between domains")
		}
		s.clock = newRealClock(s)
	}
	if err := s.build(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *System) now() messages.Instant { return s.clock.now() }

// Now returns the current instant on the system's clock.
func (s *System) Now() messages.Instant { return s.now() }

// Name returns the application's name.
func (s *System) Name() string { return s.app.Name }

// Virtual reports whether the system runs in virtual time.
func (s *System) Virtual() bool { return s.virtual != nil }

// Start starts every actor in order. In real time it returns once all of them have started and their releases begin;
// in virtual time nothing moves before Advance. When an actor fails to start, its supervisor decides; when the
// application cannot start, everything is stopped again and the error returned.
func (s *System) Start(ctx context.Context) error {
	if s.started.Swap(true) {
		return errors.New("the system was started before; a System runs once, build another one")
	}
	if s.host == nil {
		s.host = pact.NewActorSystem(s.log)
	}
	s.events.start(s)
	if r, ok := s.clock.(*realClock); ok {
		if err := r.prepare(); err != nil {
			return errors.Join(err, s.Stop(ctx))
		}
	}
	root := s.groups[0]
	config := root.config()
	config.Name = rootName(s.app.Name)
	if err := root.cell.node.SpawnRoot(s.host, config); err != nil {
		s.treeStopped()
		return errors.Join(err, s.Stop(ctx))
	}
	if err := s.awaitStarted(ctx); err != nil {
		return errors.Join(err, s.Stop(ctx))
	}
	return s.clock.start()
}

var systems atomic.Uint64

// rootName is unique in the process, so that several systems can live in one ActorSystem.
func rootName(app string) string {
	if app == "" {
		app = "application"
	}
	return fmt.Sprintf("%s#%d", app, systems.Add(1))
}

// awaitStarted returns once every actor has left its starting state. Virtual time has run them by now.
func (s *System) awaitStarted(ctx context.Context) error {
	if s.virtual != nil {
		select {
		case <-s.halted:
			return s.haltError()
		default:
			return nil
		}
	}
	deadline := time.NewTimer(s.stopDeadline)
	defer deadline.Stop()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for {
		waiting := s.inState(stateStarting)
		if len(waiting) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.halted:
			return s.haltError()
		case <-deadline.C:
			return fmt.Errorf("these actors did not start within %v: %v", s.stopDeadline, waiting)
		case <-poll.C:
		}
	}
}

func (s *System) inState(state uint32) []string {
	var names []string
	for _, c := range s.cells {
		if c.state.Load() == state {
			names = append(names, c.spec.Name)
		}
	}
	return names
}

// Run starts the system, lets it run until ctx ends, the time of WithStopAfter has passed or no supervisor can handle a
// failure, and stops it. It returns nil when it was asked to end and every actor has stopped.
func (s *System) Run(ctx context.Context) error {
	if err := s.Start(ctx); err != nil {
		return err
	}
	var reason error
	if s.virtual != nil {
		reason = s.runVirtual(ctx)
	} else {
		reason = s.runReal(ctx)
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.stopDeadline)
	defer cancel()
	return errors.Join(reason, s.Stop(stop))
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
	case <-s.halted:
		return s.haltError()
	}
	return nil
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
	if s.virtual == nil {
		return errors.New("Advance needs WithVirtualTime: real time moves by itself")
	}
	return s.advanceTo(s.now().Add(d))
}

func (s *System) advanceTo(until messages.Instant) error {
	s.virtual.advance(until, s.isHalted)
	if s.isHalted() {
		return s.haltError()
	}
	return nil
}

func (s *System) isHalted() bool {
	select {
	case <-s.halted:
		return true
	default:
		return false
	}
}

// Halt asks for a protective stop of the whole application: Run stops every actor and returns reason.
func (s *System) Halt(reason error) { s.halt(reason) }

func (s *System) halt(reason error) {
	s.haltOnce.Do(func() {
		s.haltErr.Store(&reason)
		close(s.halted)
	})
}

func (s *System) haltError() error {
	if e := s.haltErr.Load(); e != nil {
		return *e
	}
	return nil
}

// Done is closed once everything has stopped.
func (s *System) Done() <-chan struct{} { return s.done }

// Stop stops every actor, the last one first, and returns once all have stopped: no goroutine, thread, timer or file
// of the system is left. The error names what did not stop before the deadline. Stop may be called again.
func (s *System) Stop(ctx context.Context) error {
	if !s.started.Load() {
		s.started.Store(true)
		s.ended.Do(func() { close(s.done) })
		return nil
	}
	first := !s.stopping.Swap(true)
	var err error
	if first {
		err = s.stopTree(ctx)
		s.clock.stop()
		s.events.stop()
		s.finishRecording()
		s.ended.Do(func() { close(s.done) })
	} else {
		select {
		case <-s.done:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	return err
}

func (s *System) stopTree(ctx context.Context) error {
	root := &s.groups[0].cell.node
	if !root.Spawned() {
		return nil
	}
	root.Stop()
	if s.virtual != nil {
		s.virtual.settle()
	}
	deadline := time.NewTimer(s.stopDeadline)
	defer deadline.Stop()
	select {
	case <-s.tree:
		return nil
	default:
	}
	if s.virtual != nil {
		return s.unstopped()
	}
	select {
	case <-s.tree:
		return nil
	case <-ctx.Done():
	case <-deadline.C:
	}
	return s.unstopped()
}

// unstopped names the actors that did not stop.
func (s *System) unstopped() error {
	var names []string
	for _, c := range s.cells {
		if st := c.state.Load(); st != stateStopped {
			names = append(names, fmt.Sprintf("%s (%s)", c.spec.Name, stateNames[st]))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("these actors did not stop: %v", names)
}

func (s *System) treeStopped()         { s.treeOnce.Do(func() { close(s.tree) }) }
func (s *System) actorStopped(_ *cell) {}

func (s *System) finishRecording() {
	for _, t := range s.taps {
		t.drain()
		if r, ok := t.(recorded); ok && t.lost() > 0 {
			r.recorder.Dropped(r.id, t.lost())
		}
	}
}

// Send puts a message into the queue of an actor. The message must not be changed afterwards.
func (s *System) Send(to string, message any) error {
	if message == nil {
		return fmt.Errorf("nothing was sent to %s: the message is nil", to)
	}
	return s.send(to, message)
}

// ErrQueueFull means that the receiver's queue had no room; the message is lost and counted.
var ErrQueueFull = errors.New("queue is full")

func (s *System) send(to string, message any) error {
	c, err := s.cellAt(to)
	if err != nil {
		return err
	}
	if !c.mailbox.post(message) {
		return fmt.Errorf("%s: %w (%d messages) or the actor has stopped", to, ErrQueueFull, len(c.mailbox.queue.cells))
	}
	return nil
}

// Ask sends a request to an actor and waits for the reply. Real time only: in virtual time nothing would move while it
// waits; there Request takes the reply as a call.
func (s *System) Ask(ctx context.Context, to string, message any) (any, error) {
	if s.virtual != nil {
		return nil, errors.New("Ask waits, which virtual time cannot do: use Request and Advance")
	}
	type answer struct {
		value any
		err   error
	}
	got := make(chan answer, 1)
	if err := s.Request(to, message, func(value any, err error) { got <- answer{value, err} }); err != nil {
		return nil, err
	}
	select {
	case a := <-got:
		return a.value, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("asked %s: %w", to, ctx.Err())
	case <-s.done:
		return nil, fmt.Errorf("asked %s: the system stopped", to)
	}
}

// Request sends a request to an actor; then is called once with the reply, from the actor's own thread.
func (s *System) Request(to string, message any, then func(reply any, err error)) error {
	return s.send(to, &request{payload: message, answer: then})
}

// PID returns the identity of an actor in Proto.Actor, once it was started.
func (s *System) PID(name string) (*PID, error) {
	c, err := s.cellAt(name)
	if err != nil {
		return nil, err
	}
	if !c.node.Spawned() {
		return nil, fmt.Errorf("%s has no PID before the system was started", name)
	}
	return c.node.PID(), nil
}
