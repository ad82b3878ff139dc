package actors

import (
	"sync"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/internal/pact"
	"github.com/robo-actors/robo-actors/messages"
)

// mailbox is timer-driven: a step delivers what waits in a fixed order, then ticks. The same code runs in real and in
// virtual time; only who calls step, and when, differs.
//
//  1. system messages, always, even while the actor is suspended;
//  2. the newest value of every input, and what the actor must be told about its inputs;
//  3. timers that are due;
//  4. the messages that were queued when the step began, so that a flood cannot hold the tick back;
//  5. the tick, if the step is a release.
type mailbox struct {
	cell    *cell
	queue   *queue
	invoker pact.Invoker

	systemMu sync.Mutex
	system   []any
	spare    []any
	pending  atomic.Int32 // length of system

	running   atomic.Bool // an event-driven mailbox is being stepped, or will be
	again     atomic.Bool // something arrived since its latest step began
	detached  atomic.Bool // the actor has stopped
	suspended bool        // the stepping thread's
	started   bool        // the stepping thread's
}

func newMailbox(c *cell, length int) *mailbox {
	if length <= 0 {
		length = DefaultQueue
	}
	return &mailbox{cell: c, queue: newQueue(length)}
}

var _ pact.Mailbox = (*mailbox)(nil)

// PostUserMessage implements Proto.Actor's Mailbox for messages that arrive by PID.
func (m *mailbox) PostUserMessage(message any) { m.post(message) }

// post reports whether the message was accepted.
func (m *mailbox) post(message any) bool {
	if message == nil || m.detached.Load() {
		return false
	}
	for !m.queue.push(message) {
		m.cell.stats.dropped.n.Add(1)
		if m.cell.spec.Overflow == DropNewest {
			return false
		}
		m.queue.pop()
	}
	m.notify()
	return true
}

// PostSystemMessage implements Proto.Actor's Mailbox. A system message does not wait for the next release.
func (m *mailbox) PostSystemMessage(message any) {
	m.systemMu.Lock()
	m.system = append(m.system, message)
	m.pending.Store(int32(len(m.system)))
	m.systemMu.Unlock()
	m.cell.sys.clock.wake(m.cell)
}

// RegisterHandlers implements Proto.Actor's Mailbox.
func (m *mailbox) RegisterHandlers(invoker pact.Invoker, _ pact.Dispatcher) { m.invoker = invoker }

// Start implements Proto.Actor's Mailbox.
func (m *mailbox) Start() { m.cell.sys.clock.wake(m.cell) }

// UserMessageCount implements Proto.Actor's Mailbox.
func (m *mailbox) UserMessageCount() int { return m.queue.length() }

// notify wakes an event-driven actor; a periodic one looks at its next release.
func (m *mailbox) notify() {
	if m.cell.domain == nil {
		m.cell.sys.clock.wake(m.cell)
	}
}

// rearm tells the clock of a new timer of an event-driven actor.
func (m *mailbox) rearm() {
	if at, ok := m.cell.timers.earliest(); ok && m.cell.domain == nil {
		m.cell.sys.clock.at(at, func() { m.cell.sys.clock.wake(m.cell) })
	}
}

func (m *mailbox) detach() { m.detached.Store(true) }

// purge discards what was queued for a predecessor.
func (m *mailbox) purge() {
	for {
		message, ok := m.queue.pop()
		if !ok {
			return
		}
		if r, is := message.(*request); is {
			r.fail(errRestarted(m.cell.spec.Name))
		}
	}
}

// claim reports whether the caller must have stepEvents run.
func (m *mailbox) claim() bool {
	m.again.Store(true)
	return m.running.CompareAndSwap(false, true)
}

// stepEvents runs an event-driven mailbox until nothing waits; only one thread is in it at a time.
func (m *mailbox) stepEvents() {
	for {
		m.again.Store(false)
		m.step(m.eventTick())
		m.running.Store(false)
		if !m.again.Load() || !m.running.CompareAndSwap(false, true) {
			return
		}
	}
}

// eventTick prepares the tick of an event-driven actor.
func (m *mailbox) eventTick() *Tick {
	t := &m.cell.tick
	now := m.cell.now()
	t.Measured = now.Sub(t.Now)
	t.Release, t.Now = now, now
	return t
}

// step delivers what waits, then t. Without a tick it delivers system messages only.
func (m *mailbox) step(t *Tick) {
	for {
		m.drainSystem()
		if t == nil || m.suspended || m.detached.Load() || m.invoker == nil {
			return
		}
		m.batch(t)
		if t = nil; m.pending.Load() == 0 {
			return
		}
	}
}

