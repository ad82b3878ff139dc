package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// transition is the beginning of a re-arm or of a ramp of a drive, as its joint feels it.
type transition struct {
	on        bool
	what      string
	since     messages.Instant
	position  float64 // then
	outside   float64 // by how much that was beyond the joint's limits, of a re-arm
	velocity  readout // then
	low, high float64 // of the efforts shortly before, and zero
	knock     float64 // by how much the velocity has changed since the gate's set-point began to follow it
	effort    float64 // the set-point of effort of the step before
	arrived   bool    // that set-point has reached the controller's command
}

// readout is a true velocity and what a drive derives from its encoder of it: a critically damped
// filter of second order, which is two lags in series.
type readout struct{ actual, half, derived float64 }

// follow takes the true velocity at the end of a step. An encoder sees the mean velocity of the
// step. Share is that of the way to a new velocity that each lag makes in the step.
func (r *readout) follow(velocity, share float64) {
	mean := (r.actual + velocity) / 2
	r.actual = velocity
	r.half += share * (mean - r.half)
	r.derived += share * (r.half - r.derived)
}

// lags returns the share of the way to a new velocity that each lag of its drive's readout makes in
// a step.
func (j *joint) lags(step time.Duration) float64 {
	filter := float64(encoderFilter)
	if j.place != nil {
		filter = j.place.filter
	}
	return -math.Expm1(-2 * math.Pi * filter * step.Seconds())
}

// from returns the greatest difference between the velocities of two instants, as they were or as
// the drive derived them.
func (r readout) from(o readout) float64 {
	return max(r.actual, r.derived, o.actual, o.derived) - min(r.actual, r.derived, o.actual, o.derived)
}

// Durations around a change of mode.
const (
	stepWindow = 5 * time.Millisecond   // after it the drive's own set-point moves as it must
	loadWindow = 100 * time.Millisecond // five time constants of a servo's estimate of its load
)

// recently holds the least and the greatest value of one window of time at least.
type recently struct {
	from                       messages.Instant
	low, high, oldLow, oldHigh float64
}

func (r *recently) note(now messages.Instant, value float64, window time.Duration) {
	if r.from == 0 {
		r.low, r.high = value, value
	}
	if r.from == 0 || now.Sub(r.from) > window {
		r.oldLow, r.oldHigh, r.low, r.high, r.from = r.low, r.high, value, value, max(now, 1)
	}
	r.low, r.high = min(r.low, value), max(r.high, value)
}

// pastLimits returns how far a position is beyond its limits, 0 within them.
func pastLimits(position float64, l hardware.Limits) float64 {
	return max(0, l.Lower-position, position-l.Upper)
}

// spread is the difference between the greatest and the least value, of one window to two.
func (r *recently) spread() float64 { return max(r.high, r.oldHigh) - min(r.low, r.oldLow) }

// heardWithin is how old a measured state may be to which a gate moves a joint at a re-arm.
func (b *bus) heardWithin(j *joint, plant time.Duration) time.Duration {
	return 2*(j.in.Period+b.Period) + plant
}

// stepped checks the effort that a drive delivers in the milliseconds after a re-arm and after the
// beginning of a ramp: V28. A servo that starts at the measured motion pulls with
//
//	D |v_set - v| + K |q_set - q|
//
// where its set-point moves away from the measured motion by its acceleration a only: after a time
// t by a t and a t^2/2. What the joint itself has done since counts too. A drive derives its
// velocity from its encoder, and compares a reading with the set-point of the end of the step. The
// set-point after a re-arm beyond a limit of position, as on an end stop, is that limit. Beside
// that the drive may deliver any effort that it delivered shortly before, such as its load, or
// none.
func (w *Watch) stepped(b *bus, j *joint, now messages.Instant) {
	t := j.truth
	s, p := &t.step, &t.before
	defer t.efforts.note(now, t.Effort, loadWindow)
	heard := b.heardWithin(j, w.period())
	if j.sent.mode.Passes() && t.Mode.Stops() { // the set-point follows what is measured since the re-arm of the gate
		heard = math.MaxInt64
	}
	defer t.speeds.note(now, t.Velocity, heard)
	if p.Mode.Passes() && t.Mode.Stops() {
		t.sped = t.Fault == tooFast && !p.Control.Has(messages.ControlVelocity)
	}
	ramps := func(mode messages.Mode) bool { return mode == messages.ModeRampHold || mode == messages.ModeRampOff }
	switch {
	case t.model.Damping == 0:
		return
	case p.Mode.Stops() && t.Mode.Passes():
		limits := t.model.Limits
		*s = transition{on: true, what: "re-arm", since: now, outside: pastLimits(p.Position, limits)}
	case p.Mode.Passes() && ramps(t.Mode):
		*s = transition{on: true, what: "the beginning of its ramp", since: now}
	case p.Mode != t.Mode:
		s.on = false
	}
	if s.since == now && s.on {
		s.position, s.velocity, s.knock = p.Position, t.readBefore, t.speeds.spread()
		s.low, s.high = min(0, p.Effort, t.efforts.low, t.efforts.oldLow), max(0, p.Effort, t.efforts.high, t.efforts.oldHigh)
	}
	if s.on = s.on && now.Sub(s.since) <= stepWindow && now >= t.exempt && now >= w.shaken && w.extremes == 0; !s.on {
		return
	}
	w.pulls(b, j, now)
}

