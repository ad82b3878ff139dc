package supervision

import (
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// Tree is a tree of supervisors. A failure that a supervisor cannot handle goes to its parent, as a
// failure of the whole supervisor, and from the top to a protective stop.
type Tree struct {
	supervisors []Supervisor
	index       map[string]int
}

// NewTree checks supervisors and makes a tree of them. The error has all problems.
func NewTree(supervisors []Supervisor) (*Tree, error) {
	t := &Tree{supervisors: slices.Clone(supervisors), index: map[string]int{}}
	var errs []error
	for i := range t.supervisors {
		s := &t.supervisors[i]
		s.Children = slices.Clone(s.Children)
		errs = append(errs, s.Check())
		if _, twice := t.index[s.Name]; twice {
			errs = append(errs, fmt.Errorf("supervisor %q is declared twice; expected a unique name", s.Name))
		}
		t.index[s.Name] = i
	}
	return t, errors.Join(append(errs, t.check()...)...)
}

// check checks the relations between the supervisors.
func (t *Tree) check() (errs []error) {
	tops := 0
	owner := map[string]string{}
	for i := range t.supervisors {
		s := &t.supervisors[i]
		for _, c := range s.Children {
			if other, owned := owner[c.Name]; owned {
				errs = append(errs, fmt.Errorf("supervisor %q: its child %q belongs to %q too; expected one supervisor for each", s.Name, c.Name, other))
			}
			owner[c.Name] = s.Name
		}
		if s.Parent == "" {
			tops++
			continue
		}
		p, known := t.index[s.Parent]
		switch parent := &t.supervisors[max(p, 0)]; {
		case !known:
			errs = append(errs, fmt.Errorf("supervisor %q: its parent %q is unknown; expected one of %q", s.Name, s.Parent, t.Names()))
		case parent.index(s.Name) < 0:
			errs = append(errs, fmt.Errorf("supervisor %q: it is not a child of its parent %q; expected it among %q", s.Name, s.Parent, parent.running(History{}, "")))
		case parent.Level < s.Level:
			errs = append(errs, fmt.Errorf("supervisor %q: its level %s is above the level %s of its parent %q", s.Name, s.Level, parent.Level, s.Parent))
		}
	}
	if tops != 1 {
		errs = append(errs, fmt.Errorf("%d supervisors have no parent; expected one, the application", tops))
	}
	return append(errs, t.cycles()...)
}

// cycles finds supervisors without a way to the top.
func (t *Tree) cycles() (errs []error) {
	for i := range t.supervisors {
		at, steps := i, 0
		for t.supervisors[at].Parent != "" && steps <= len(t.supervisors) {
			next, known := t.index[t.supervisors[at].Parent]
			if !known {
				break
			}
			at, steps = next, steps+1
		}
		if steps > len(t.supervisors) {
			errs = append(errs, fmt.Errorf("supervisor %q: it is above itself; expected a way to the top", t.supervisors[i].Name))
		}
	}
	return errs
}

// Names lists the supervisors in the order of their declaration.
func (t *Tree) Names() []string {
	names := make([]string, len(t.supervisors))
	for i := range t.supervisors {
		names[i] = t.supervisors[i].Name
	}
	return names
}

// Supervisor returns a supervisor by name, nil for an unknown name.
func (t *Tree) Supervisor(name string) *Supervisor {
	if i, known := t.index[name]; known {
		return &t.supervisors[i]
	}
	return nil
}

// Histories are the histories of the supervisors of a tree, by name. Decide changes them.
type Histories map[string]History

// Step is the decision of one supervisor during escalation.
type Step struct {
	Supervisor string
	Decision
}

// Decide decides about the end of a child: first its supervisor, then each parent that is asked.
// Only the last decision may start children. If the top supervisor escalates, the decision is a
// protective stop. The draw is that of Supervisor.Decide.
func (t *Tree) Decide(h Histories, supervisor string, f Failure, draw float64) []Step {
	var steps []Step
	for {
		s := t.Supervisor(supervisor)
		if s == nil {
			return append(steps, Step{supervisor, Decision{Action: ProtectiveStop, Reason: fmt.Sprintf("supervisor %q is unknown", supervisor)}})
		}
		d, next := s.Decide(h[supervisor], f, draw)
		h[supervisor] = next
		if d.Action == AskParent && s.Parent == "" {
			d.Action = ProtectiveStop
		}
		steps = append(steps, Step{supervisor, d})
		switch {
		case d.Action == AskParent:
			f = Failure{Child: supervisor, Cause: messages.CauseEscalation, Time: f.Time}
		case d.Action == EndAll && s.Parent != "":
			f = Failure{Child: supervisor, Cause: f.Cause, Time: f.Time, Normal: true}
		default:
			return steps
		}
		// A supervisor that its parent restarts has an empty history.
		h[supervisor] = History{}
		supervisor = s.Parent
	}
}
