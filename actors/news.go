package actors

import "github.com/robo-actors/robo-actors/messages"

// inputNews are the edges of an input's condition.
type inputNews uint8

const (
	newsStale inputNews = 1 << iota
	newsRecovered
	newsRestarted
)

// inputs latches every input and tells the actor what it must know. It reports whether anything arrived.
func (m *mailbox) inputs(e *executor, l *Context, now messages.Instant) (heard bool) {
	for _, in := range m.cell.inputs {
		in.latch(now)
		b := in.base()
		heard = heard || b.changed
		if news := b.news(now); news != 0 {
			heard = true
			m.tell(e, l, b, news)
		}
	}
	return heard
}

// tell delivers the edges of an input's condition as messages and events: that the sender restarted before that its
// value recovered.
func (m *mailbox) tell(e *executor, l *Context, b *inletBase, news inputNews) {
	send := func(edge inputNews, kind messages.EventKind, message any) {
		if news&edge == 0 || l.failure != nil {
			return
		}
		m.cell.sys.emit(messages.Event{Time: l.tick.Now, Kind: kind, Cause: messages.CauseStale, Source: m.cell.spec.Name, Incarnation: l.incarnation, Port: b.name, Text: "from " + b.from})
		l.receive(e, message)
	}
	send(newsRestarted, messages.EventSenderRestarted, SenderRestarted{b.name, b.incarnation})
	send(newsRecovered, messages.EventRecovered, InputRecovered{b.name})
	send(newsStale, messages.EventStale, InputStale{b.name})
}

// news compares the condition of the input with what its actor was told last. Before the first value there is nothing to
// tell.
func (b *inletBase) news(now messages.Instant) (n inputNews) {
	if b.changed && b.stamp.Incarnation > b.incarnation {
		if b.incarnation != 0 {
			n |= newsRestarted
		}
		b.incarnation = b.stamp.Incarnation
	}
	if !b.spoken {
		return n
	}
	stale := !b.have || b.maxAge > 0 && (b.ageAt(now) > b.maxAge || b.ahead())
	switch {
	case stale && !b.stale:
		n |= newsStale
	case !stale && b.stale:
		n |= newsRecovered
	}
	b.stale = stale
	return n
}

// staleAt returns when the newest value will be too old, unless it is already or has no bound.
func (b *inletBase) staleAt() (messages.Instant, bool) {
	return min(b.stamp.Time, b.arrived).Add(b.maxAge) + 1, b.have && b.maxAge > 0 && !b.stale
}
