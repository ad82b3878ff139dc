package invariant

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Cell is a combination in which a fault met a joint.
type Cell struct {
	// Fault is the kind of the fault.
	Fault string
	// Condition is one of Conditions: the mode of the joint, or restarting if the target was.
	Condition string
	// Joint is the kind of the joint as its file declares it, any without one; virtual for a joint
	// of another world.
	Joint string
	// Control is the control mode of the newest command that might move the joint, none before the
	// first one.
	Control string
}

// String returns the cell in its text form, as ParseCell reads it.
func (c Cell) String() string {
	return strings.Join([]string{c.Fault, c.Condition, c.Joint, c.Control}, " ")
}

// ParseCell reads the text form of a cell.
func ParseCell(text string) (Cell, error) {
	words := strings.Fields(text)
	if len(words) != 4 {
		return Cell{}, fmt.Errorf("cell %q has %d words; expected kind of fault, condition, kind of joint, control mode", text, len(words))
	}
	return Cell{words[0], words[1], words[2], words[3]}, nil
}

// VirtualJoint is the kind of joints in cells that another world realises.
const VirtualJoint = "virtual"

// kindName is the kind of a joint in cells.
func (j *joint) kindName() string {
	if j.virtual {
		return VirtualJoint
	}
	return j.kind.String()
}

// meet counts the cells of a fault: one for its joint, or for each different joint of the world in
// which it acts.
func (v *Visited) meet(w *Watch, kind, target string) {
	for _, m := range w.worlds {
		if j := m.driven(target); j != nil {
			v.cell(kind, j.sent.mode.String(), j)
			return
		}
	}
	if _, receiver, isLink := strings.Cut(target, "->"); isLink {
		target, _, _ = strings.Cut(receiver, ".")
	}
	name, _, _ := strings.Cut(target, "/")
	m := w.world(name)
	if m == nil {
		return
	}
	counted := map[Cell]bool{}
	for i := range m.joints {
		j := &m.joints[i]
		if j.bus < 0 && !j.virtual || j.controller < 0 {
			continue
		}
		condition := j.told.String()
		if w.down[target] {
			condition = Restarting
		}
		c := Cell{kind, condition, j.kindName(), j.moved.String()}
		if !counted[c] {
			counted[c] = true
			v.cell(kind, condition, j)
		}
	}
}

func (v *Visited) cell(kind, condition string, j *joint) {
	if v.Cells == nil {
		v.Cells = map[Cell]int{}
	}
	v.Cells[Cell{kind, condition, j.kindName(), j.moved.String()}]++
}

// step counts a transition of an automaton.
func (v *Visited) step(automaton, from, to string) {
	if v.Transitions == nil {
		v.Transitions = map[Transition]int{}
	}
	v.Transitions[Transition{automaton, from, to}]++
}

// Transition is a step of an automaton: the mode of a joint, that of a virtual joint, or the life
// of an actor.
type Transition struct{ Automaton, From, To string }

// String returns the transition in its text form.
func (t Transition) String() string { return t.Automaton + " " + t.From + " " + t.To }

// ParseTransition reads the text form of a transition.
func ParseTransition(text string) (Transition, error) {
	words := strings.Fields(text)
	if len(words) != 3 {
		return Transition{}, fmt.Errorf("transition %q has %d words; expected automaton, state before, state after", text, len(words))
	}
	return Transition{words[0], words[1], words[2]}, nil
}

// Automata.
const (
	ModeAutomaton    = "mode"
	VirtualAutomaton = "virtual_mode"
	LifeAutomaton    = "life"
)

// Lives of an actor, beside Restarting.
const (
	unborn    = "unborn"
	alive     = "runs"
	broken    = "failed"
	escalated = "escalated"
	ended     = "stopped"
)

// lives counts the transition of an actor's life.
func (v *Visited) lives(w *Watch, e messages.Event) {
	var to string
	switch e.Kind {
	case messages.EventStarted:
		to = alive
	case messages.EventFailed, messages.EventHang:
		to = broken
	case messages.EventRestarting:
		to = Restarting
	case messages.EventEscalated:
		to = escalated
	case messages.EventStopped:
		to = ended
	default:
		return
	}
	if !strings.Contains(e.Source, "/") || e.Joint != "" {
		return // a supervisor, or a joint
	}
	from := w.life[e.Source]
	if from == "" {
		from = unborn
	}
	v.step(LifeAutomaton, from, to)
	w.life[e.Source] = to
}

// Transitions lists the transitions that an automaton should show, in the order of their states:
// climbs to more severe modes, re-arms, and the lives of actors.
func Transitions(automaton string) (all []Transition) {
	if automaton == LifeAutomaton {
		for _, t := range [][2]string{{unborn, alive}, {unborn, broken}, {alive, broken}, {alive, ended}, {alive, Restarting}, {broken, Restarting}, {broken, escalated}, {broken, ended},
			{escalated, alive}, {Restarting, alive}, {Restarting, broken}, {Restarting, ended}, {Restarting, Restarting}} {
			all = append(all, Transition{automaton, t[0], t[1]})
		}
		return all
	}
	for _, from := range messages.Modes() {
		for _, to := range messages.Modes() {
			if to > from || to == messages.ModeRun && from != to {
				all = append(all, Transition{automaton, from.String(), to.String()})
			}
		}
	}
	return all
}
