package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Tolerances beyond the declared values.
const (
	patience   = time.Second            // how much longer than its ramp a joint may take to rest: a servo with a heavy load settles
	excuse     = 2 * time.Second        // how long a drive is not judged after a fault of its own
	jolt       = 200 * time.Millisecond // how long a joint shakes the others after it fell or its brake caught it, at least
	joltLags   = 5                      // the same, in lags of the slowest servo: its oscillation has decayed by then
	restSpeed  = 0.02                   // rad/s or m/s
	restFor    = 100 * time.Millisecond // longer than half an oscillation of a 5 Hz servo
	restAngle  = 2 * math.Pi / 180      // rad
	restLength = 0.005                  // m
)

// robot is one simulated robot.
type robot struct {
	path  string
	begun messages.Instant // start of its current step
}

// robot checks the true state of every drive of a simulated robot once per step of it.
func (w *Watch) robot(r *robot, stamp messages.Stamp, s *messages.JointState) {
	now := stamp.Time
	for _, q := range s.Position {
		w.mix(math.Float64bits(q))
	}
	if w.groundTruth[r.path] == nil {
		w.look(now)
		return
	}
	step := now.Sub(r.begun)
	r.begun = now
	w.places[r.path].note(now, step, s)
	if step > 2*w.period() {
		w.places[r.path].leapt = now
	}
	w.missing(now)
	w.sways = false
	for _, m := range w.worlds { // all of them first: a drive shakes those of another bus in the same step
		for i := range m.buses {
			if m.buses[i].Plant == r.path {
				w.truths(m, &m.buses[i], now, step)
			}
		}
	}
	for _, m := range w.worlds {
		for i := range m.buses {
			if m.buses[i].Plant == r.path {
				w.drives(m, &m.buses[i], now, step)
			}
		}
	}
	w.judgeLeases(now)
	w.judgeArms(r.path, now)
	w.look(now)
}

// truths records the true states of a bus's drives, and which of them shake others.
func (w *Watch) truths(m *world, b *bus, now messages.Instant, step time.Duration) {
	b.command.settle(now)
	if b.command.unsure { // its drives may do anything
		w.shaken = max(w.shaken, now.Add(excuse))
	}
	for _, i := range b.joints {
		t := m.joints[i].truth
		t.before = t.Truth
		t.look(&t.Truth)
		t.Position += t.Lost // as its set-points count
		if !t.known {
			t.before, t.known = t.Truth, true
		}
		t.readBefore = t.read
		t.read.follow(t.Velocity, t.lags)
		if t.Disturbed {
			t.exempt = now.Add(excuse)
		}
		t.swing.note(now, m.joints[i].place.load(), t.model.Lag)
		w.sways = w.sways || t.Mode.Passes() && math.Abs(t.Velocity) > restSpeed
		w.shaken = max(w.shaken, t.exempt)
		begins := w.extremes > 0 && t.before.Mode.Stops() && t.Mode.Passes() // perhaps with a wrong velocity
		if t.falls() || begins {
			w.shaken = max(w.shaken, now.Add(w.jolt))
		}
	}
}

