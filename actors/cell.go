package actors

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/internal/pact"
	"github.com/robo-actors/robo-actors/messages"
)

// cell is one actor over all its incarnations: its identity, ports, mailbox and record. Fields without a remark are
// fixed once the system is built, or belong to the thread that runs the actor.
type cell struct {
	sys     *System
	spec    Spec
	rank    int // order among actors that are released at the same instant with the same deadline
	group   *group
	domain  *domain // nil for an event-driven actor
	mailbox *mailbox
	node    pact.Node

	inputs  []input
	outputs []output
	timers  timers
	asks    asks

	probe       any // made while the system was built; becomes the first incarnation
	actor       any
	ticker      Ticker
	receiver    Receiver
	fencer      atomic.Pointer[Fencer] // of the running incarnation; the watchdog reads it
	ctx         *Context
	tick        Tick
	stream      *rand.Rand
	failure     *Failure // of the delivery under way
	restarting  bool
	lastStart   messages.Instant // of the previous tick
	grid        grid
	ticking     atomic.Bool
	incarnation atomic.Uint32 // raised by a restart, and by the watchdog to fence off a hung one
	state       atomic.Uint32
	fault       atomic.Pointer[actorFault]
	watchers    []*cell

	stats cellStats
}

type cellStats struct {
	ticks, missed, overruns, restarts, dropped counter
	lateness, execution                        histogram
	lastError                                  atomic.Pointer[string]
}

// The states of an actor, as Health shows them.
const (
	stateStarting uint32 = iota
	stateRunning
	stateSuspended
	stateRestarting
	stateStopped
	stateLost
)

var stateNames = [...]string{"starting", "running", "suspended", "restarting", "stopped", "lost"}

func (c *cell) current() messages.Incarnation { return messages.Incarnation(c.incarnation.Load()) }
func (c *cell) now() messages.Instant         { return c.sys.now() }

func (c *cell) random() *rand.Rand {
	if c.stream == nil {
		c.stream = stream(c.sys.seed, c.spec.Name)
	}
	return c.stream
}

func (c *cell) input(name string) (input, bool) {
	for _, in := range c.inputs {
		if in.base().name == name {
			return in, true
		}
	}
	return nil, false
}

func (c *cell) output(name string) (output, bool) {
	for _, out := range c.outputs {
		if out.base().name == name {
			return out, true
		}
	}
	return nil, false
}

// make calls the actor's constructor and Configure, and binds its ports. What panics becomes an error.
func (c *cell) make(incarnation messages.Incarnation) (actor any, err error) {
	defer func() {
		if r := recover(); r != nil {
			actor, err = nil, fmt.Errorf("%s: constructor panicked: %v\n%s", c.spec.Name, r, debug.Stack())
		}
	}()
	if actor = c.spec.New(); actor == nil {
		return nil, fmt.Errorf("%s: constructor returned nothing", c.spec.Name)
	}
	_, ticks := actor.(Ticker)
	_, receives := actor.(Receiver)
	if !ticks && !receives {
		return nil, fmt.Errorf("%s: %T is no actor: it needs a method Tick(*actors.Tick) error or Receive(*actors.Context, any) error", c.spec.Name, actor)
	}
	v := reflect.ValueOf(actor)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("%s: an actor must be a pointer to a struct, not a %T", c.spec.Name, actor)
	}
	s := &Setup{cell: c, value: v.Elem()}
	if s.ports, err = declaredPorts(v.Elem(), c.spec.Sizes); err != nil {
		return nil, fmt.Errorf("%s: %w", c.spec.Name, err)
	}
	if f, ok := actor.(Configurer); ok {
		if err := f.Configure(s); err != nil {
			return nil, fmt.Errorf("%s: %w", c.spec.Name, err)
		}
	}
	if err := errors.Join(s.errs...); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for i := range s.ports {
		p := &s.ports[i]
		if names[p.name] {
			return nil, fmt.Errorf("%s has two ports named %q", c.spec.Name, p.name)
		}
		names[p.name] = true
		if err := p.binder.bind(c, p, incarnation); err != nil {
			return nil, err
		}
	}
	return actor, nil
}

// Started begins an incarnation; it is called from the actor's mailbox.
func (c *cell) Started() {
	c.state.Store(stateStarting)
	incarnation := messages.Incarnation(c.incarnation.Add(1))
	for _, in := range c.inputs {
		if incarnation > 1 {
			in.reset()
		}
	}
	c.ctx = &Context{cell: c, incarnation: incarnation, log: c.sys.log.Named(c.spec.Name).With(zap.Uint32("incarnation", uint32(incarnation)))}
	c.tick = Tick{Context: c.ctx, cell: c, Period: c.spec.Period}
	c.guard("start", func() error { return c.begin(incarnation) })
}

