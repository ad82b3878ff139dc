package actors

import "github.com/robo-actors/robo-actors/messages"

// inputEdges are changes in the condition of an input.
type inputEdges uint8

const (
	edgeStale inputEdges = 1 << iota
	edgeRecovered
	edgeRestarted
)

// inputs latches every input and reports edges to the actor. It returns whether anything arrived.
func (m *mailbox) inputs(e *executor, l *Context, now messages.Instant) (delivered bool) {
	loans := m.cell.sys.loans != nil
	if loans {
		m.cell.checkLoans(l)
	}
	for _, in := range m.cell.inputs {
		in.latch(now)
		if loans {
			in.lend(l)
		}
		delivered = delivered || in.changed
		if edges := in.edges(now); edges != 0 {
			delivered = true
			m.reportEdges(e, l, in, edges)
		}
	}
	return delivered
}

// reportEdges delivers edges as messages and events. A restart of the sender comes before the
// recovery of its value.
func (m *mailbox) reportEdges(e *executor, l *Context, p *inlet, edges inputEdges) {
	send := func(edge inputEdges, kind messages.EventKind, message any) {
		if edges&edge == 0 || l.failure != nil {
			return
		}
		if edge == edgeStale {
			m.cell.sys.reportSilence(p, l.tick.Now)
		}
		m.cell.sys.emit(messages.Event{Time: l.tick.Now, Kind: kind, Cause: messages.CauseStale, Source: m.cell.spec.Name, Incarnation: l.incarnation, Port: p.name, Text: "from " + p.from})
		m.cell.receive(e, l, message)
	}
	send(edgeRestarted, messages.EventSenderRestarted, SenderRestarted{p.name, p.incarnation})
	send(edgeRecovered, messages.EventRecovered, InputRecovered{p.name})
	send(edgeStale, messages.EventStale, InputStale{p.name})
}

// edges compares the condition of the input with the last report. Before the first value nothing is
// reported.
func (p *inlet) edges(now messages.Instant) (n inputEdges) {
	if p.changed && p.stamp.Incarnation > p.incarnation {
		if p.incarnation != 0 {
			n |= edgeRestarted
		}
		p.incarnation = p.stamp.Incarnation
	}
	if !p.spoken {
		return n
	}
	stale := !p.have || p.maxAge > 0 && (p.ageAt(now) > p.maxAge || p.ahead())
	switch {
	case stale && !p.stale:
		n |= edgeStale
	case !stale && p.stale:
		n |= edgeRecovered
	}
	p.stale = stale
	return n
}

// staleAt returns when the newest value becomes too old; false if it already is, or has no bound.
func (p *inlet) staleAt() (messages.Instant, bool) {
	return min(p.stamp.Time, p.arrived).Add(p.maxAge).Add(1), p.have && p.maxAge > 0 && !p.stale
}
