package actors

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// Errors of sending to a queue; each comes wrapped in text that names the receiver.
var (
	// ErrQueueFull means that the receiver's queue had no room, or that the message made room for a newer one; it is lost
	// and counted.
	ErrQueueFull = errors.New("queue is full")
	// ErrStopped means that the receiver has stopped for good.
	ErrStopped = errors.New("has stopped")
	// ErrRestarted means that the receiver restarted before it took the message, or before it replied.
	ErrRestarted = errors.New("restarted before it replied")
)

var _ protoactor.Mailbox = (*mailbox)(nil)

// PostUserMessage implements Proto.Actor's Mailbox for messages that arrive by PID. One that wants a reply becomes a
// request; what Proto.Actor keeps for itself is refused.
func (m *mailbox) PostUserMessage(message any) {
	payload, sender, wanted := protoactor.Unwrap(message)
	switch {
	case protoactor.Poison(payload):
		m.cell.node.Stop()
		return
	case payload == nil || protoactor.Reserved(payload):
		m.cell.stats.dropped.Add(1)
		return
	}
	if wanted {
		payload = &request{payload: payload, answer: func(value any, err error) {
			if err != nil {
				value = err
			}
			m.cell.node.Reply(sender, value)
		}}
	}
	if err := m.post(payload); err != nil {
		if r, ok := payload.(*request); ok {
			r.settle(nil, err)
		}
	}
}

// post puts a message into the queue.
func (m *mailbox) post(message any) error {
	for {
		if m.detached.Load() {
			return fmt.Errorf("%s %w", m.cell.spec.Name, ErrStopped)
		}
		if m.queue.Push(message) {
			break
		}
		if m.cell.spec.Overflow == DropNewest {
			m.cell.stats.dropped.Add(1)
			return m.errFull()
		}
		if oldest, ok := m.queue.Pop(); ok {
			m.cell.stats.dropped.Add(1)
			discard(oldest, m.errFull)
		}
	}
	if m.detached.Load() {
		m.purge(ErrStopped) // the actor stopped in between and has purged its queue before
	}
	m.notify()
	return nil
}

// postLifeEvent brings an event of a watched actor. A flood of messages must not keep it from who has to react: where the queue has no
// room, or may lose what is in it, news wait beside it, and what follows them too.
func (m *mailbox) postLifeEvent(e messages.Event) {
	if m.detached.Load() {
		return
	}
	queued := m.cell.spec.Overflow == DropNewest && m.lifeEvents.Length() == 0 && m.queue.Push(e)
	if !queued && !m.lifeEvents.Push(e) {
		m.cell.stats.dropped.Add(1)
	}
	if m.detached.Load() {
		m.purge(ErrStopped)
	}
	m.notify()
}

func (m *mailbox) errFull() error {
	return fmt.Errorf("%s: %w (%d messages)", m.cell.spec.Name, ErrQueueFull, m.queue.Limit())
}

// postReply brings a reply to the actor that asked. A full queue cannot lose it: the asking actor then finds it by
// looking through its open requests.
func (m *mailbox) postReply(r *request) {
	if m.detached.Load() {
		return
	}
	if !m.queue.Push(settled{r}) {
		r.stranded.Store(true)
	}
	m.notify()
}

// discard drops a message that was queued and tells who waits for its reply.
func discard(message any, why func() error) {
	switch message := message.(type) {
	case *request:
		message.settle(nil, why())
	case settled:
		message.stranded.Store(true)
	}
}

// purge discards what was queued.
func (m *mailbox) purge(why error) {
	for {
		message, ok := m.queue.Pop()
		if !ok && m.lifeEvents != nil {
			message, ok = m.lifeEvents.Pop()
		}
		if !ok {
			return
		}
		discard(message, func() error { return fmt.Errorf("%s %w", m.cell.spec.Name, why) })
	}
}

// notify wakes an event-driven actor; a periodic one looks at its next release.
func (m *mailbox) notify() {
	if m.cell.domain == nil {
		m.cell.sys.clock.wake(m)
	}
}

// setAlarm has an event-driven actor stepped when its next timer, the end of a request or the end of a value's age is
// due. One event of the clock serves for all of them: an early one is kept, and moved on when it rings.
func (m *mailbox) setAlarm() {
	l := m.cell.context
	next, ok := l.timers.Earliest()
	if at, open := l.asks.earliest(); open && (!ok || at < next) {
		next, ok = at, true
	}
	for _, in := range m.cell.inputs {
		if at, ages := in.staleAt(); ages && (!ok || at < next) {
			next, ok = at, true
		}
	}
	rung := m.alarm != nil && m.alarmAt <= m.cell.now()
	switch {
	case !ok, m.alarm != nil && !rung && m.alarmAt <= next:
		return
	case m.alarm != nil && !rung:
		m.cell.sys.clock.cancel(m.alarm)
	}
	m.alarm, m.alarmAt = m.cell.sys.clock.at(next, m.ring), next
}
