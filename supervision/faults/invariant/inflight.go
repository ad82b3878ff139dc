package invariant

import (
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// inFlightValue is the watch's record of a value under way.
type inFlightValue struct {
	stamp messages.Stamp
	due   messages.Instant
	// valid is false for a withdrawal. good is false for a command that its receiver must reject.
	valid, good bool
	// named has a bit for each joint or drive that the value moves.
	named uint64
	// content identifies the content: equal numbers have equal content.
	content uint64
	// velocity is the velocity of a command of one virtual joint, m/s or rad/s.
	velocity [6]float64
	// share is the largest share of a velocity limit that it requests, or a negative number if it
	// names other quantities. scale is the factor that faults on the way have applied to its
	// numbers.
	share, scale float64
	// spoilt means that its numbers are not finite, until a later fault overwrites them. ruined
	// means that its receiver rejects it whatever its numbers are.
	spoilt, ruined bool
	// ahead is how much younger than its stamp its receiver may consider it.
	ahead time.Duration
	// vague means that its content, except for the stamp, may be that of any other value. unsure
	// means that it may have arrived differently, or not at all.
	vague, unsure bool
}

// latest is the newest stamp that its receiver may assume.
func (m *inFlightValue) latest() messages.Instant { return m.stamp.Time.Add(m.ahead) }

// linkModel models one link independently of the runtime: what was sent, what injected faults do to
// it, and what has arrived.
type linkModel struct {
	from, to string
	faults   []linkFault
	pending  []inFlightValue // delayed, in sending order; its capacity is the bound

	sent    inFlightValue // the newest value sent since the first fault; before it, the newest that arrived
	arrived inFlightValue // the newest value that arrived
	any     bool
	// unsure means that a fault without a model acted on the newest value that arrived or on one
	// under way: any sent value may have arrived.
	unsure bool
	// disturbed is when a fault last acted.
	disturbed messages.Instant
	everHurt  bool
	// unsureUntil is how long an ended fault without a model may still act.
	unsureUntil messages.Instant
}

// most is the maximum number of values under way, as in a link of the runtime.
const most = 1024

// modelOf returns the model of a link. The first call creates it.
func (w *Watch) modelOf(from, to string) *linkModel {
	for _, have := range w.linkModels {
		if have.from == from && have.to == to {
			return have
		}
	}
	l := &linkModel{from: from, to: to}
	w.linkModels = append(w.linkModels, l)
	return l
}

// begin and end handle the events of injected faults.
func (l *linkModel) begin(text string, f actors.Fault, now messages.Instant) {
	begins := linkFault{Fault: f, text: text, mixed: len(l.faults) > 0, since: now, until: forever}
	if f.Duration > 0 {
		begins.until = now.Add(f.Duration)
	}
	for i := range l.faults {
		have := &l.faults[i]
		have.mixed = true
	}
	l.faults = append(l.faults, begins)
	if !l.everHurt {
		l.sent = l.arrived
	}
	l.disturbed, l.everHurt = now, true
	if l.pending == nil {
		l.pending = make([]inFlightValue, 0, most)
	}
}

func (l *linkModel) end(text string, now messages.Instant) {
	for i := range l.faults {
		f := &l.faults[i]
		if f.text != text || f.clings {
			continue
		}
		if f.Kind == actors.FaultHalfOpen {
			if f.clings = true; f.met {
				l.connectAnew(i, now)
			}
			return
		}
		l.disturbed, l.unsureUntil = now, max(l.unsureUntil, now.Add(f.lingers()))
		if f.Kind == actors.FaultClog {
			l.release(f, now)
		}
		l.faults = append(l.faults[:i], l.faults[i+1:]...)
		return
	}
}

// reconnect handles the failure and the start of an end of the link. A half-open connection may
// then recover or not.
func (l *linkModel) reconnect(actor string, now messages.Instant) {
	if ownerOf(l.from) != actor && ownerOf(l.to) != actor {
		return
	}
	for i := len(l.faults) - 1; i >= 0; i-- {
		if f := &l.faults[i]; f.Kind == actors.FaultHalfOpen && f.clings {
			l.connectAnew(i, now)
		} else {
			f.met = f.met || f.Kind == actors.FaultHalfOpen
		}
	}
}

// connectAnew ends a half-open connection. Its effect stays uncertain.
func (l *linkModel) connectAnew(i int, now messages.Instant) {
	l.faults = append(l.faults[:i], l.faults[i+1:]...)
	l.unsureUntil, l.disturbed = forever, now
}

// ownerOf returns the actor of a port.
func ownerOf(port string) string {
	actor, _, _ := strings.Cut(port, ".")
	return actor
}

// release delivers the values of a clog that ends early.
func (l *linkModel) release(f *linkFault, now messages.Instant) {
	for i := range l.pending {
		if l.pending[i].due == f.until {
			l.pending[i].due = now
		}
	}
}

const forever = 1 << 60

// post sends a value.
func (l *linkModel) post(m inFlightValue, now messages.Instant) {
	if !l.everHurt {
		l.deliver(m)
		return
	}
	l.sent = m
	m.unsure = now < l.unsureUntil
	if len(l.faults) == 0 {
		l.unsure = m.unsure
		l.deliver(m)
		return
	}
	l.disturbed = now
	delay, held := time.Duration(0), messages.Instant(0)
	for i := range l.faults {
		f := &l.faults[i]
		if f.over(now) {
			m.unsure = m.unsure || now < f.until.Add(f.lingers())
			continue
		}
		if !f.modelled(&m) {
			if m.unsure = true; f.Kind == actors.FaultReplay { // its content may be that of any earlier value
				m.vague, l.sent.vague = true, true
			}
			continue
		}
		var arrives bool
		if m, arrives = f.suffer(m, now); !arrives {
			return
		}
		switch f.Kind {
		case actors.FaultDelay:
			delay += f.Delay
		case actors.FaultClog:
			held = f.until
		}
	}
	m.due = max(now.Add(delay), held)
	m.early()
	l.sent.ahead = max(0, m.stamp.Time.Sub(l.sent.stamp.Time))
	l.unsure = l.unsure || m.unsure
	switch {
	case m.due == now:
		l.deliver(m)
	case len(l.pending) < cap(l.pending):
		l.pending = append(l.pending, m)
	case held > 0:
		l.overtake(m)
	}
}

// overtake keeps a value instead of the oldest one that a clog holds back in vain: both arrive at
// the same instant, where only the newest of an incarnation counts.
func (l *linkModel) overtake(m inFlightValue) {
	old := slices.IndexFunc(l.pending, func(o inFlightValue) bool {
		return o.due == m.due && o.stamp.Incarnation == m.stamp.Incarnation && o.stamp.Sequence <= m.stamp.Sequence
	})
	if old >= 0 {
		l.pending = append(slices.Delete(l.pending, old, old+1), m)
	}
}

// early judges a stamp that lies ahead on arrival. The receiver rejects it; if it is ahead by
// little, a receiver with late cycles may accept it.
func (m *inFlightValue) early() {
	switch by := m.stamp.Time.Sub(m.due); {
	case by <= 0:
	case by < soon:
		m.unsure = true
	default:
		m.good, m.ruined, m.stamp.Time = false, true, m.due
	}
}

// deliver records the arrival of a value unless a newer one has arrived. An uncertain value leaves
// open which one is the newest.
func (l *linkModel) deliver(m inFlightValue) {
	if !l.any || m.stamp.Sequence > l.arrived.stamp.Sequence {
		l.arrived, l.any = m, true
	} else if m.stamp.Sequence == l.arrived.stamp.Sequence && m.stamp.Incarnation > l.arrived.stamp.Incarnation {
		l.arrived.unsure = true // one of them is forged, and the receiver keeps the one that it meets first
	}
	l.arrived.unsure = l.arrived.unsure || m.unsure
}

// settle delivers the values that are due.
func (l *linkModel) settle(now messages.Instant) {
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
	if l.everHurt {
		l.unsure = l.arrived.unsure
		for i := range l.pending {
			l.unsure = l.unsure || l.pending[i].unsure
		}
	}
}

// repeats reports whether arriving values may have old content under a new stamp.
func (l *linkModel) repeats() bool {
	for i := range l.faults {
		if k := l.faults[i].Kind; k == actors.FaultFreeze || k == actors.FaultReplay {
			return true
		}
	}
	return false
}

// calm reports whether no fault has acted on the link for some time.
func (l *linkModel) calm(now messages.Instant, since time.Duration) bool {
	return !l.everHurt || len(l.faults) == 0 && now.Sub(l.disturbed) > since && now >= l.unsureUntil
}
