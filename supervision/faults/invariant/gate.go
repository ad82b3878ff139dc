package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// sent is what a gate handed to a bus for a joint in the cycle before.
type sent struct {
	any      bool
	mode     messages.Mode
	arm      uint32
	at       messages.Instant
	control  messages.ControlMode
	position float64
	velocity float64
	settled  bool             // the drive obeyed already then, so that what changes is the gate's own doing
	since    messages.Instant // since when it has
}

func newSent(worlds.Slot) sent { return sent{mode: messages.ModeOff} }

// stopping is how far a stop that the gate demanded has come.
type stopping struct {
	waits     bool // for its confirmation
	since     messages.Instant
	still     messages.Instant // when its bus, or its gate, last did not run
	mode      messages.Mode
	escalated bool
	promised  bool // it was acknowledged: whether the gate lives does not matter any more
	obeyed    bool // and the gate has seen that the drive obeys
}

// command looks at what a gate hands to a bus.
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
			w.passing(m, b, j, k, c, now)
		} else if c.Control[k] != messages.ControlNone {
			w.violate("V2", m.gate, j.name, fmt.Sprintf("in mode %s the command names %s; expected nothing", mode, c.Control[k]))
		}
		switch {
		case mode.Passes():
			j.least = messages.ModeRun
		case mode < j.least && j.leastAt < now:
			w.violate("V5", m.gate, j.name, fmt.Sprintf("it is in %s, though what moves it failed at %s; expected %s or more", mode, j.leastAt, j.least))
		}
		w.values(m, j, k, c, now)
		w.ratchet(m, j, mode, c.Arm[k], now)
		w.stopAsked(m, j, mode, now)
		if j.faulty > 0 && now.Sub(j.faulty) > m.Period+b.Period && b.state.calm(now, m.Period+b.Period) && mode.Stops() && j.sent.mode.Stops() {
			j.causes = j.causes.with(messages.CauseDrive)
		}
		w.visited.mode(w, j, mode)
		b.given.arming(stamp.Sequence, k, c.Arm[k])
		b.given.note(stamp.Sequence, k, setPoint{c.Control[k], c.Position[k], c.Velocity[k], c.Effort[k]})
		since, settled := j.sent.since, mode.Passes() && w.obeys(b, j, c.Arm[k])
		if !settled || !j.sent.settled || j.sent.arm != c.Arm[k] {
			since = now
		}
		j.sent = sent{any: true, mode: mode, arm: c.Arm[k], at: now, control: c.Control[k], position: c.Position[k], velocity: c.Velocity[k], settled: settled, since: since}
	}
	b.command.post(l, now)
	w.together(m, now)
	m.decided(now)
}

// obeys reports whether the drive has taken up an arm number, by what is true of it, or without a groundTruth by its replies.
func (w *Watch) obeys(_ *bus, j *joint, arm uint32) bool {
	return j.truth != nil && j.truth.Mode.Passes() && j.truth.Arm == arm
}

// decided notes that a gate has made its decision: it has heard of every failure before it.
func (m *world) decided(now messages.Instant) {
	m.watchedOver = now
	for i := range m.controllers {
		c := &m.controllers[i]
		c.failed = c.failed && now <= c.knownBy
	}
	for i := range m.buses {
		b := &m.buses[i]
		b.failed = b.failed && now <= b.knownBy
	}
}

// passing checks a joint whose commands reach its drive.
func (w *Watch) passing(m *world, b *bus, j *joint, k int, c *messages.DriveCommand, now messages.Instant) {
	if b.failed && b.knownBy < now {
		w.violate("V5", m.gate, j.name, fmt.Sprintf("it is in %s, but %s failed at %s; expected %s or more", c.Mode[k], b.Path, b.failing, j.safe))
	}
	if j.controller < 0 {
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s, but no controller commands it", c.Mode[k]))
		return
	}
	w.heard(m, b, j, c.Mode[k], now)
	w.obeyed(m, j, c.Mode[k], now)
}

