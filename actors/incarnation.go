package actors

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// begin starts the next incarnation.
func (c *cell) begin(e *executor) {
	incarnation := messages.Incarnation(c.incarnation.Add(1))
	c.state.Store(stateStarting)
	c.announce(slot.Starting, messages.CauseNone)
	if c.lost.Swap(false) {
		c.detachFromPredecessor(incarnation)
	}
	now := c.now()
	if incarnation > 1 {
		for _, in := range c.inputs {
			in.reset(now)
		}
	}
	c.grid.bucket, c.grid.withheld = 0, 0 // what was missed before does not count
	c.serves.Store(nil)
	l := &Context{cell: c, incarnation: incarnation, log: c.sys.log.Named(c.spec.Name).With(zap.Uint32("incarnation", uint32(incarnation)))}
	l.tick = Tick{Context: l, cell: c, Period: c.spec.Period}
	l.lastTick = now
	c.context = l
	e.watch(c, now, c.spec.startLimit())
	c.start(e, l)
	c.skipReleases()
}

// start runs the actor's own code under one recover.
func (c *cell) start(e *executor, l *Context) {
	defer c.firstStarted()
	defer c.mailbox.finish(e, l)
	actor := c.probe
	c.probe = nil // before the code of the actor: a successor reads it, too
	e.enter()
	err := usercode.Readable(c.startActor(l, actor))
	e.leave()
	if err != nil {
		l.check(messages.CauseError, fmt.Errorf("start: %w", err))
	} else {
		c.state.Store(stateRunning)
		c.announce(slot.Running, messages.CauseNone)
		c.sys.emit(messages.Event{Time: c.now(), Kind: messages.EventStarted, Source: c.spec.Name, Incarnation: l.incarnation})
	}
	l.completed = true
}

func (c *cell) startActor(l *Context, actor any) error {
	if actor == nil {
		c.faulty(FaultConstructorPanic, c.now(), func(f *actorFault) {
			if f.once() {
				c.faults.Remove(f)
			}
			panic(usercode.Injected("injected in the constructor"))
		})
		var err error
		if actor, err = c.make(l.incarnation); err != nil {
			return err
		}
	}
	l.actor = actor
	l.ticker, _ = actor.(Ticker)
	l.receiver, _ = actor.(Receiver)
	if f, ok := actor.(Fencer); ok {
		c.fencer.Store(&f)
	}
	for _, f := range c.faults.Load() {
		if f.Kind == FaultCrashLoop && f.active(c.now()) {
			return errors.New("injected: fails at every start")
		}
	}
	c.panicIn("start")
	if s, ok := actor.(Starter); ok {
		return s.Start(l)
	}
	return nil
}

// firstStarted reports that the first start is over, successful or not.
func (c *cell) firstStarted() { c.first.Do(func() { close(c.started) }) }

// detachFromPredecessor replaces what this incarnation must not share with a predecessor that still
// runs.
func (c *cell) detachFromPredecessor(incarnation messages.Incarnation) {
	for _, out := range c.outputs {
		out.renew()
	}
	c.draws = random.Stream(c.sys.seed, fmt.Sprintf("%s#%d", c.spec.Name, incarnation))
}

// end ends the running incarnation, if there is one, and discards its queued messages.
func (c *cell) end(e *executor, reason StopReason) {
	if reason == StopRestart {
		if c.state.Load() != stateRunning {
			reason = StopFailed
		}
		c.state.Store(stateRestarting)
	}
	why := ErrStopped
	if reason != StopForGood {
		why = ErrRestarted
	}
	if l := c.context; l != nil {
		l.taken.abandon(c.spec.Name, why)
	}
	if l := c.context; l != nil && !c.lost.Load() {
		l.timers.Clear()
		l.asks.abandon()
		l.leaving = true
		c.cancelJobs()
		c.context = nil // Stop is called once, even if it ends this goroutine or does not return
		c.stopActor(e, l, reason)
	}
	c.context = nil
	c.fencer.Store(nil)
	c.mailbox.purge(why)
}

// stopActor calls the actor's Stop.
func (c *cell) stopActor(e *executor, l *Context, reason StopReason) {
	s, ok := l.actor.(Stopper)
	if !ok {
		c.leave(l, nil)
		return
	}
	err, returned := errGoexit, false
	defer func() { // also if Stop ends this goroutine
		if e.left() {
			c.leave(l, err)
		} else if returned {
			runtime.Goexit() // given up while it ran
		}
	}()
	e.watch(c, c.now(), c.spec.stopLimit())
	e.enter()
	err = usercode.Call(func() error {
		if reason == StopForGood {
			c.panicIn("stop")
		} else {
			c.panicIn("restart")
		}
		return s.Stop(l, reason)
	})
	returned = true
}

