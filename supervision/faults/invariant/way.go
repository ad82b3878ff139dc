package invariant

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// letter is what the watch keeps of a value that is under way.
type letter struct {
	stamp messages.Stamp
	due   messages.Instant
	// valid is false for a withdrawal; good is false for a command that its receiver must refuse.
	valid, good bool
	// named has a bit for each joint or drive that the value moves.
	named uint64
	// content numbers what is in it: equal numbers have equal content.
	content uint64
	// velocity is that of a command of one virtual joint, m/s or rad/s.
	velocity [6]float64
}

// way is a model of one link, independent of the runtime's: what was sent, what injected faults do to it, and what has
// arrived.
type way struct {
	from, to string
	faults   []wayFault
	pending  []letter // kept back by a delay, in the order in which they were sent; its capacity is the bound
	frozen   letter
	thawed   bool

	sent    letter // the newest that was sent
	arrived letter // the newest that has arrived
	any     bool
	// unsure tells that a fault without a model acts, or acted on the newest value: anything that was sent may have arrived.
	unsure bool
	// disturbed is when a fault last acted.
	disturbed messages.Instant
	everHurt  bool
	// unsureUntil is until when a fault without a model, which has ended, may still act.
	unsureUntil messages.Instant
}

type wayFault struct {
	text  string
	kind  actors.FaultKind
	delay time.Duration
	// sure tells that it hits every value.
	sure bool
}

// most bounds how many values are under way; a link of the runtime holds as many.
const most = 1024

// way returns the model of a link, made at the first call.
func (w *Watch) way(from, to string, _, _ int) *way {
	for _, have := range w.ways {
		if have.from == from && have.to == to {
			return have
		}
	}
	l := &way{from: from, to: to}
	w.ways = append(w.ways, l)
	return l
}

// begin and end follow the events of injected faults.
func (l *way) begin(text string, f actors.Fault, now messages.Instant) {
	l.faults = append(l.faults, wayFault{text, f.Kind, f.Delay, f.Probability == 0 || f.Probability == 1})
	l.disturbed, l.everHurt = now, true
	if l.pending == nil {
		l.pending = make([]letter, 0, most)
	}
}

func (l *way) end(text string, now messages.Instant) {
	for i := range l.faults {
		if l.faults[i].text == text {
			l.unsureUntil = max(l.unsureUntil, now.Add(lingers(l.faults[i].kind)))
			if l.faults[i].kind == actors.FaultFreeze {
				l.thawed = false
			}
			l.faults = append(l.faults[:i], l.faults[i+1:]...)
			return
		}
	}
}

// lingers is how long a kind of fault may act on after its end.
func lingers(k actors.FaultKind) time.Duration {
	switch k {
	case actors.FaultDrop, actors.FaultDelay, actors.FaultNaN, actors.FaultFreeze:
		return 0
	case actors.FaultHalfOpen: // until an end of the link begins anew
		return forever
	}
	return 2 * time.Second
}

const forever = 1 << 60

// post sends a letter.
func (l *way) post(m letter, now messages.Instant) {
	l.sent = m
	if len(l.faults) == 0 {
		l.unsure = now < l.unsureUntil
		l.deliver(m)
		return
	}
	l.disturbed = now
	delay, unsure := time.Duration(0), now < l.unsureUntil
	for i := range l.faults {
		switch f := &l.faults[i]; {
		case !f.sure:
			unsure = true
		case f.kind == actors.FaultDrop:
			return
		case f.kind == actors.FaultDelay:
			delay += f.delay
		case f.kind == actors.FaultNaN:
			m.good = m.good && m.named == 0
			m.content = 0
		case f.kind == actors.FaultFreeze:
			m = l.freeze(m)
		default:
			unsure = true
		}
	}
	l.unsure = unsure
	if delay == 0 {
		l.deliver(m)
		return
	}
	if len(l.pending) < cap(l.pending) {
		m.due = now.Add(delay)
		l.pending = append(l.pending, m)
	}
}

// freeze gives a value the content of the first one that the fault has met; withdrawals have none.
func (l *way) freeze(m letter) letter {
	if !m.valid {
		return m
	}
	if !l.thawed {
		l.frozen, l.thawed = m, true
	}
	f := l.frozen
	f.stamp = m.stamp
	return f
}

func (l *way) deliver(m letter) {
	if !l.any || m.stamp.Sequence > l.arrived.stamp.Sequence {
		l.arrived, l.any = m, true
	}
}

// settle has everything arrive whose time has come.
func (l *way) settle(now messages.Instant) {
	n := 0
	for i := range l.pending {
		if l.pending[i].due <= now {
			l.deliver(l.pending[i])
		} else {
			l.pending[n] = l.pending[i]
			n++
		}
	}
	l.pending = l.pending[:n]
}

// calm reports whether no fault has acted on the link for some time.
func (l *way) calm(now messages.Instant, since time.Duration) bool {
	return !l.everHurt || len(l.faults) == 0 && now.Sub(l.disturbed) > since && now >= l.unsureUntil
}
