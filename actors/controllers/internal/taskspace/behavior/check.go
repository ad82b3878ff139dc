package behavior

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Errors of New, which errors.Is distinguishes.
var (
	// ErrDefinition marks a definition that cannot be.
	ErrDefinition = errors.New("behavior")
	// ErrName marks a name that nothing has.
	ErrName = errors.New("unknown name")
)

// definitionError is an error with a text of its own that errors.Is finds by its mark.
type definitionError struct {
	mark, err error
}

func (e *definitionError) Error() string   { return e.err.Error() }
func (e *definitionError) Unwrap() []error { return []error{ErrDefinition, e.mark, e.err} }

// New checks a definition and makes a machine of it. The error joins a
// *messages.OptionError for every error, with a path such as "states[2].transitions[0].to".
func New(d Definition, v Vocabulary) (*Machine, error) {
	c := checker{d: d, v: v, m: &Machine{definition: d, terms: v.Terms, within: d.PrepareWithin}}
	if c.m.within == 0 {
		c.m.within = time.Second
	}
	if d.PrepareWithin < 0 {
		c.reject("prepare_within", "%v is below zero", d.PrepareWithin)
	}
	c.sets()
	if c.tree() {
		c.transitions()
		c.entries()
		c.initial()
		c.reach()
	}
	if err := errors.Join(c.errors...); err != nil {
		return nil, err
	}
	return c.m, nil
}

type checker struct {
	d      Definition
	v      Vocabulary
	m      *Machine
	errors []error
}

func (c *checker) reject(path, format string, args ...any) {
	c.errors = append(c.errors, &messages.OptionError{Path: path, Err: &definitionError{ErrDefinition, fmt.Errorf(format, args...)}})
}

func (c *checker) unknown(path, kind, name string, known []string) {
	err := &definitionError{ErrName, fmt.Errorf("no %s is named %q", kind, name)}
	c.errors = append(c.errors, &messages.OptionError{Path: path, Err: err, Unknown: name, Known: known})
}

var namePattern = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

func (c *checker) name(path, name string) {
	if !namePattern.MatchString(name) {
		c.reject(path, "the name %q does not do; expected 1 to 128 characters of A-Z a-z 0-9 _ . -", name)
	}
}

func (c *checker) sets() {
	if len(c.d.Sets) == 0 || len(c.d.Sets) > SetsMax {
		c.reject("sets", "there are %d task sets; expected 1 to %d", len(c.d.Sets), SetsMax)
	}
	for i, s := range c.d.Sets {
		path := fmt.Sprintf("sets[%d]", i)
		c.name(path+".name", s.Name)
		if first := slices.IndexFunc(c.d.Sets, func(o TaskSet) bool { return o.Name == s.Name }); first < i {
			c.reject(path+".name", "task sets %d and %d are both named %q", first, i, s.Name)
		}
		c.levels(path, s)
	}
}

func (c *checker) levels(path string, s TaskSet) {
	if len(s.Levels) == 0 || len(s.Levels) > LevelsMax {
		c.reject(path+".levels", "task set %q has %d levels; expected 1 to %d", s.Name, len(s.Levels), LevelsMax)
	}
	var seen []string
	for l, tasks := range s.Levels {
		at := fmt.Sprintf("%s.levels[%d]", path, l)
		if len(tasks) == 0 {
			c.reject(at, "the level is empty: give it a task, or leave it out")
		}
		for _, task := range tasks {
			if !slices.Contains(c.v.Tasks, task) {
				c.unknown(at, "task", task, c.v.Tasks)
			} else if slices.Contains(seen, task) {
				c.reject(at, "task %q is in the set twice", task)
			}
			seen = append(seen, task)
		}
	}
}

func (c *checker) index(name string) int {
	return slices.IndexFunc(c.d.States, func(s State) bool { return s.Name == name })
}

func (c *checker) names() (names []string) {
	for _, s := range c.d.States {
		names = append(names, s.Name)
	}
	return names
}

// tree resolves the parent of each state, and reports whether the other checks can run.
func (c *checker) tree() bool {
	d, m := &c.d, c.m
	before := len(c.errors)
	if len(d.States) == 0 || len(d.States) > StatesMax {
		c.reject("states", "there are %d states; expected 1 to %d", len(d.States), StatesMax)
		return false
	}
	m.states = make([]state, len(d.States))
	for i, s := range d.States {
		path := fmt.Sprintf("states[%d]", i)
		c.name(path+".name", s.Name)
		if first := c.index(s.Name); first < i {
			c.reject(path+".name", "states %d and %d are both named %q", first, i, s.Name)
		}
		m.states[i] = state{parent: -1, initial: -1, set: -1}
		if s.Parent != "" {
			if m.states[i].parent = c.index(s.Parent); m.states[i].parent < 0 {
				c.unknown(path+".parent", "state", s.Parent, c.names())
			}
		}
	}
	if len(c.errors) > before {
		return false
	}
	for i := range m.states {
		if !c.place(i) {
			return false
		}
	}
	for i := range m.states {
		c.inner(i)
		c.setOf(i)
	}
	return len(c.errors) == before
}

