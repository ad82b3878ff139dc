package actors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/internal/pact"
	"github.com/robo-actors/robo-actors/messages"
)

// System is a running, or not yet running, application. Its methods may be called from any goroutine in real time; in
// virtual time all calls come from one goroutine at a time.
type System struct{ running running }

// New builds a system: it makes every actor, binds every port, checks every link, and starts nothing. All errors are
// returned at once.
func New(app Application, options ...Option) (*System, error) {
	s := &engine{app: app, settings: standard(), byName: map[string]*cell{}, groupNames: map[string]*group{},
		done: make(chan struct{}), tree: make(chan struct{}), halted: halt{c: make(chan struct{})}}
	for _, o := range options {
		if o != nil {
			o(&s.settings)
		}
	}
	s.health = newHealthLog(s.recorders)
	s.app.FaultSites = slices.Concat(app.FaultSites, s.sites)
	if s.stopAfter < 0 || s.stopDeadline < 0 {
		return nil, fmt.Errorf("WithStopAfter %v and WithStopDeadline %v: expected times that are not negative", s.stopAfter, s.stopDeadline)
	}
	if s.wantVirtual {
		s.virtual = newVirtualClock(s)
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
	if r, ok := s.clock.(*realClock); ok {
		r.arrange()
		s.events.queue = newQueue(pumpQueue)
	}
	return &System{s}, nil
}

// PIDOf returns the identity of an actor in Proto.Actor, once it was started. Actors of the embedding program can send to
// it; what they request is answered with Context.Reply, and with a value of type error where it is refused.
//
// It is a function so that what uses a System without Proto.Actor is compiled without reading Proto.Actor's types.
func PIDOf(s *System, name string) (*PID, error) {
	c, err := engineOf(s).cellAt(name)
	if err != nil {
		return nil, err
	}
	if !c.node.Spawned() {
		return nil, fmt.Errorf("%s has no PID before the system was started", name)
	}
	return pact.PIDOf(c.node), nil
}

// Name returns the application's name.
func (s *System) Name() string { return s.running.Name() }

// Virtual reports whether the system runs in virtual time.
func (s *System) Virtual() bool { return s.running.Virtual() }

// Now returns the current instant on the system's clock. Any goroutine may ask, in virtual time too while it goes on.
func (s *System) Now() messages.Instant { return s.running.Now() }

// Start starts the actors in the order of the application, each after the start of the one before is over. In real time
// it returns once their releases begin; in virtual time nothing moves before Advance. When an actor fails to start, its
// supervisor decides, and the next one is started; when the application cannot start, everything is stopped again and
// the error returned.
func (s *System) Start(ctx context.Context) error { return s.running.Start(ctx) }

// Run starts the system, lets it run until ctx ends, the time of WithStopAfter has passed or no supervisor can handle a
// failure, and stops it. It returns nil when it was asked to end and every actor has stopped without a failure, what Stop
// returns otherwise. A ctx that ends before all have started is an error, which names who had not.
func (s *System) Run(ctx context.Context) error { return s.running.Run(ctx) }

// Advance moves virtual time on by d, running everything that is due, at the end of the interval too. It returns the
// error that ends the application, if one does.
func (s *System) Advance(d time.Duration) error { return s.running.Advance(d) }

// NextInstant returns when the next release or timer is due in virtual time, or false where there is none. Advancing to
// it runs everything of that instant.
func (s *System) NextInstant() (messages.Instant, bool) { return s.running.NextInstant() }

// Stop stops every actor, the last one first and each after the one before has stopped, and returns once all have: no
// goroutine, thread, timer or file of the system is left. What does not stop before ctx ends, or within the deadline of
// WithStopDeadline, is fenced off, and named in the error, a [*StopError], as is every actor whose own Stop failed. Stop may
// be called again; an actor calls Halt instead.
func (s *System) Stop(ctx context.Context) error { return s.running.Stop(ctx) }

// Done is closed once everything has stopped.
func (s *System) Done() <-chan struct{} { return s.running.Done() }

// Halt asks for a protective stop of the whole application: Run stops every actor and returns reason. Unlike Stop it may
// be called by an actor. The first reason counts; nil stands for one that says that none was given.
func (s *System) Halt(reason error) { s.running.Halt(reason) }

// Halted is closed once the application must stop: by Halt, because no supervisor could handle a failure, or because a
// domain hangs. Run and Advance watch it; a program that calls Start itself stops the system when it is closed.
func (s *System) Halted() <-chan struct{} { return s.running.Halted() }

// HaltReason returns why the application must stop, nil while it need not.
func (s *System) HaltReason() error { return s.running.HaltReason() }

// Send puts a message into the queue of an actor. The message must not be changed afterwards. It never blocks; the error
// says that the actor is unknown, has stopped, or has no room in its queue.
func (s *System) Send(to string, message any) error { return s.running.Send(to, message) }

// Ask sends a request to an actor and waits for the reply. A reply that is an error, with which an actor refuses, is returned
// as the error, too. Real time only: in virtual time nothing would move while it waits; there Request takes the reply as a
// call.
func (s *System) Ask(ctx context.Context, to string, message any) (any, error) {
	return s.running.Ask(ctx, to, message)
}

// Request sends a request to an actor; then is called once, with the reply or with the error that came instead, on the
// thread of who settles it, which must not be held up. A reply that is an error is both. When Request returns an error,
// then is not called.
func (s *System) Request(to string, message any, then func(reply any, err error)) error {
	return s.running.Request(to, message, then)
}

// At has fn called at the given instant, in virtual time between two releases, in real time from a goroutine of the
// runtime, which must not be held up. It serves schedules of faults and of an operator's actions. What panics in fn
// ends the application.
func (s *System) At(t messages.Instant, fn func()) { s.running.At(t, fn) }

// Timers returns how many functions wait for their instant on the system's clock: ends of faults, deadlines, restarts after
// their back-off, timers of actors without a period. It is for checks that nothing stays behind what is over. In virtual
// time it belongs to the goroutine that advances the system.
func (s *System) Timers() int { return s.running.Timers() }

// Actors describes every actor, in the order of the application.
func (s *System) Actors() []ActorInfo { return s.running.Actors() }

// Links describes every link, in the order of the application.
func (s *System) Links() []LinkInfo { return s.running.Links() }

// LinkNames lists every link as "output->input".
func (s *System) LinkNames() []string { return s.running.LinkNames() }

// Health reports the condition of every actor, in the order of the application. It may be called while the system runs.
func (s *System) Health() []messages.Health { return s.running.Health() }

// Grants returns what the machine granted, once the system has started in real time.
func (s *System) Grants() Grants { return s.running.Grants() }

// Inject makes a fault happen from now on. It is refused unless the system was built WithFaults, when nothing matches the
// target, and where the kind needs another clock or a process of its own. Several faults at one place act together, in
// the order in which they were injected. What is left to chance comes from the target's own stream of the system's seed.
func (s *System) Inject(f Fault) error { return s.running.Inject(f) }

// CheckFault returns the error with which Inject would refuse a fault at any moment, nil if there is none: one that is
// malformed or not allowed, of another clock, or of a target that nothing matches or that cannot have it. Nothing happens. What a
// site refuses only for what it is doing when the fault comes, Inject alone can tell.
func (s *System) CheckFault(f Fault) error { return s.running.CheckFault(f) }

// ClearFaults ends every injected fault.
func (s *System) ClearFaults() { s.running.ClearFaults() }
