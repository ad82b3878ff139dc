package invariant

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// causeSet is the set of causes for which a joint does not pass.
type causeSet uint32

func (s causeSet) has(c messages.Cause) bool      { return s&(1<<c) != 0 }
func (s causeSet) with(c messages.Cause) causeSet { return s | 1<<c }

// asked is an operator's request for re-arm that waits for its answer. The gate's event comes at
// the same instant, before or after the answer.
type asked struct {
	waits    bool
	reset    bool // a reset is among the requests
	plain    bool // an acknowledgement is among the requests
	answered messages.Instant
}

// stands reports whether a request can be the one that the gate obeys now.
func (a *asked) stands(now messages.Instant) bool { return a.waits || a.answered == now && now > 0 }

// Asked records an operator's request for re-arm to the gate of a world, with the gate's nonce and
// incarnation.
func (w *Watch) Asked(world string, reset bool) {
	if m := w.world(world); m != nil {
		stands := m.asked.stands(w.now())
		m.asked = asked{waits: true, reset: reset || stands && m.asked.reset, plain: !reset || stands && m.asked.plain}
	}
}

// Answered records the reply of the gate of a world to a request for re-arm.
func (w *Watch) Answered(world string) {
	if m := w.world(world); m != nil {
		m.asked.waits, m.asked.answered = false, w.now()
	}
}

// Mistaken records that a gate obeyed an acknowledgement with a wrong nonce or incarnation.
func (w *Watch) Mistaken(world, text string) {
	if m := w.world(world); m != nil {
		w.violate("V7", m.gate, "", text)
	}
}

