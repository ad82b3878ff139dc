package behavior

import (
	"slices"
	"time"
)

// Machine is a checked definition. It never changes, and may be shared by any number of goroutines.
type Machine struct {
	definition Definition
	terms      []Term
	states     []state
	conditions []Condition
	events     []string
	initial    int
	within     time.Duration
}

// state is a state with its names resolved.
type state struct {
	parent  int // -1 for an outermost state
	initial int // -1 for a leaf
	set     int // what runs while it is active, of its own or lent; -1 where neither
	depth   int
	path    [DepthMax]int // from the outermost state to this one
	own     []transition
}

type transition struct {
	to    int // the leaf that becomes active
	named int // the state that the transition names: it is entered, even where it is active already
	event int // -1 without
	when  []int
	after time.Duration
}

// Sets returns the task sets, in the order of declaration.
func (m *Machine) Sets() []TaskSet { return m.definition.Sets }

// States returns the number of states, in the order of declaration.
func (m *Machine) States() int { return len(m.states) }

// StateName returns the name of a state; empty for an index out of range.
func (m *Machine) StateName(i int) string {
	if i < 0 || i >= len(m.states) {
		return ""
	}
	return m.definition.States[i].Name
}

// State returns the declaration of a state; the zero State for an index out of range.
func (m *Machine) State(i int) State {
	if i < 0 || i >= len(m.states) {
		return State{}
	}
	return m.definition.States[i]
}

// SetOf returns the index of the task set that runs while a leaf is active, -1 for an index that is
// none.
func (m *Machine) SetOf(state int) int {
	if state < 0 || state >= len(m.states) {
		return -1
	}
	return m.states[state].set
}

// Leaf reports whether a state has no inner states.
func (m *Machine) Leaf(i int) bool { return i >= 0 && i < len(m.states) && m.states[i].initial < 0 }

// Events returns the names of the events that transitions wait for, in the order in which they are
// first named.
func (m *Machine) Events() []string { return m.events }

// Terms returns the quantities that Input.Values has, in its order.
func (m *Machine) Terms() []Term { return m.terms }

// Conditions returns the conditions of all transitions.
func (m *Machine) Conditions() []Condition { return m.conditions }

// DeadEnds returns the names of the leaves that nothing leads out of: neither a transition of their
// own nor one of a state around them. They may be meant, as the end of a behaviour is; a user
// should see them.
func (m *Machine) DeadEnds() (names []string) {
	for i := range m.states {
		if !m.Leaf(i) {
			continue
		}
		out := false
		for j := i; j >= 0; j = m.states[j].parent {
			out = out || slices.ContainsFunc(m.states[j].own, func(t transition) bool { return t.to != i })
		}
		if !out {
			names = append(names, m.definition.States[i].Name)
		}
	}
	return names
}

// leafOf follows initial states to the leaf that is entered with a state.
func (m *Machine) leafOf(i int) int {
	for m.states[i].initial >= 0 {
		i = m.states[i].initial
	}
	return i
}