func (m *mailbox) drainSystem() {
	for m.pending.Load() > 0 && m.invoker != nil {
		m.systemMu.Lock()
		batch := m.system
		m.system = m.spare[:0]
		m.pending.Store(0)
		m.systemMu.Unlock()
		for i, message := range batch {
			batch[i] = nil
			switch {
			case pact.Suspends(message):
				m.suspended = true
			case pact.Resumes(message):
				m.suspended = false
			default:
				m.invokeSystem(message)
			}
		}
		m.spare = batch[:0]
	}
}

func (m *mailbox) invokeSystem(message any) {
	defer func() {
		if r := recover(); r != nil {
			m.cell.panicked(r)
			m.escalate(message)
		}
	}()
	m.invoker.InvokeSystemMessage(message)
	if m.cell.failure != nil {
		m.escalate(message)
	}
}

// batch delivers steps 2 to 5 under one recover and reports whether it ran to the end.
func (m *mailbox) batch(t *Tick) (done bool) {
	var message any
	defer func() {
		if !done {
			if r := recover(); r != nil {
				m.cell.panicked(r)
			}
			m.escalate(message)
		}
	}()
	c := m.cell
	now := t.Now
	changed, ok := m.inputs(now)
	if !ok {
		return false
	}
	for {
		message, ok = c.timers.due(now)
		if !ok {
			break
		}
		if m.invoker.InvokeUserMessage(message); c.failure != nil {
			return false
		}
	}
	waiting := m.queue.length()
	received := waiting > 0
	for ; waiting > 0 && m.pending.Load() == 0; waiting-- {
		if message, ok = m.queue.pop(); !ok {
			break
		}
		if m.invoker.InvokeUserMessage(message); c.failure != nil {
			return false
		}
	}
	if c.spec.Period == 0 && !changed && !received {
		return true
	}
	if c.spec.Period == 0 {
		t.Sequence++
		c.stats.ticks.add(1)
	}
	message = t
	m.invoker.InvokeUserMessage(t)
	return c.failure == nil
}

// inputs latches every input and tells the actor what it must know; it reports whether a value arrived, and whether
// all went well.
func (m *mailbox) inputs(now messages.Instant) (changed, ok bool) {
	c := m.cell
	for _, in := range c.inputs {
		in.latch(now)
		b := in.base()
		changed = changed || b.changed
		if news := b.news(now); news != 0 {
			if !m.tell(b, news) {
				return changed, false
			}
		}
	}
	return changed, true
}

// tell delivers the edges of an input's condition as messages and events.
func (m *mailbox) tell(b *inletBase, news inputNews) bool {
	c := m.cell
	send := func(kind messages.EventKind, message any) bool {
		c.sys.emit(messages.Event{Time: c.now(), Kind: kind, Cause: messages.CauseStale, Source: c.spec.Name, Incarnation: c.current(), Port: b.name, Text: "from " + b.from})
		m.invoker.InvokeUserMessage(message)
		return c.failure == nil
	}
	if news&newsRestarted != 0 && !send(messages.EventSenderRestarted, SenderRestarted{b.name, b.incarnation}) {
		return false
	}
	if news&newsRecovered != 0 && !send(messages.EventRecovered, InputRecovered{b.name}) {
		return false
	}
	return news&newsStale == 0 || send(messages.EventStale, InputStale{b.name})
}

// escalate hands the failure of the delivery under way to the supervisor.
func (m *mailbox) escalate(message any) {
	f := m.cell.failure
	if f == nil {
		return
	}
	m.cell.failure = nil
	m.suspended = true // at once: the system message that says so comes later
	m.cell.failed(f)
	m.invoker.EscalateFailure(f, message)
}

// inputNews are the edges of an input's condition.
type inputNews uint8

const (
	newsStale inputNews = 1 << iota
	newsRecovered
	newsRestarted
)

// news compares the condition of the input with what its actor was told last.
func (b *inletBase) news(now messages.Instant) inputNews {
	var n inputNews
	if b.changed && b.stamp.Incarnation > b.incarnation {
		if b.incarnation != 0 {
			n |= newsRestarted
		}
		b.incarnation = b.stamp.Incarnation
	}
	if b.stamp.Sequence == 0 || b.maxAge <= 0 {
		return n
	}
	stale := !b.have || b.stamp.Age(now) > b.maxAge
	switch {
	case stale && !b.stale:
		n |= newsStale
	case !stale && b.stale:
		n |= newsRecovered
	}
	b.stale = stale
	return n
}
