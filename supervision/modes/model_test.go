package modes

import (
	"github.com/robo-actors/robo-actors/messages"
)

// What follows is the same automaton in another formulation: a joint as a row of marks, one a
// cause, and the answers written as tables. It shares no code with the automaton.

// mark is what is known about one cause of a joint.
type mark uint8

const (
	absent mark = iota
	healed      // it came and went
	present
)

// situation is the state of a joint as marks.
type situation struct {
	mode  messages.Mode
	marks [16]mark
}

var stopCauses = []messages.Cause{
	messages.CauseStartup, messages.CausePanic, messages.CauseError, messages.CauseHang, messages.CauseStale,
	messages.CauseInvalid, messages.CauseOverrun, messages.CauseDrive, messages.CauseEscalation, messages.CauseOperator,
	messages.CauseCoupledJoint,
}

// state writes a situation as the automaton has it.
func (m *situation) state() State {
	s := State{Mode: m.mode, Nonce: 7, Incarnation: 3, Since: 1000, Clear: 5000}
	for c, k := range m.marks {
		if k != absent {
			s.Causes |= 1 << c
		}
		if k == present {
			s.Present |= 1 << c
		}
	}
	return s
}

// tally counts the marks of a situation.
func (m *situation) tally() (count [3]int) {
	for c := messages.CauseStartup; c <= messages.CauseCoupledJoint; c++ {
		if c != messages.CauseRearm {
			count[m.marks[c]]++
		}
	}
	return count
}

// modelRules is a table from each cause to what it takes: 0 time, 1 a person, 2 a reset.
type modelRules [16]int

func (r *modelRules) takes(m *situation) int {
	most := 0
	for _, c := range stopCauses {
		if m.marks[c] != absent && r[c] > most {
			most = r[c]
		}
	}
	return most
}

// answer is what the model says to an event.
type answer struct {
	next    situation
	nonce   uint32 // by how much it grows
	effects Effects
	armed   bool
	since   bool // Since becomes the time of the event
	clear   bool // so does Clear
}

func (r *modelRules) answer(m *situation, e Event) answer {
	a := answer{next: *m}
	bad := e.Mode > messages.ModeOff
	switch e.Kind {
	case Demand:
		if e.Mode == messages.ModeRun || e.Cause == messages.CauseNone || e.Cause == messages.CauseRearm || int(e.Cause) > 12 {
			return a
		}
		a.since = m.mode == messages.ModeRun
		if m.marks[e.Cause] != present {
			a.effects |= Latched
		}
		a.next.marks[e.Cause] = present
		a.raise(e.Mode, bad)
		if a.effects != 0 {
			a.nonce = 1
		}
	case Gone:
		if int(e.Cause) < len(m.marks) && m.marks[e.Cause] == present {
			a.next.marks[e.Cause] = healed
			a.clear = m.tally()[present] == 1
		}
	case Climb:
		if m.mode > messages.ModeRun {
			a.raise(e.Mode, bad)
		}
	case Request:
		a.effects = r.objection(m, e)
		a.armed = a.effects == 0
	case Pass:
		count := m.tally()
		a.armed = m.mode > messages.ModeRun && count[present] == 0 && count[healed] > 0 && r.takes(m) == 0 && e.Now >= 5000+300
	}
	if a.armed {
		a.next, a.nonce, a.effects = situation{}, 1, Changed|Arm
	}
	return a
}

func (a *answer) raise(to messages.Mode, bad bool) {
	if bad {
		to = messages.ModeOff
	}
	if to <= a.next.mode {
		return
	}
	a.next.mode = to
	a.effects |= Changed
	if to >= messages.ModeRampHold {
		a.effects |= Stop
	}
}

// objection is the first of these that holds.
func (r *modelRules) objection(m *situation, e Event) Effects {
	table := []struct {
		holds bool
		is    Effects
	}{
		{m.mode == messages.ModeRun, RefusedRunning},
		{e.Incarnation != 3, RefusedIncarnation},
		{e.Nonce != 7, RefusedNonce},
		{m.tally()[present] > 0, RefusedPresent},
		{r.takes(m) == 2 && e.Way != Reset, RefusedWay},
	}
	for _, row := range table {
		if row.holds {
			return row.is
		}
	}
	return 0
}