func (w *Watch) drives(m *world, b *bus, now messages.Instant, step time.Duration) {
	b.given.take(b, now, step)
	w.owes(b, now)
	ramping, work, lifts, seconds := true, 0.0, 0.0, step.Seconds()
	for k, i := range b.joints {
		j := &m.joints[i]
		t := j.truth
		if min(math.Abs(t.Velocity), math.Abs(t.before.Velocity)) <= t.still() { // perhaps until just now
			t.stood = now
		}
		if math.Abs(t.Velocity) > restSpeed {
			t.moved = now
		}
		if t.outpaced(j) {
			t.outrun = now
		}
		if t.Mode == messages.ModeOff {
			j.offAt = now
		}
		if t.before.Mode.Passes() && t.Mode.Stops() {
			t.stopped, t.spent = now, max(t.spent, t.before.Arm)
		}
		if t.before.Mode.Stops() && t.Mode.Passes() || t.Starting && !t.before.Starting {
			t.began = now
		}
		if t.Arm < t.before.Arm { // it restarted
			t.spent = 0
		}
		ramping = ramping && (t.Mode == messages.ModeRampHold || t.Mode == messages.ModeRampOff)
		work += t.Effort * t.Velocity * seconds
		lifts += j.place.weight() * t.Velocity * seconds
		w.setPoints(b, j)
		w.followed(b, j, k, now)
		w.steppedDown(b, j)
		w.capped(m, b, j, now)
		w.stepped(b, j, now)
		w.outlived(m, b, j, k, now)
		w.fed(m, b, j, k, now, step)
		w.fenced(b, j, k, now)
		w.confirmed(m, b, j, now)
		w.noticed(m, b, j, now)
		w.tracks(b, j, now)
		if now >= t.exempt {
			w.interlock(b, j, now, step)
		}
		if now < w.shaken {
			t.ramp = ramp{}
			ramping = false
			continue
		}
		w.ramp(b, j, step, now)
	}
	w.energy(b, ramping && !w.places[b.Plant].tumbles(now), work, lifts, now)
}

// setPoints checks what a drive follows: V1. Quantities that its control mode does not name have no
// effect.
func (w *Watch) setPoints(b *bus, j *joint) {
	t := j.truth
	bad := t.Control.Has(messages.ControlPosition) && !finite(t.TargetPosition) || t.Control.Has(messages.ControlVelocity) && !finite(t.TargetVelocity) ||
		t.Control.Has(messages.ControlEffort) && !finite(t.TargetEffort)
	if t.Mode.Passes() && bad {
		w.violate("V1", b.Path, j.name, fmt.Sprintf("the drive follows %s of position %g %s, velocity %g %s/s, effort %g", t.Control, t.TargetPosition, j.unit, t.TargetVelocity, j.unit, t.TargetEffort))
	}
}

// steppedDown checks that a stopped drive enters a milder mode only by re-arm: V7.
func (w *Watch) steppedDown(b *bus, j *joint) {
	t := j.truth
	if b.failing != 0 && t.Mode.Passes() {
		return // judged as a joint that moves again after its bus failed
	}
	switch p := &t.before; {
	case t.Mode < p.Mode && t.Arm <= p.Arm && !p.Starting:
		w.violate("V7", b.Path, j.name, fmt.Sprintf("the drive went from %s to %s, but its arm number is still %d", p.Mode, t.Mode, t.Arm))
	case t.Mode.Passes() && p.Mode.Stops() && t.Arm <= t.spent:
		w.violate("V8", b.Path, j.name, fmt.Sprintf("the drive entered %s by arm number %d, which it had when it stopped at %s", t.Mode, t.Arm, t.stopped))
	}
}

// fed checks that a drive that runs, or whose brake opens for that, was fed in time by a fresh and
// valid command: V3, V4.
func (w *Watch) fed(m *world, b *bus, j *joint, k int, now messages.Instant, step time.Duration) {
	if b.feed(k, j.truth.before.Arm, &b.command.arrived, now, step); b.command.unsure {
		b.feed(k, j.truth.before.Arm, &b.command.sent, now, step)
	}
	t := j.truth
	if !t.Mode.Passes() && !t.Starting || now < t.exempt {
		return
	}
	age := now.Sub(max(b.fedAt[k], t.began)) // a watchdog counts while its drive runs
	if age <= b.MaxAge {
		return // as nearly always
	}
	bound := b.MaxAge + t.model.Watchdog.Timeout + 2*b.Period + 2*m.Period
	switch {
	case age <= bound:
	case now.Sub(b.spoiled[k]) <= bound:
		w.violate("V4", b.Path, j.name, fmt.Sprintf("the drive is %s, fed by a bad or old command with an age of %v (bound %v); the newest good one has an age of %v, the watchdog is %v",
			t.doing(), now.Sub(b.spoiled[k]), b.MaxAge, age, t.model.Watchdog.Timeout))
	default:
		w.violate("V3", b.Path, j.name, fmt.Sprintf("the drive is %s, but the newest command that may move it has an age of %v; command bound %v, watchdog %v", t.doing(), age, b.MaxAge, t.model.Watchdog.Timeout))
	}
}

