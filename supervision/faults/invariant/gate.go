package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// sent is the command of a gate to a bus for a joint in the cycle before.
type sent struct {
	any      bool
	mode     messages.Mode
	arm      uint32
	at       messages.Instant
	control  messages.ControlMode
	position float64
	velocity float64
	effort   float64
	there    bool             // the effort has come to what its controller commands since the re-arm
	settled  bool             // the drive obeyed then already, so changes are the gate's own
	since    messages.Instant // since when it obeys
	off      messages.Instant // when mode off was last sent
}

func newSent(worlds.Slot) sent { return sent{mode: messages.ModeOff} }

// stopping is the progress of a stop that the gate demanded.
type stopping struct {
	waits     bool // for confirmation
	since     messages.Instant
	still     messages.Instant // when its bus or its gate was last down
	mode      messages.Mode
	escalated bool
	promised  bool // it was acknowledged: the gate's state no longer matters
	obeyed    bool // and the gate has seen the drive obey
}

// command checks what a gate sends to a bus.
func (w *Watch) command(m *world, b *bus, stamp messages.Stamp, c *messages.DriveCommand) {
	now := w.now()
	if stamp.Sequence <= b.last {
		w.violate("V3", m.gate, "", fmt.Sprintf("command number %d to %s comes after number %d", stamp.Sequence, b.Path, b.last))
	}
	b.last = stamp.Sequence
	if len(c.Mode) != len(b.joints) {
		w.violate("V1", m.gate, "", fmt.Sprintf("a command to %s has %d modes for %d drives", b.Path, len(c.Mode), len(b.joints)))
		return
	}
	l := inFlightValue{stamp: stamp, valid: true, good: true, content: stamp.Sequence, share: -1}
	for i := range m.controllers { // also while nothing passes: what was good then counts once something does
		m.settle(&m.controllers[i], now)
	}
	b.hears(m, now)
	for k, i := range b.joints {
		j := &m.joints[i]
		w.decisions++
		mode := c.Mode[k]
		w.mix(uint64(mode)<<32 | uint64(c.Arm[k]))
		w.mix(math.Float64bits(c.Position[k]))
		w.mix(math.Float64bits(c.Velocity[k]))
		if mode.Passes() {
			l.named |= 1 << k
			if c.Control[k] != messages.ControlNone {
				j.moved = c.Control[k]
			}
			w.passing(m, b, j, k, c, now)
		} else if c.Control[k] != messages.ControlNone {
			w.violate("V2", m.gate, j.name, fmt.Sprintf("in mode %s the command names %s; expected no control mode", mode, c.Control[k]))
		}
		switch {
		case mode.Passes():
			j.least = messages.ModeRun
		case mode < j.least && j.leastAt < now:
			w.violate("V5", m.gate, j.name, fmt.Sprintf("it is in %s, but its actor failed at %s; expected %s or a more severe mode", mode, j.leastAt, j.least))
		}
		w.values(m, j, k, c, now)
		w.ratchet(m, j, mode, c.Arm[k], now)
		w.stopAsked(m, j, mode, now)
		w.mustStop(m, j, mode, c.Arm[k], now)
		// A gate whose thread is late takes what it reads for too old, and does not see the fault.
		if j.faulty > 0 && now.Sub(j.faulty) > m.Period+b.Period && b.state.calm(now, m.Period+b.Period) && !w.blocking.at(now) && mode.Stops() && j.sent.mode.Stops() {
			j.causes = j.causes.with(messages.CauseDrive)
		}
		w.visited.mode(w, j, mode)
		b.given.arming(stamp.Sequence, k, c.Arm[k])
		b.given.note(stamp.Sequence, k, setPoint{c.Control[k], c.Position[k], c.Velocity[k], c.Effort[k]})
		off := j.sent.off
		if mode == messages.ModeOff {
			off = now
		}
		since, settled := j.sent.since, mode.Passes() && w.obeys(b, j, c.Arm[k])
		if !settled || !j.sent.settled || j.sent.arm != c.Arm[k] {
			since = now
		}
		there := settled && j.sent.arm == c.Arm[k] && (j.sent.there || j.commandsEffort(c.Effort[k]))
		j.sent = sent{any: true, mode: mode, arm: c.Arm[k], at: now, control: c.Control[k], position: c.Position[k], velocity: c.Velocity[k], effort: c.Effort[k],
			there: there, settled: settled, since: since, off: off}
	}
	b.command.post(l, now)
	w.together(m, now)
	m.decided(now)
}

// obeys reports whether the drive has taken up an arm number, by its true state or, without ground
// truth, by its replies.
func (w *Watch) obeys(_ *bus, j *joint, arm uint32) bool {
	return j.truth != nil && j.truth.Mode.Passes() && j.truth.Arm == arm
}