func (c *cell) begin(incarnation messages.Incarnation) error {
	actor := c.probe
	if c.probe = nil; actor == nil {
		var err error
		if actor, err = c.make(incarnation); err != nil {
			return err
		}
	}
	c.actor = actor
	c.ticker, _ = actor.(Ticker)
	c.receiver, _ = actor.(Receiver)
	if f, ok := actor.(Fencer); ok {
		c.fencer.Store(&f)
	}
	if f := c.fault.Load(); f != nil && f.kind == FaultCrashLoop {
		return errors.New("injected: fails at every start")
	}
	if s, ok := actor.(Starter); ok {
		if err := s.Start(c.ctx); err != nil {
			return err
		}
	}
	c.state.Store(stateRunning)
	c.sys.emit(messages.Event{Time: c.now(), Kind: messages.EventStarted, Source: c.spec.Name, Incarnation: incarnation})
	return nil
}

// Restarting ends an incarnation that another will follow. What was queued for it is not executed by the next.
func (c *cell) Restarting() {
	reason := StopFailed
	if c.state.Load() == stateRunning {
		reason = StopRestart
	}
	c.state.Store(stateRestarting)
	c.stats.restarts.add(1)
	c.end(reason)
	c.mailbox.purge()
}

// Stopping ends the last incarnation.
func (c *cell) Stopping() { c.end(StopForGood) }

// Stopped is the end of the actor.
func (c *cell) Stopped() {
	c.state.Store(stateStopped)
	c.mailbox.detach()
	c.sys.emit(messages.Event{Time: c.now(), Kind: messages.EventStopped, Source: c.spec.Name, Incarnation: c.current()})
	c.sys.actorStopped(c)
}

// end calls the actor's Stop. A panic in Stopping would have Proto.Actor bring the actor back, so none gets out.
func (c *cell) end(reason StopReason) {
	c.timers.clear()
	c.asks.abandon()
	if s, ok := c.actor.(Stopper); ok {
		if err := c.protect(func() error { return s.Stop(c.ctx, reason) }); err != nil {
			c.sys.log.Error("an actor failed while it stopped", zap.String("actor", c.spec.Name), zap.Error(err))
			c.note(err)
			c.sys.emit(messages.Event{Time: c.now(), Kind: messages.EventFailed, Cause: messages.CauseError, Source: c.spec.Name,
				Incarnation: c.current(), Text: "while stopping: " + err.Error()})
		}
	}
	c.fencer.Store(nil)
	c.actor, c.ticker, c.receiver = nil, nil, nil
	c.withdraw()
}

func (c *cell) withdraw() {
	now, incarnation := c.now(), c.current()
	for _, out := range c.outputs {
		out.withdraw(now, incarnation)
	}
}

// Deliver runs one user message; it is called from the actor's mailbox.
func (c *cell) Deliver(message any) {
	if t, ok := message.(*Tick); ok {
		c.runTick(t)
		return
	}
	if r, ok := message.(*request); ok {
		c.ctx.request = r
		message = r.payload
	}
	if done, ok := message.(*reply); ok {
		c.check(messages.CauseError, done.deliver(c))
		return
	}
	if c.receiver != nil {
		c.check(messages.CauseError, c.receiver.Receive(c.ctx, message))
	}
	if r := c.ctx.request; r != nil {
		c.ctx.request = nil
		r.fail(fmt.Errorf("%s did not answer a %T", c.spec.Name, r.payload))
	}
}

func (c *cell) runTick(t *Tick) {
	if c.ticker == nil {
		return
	}
	if f := c.fault.Load(); f != nil {
		err := f.beforeTick(c, t)
		if err == errHung {
			return
		}
		if err != nil {
			c.check(messages.CauseError, err)
			return
		}
	}
	c.ticking.Store(true)
	err := c.ticker.Tick(t)
	c.ticking.Store(false)
	if err != nil {
		c.check(messages.CauseError, err)
	}
}

// check turns an error of the actor into a failure of the delivery under way.
func (c *cell) check(cause messages.Cause, err error) {
	if err != nil && c.failure == nil {
		c.failure = &Failure{Actor: c.spec.Name, World: c.spec.World, Group: c.group.name, Incarnation: c.current(), Time: c.now(), Cause: cause, Err: err}
	}
}

// guard runs fn and turns an error or a panic into a failure of the delivery under way.
func (c *cell) guard(doing string, fn func() error) {
	defer func() {
		if r := recover(); r != nil {
			c.panicked(r)
		}
	}()
	if err := fn(); err != nil {
		c.check(messages.CauseError, fmt.Errorf("%s: %w", doing, err))
	}
}

// protect runs fn and returns an error or a panic as an error.
func (c *cell) protect(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return fn()
}