// place finds a state's path from the outermost one.
func (c *checker) place(i int) bool {
	var path []int
	for j := i; j >= 0; j = c.m.states[j].parent {
		if slices.Contains(path, j) {
			c.reject(fmt.Sprintf("states[%d].parent", i), "state %q is inside itself", c.d.States[i].Name)
			return false
		}
		path = append(path, j)
	}
	if len(path) > DepthMax {
		c.reject(fmt.Sprintf("states[%d].parent", i), "state %q is inside %d others; at most %d are possible", c.d.States[i].Name, len(path)-1, DepthMax-1)
		return false
	}
	slices.Reverse(path)
	copy(c.m.states[i].path[:], path)
	c.m.states[i].depth = len(path) - 1
	return true
}

// inner resolves the initial state of a state with inner ones.
func (c *checker) inner(i int) {
	s := &c.d.States[i]
	path := fmt.Sprintf("states[%d].initial", i)
	var inside []string
	for j := range c.d.States {
		if c.m.states[j].parent == i {
			inside = append(inside, c.d.States[j].Name)
		}
	}
	switch {
	case len(inside) == 0 && s.Initial != "":
		c.reject(path, "state %q has no inner states: leave initial out, or give states the parent %q", s.Name, s.Name)
	case len(inside) == 0:
	case s.Initial == "":
		c.reject(path, "state %q has inner states; expected the name of the one that is entered: %s", s.Name, listed(inside))
	case !slices.Contains(inside, s.Initial):
		c.unknown(path, "inner state", s.Initial, inside)
	default:
		c.m.states[i].initial = c.index(s.Initial)
	}
}

// setOf resolves the task set of a state.
func (c *checker) setOf(i int) {
	sets := make([]string, len(c.d.Sets))
	for k, s := range c.d.Sets {
		sets[k] = s.Name
	}
	if own := c.d.States[i].TaskSet; own != "" && !slices.Contains(sets, own) {
		c.unknown(fmt.Sprintf("states[%d].task_set", i), "task set", own, sets)
		return
	}
	for j := i; j >= 0 && c.m.states[i].set < 0; j = c.m.states[j].parent {
		c.m.states[i].set = slices.Index(sets, c.d.States[j].TaskSet)
		if c.d.States[j].TaskSet != "" {
			break
		}
	}
	leaf := !slices.ContainsFunc(c.m.states, func(s state) bool { return s.parent == i })
	if leaf && c.m.states[i].set < 0 {
		c.reject(fmt.Sprintf("states[%d].task_set", i), "state %q has no task set, and no state around it has one; expected one of %s", c.d.States[i].Name, listed(sets))
	}
}

func (c *checker) initial() {
	c.m.initial = c.index(c.d.Initial)
	switch {
	case c.m.initial < 0:
		c.unknown("initial", "state", c.d.Initial, c.names())
		c.m.initial = 0
	case c.m.states[c.m.initial].parent >= 0:
		c.reject("initial", "state %q is inside %q; expected an outermost state", c.d.Initial, c.d.States[c.m.initial].Parent)
	}
}

// reach reports leaves that the machine can never be in.
func (c *checker) reach() {
	reached := make([]bool, len(c.m.states))
	var open []int
	enter := func(leaf int) {
		if !reached[leaf] {
			reached[leaf] = true
			open = append(open, leaf)
		}
	}
	enter(c.m.leafOf(c.m.initial))
	for i, s := range c.d.States {
		if s.ByRequest {
			enter(c.m.leafOf(i))
		}
	}
	for len(open) > 0 {
		leaf := open[len(open)-1]
		open = open[:len(open)-1]
		for j := leaf; j >= 0; j = c.m.states[j].parent {
			for _, t := range c.m.states[j].own {
				if t.named >= 0 {
					enter(t.to)
				}
			}
		}
	}
	for i := range c.m.states {
		if c.m.Leaf(i) && !reached[i] {
			c.reject(fmt.Sprintf("states[%d]", i), "state %q cannot be reached: no transition leads to it from %q; add one, or declare it by_request", c.d.States[i].Name, c.d.Initial)
		}
	}
}