// leave ends an incarnation whose Stop has returned err. If Stop failed, the Fencer puts what the
// actor drives into its safe state.
func (c *cell) leave(l *Context, err error) {
	if err != nil {
		err = fmt.Errorf("while stopping: %w", err)
		c.stats.note(err)
		f := &Failure{Actor: c.spec.Name, World: c.spec.World, Group: c.group.name, Incarnation: l.incarnation, Time: c.now(),
			Cause: messages.CauseError, Err: err, Stack: usercode.StackOf(err)}
		if c.sys.stopping.Load() || c.changing.Load() {
			c.stopFailure = f
		}
		c.sys.report(f)
		c.fence(messages.CauseError)
	}
	l.ended = true
	c.withdraw()
}

// stopped is called at the end of the actor.
func (c *cell) stopped() {
	if !c.lost.Load() {
		c.state.Store(stateStopped)
	}
	c.announce(slot.Stopped, messages.CauseNone)
	c.mailbox.detached.Store(true)
	c.mailbox.purge(ErrStopped)
	c.sys.emit(messages.Event{Time: c.now(), Kind: messages.EventStopped, Source: c.spec.Name, Incarnation: c.current()})
	close(c.ended)
}

func (c *cell) broken(err error) { c.sys.halt(fmt.Errorf("the runtime failed: %w", err)) }

// failed is called after a failed delivery. It withdraws the outputs and puts what the actor drives
// into its safe state at once, before the supervisor decides.
func (c *cell) failed(l *Context, f *Failure) {
	c.state.Store(stateSuspended)
	if f.Normal() {
		c.announce(slot.Stopped, messages.CauseNone)
	} else {
		c.announce(slot.Failed, f.Cause)
	}
	c.withdraw()
	c.fence(f.Cause)
	c.cancelJobs()
	if r := l.takeRequest(); r != nil {
		r.settle(nil, f)
	}
	if f.Normal() {
		c.sys.emit(messages.Event{Time: f.Time, Kind: messages.EventNote, Source: f.Actor, Incarnation: f.Incarnation, Text: f.Err.Error()})
		return
	}
	c.stats.note(f.Err)
	c.sys.report(f)
}

// suspend makes a healthy actor wait for the restart of its group, like a failed one.
func (c *cell) suspend() {
	if c.state.Load() != stateRunning {
		return
	}
	c.state.Store(stateSuspended)
	c.mailbox.suspended = true
	c.announce(slot.Failed, messages.CauseEscalation)
	c.withdraw()
	c.fence(messages.CauseEscalation)
}

func (c *cell) withdraw() {
	now, incarnation := c.now(), c.current()
	for _, out := range c.outputs {
		out.withdraw(now, incarnation)
	}
}

// check turns an error of the actor, which is readable, into a failure of the running delivery.
func (c *Context) check(cause messages.Cause, err error) {
	if err != nil && c.failure == nil {
		in := c.cell
		c.failure = &Failure{Actor: in.spec.Name, World: in.spec.World, Group: in.group.name, Incarnation: c.incarnation, Time: in.now(), Cause: cause, Err: err, Peer: c.partner()}
	}
}

// receive delivers one message.
func (c *cell) receive(e *executor, l *Context, message any) {
	if r, is := message.(*request); is {
		if r.expired(c.spec.Name, c.now()) {
			return
		}
		l.taken.receive(r)
	}
	if l.ticker == nil {
		if faults := c.faults.Load(); faults != nil && !c.applyFaults(e, l, faults, c.now()) {
			return
		}
	}
	from := foreignFrom(message)
	var err error
	switch m := message.(type) {
	case settled:
		if m.asker != l || !l.asks.remove(m.request) {
			return
		}
		if from != "" {
			c.heard(l, from, message)
		}
		e.enter()
		err = usercode.Readable(m.then(l, m.value, m.err))
		e.leave()
	case *request:
		if from != "" {
			c.heard(l, from, message)
		}
		err = c.receiveOne(e, l, m.payload)
		if err != nil {
			break
		}
		if r := l.taken.take(); r != nil {
			r.settle(nil, fmt.Errorf("%s received a %T: %w", c.spec.Name, r.payload, ErrNoReply))
		}
	case foreignMessage:
		c.heard(l, from, message)
		err = c.receiveOne(e, l, m.Payload)
	default:
		err = c.receiveOne(e, l, message)
	}
	l.check(messages.CauseError, err)
	if from != "" {
		c.serves.Store(nil)
	}
}

func (c *cell) receiveOne(e *executor, l *Context, message any) error {
	if l.receiver == nil {
		return nil
	}
	c.panicIn("receive")
	for _, i := range c.intakes {
		i.to.Receives(c.now(), message)
	}
	e.enter()
	err := usercode.Readable(l.receiver.Receive(l, message))
	e.leave()
	return err
}

// stopLimit bounds Stop.
func (s *Spec) stopLimit() time.Duration {
	if s.StopWithin > 0 {
		return s.StopWithin
	}
	return s.startLimit()
}

// startLimit bounds Start.
func (s *Spec) startLimit() time.Duration {
	if s.StartWithin > 0 {
		return s.StartWithin
	}
	return 10 * time.Second
}