// decided records that a gate has made its decision and knows every earlier failure.
func (m *world) decided(now messages.Instant) {
	m.watchedOver = now
	for i := range m.controllers {
		c := &m.controllers[i]
		c.failed = c.failed && now <= c.knownBy
		c.decidedBad(now)
	}
	for i := range m.buses {
		b := &m.buses[i]
		b.failed = b.failed && now <= b.knownBy
	}
}

// passing checks a joint whose commands reach its drive.
func (w *Watch) passing(m *world, b *bus, j *joint, k int, c *messages.DriveCommand, now messages.Instant) {
	if b.failed && b.knownBy < now {
		w.violate("V5", m.gate, j.name, fmt.Sprintf("it is in %s, but %s failed at %s; expected %s or a more severe mode", c.Mode[k], b.Path, b.failing, j.safe))
	}
	if j.controller < 0 {
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s, but no controller commands it", c.Mode[k]))
		return
	}
	w.heard(m, b, j, c.Mode[k], now)
	w.obeyed(m, j, c.Mode[k], now)
}

// obeyed checks that a joint in a mode that passes has a live controller and a command that may
// move it: V3, V4, V5, V8.
func (w *Watch) obeyed(m *world, j *joint, mode messages.Mode, now messages.Instant) {
	o := &m.controllers[j.controller]
	book := &j.book
	newest := j.permits()
	age := now.Sub(newest.Time)
	waits := j.balances && now <= o.grace
	unaware := o.failed && now <= o.knownBy && j.sent.since < o.failing // and the joint has not stopped since
	switch {
	case !waits && o.failed && o.knownBy < now && !(book.good && newest.Incarnation > o.fence): // the event may arrive after the next start
		w.violate("V5", m.gate, j.name, fmt.Sprintf("it is in %s, but %s failed at %s; expected %s or a more severe mode", mode, o.path, o.failing, j.safe))
	case !book.good:
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s, but %s has sent no good command", mode, o.path))
	case !waits && !unaware && newest.Incarnation <= o.fence:
		w.violate("V8", m.gate, j.name, fmt.Sprintf("it is in %s by a command of incarnation %d of %s, which failed", mode, newest.Incarnation, o.path))
	case age > o.maxAge && now.Sub(book.any.Time) <= o.maxAge:
		w.violate("V4", m.gate, j.name, fmt.Sprintf("it is in %s by a good command with an age of %v, bound %v; a bad one came %v ago", mode, age, o.maxAge, now.Sub(book.any.Time)))
	case age > o.maxAge:
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s by a command with an age of %v, bound %v", mode, age, o.maxAge))
	case o.last.gone && !o.link.unsure:
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s, but %s withdrew its command", mode, o.path))
	}
}

// bound is how old the newest state of a bus may be while its gate moves its joints: its max_age
// when it is read, and the same time again for the newest one.
func (b *bus) bound(m *world) time.Duration { return 2*b.MaxAge + 2*m.Period }

// hears records the drive state that a gate may have, also while nothing passes. A state with an
// old stamp does not count; the states before it do.
func (b *bus) hears(m *world, now messages.Instant) {
	b.state.settle(now)
	if newest := b.newest(); now.Sub(newest.latest()) <= b.bound(m) {
		b.heard = max(b.heard, newest.latest())
	}
}

// newest returns the newest state of the drives that arrived or may have arrived.
func (b *bus) newest() *inFlightValue {
	if b.state.unsure {
		return &b.state.sent
	}
	return &b.state.arrived
}

// heard checks that the gate has a recent state of a joint that passes: V9.
func (w *Watch) heard(m *world, b *bus, j *joint, mode messages.Mode, now messages.Instant) {
	if age := now.Sub(b.heard); b.newest().valid && age > b.bound(m) {
		w.violate("V9", m.gate, j.name, fmt.Sprintf("it is in %s, but the newest state of its drive that arrived has an age of %v; it may be moved for %v without one", mode, age, b.bound(m)))
	}
}