func (w *Watch) world(name string) *world {
	for _, m := range w.worlds {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// StopAsked records an operator's request for a stop to the gate of a world and returns its number.
// Stopped, StopTaken and StopLost report the answer with this number. The newest request counts.
func (w *Watch) StopAsked(world string, mode messages.Mode) (number int) {
	m := w.world(world)
	if m == nil {
		return 0
	}
	m.stop = stopAsked{asked: true, at: w.now(), mode: mode, number: m.stop.number + 1}
	return m.stop.number
}

// Stopped records that a gate has confirmed a stop. From then on its drives stop, whatever happens
// to the gate.
func (w *Watch) Stopped(world string, number int) {
	m := w.world(world)
	if m == nil || !m.stop.pending(number) {
		return
	}
	w.StopTaken(world, number)
	mode := m.stop.mode
	now := w.now()
	for i := range m.joints {
		j := &m.joints[i]
		if j.truth == nil || j.stopping.waits && j.stopping.mode > mode {
			continue
		}
		b := &m.buses[j.bus]
		if j.truth.look(&j.truth.Truth); j.truth.Mode < mode {
			j.stopping = stopping{waits: true, since: now, mode: mode, promised: true, obeyed: b.state.calm(now, 2*b.MaxAge+2*m.Period) && !b.down}
		}
	}
}

// StopTaken records that a gate accepted a stop and reported a drive that does not obey.
func (w *Watch) StopTaken(world string, number int) {
	m := w.world(world)
	if m == nil || !m.stop.pending(number) {
		return
	}
	m.stop.asked, m.stop.holds = false, true
	for i := range m.joints {
		if j := &m.joints[i]; j.bus >= 0 {
			j.causes = j.causes.with(messages.CauseOperator)
		}
	}
}

// StopLost records that a stop request was not delivered, or that the gate ended before it
// answered.
func (w *Watch) StopLost(world string, number int) {
	if m := w.world(world); m != nil && m.stop.pending(number) {
		m.stop.asked = false
	}
}

// Reported records that a gate took a report of a fault, or of its end. An empty joint names all
// that have a drive.
func (w *Watch) Reported(world, joint, class string, gone bool) {
	m := w.world(world)
	if m == nil {
		return
	}
	now, what := w.now(), joint+" "+class
	w.lastFault = now
	if m.reports = slices.DeleteFunc(m.reports, func(other string) bool { return other == what }); !gone {
		m.reports = append(m.reports, what)
	}
	for _, l := range m.leases {
		l.falls.calm = now
	}
	for _, a := range w.arms() {
		if a.in == m {
			a.calm = now
		}
	}
}

// acknowledged checks that a gate which re-arms received a request: V7.
func (w *Watch) acknowledged(e messages.Event) {
	for _, m := range w.worlds {
		if m.gate != e.Source {
			continue
		}
		if !m.asked.stands(e.Time) && !m.starts(e.Time) {
			w.violate("V7", m.gate, "", "it re-armed without a request")
		}
		m.stop.asked, m.stop.holds = false, false
	}
}

// modeChanged collects the causes for which joints stopped.
func (w *Watch) modeChanged(e messages.Event) {
	for _, m := range w.worlds {
		if m.gate != e.Source {
			continue
		}
		for i := range m.joints {
			j := &m.joints[i]
			if j.name != e.Joint {
				continue
			}
			w.modes[e.Joint], j.told = e.To, e.To
			automaton := ModeAutomaton
			if j.virtual {
				automaton = VirtualAutomaton
			}
			w.visited.step(automaton, e.From.String(), e.To.String())
			if j.tooMild(e) {
				w.violate("V5", m.gate, j.name, fmt.Sprintf("its actor failed (%s), and it went to %s; expected %s or a more severe mode", e.Cause, e.To, j.safe))
			}
			if e.To > e.From {
				// A drive whose bus moves it to a more severe mode without a fault adds no cause.
				if e.Cause != messages.CauseDrive || e.From.Passes() {
					j.causes = j.causes.with(e.Cause)
				}
				continue
			}
			w.comesDown(m, j, e)
		}
	}
}

// tooMild reports whether a joint that passed enters a milder mode than its safe mode because an
// actor that it depends on failed. For a joint of a kind, its table declares the mode.
func (j *joint) tooMild(e messages.Event) bool {
	switch e.Cause {
	case messages.CausePanic, messages.CauseError, messages.CauseHang, messages.CauseEscalation:
		return j.kind == modes.AnyJoint && e.From.Passes() && e.To.Stops() && e.To < j.safe
	}
	return false
}

// comesDown checks a change to a less severe mode: V7.
func (w *Watch) comesDown(m *world, j *joint, e messages.Event) {
	operator, agent := m.asked.stands(e.Time), m.starts(e.Time)
	granted, reset, plain := operator || agent, operator && m.asked.reset, operator && m.asked.plain || agent
	switch {
	case e.Cause == messages.CauseStartup && e.To.Stops():
		return // it adopts the mode in which its drive is
	case e.To != messages.ModeRun:
		w.violate("V7", m.gate, j.name, fmt.Sprintf("it came down from %s to %s; expected run, or no change", e.From, e.To))
	case granted && j.causes.has(messages.CauseDrive) && !reset && (j.kind == modes.AnyJoint || j.grave):
		w.violate("V7", m.gate, j.name, fmt.Sprintf("it went from %s to run by an acknowledgement, but a fault of its drive requires a reset", e.From))
	case granted && reset && (!plain || j.causes.has(messages.CauseDrive)) && w.moves(m, j, e.Time):
		w.violate("V7", m.gate, j.name, fmt.Sprintf("it went from %s to run by a reset while it moved at %.4f %s/s; expected it to be at rest", e.From, j.truth.Velocity, j.unit))
	case granted:
	case !j.mayReturn(m):
		w.violate("V7", m.gate, j.name, fmt.Sprintf("it went from %s to run without a request (%s)", e.From, j.why()))
	}
	j.causes, j.everRan, j.grave = 0, true, false
	if granted {
		m.stop.asked, m.stop.holds = false, false
	}
}

// moves reports whether a joint is clearly not at rest: the start-up checks of a reset require
// rest. The margin covers deceleration and noise between a measurement and the reset.
func (w *Watch) moves(m *world, j *joint, now messages.Instant) bool {
	t := j.truth
	if t == nil || now < t.exempt || now < w.shaken || t.Disturbed {
		return false
	}
	b := &m.buses[j.bus]
	speed := min(math.Abs(t.Velocity), math.Abs(t.before.Velocity))
	seen := b.state.calm(now, 2*b.MaxAge+2*m.Period) && m.toGate.calm(now, 2*b.MaxAge+2*m.Period)
	return seen && speed > restMargin*(restSpeed+restShare*j.limits[0].Velocity)
}

// Rest is a share of the velocity limit, and restSpeed; a joint clearly moves at restMargin times
// as much.
const (
	restShare  = 0.01
	restMargin = 4
)

// shown records a fault code of a drive. For joints of a kind, some codes do not require a reset.
func (m *world) shown(of *joint, code uint16) {
	for i := range m.joints {
		j := &m.joints[i]
		if j == of || of.controller >= 0 && j.controller == of.controller {
			j.grave = j.grave || !j.mild(code)
		}
	}
}

// mild reports whether a fault code requires no reset: that of a drive that limits itself, and that
// of a bad supply for joints without brake and balance. The numbers are those of moteus
// controllers.
func (j *joint) mild(code uint16) bool {
	switch {
	case code >= 96 && code <= 105:
		return j.kind != modes.AnyJoint
	case code == 34 || code == 40:
		return j.kind == modes.Gravity || j.kind == modes.Wheel
	}
	return false
}

// severe are causes after which a joint never re-arms by itself.
const severe = causeSet(1<<messages.CauseOperator | 1<<messages.CauseHang | 1<<messages.CauseEscalation | 1<<messages.CauseDrive)

// mayReturn reports whether a joint may re-arm without an acknowledgement.
func (j *joint) mayReturn(m *world) bool {
	const brief = causeSet(1<<messages.CauseOverrun | 1<<messages.CauseDrive)
	if j.kind == modes.Balancing && !j.grave && j.causes != 0 && j.causes&^brief == 0 {
		return true // it was in limited for a while
	}
	if j.causes&severe != 0 {
		return false
	}
	byPeer := j.causes&^(1<<messages.CauseCoupledJoint) == 0 && j.causes != 0
	first := !j.everRan && m.lives <= 1 && j.causes&^(1<<messages.CauseStartup) == 0
	return j.rearm == modes.Auto || byPeer && j.rearm != modes.Reset || first && j.start == modes.Auto
}

func (j *joint) why() string {
	text := fmt.Sprintf("re-arm is %s, start %s", j.rearm, j.start)
	for _, c := range messages.Causes() {
		if j.causes.has(c) {
			text += ", cause " + c.String()
		}
	}
	return text
}

// ratchet compares the mode that a gate sends to a drive with the one before: V7.
func (w *Watch) ratchet(m *world, j *joint, mode messages.Mode, arm uint32, now messages.Instant) {
	p := &j.sent
	if mode.Passes() {
		j.everRan = true
	}
	switch {
	case !p.any:
	case mode < p.mode && arm <= p.arm && mode.Passes():
		w.violate("V7", m.gate, j.name, fmt.Sprintf("its mode fell from %s to %s, but its arm number is %d after %d", p.mode, mode, arm, p.arm))
	case arm < p.arm && m.lives <= 1:
		w.violate("V7", m.gate, j.name, fmt.Sprintf("its arm number fell from %d to %d", p.arm, arm))
	}
	if fresh := !p.any || p.mode.Passes() || arm > p.arm; fresh && mode.Stops() { // a larger number has re-armed and stopped again in between
		next := stopping{waits: true, since: now, mode: mode}
		if s := j.stopping; s.waits && s.obeyed && s.mode <= mode { // the earlier acknowledgement still holds
			next.since, next.promised, next.obeyed = s.since, true, true
		}
		j.stopping = next
	} else if mode > j.stopping.mode && mode.Stops() {
		j.stopping = stopping{waits: true, since: now, mode: mode, escalated: j.stopping.escalated}
	} else if mode.Passes() {
		j.stopping.waits = false
	}
}
