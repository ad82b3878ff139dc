package invariant

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// startPending is a start of the agent that waits for its answer.
type startPending struct {
	waits  bool
	number uint32
	since  messages.Instant
}

// stopsDue is a stop that a spine has promised.
type stopsDue struct {
	waits bool
	since messages.Instant
	why   string
}

// answersStart checks that a spine answers a start within start_within: V25.
func (w *Watch) answersStart(m *world, l *lease, now messages.Instant) {
	p := &l.pending
	if !p.waits {
		return
	}
	within := l.startWithin + 4*l.period
	if l.down || m.failed || w.delaying > 0 || w.delayedOnce && now.Sub(w.delayedAt) < delayLingers || !l.request.calm(now, within) {
		p.since = now
		return
	}
	if took := now.Sub(p.since); took > within {
		w.violate("V25", l.path, "", fmt.Sprintf("the agent asked for a start %v ago, and the spine has not answered; expected an answer within %v", took, within))
	}
}

// begins checks that a spine commands again only after every drive of its joint group was switched
// off: V25. Only a fault that hides a drive from the spine excuses it.
func (w *Watch) begins(m *world, l *lease, now messages.Instant) {
	if l.commands {
		return
	}
	l.starting, l.stops = true, stopsDue{}
	for _, i := range m.controllers[l.controller].joints {
		j := &m.joints[i]
		if j.truth == nil || now < j.truth.exempt || j.truth.Mode == messages.ModeOff {
			continue
		}
		b := &m.buses[j.bus]
		within := b.MaxAge + 3*max(m.Period, b.Period) + 2*w.period()
		if since := now.Sub(j.offAt); since > within && b.reading.calm(now, within) && l.snapshot.calm(now, within) {
			w.violate("V25", l.path, j.name, fmt.Sprintf("the spine commands its joints after a start, but the drive is in %s and was last switched off %v ago; expected every drive to be off, and to confirm it, within %v", j.truth.Mode, since, within))
		}
	}
}

// stopsInTime checks that the drives are switched off within their bound after the agent asked for
// it, and after the spine withdrew its command, as it does at the end of the ladder: V25.
func (w *Watch) stopsInTime(m *world, l *lease, now messages.Instant) {
	s := &l.stops
	if !s.waits {
		return
	}
	all := true
	for _, i := range m.controllers[l.controller].joints {
		j := &m.joints[i]
		if j.truth == nil || j.truth.Mode == messages.ModeOff {
			continue
		}
		all = false
		b := &m.buses[j.bus]
		within := l.period + 3*max(m.Period, b.Period) + 2*w.period()
		if now < j.truth.exempt || w.upset(m, l, b, within, now) {
			s.since = now
		}
		if took := now.Sub(s.since); took > within {
			w.violate("V25", l.path, j.name, fmt.Sprintf("the drive is in %s %v after %s; expected it to be switched off within %v", j.truth.Mode, took, s.why, within))
		}
	}
	s.waits = !all
}

// serves checks that a spine serves no action, and no start, while a drive of its joint group is
// stopped: V39. Only a fault that hides the drive from the spine excuses it. Without perception,
// the spine trusts the newest state for as long as states are fresh.
func (w *Watch) serves(m *world, l *lease, v *messages.SpineAnswer, now messages.Instant) {
	asked := l.requests[v.Number%requestsKept]
	is := asked[1] == actionRequest || asked[1] == startRequest
	if v.Rejected || v.Number == l.served || asked[0] != v.Number || !is || !l.request.calm(now, doubt) {
		return
	}
	for _, i := range m.controllers[l.controller].joints {
		j := &m.joints[i]
		if j.truth == nil || j.truth.Mode.Passes() || now < j.truth.exempt {
			continue
		}
		b := &m.buses[j.bus]
		within := l.period + 3*max(m.Period, b.Period) + 2*w.period()
		if now.Sub(m.sensed) > 2*m.Period {
			within += b.MaxAge
		}
		if took := now.Sub(j.truth.stopped); took > within && !w.upset(m, l, b, within, now) && l.snapshot.calm(now, within) {
			w.violate("V39", l.path, j.name, fmt.Sprintf("the spine serves request %d of its agent, but the drive has been in %s for %v; expected Error from %v on", v.Number, j.truth.Mode, took, within))
		}
	}
}
