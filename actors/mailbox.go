package actors

import (
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// mailbox is timer-driven: a step delivers what waits in a fixed order, then ticks. The same code
// runs in real and in virtual time; only the caller of step differs, and the time of the call.
//
//  1. system messages, also while the actor is suspended;
//  2. the newest value of every input, and the edges of the inputs;
//  3. timers that are due, requests that have timed out, and progress and results of jobs;
//  4. the messages that were queued when the step began, so that a flood cannot delay the tick,
//     and the life-cycle events that did not fit into the queue;
//  5. the tick, if the step is a release, or if an event-driven actor received anything.
//
// Only one executor steps a mailbox at a time. The fields below "stepping" belong to it.
type mailbox struct {
	cell       *cell
	handler    lifecycleHandler
	queue      *queue.Queue
	lifeEvents *queue.Queue // events of watched actors beside a full queue; nil without watched actors
	invoker    protoactor.Invoker
	worker     atomic.Pointer[worker] // steps the mailbox in real time, unless a domain does

	systemMu sync.Mutex
	system   []any
	pending  atomic.Int32 // length of system
	detached atomic.Bool  // the actor has stopped

	// stepping
	suspended bool
	inflight  any // the system message that is being handled
	alarm     *timerqueue.Event
	alarmAt   messages.Instant
	ring      func() // wakes the mailbox; made once
	waiting   bool   // to be stepped at this instant; virtual time only
	stuck     bool   // hangs; virtual time only
	frozen    bool   // suspended by an injected fault
}

// lifecycleHandler starts and stops what a mailbox serves: an actor, or a supervisor.
type lifecycleHandler interface {
	// begin starts an incarnation; end ends it. Neither is called within a call of Proto.Actor's.
	begin(e *executor)
	end(e *executor, reason StopReason)
	// broken receives a panic of the runtime's own code.
	broken(err error)
}

func newMailbox(c *cell, handler lifecycleHandler, length int) *mailbox {
	if length <= 0 {
		length = DefaultQueue
	}
	m := &mailbox{cell: c, handler: handler, queue: queue.New(length)}
	m.ring = func() { c.sys.clock.wake(m) }
	return m
}

// step delivers what waits, then t. Without a tick it delivers system messages only.
func (m *mailbox) step(e *executor, t *Tick) {
	for {
		m.systemMessages(e)
		if t == nil || !m.runs() || t.Context != m.cell.context {
			return
		}
		m.batch(e, t)
		if t = nil; m.pending.Load() == 0 {
			return
		}
	}
}

// runs reports whether messages and ticks may be delivered.
func (m *mailbox) runs() bool { return m.cell.context != nil && !m.suspended && !m.stuck && !m.frozen }

// stepEvents is the step of an event-driven mailbox. A periodic actor beside its domain takes
// system messages only.
func (m *mailbox) stepEvents(e *executor) {
	m.systemMessages(e)
	if !m.runs() || m.cell.domain != nil {
		return
	}
	t := &m.cell.context.tick
	t.Now = m.cell.now()
	t.Release = t.Now
	m.step(e, t)
	if m.runs() {
		m.setAlarm()
	}
}

// batch delivers parts 2 to 5 of a step under one recover.
func (m *mailbox) batch(e *executor, t *Tick) {
	c, l := m.cell, m.cell.context
	l.completed, l.heard = false, nil
	defer m.finish(e, l)
	e.watch(c, t.Now, c.limit)
	delivered := m.inputs(e, l, t.Now)
	delivered = m.due(e, l, t.Now) || delivered
	delivered = m.jobMessages(e, l) || delivered
	delivered = m.queued(e, l) || delivered
	if m.proceeds(l) && (c.spec.Period > 0 || delivered) {
		m.tick(e, l, t)
	}
	l.completed = true
	if c.sys.loans != nil {
		c.returnLoans(l)
	}
}

// proceeds reports whether the batch continues: no delivery has failed, and the actor's code has
// returned.
func (m *mailbox) proceeds(l *Context) bool { return l.failure == nil && !m.stuck }

// queued delivers the messages that waited when the step began.
func (m *mailbox) queued(e *executor, l *Context) (delivered bool) {
	for waiting := m.queue.Length(); waiting > 0 && m.proceeds(l) && m.pending.Load() == 0; waiting-- {
		message, ok := m.queue.Pop()
		if !ok {
			break
		}
		delivered = true
		m.cell.receive(e, l, message)
	}
	return m.overflow(e, l) || delivered
}

// overflow delivers the life-cycle events that wait beside the queue.
func (m *mailbox) overflow(e *executor, l *Context) (delivered bool) {
	for m.lifeEvents != nil && m.proceeds(l) && m.pending.Load() == 0 {
		message, ok := m.lifeEvents.Pop()
		if !ok {
			break
		}
		delivered = true
		m.cell.receive(e, l, message)
	}
	return delivered
}

// due delivers timers and ends of requests. What is set meanwhile waits for the next step.
func (m *mailbox) due(e *executor, l *Context, now messages.Instant) (delivered bool) {
	for before := l.timers.Started(); m.proceeds(l); delivered = true {
		message, ok := l.timers.Due(now, before)
		if !ok {
			break
		}
		m.cell.receive(e, l, message)
	}
	for before := l.asks.made; m.proceeds(l); delivered = true {
		r := l.asks.over(now, before)
		if r == nil {
			break
		}
		m.cell.receive(e, l, settled{r})
	}
	return delivered
}

func (m *mailbox) tick(e *executor, l *Context, t *Tick) {
	c := m.cell
	if c.spec.Period == 0 {
		t.Measured = t.Now.Sub(l.lastTick)
		l.lastTick = t.Now
		t.Sequence++
	}
	c.stats.ticks.Add(1)
	c.took += c.executionTime(t.Now)
	if l.ticker == nil {
		return
	}
	if faults := c.faults.Load(); faults != nil && !c.applyFaults(e, l, faults, t.Now) {
		return
	}
	for _, i := range c.intakes {
		i.ticks(c, t)
	}
	e.enter()
	l.ticking = true
	err := usercode.Readable(l.ticker.Tick(t))
	e.leave()
	l.ticking = false
	l.check(messages.CauseError, err)
}

// finish is deferred around the code of an actor. It turns a panic or the end of the goroutine into
// a failure, and escalates a failure to the supervisor. The methods of the value of a panic are
// code of the actor, too: the watchdog still watches them.
func (m *mailbox) finish(e *executor, l *Context) {
	var panicked *usercode.PanicError
	r := recover()
	defer func() { m.settle(e, l, r != nil, panicked) }() // also if a method of the value ends the goroutine
	if r != nil {
		stack := string(debug.Stack())
		panicked = usercode.NewPanicError(r)
		panicked.Stack = stack
	}
}

// settle is the part of finish after the code of the actor.
func (m *mailbox) settle(e *executor, l *Context, recovered bool, panicked *usercode.PanicError) {
	if !e.left() {
		if recovered {
			runtime.Goexit() // given up while it ran: nothing here is this goroutine's any more
		}
		return
	}
	l.ticking = false
	switch {
	case panicked != nil:
		l.failure = nil
		l.check(messages.CausePanic, panicked)
		l.failure.Stack = panicked.Stack
	case recovered || !l.completed:
		l.check(messages.CausePanic, errGoexit)
	}
	m.escalate(l)
}

// escalate passes a failure to the supervisor.
func (m *mailbox) escalate(l *Context) {
	f := l.failure
	if f == nil {
		return
	}
	l.failure = nil
	m.suspended = true // at once; the system message follows later
	m.cell.failed(l, f)
	m.invoker.EscalateFailure(f, nil)
}
