package actors

import (
	"errors"
	"fmt"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// The errors of sending to a queue. Each is wrapped in text that names the receiver.
var (
	// ErrQueueFull means that the receiver's queue had no room, or that the message made room for a
	// newer one; it is lost and counted.
	ErrQueueFull = errors.New("queue is full")
	// ErrStopped means that the receiver has stopped for good.
	ErrStopped = errors.New("has stopped")
	// ErrRestarted means that the receiver restarted before it took the message, or before it
	// replied.
	ErrRestarted = errors.New("restarted before it replied")
)

var _ protoactor.Mailbox = (*mailbox)(nil)

// PostUserMessage implements Proto.Actor's Mailbox for messages that arrive by PID. A message that
// expects a reply becomes a request; messages of Proto.Actor's own protocol are refused, and in
// virtual time all others, which arrive at no instant that two runs would share.
func (m *mailbox) PostUserMessage(message any) {
	payload, sender, wanted := protoactor.Unwrap(message)
	switch {
	case m.cell.sys.virtual != nil: // a count would make recordings of two runs differ
		err := fmt.Errorf("%s: a message by PID: %w", m.cell.spec.Name, errForeignVirtual)
		m.cell.sys.log.Error("a message of a foreign actor was rejected", zap.Error(err))
		if wanted {
			m.cell.node.Reply(sender, err)
		}
		return
	case protoactor.Poison(payload):
		m.cell.node.Stop()
		return
	case payload == nil || protoactor.Reserved(payload):
		m.cell.stats.dropped.Add(1)
		return
	}
	from := sender.Name()
	if wanted {
		payload = &request{payload: payload, from: from, answer: func(value any, err error) {
			if err != nil {
				value = err
			}
			m.cell.node.Reply(sender, value)
		}}
	} else {
		payload = foreignMessage{from, payload}
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
		m.purge(ErrStopped) // the actor has stopped and purged its queue in between
	}
	m.notify()
	return nil
}

// postLifeEvent delivers an event of a watched actor. A full queue must not delay life-cycle
// events: if the queue has no room, or may discard messages, the event waits beside it, and so do
// the events that follow.
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

// postReply delivers a reply to the actor that made the request. A full queue cannot lose a reply:
// the actor then finds it among its open requests.
func (m *mailbox) postReply(r *request) {
	if m.detached.Load() {
		return
	}
	if !m.queue.Push(settled{r}) {
		r.stranded.Store(true)
	}
	m.notify()
}

// discard drops a queued message and settles it if it is a request.
func discard(message any, why func() error) {
	switch message := message.(type) {
	case *request:
		message.settle(nil, why())
	case settled:
		message.stranded.Store(true)
	}
}

// purge discards the queued messages.
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

// notify wakes an event-driven actor; a periodic one reads its queue at its next release.
func (m *mailbox) notify() {
	if m.cell.domain == nil {
		m.cell.sys.clock.wake(m)
	}
}

// setAlarm wakes an event-driven actor when its next timer, a request or the age of a value is due.
// One event of the clock serves all of them: an early one is kept, and moved on when it rings.
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
	m.alarm, m.alarmAt = m.cell.sys.clock.at(next, m.ring, m), next
}