// values checks the numbers of a command: V1, V2.
func (w *Watch) values(m *world, j *joint, k int, c *messages.DriveCommand, now messages.Instant) {
	q, v, e := c.Position[k], c.Velocity[k], c.Effort[k]
	if !finite(q) || !finite(v) || !finite(e) {
		w.violate("V1", m.gate, j.name, fmt.Sprintf("position %g %s, velocity %g %s/s, effort %g in mode %s", q, j.unit, v, j.unit, e, c.Mode[k]))
		return
	}
	control, l := c.Control[k], &j.limits[0]
	if !c.Mode[k].Passes() {
		return
	}
	share := 1.0
	if c.Mode[k] == messages.ModeLimited {
		share = limitedShare
	}
	switch {
	case control.Has(messages.ControlPosition) && (q < l.Lower || q > l.Upper):
		w.violate("V2", m.gate, j.name, fmt.Sprintf("position %g %s is outside of [%g, %g]", q, j.unit, l.Lower, l.Upper))
	case math.Abs(v) > l.Velocity*max(share, m.velocityShare(j, c.Mode[k], now)):
		w.violate("V2", m.gate, j.name, fmt.Sprintf("velocity %g %s/s in mode %s, limit %g", v, j.unit, c.Mode[k], l.Velocity*share))
	case math.Abs(e) > l.Effort:
		w.violate("V2", m.gate, j.name, fmt.Sprintf("effort %g, limit %g", e, l.Effort))
	}
	w.steps(m, j, c.Mode[k], c.Arm[k], control, q, v, now)
	w.toward(m, j, c.Mode[k], c.Arm[k], control, v, now)
	w.nears(m, j, c.Mode[k], control, c.Velocity[k:k+1], now)
	w.rises(m, j, c.Arm[k], control, e, now)
}

// limitedShare is the share of the velocity limit that applies in mode limited.
const limitedShare = 0.25

// velocityShare excludes the cycles in which a joint slows down after entering mode limited, by
// the acceleration of a re-arm since the cycle before.
func (m *world) velocityShare(j *joint, mode messages.Mode, now messages.Instant) float64 {
	if mode == messages.ModeLimited && j.sent.mode == messages.ModeRun {
		return 1
	}
	if mode == messages.ModeLimited && j.sent.mode == messages.ModeLimited && math.Abs(j.sent.velocity) > limitedShare*j.limits[0].Velocity {
		return (math.Abs(j.sent.velocity) - (1-1e-6)*rearmAcceleration(&j.limits[0])*min(now.Sub(j.sent.at), m.Period).Seconds()) / j.limits[0].Velocity
	}
	return 0
}

// rearmAcceleration is the acceleration on the way to a command: the joint's, and of one without
// the velocity limit in 0.5 s.
func rearmAcceleration(l *worlds.Limit) float64 {
	if math.IsInf(l.Acceleration, 1) {
		return l.Velocity / 0.5
	}
	return l.Acceleration
}

// steps checks the changes since the cycle before while the drive obeys: positions change by at
// most the velocity limit, velocities by at most the acceleration.
func (w *Watch) steps(m *world, j *joint, mode messages.Mode, arm uint32, control messages.ControlMode, q, v float64, now messages.Instant) {
	p, l := &j.sent, &j.limits[0]
	if !p.any || !p.settled || !p.mode.Passes() || p.arm != arm || mode.Stops() {
		return
	}
	dt, both := cycles(now.Sub(p.at), m.Period), control&p.control
	if d := math.Abs(q - p.position); both.Has(messages.ControlPosition) && d > l.Velocity*dt*(1+1e-6)+1e-9 {
		w.violate("V2", m.gate, j.name, fmt.Sprintf("position moved by %g %s within %v, limit %g", d, j.unit, now.Sub(p.at), l.Velocity*dt))
	}
	if d := math.Abs(v - p.velocity); both.Has(messages.ControlVelocity) && d > l.Acceleration*dt*(1+1e-6)+1e-9 {
		w.violate("V2", m.gate, j.name, fmt.Sprintf("velocity changed by %g %s/s within %v, limit %g", d, j.unit, now.Sub(p.at), l.Acceleration*dt))
	}
}

// cycles returns a time in whole periods, s. A cycle that follows a late one counts as a full
// cycle.
func cycles(d, period time.Duration) float64 {
	return float64(max(d-1, 0)/period+1) * period.Seconds()
}

func finite(x float64) bool { return x-x == 0 }

// stopAsked checks that an operator's stop takes effect: V15.
func (w *Watch) stopAsked(m *world, j *joint, mode messages.Mode, now messages.Instant) {
	s := &m.stop
	switch {
	case mode >= s.mode:
	case s.holds:
		w.violate("V15", m.gate, j.name, fmt.Sprintf("it is in %s, but an operator's stop to %s was accepted", mode, s.mode))
	case s.asked && now.Sub(s.at) > m.Period:
		w.violate("V15", m.gate, j.name, fmt.Sprintf("it is in %s, but an operator requested a stop to %s %v ago", mode, s.mode, now.Sub(s.at)))
	}
}

// stopAsked is an operator's stop of a world, from the request until re-arm.
type stopAsked struct {
	asked, holds bool
	at           messages.Instant
	mode         messages.Mode
	number       int // of the newest request
}

// pending reports whether the answer to a request belongs to the newest request and is expected.
func (s *stopAsked) pending(number int) bool { return s.asked && s.number == number }

// stopWithin is the time beyond three periods within which a drive confirms a stop or the gate
// escalates.
const stopWithin = 100 * time.Millisecond