// obeyed checks that a joint in a mode that passes has a controller that lives, and a command that may move it: V3, V4, V5, V8.
func (w *Watch) obeyed(m *world, j *joint, mode messages.Mode, now messages.Instant) {
	o := &m.controllers[j.controller]
	book := &j.book
	age := now.Sub(book.stamp.Time)
	switch {
	case o.failed && o.knownBy < now && !(book.good && book.stamp.Incarnation > o.fence): // the news may be later than the next life
		w.violate("V5", m.gate, j.name, fmt.Sprintf("it is in %s, but %s failed at %s; expected %s or more", mode, o.path, o.failing, j.safe))
	case !book.good:
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s, but %s has sent no good command", mode, o.path))
	case book.stamp.Incarnation <= o.fence:
		w.violate("V8", m.gate, j.name, fmt.Sprintf("it is in %s by a command of incarnation %d of %s, which failed", mode, book.stamp.Incarnation, o.path))
	case age > o.maxAge && now.Sub(book.any.Time) <= o.maxAge:
		w.violate("V4", m.gate, j.name, fmt.Sprintf("it is in %s by a good command of %v ago, bound %v; a bad one came %v ago", mode, age, o.maxAge, now.Sub(book.any.Time)))
	case age > o.maxAge:
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s by a command of %v ago, bound %v", mode, age, o.maxAge))
	case o.last.gone && !o.link.unsure:
		w.violate("V3", m.gate, j.name, fmt.Sprintf("it is in %s, but %s took its command back", mode, o.path))
	}
}

// bound is how old the newest state of a bus may be while its gate moves its joints: as old as its bound when it is taken, and the
// newest for as long again.
func (b *bus) bound(m *world) time.Duration { return 2*b.MaxAge + 2*m.Period }

// hears takes up which state of its drives a gate may have, also while nothing passes. One with a stamp of long ago is not heard;
// those before it were.
func (b *bus) hears(m *world, now messages.Instant) {
	b.state.settle(now)
	if newest := b.newest(); now.Sub(newest.latest()) <= b.bound(m) {
		b.heard = max(b.heard, newest.latest())
	}
}

// newest is the state of its drives that came last, or could have.
func (b *bus) newest() *inFlightValue {
	if b.state.unsure {
		return &b.state.sent
	}
	return &b.state.arrived
}

// heard checks that a joint which passes is one of which its gate has heard: V9.
func (w *Watch) heard(m *world, b *bus, j *joint, mode messages.Mode, now messages.Instant) {
	if age := now.Sub(b.heard); b.newest().valid && age > b.bound(m) {
		w.violate("V9", m.gate, j.name, fmt.Sprintf("it is in %s, though the newest state of its drive that came is of %v ago; it may be moved for %v without one", mode, age, b.bound(m)))
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
	case math.Abs(v) > l.Velocity*max(share, velocityShare(j, c.Mode[k])):
		w.violate("V2", m.gate, j.name, fmt.Sprintf("velocity %g %s/s in mode %s, limit %g", v, j.unit, c.Mode[k], l.Velocity*share))
	case math.Abs(e) > l.Effort:
		w.violate("V2", m.gate, j.name, fmt.Sprintf("effort %g, limit %g", e, l.Effort))
	}
	w.steps(m, j, c.Mode[k], c.Arm[k], control, q, v, now)
	w.toward(m, j, c.Mode[k], c.Arm[k], control, v, now)
}

// limitedShare is what mode limited leaves of the velocity limit.
const limitedShare = 0.25

// velocityShare excuses the cycles in which a joint that has just come to mode limited slows down.
func velocityShare(j *joint, mode messages.Mode) float64 {
	if mode == messages.ModeLimited && j.sent.mode == messages.ModeRun {
		return 1
	}
	if mode == messages.ModeLimited && j.sent.mode == messages.ModeLimited && math.Abs(j.sent.velocity) > limitedShare*j.limits[0].Velocity {
		return math.Abs(j.sent.velocity) / j.limits[0].Velocity
	}
	return 0
}

// steps checks what changed since the cycle before, while the drive obeys: positions move by at most the velocity limit,
// velocities change by at most the acceleration.
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

// cycles is a time in s as limits count it, in whole periods: a cycle that comes soon after a late one is a cycle too.
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
		w.violate("V15", m.gate, j.name, fmt.Sprintf("it is in %s, though an operator's stop to %s was accepted", mode, s.mode))
	case s.asked && now.Sub(s.at) > m.Period:
		w.violate("V15", m.gate, j.name, fmt.Sprintf("it is in %s, though an operator asked for a stop to %s %v ago", mode, s.mode, now.Sub(s.at)))
	}
}

// stopAsked is an operator's stop of a world: asked for, and holding since it was acknowledged until re-arm.
type stopAsked struct {
	asked, holds bool
	at           messages.Instant
	mode         messages.Mode
	number       int // of the newest request
}

// pending reports whether an answer to the request of this number is one to the newest, and expected.
func (s *stopAsked) pending(number int) bool { return s.asked && s.number == number }

// stopWithin is how long a drive may take to confirm a stop until it must be escalated, beside three periods.
const stopWithin = 100 * time.Millisecond