// doing says in words what a drive does.
func (t *truth) doing() string {
	if t.Starting {
		return "starting from " + t.Mode.String()
	}
	return "in " + t.Mode.String()
}

// feed records a command that has or may have arrived since the robot's step before. The bus may
// have read it as early as that: it ages while the thread of the robot hangs.
func (b *bus) feed(k int, arm uint32, m *inFlightValue, now messages.Instant, step time.Duration) {
	if !m.valid || m.named&(1<<k) == 0 && !m.vague {
		return
	}
	late := now.Sub(m.latest())-step > b.MaxAge // the bus does not pass it on
	if has, known := b.given.arm(m.content, k); known && has < arm && !m.vague {
		late = true // the drive does not obey it any more
	}
	if (m.good || m.vague) && !late {
		b.fedAt[k] = max(b.fedAt[k], m.latest())
	} else if m.stamp.Time > b.fedAt[k] {
		b.spoiled[k] = m.stamp.Time
	}
}

// fenced checks that the drives of a failed bus stop at once, and that no earlier command moves
// them again: V5, V8.
func (w *Watch) fenced(b *bus, j *joint, k int, now messages.Instant) {
	t := j.truth
	if b.failing == 0 || !t.Mode.Passes() || now < t.exempt {
		return
	}
	within := 3 * w.period()
	if b.unsent >= b.failing { // only its own watchdog is left
		within = t.model.Watchdog.Timeout + b.MaxAge + 2*b.Period
	}
	switch since := now.Sub(b.failing); {
	case since < within:
	case t.Arm > b.fence[k]:
	case since < within+7*w.period():
		w.violate("V5", b.Path, j.name, fmt.Sprintf("the drive is in %s %v after its bus failed; expected %s or a more severe mode at once", t.Mode, since, j.safe))
	default:
		w.violate("V8", b.Path, j.name, fmt.Sprintf("the drive is in %s by arm number %d, which it had when its bus failed at %s", t.Mode, t.Arm, b.failing))
	}
}

// period is the longest period of the simulated robots.
func (w *Watch) period() time.Duration {
	if len(w.plants) == 0 {
		return time.Millisecond
	}
	longest := time.Duration(0)
	for _, p := range w.plants {
		longest = max(longest, p.Period)
	}
	return longest
}

// confirmed checks that a stop is obeyed within three periods or escalated: V12.
func (w *Watch) confirmed(m *world, b *bus, j *joint, now messages.Instant) {
	s, t := &j.stopping, j.truth
	if !s.waits {
		return
	}
	if t.Mode >= s.mode {
		s.waits = false
		return
	}
	late := w.places[b.Plant].leapt == now // the thread of bus and gate may have been late with the robot's
	if late || now.Sub(b.started) > max(3*b.Period, 2*m.Period) || now.Sub(m.watchedOver) > 2*m.Period && !s.promised {
		s.still = now
	}
	switch {
	case b.down: // its failure was reported: its next incarnation must obey
		s.since = now
		return
	case !j.sent.any && !s.obeyed: // a new gate sends nothing to a bus before each of its drives has answered
		s.since = now
		return
	case b.state.repeats(): // the gate reads old states, and the first true one up to two periods later
		s.since = now.Add(m.Period + b.Period)
		return
	}
	took := now.Sub(s.since)
	soon := 3*max(m.Period, b.Period) + 2*w.period()
	if s.obeyed && took > 3*w.period()+b.Period && now >= t.exempt { // a bus may know a moment earlier what its drive must do
		w.violate("V12", m.gate, j.name, fmt.Sprintf("the drive is in %s %v after the gate acknowledged a stop to %s", t.Mode, took, s.mode))
	}
	excused := now < t.exempt || !b.command.calm(now, soon) || !b.state.calm(now, soon) || b.failing != 0 && now.Sub(b.failing) < excuse || s.still > 0 && now.Sub(s.still) <= soon
	switch {
	case took <= soon:
	case !excused && (!s.escalated || took > soon+stopWithin): // once the link works, a stop is obeyed even if it was escalated
		w.violate("V12", m.gate, j.name, fmt.Sprintf("the drive is in %s %v after the gate demanded %s; expected it within %v", t.Mode, took, s.mode, soon))
	// The gate counts from when it last saw the drive obey, as one that just takes up an earlier start.
	case !s.escalated && took > max(soon, stopWithin+2*m.Period+b.Period+w.period()) && now.Sub(m.watchedOver) <= m.Period && !m.failed:
		w.violate("V12", m.gate, j.name, fmt.Sprintf("the drive is in %s %v after the gate demanded %s, and the gate did not escalate", t.Mode, took, s.mode))
	}
}