// pulls compares an effort with the bound of V28.
func (w *Watch) pulls(b *bus, j *joint, now messages.Instant) {
	t := j.truth
	s, l := &t.step, &t.model
	a := l.StopDeceleration
	low, high := s.low, s.high
	if t.Mode.Passes() {
		if !b.reading.calm(now, b.MaxAge) { // the measured state that the gate starts at may be wrong
			return
		}
		a = l.Limits.Acceleration
		if t.Control.Has(messages.ControlEffort) {
			if !b.command.calm(now, b.MaxAge) || s.reaches(j, now) { // then commands pass unchanged
				return
			}
			ramp := j.effortRate() * now.Sub(s.since).Seconds()
			low, high = low-ramp, high+ramp
		}
	}
	elapsed := (now.Sub(s.since) + w.period()).Seconds()
	age := b.heardWithin(j, w.period()).Seconds()
	if t.Mode.Passes() && t.Control.Has(messages.ControlPosition) { // the set-point is a measured position
		elapsed += age
	}
	fast := a*elapsed + t.read.from(s.velocity) + w.misreads(j)
	if t.Mode.Passes() { // an end stop or another joint may have turned it, and the set-point follows within its limits
		fast += s.knock
	}
	fast += max(0, math.Abs(s.velocity.actual)-l.Limits.Velocity) // no set-point is faster
	past := max(s.outside, pastLimits(t.Position, l.Limits))
	soon := s.position + s.velocity.actual*(elapsed+age)
	if t.Mode.Passes() && max(past, pastLimits(soon, l.Limits)) > 0 { // a set-point on a limit is at rest
		fast += min(math.Abs(s.velocity.actual), l.Limits.Velocity)
	}
	far := a*elapsed*elapsed/2 + math.Abs(t.Position-s.position-s.velocity.actual*elapsed) + past
	far += math.Abs(s.velocity.derived-s.velocity.actual)*elapsed + math.Abs(t.Velocity)*w.period().Seconds()
	most := l.Damping*fast + l.Stiffness*far + stepShare*l.Limits.Effort
	if t.Effort < low-most || t.Effort > high+most {
		w.violate("V28", b.Path, j.name, fmt.Sprintf("%v after %s it delivers an effort of %.3f in %s; before, it delivered %.3f to %.3f, and its motion since explains %.3f",
			now.Sub(s.since), s.what, t.Effort, t.Mode, low, high, most))
	}
}

// reaches reports whether the set-point of effort has reached the controller's command since the
// re-arm, within the ramp of the gate.
func (s *transition) reaches(j *joint, now messages.Instant) bool {
	target, slack := j.truth.TargetEffort, j.effortRate()*2*j.in.Period.Seconds()
	near := math.Abs(target-s.effort) <= slack
	if now == s.since {
		near = target >= s.low-slack && target <= s.high+slack
	}
	s.effort = target
	if near && !s.arrived && j.controller >= 0 {
		s.arrived = j.in.controllers[j.controller].efforts.has(j.book.newest[0], j.cv, target)
	}
	return s.arrived
}

// commandsEffort reports whether an effort is one that the joint's controller commanded of late.
func (j *joint) commandsEffort(effort float64) bool {
	return j.controller >= 0 && j.in.controllers[j.controller].efforts.has(j.book.newest[0], j.cv, effort)
}

// rises checks that the effort that a gate sends after a re-arm changes by its limit in rearmEffort
// at most, until it has come to the controller's command: V2.
func (w *Watch) rises(m *world, j *joint, arm uint32, control messages.ControlMode, effort float64, now messages.Instant) {
	p := &j.sent
	if !p.any || !p.settled || p.there || p.arm != arm || !(control & p.control).Has(messages.ControlEffort) || j.controller < 0 {
		return
	}
	c := &m.controllers[j.controller]
	_, known := c.efforts.of(j.book.newest[0], j.cv)
	_, knownBefore := c.efforts.of(j.book.newest[1], j.cv)
	if !known || !knownBefore || c.speeds.unsure > 0 && now.Sub(c.speeds.unsure) < doubt {
		return
	}
	most := j.effortRate()*cycles(now.Sub(p.at), m.Period)*(1+1e-6) + 1e-9
	if math.Abs(effort-p.effort) > most {
		w.violate("V2", m.gate, j.name, fmt.Sprintf("on its way to the controller's command its effort went from %g to %g; expected it to change by at most %g", p.effort, effort, most))
	}
}

// effortRate is the rate at which a gate moves a set-point of effort after a re-arm, N m/s or N/s.
func (j *joint) effortRate() float64 { return j.limits[0].Effort / rearmEffort.Seconds() }

const (
	rearmEffort = 500 * time.Millisecond // in which the effort after a re-arm reaches its limit
	stepShare   = 0.01                   // of the greatest effort, for friction that a servo makes up for
)

// misreads returns how far the velocity that a servo derives from its encoder may be from the true
// one: two readings that are wrong by all that an encoder may be, through a filter.
func (w *Watch) misreads(j *joint) float64 {
	if j.place == nil {
		return 0
	}
	return 2 * j.place.reads * 2 * math.Pi * j.place.filter
}