func (c *cell) panicked(r any) {
	c.ticking.Store(false)
	c.check(messages.CausePanic, fmt.Errorf("panic: %v", r))
	c.failure.Cause = messages.CausePanic
	c.failure.Stack = string(debug.Stack())
}

func (c *cell) note(err error) {
	text := err.Error()
	c.stats.lastError.Store(&text)
}

// failed is called once a delivery has failed: the outputs are withdrawn and what the actor drives is made safe on the
// spot, before anybody is asked what to do.
func (c *cell) failed(f *Failure) {
	c.state.Store(stateSuspended)
	c.note(f.Err)
	c.withdraw()
	c.fence(f.Cause)
	c.sys.log.Error("an actor failed", zap.String("actor", f.Actor), zap.Stringer("cause", f.Cause),
		zap.Uint32("incarnation", uint32(f.Incarnation)), zap.Error(f.Err), zap.String("stack", f.Stack))
	c.sys.emit(messages.Event{Time: f.Time, Kind: messages.EventFailed, Cause: f.Cause, Source: f.Actor, Incarnation: f.Incarnation, Text: f.Err.Error()})
}

// fence has the actor bring what it drives into its safe state; it may be called from the watchdog's thread.
func (c *cell) fence(cause messages.Cause) {
	f := c.fencer.Swap(nil)
	if f == nil {
		return
	}
	now := c.now()
	e := messages.Event{Time: now, Kind: messages.EventStopSent, Cause: cause, Source: c.spec.Name, Incarnation: c.current()}
	if err := c.protect(func() error { return (*f).Fence(now, cause) }); err != nil {
		c.note(err)
		e.Text = "the safe command could not be handed over: " + err.Error()
	}
	c.sys.emit(e)
}

// grid is the sequence of an actor's releases.
type grid struct {
	next     messages.Instant
	sequence uint64
	bucket   float64 // missed releases in the leaky bucket
}

// release runs the release that is due. It returns the error of a full bucket as a failure of the actor.
func (c *cell) release(start messages.Instant) {
	p := messages.Instant(c.spec.Period)
	t := &c.tick
	missed := (start - c.grid.next) / p
	if missed > 0 {
		c.grid.next += missed * p
		c.grid.sequence += uint64(missed)
		c.stats.missed.add(uint64(missed))
		c.stats.overruns.add(1)
	}
	t.Release, t.Now, t.Sequence = c.grid.next, start, c.grid.sequence
	t.Missed = uint32(missed)
	t.Step = time.Duration(p * (missed + 1))
	t.Measured = t.Step
	if c.lastStart != 0 {
		t.Measured = start.Sub(c.lastStart)
	}
	c.lastStart = start
	c.stats.lateness.add(start.Sub(c.grid.next))
	c.stats.ticks.add(1)
	c.grid.next += p
	c.grid.sequence++
	if c.overrun(uint64(missed)) && c.state.Load() == stateRunning {
		c.check(messages.CauseOverrun, fmt.Errorf("missed releases filled the tolerance of %g: %d missed in all", c.grid.bucket, c.stats.missed.load()))
		c.mailbox.escalate(nil)
		return
	}
	c.mailbox.step(t)
}

// overrun pours missed releases into the leaky bucket and reports whether it is full.
func (c *cell) overrun(missed uint64) bool {
	full, leak := c.spec.Tolerance.bucket()
	c.grid.bucket = max(0, c.grid.bucket+float64(missed)-1/leak)
	if missed > 0 {
		c.sys.emit(messages.Event{Time: c.now(), Kind: messages.EventOverrun, Cause: messages.CauseOverrun, Source: c.spec.Name,
			Incarnation: c.current(), Text: fmt.Sprintf("%d releases skipped", missed)})
	}
	if full > 0 && c.grid.bucket >= full {
		c.grid.bucket = 0
		return true
	}
	return false
}

// executionTime draws the modelled duration of a tick.
func (c *cell) executionTime() time.Duration {
	d := c.spec.Execution.Base
	if j := c.spec.Execution.Jitter; j > 0 {
		d += time.Duration(c.random().Int64N(int64(j)))
	}
	if f := c.fault.Load(); f != nil {
		d += f.execution(c.now())
	}
	return d
}

// counter is written by one thread and read by others.
type counter struct{ n atomic.Uint64 }

func (c *counter) add(n uint64) { c.n.Store(c.n.Load() + n) }
func (c *counter) load() uint64 { return c.n.Load() }

// ageOf is the age of a value when its receiver last looked.
type ageOf struct{ n atomic.Int64 }

func (a *ageOf) set(d time.Duration) { a.n.Store(int64(d) + 1) }

// get returns a negative duration before the first value.
func (a *ageOf) get() time.Duration { return time.Duration(a.n.Load() - 1) }