// still is the highest speed that counts as standstill.
func (t *truth) still() float64 { return 0.01*t.model.Limits.Velocity + restSpeed }

// Ending checks a robot whose application has just ended, normally, by an unhandled failure or by a
// hang: its drives received a stop before their watchdogs acted. A bus whose own stop was disturbed
// is left to its watchdogs.
func (w *Watch) Ending(now messages.Instant) *Violation {
	if len(w.groundTruth) == 0 || w.first != nil {
		return w.first
	}
	for _, m := range w.worlds {
		for i := range m.buses {
			if w.owes(&m.buses[i], now); w.first != nil {
				return w.first
			}
		}
		for i := range m.joints {
			j := &m.joints[i]
			if j.truth == nil || m.buses[j.bus].spoilt {
				continue
			}
			t := j.truth
			if t.look(&t.Truth); t.Mode.Passes() && !t.Disturbed && now >= t.exempt {
				return &Violation{Invariant: "V5", Time: now, Actor: m.buses[j.bus].Path, Joint: j.name, Text: fmt.Sprintf("the application has just ended, but the drive is in %s: it received no stop", t.Mode)}
			}
		}
	}
	return nil
}

// Ended checks a robot at an instant after its application ended: every drive has stopped, and
// every joint that can rest is at rest. A robot whose base nothing holds may fall and rock.
func (w *Watch) Ended(now messages.Instant) *Violation {
	if len(w.groundTruth) == 0 || w.first != nil {
		return w.first
	}
	shaken := w.disturbed() || now < w.shaken
	for _, m := range w.worlds {
		for i := range m.joints {
			j := &m.joints[i]
			if j.truth == nil {
				continue
			}
			t := j.truth
			if t.look(&t.Truth); t.Mode.Passes() && !t.Disturbed {
				return &Violation{Invariant: "V5", Time: now, Actor: m.buses[j.bus].Path, Joint: j.name, Text: fmt.Sprintf("the application has ended, but the drive is in %s", t.Mode)}
			}
			if speed := math.Abs(t.Velocity); speed > 2*restSpeed && now >= t.exempt && !shaken && !w.places[m.buses[j.bus].Plant].free() && !t.swingsFreely() {
				return &Violation{Invariant: "V13", Time: now, Actor: m.buses[j.bus].Path, Joint: j.name, Text: fmt.Sprintf("the application has ended, but in %s the joint still moves at %.4f %s/s", t.Mode, t.Velocity, j.unit)}
			}
		}
	}
	return nil
}

// swingsFreely reports whether nothing holds the joint in its mode.
func (t *truth) swingsFreely() bool {
	return t.Mode == messages.ModeOff || t.Mode == messages.ModeDamp || t.Mode == messages.ModeBrake && !t.model.Brake
}

// disturbed reports whether some drive has a fault now, which shakes the others.
func (w *Watch) disturbed() bool {
	for _, m := range w.worlds {
		for i := range m.joints {
			if t := m.joints[i].truth; t != nil {
				if t.look(&t.Truth); t.Disturbed {
					return true
				}
			}
		}
	}
	return false
}
