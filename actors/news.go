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
		heard = heard || in.changed
		if news := in.news(now); news != 0 {
			heard = true
			m.tell(e, l, in, news)
		}
	}
	return heard
}

// tell delivers the edges of an input's condition as messages and events: that the sender restarted before that its
// value recovered.
func (m *mailbox) tell(e *executor, l *Context, p *inlet, news inputNews) {
	send := func(edge inputNews, kind messages.EventKind, message any) {
		if news&edge == 0 || l.failure != nil {
			return
		}
		m.cell.sys.emit(messages.Event{Time: l.tick.Now, Kind: kind, Cause: messages.CauseStale, Source: m.cell.spec.Name, Incarnation: l.incarnation, Port: p.name, Text: "from " + p.from})
		m.cell.receive(e, l, message)
	}
	send(newsRestarted, messages.EventSenderRestarted, SenderRestarted{p.name, p.incarnation})
	send(newsRecovered, messages.EventRecovered, InputRecovered{p.name})
	send(newsStale, messages.EventStale, InputStale{p.name})
}

// news compares the condition of the input with what its actor was told last. Before the first value there is nothing to
// tell.
func (p *inlet) news(now messages.Instant) (n inputNews) {
	if p.changed && p.stamp.Incarnation > p.incarnation {
		if p.incarnation != 0 {
			n |= newsRestarted
		}
		p.incarnation = p.stamp.Incarnation
	}
	if !p.spoken {
		return n
	}
	stale := !p.have || p.maxAge > 0 && (p.ageAt(now) > p.maxAge || p.ahead())
	switch {
	case stale && !p.stale:
		n |= newsStale
	case !stale && p.stale:
		n |= newsRecovered
	}
	p.stale = stale
	return n
}

// staleAt returns when the newest value will be too old, unless it is already or has no bound.
func (p *inlet) staleAt() (messages.Instant, bool) {
	return min(p.stamp.Time, p.arrived).Add(p.maxAge).Add(1), p.have && p.maxAge > 0 && !p.stale
}
