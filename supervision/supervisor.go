package supervision

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Supervisor is a supervisor as data: its policy, and its children in the order of their starts.
// They are stopped in the reverse order.
type Supervisor struct {
	Name string
	Restart
	Children []Child
}

// Failure is the end of a child.
type Failure struct {
	Child string
	Time  messages.Instant
	// Normal is set if the child ended as intended.
	Normal bool
}

// Action is the reaction of a supervisor to the end of a child.
type Action uint8

// The actions.
const (
	// StartAgain starts children again after the back-off.
	StartAgain Action = iota
	// LeaveEnded leaves the child ended, and the others as they are.
	LeaveEnded
	// EndAll stops all children and ends the supervisor as intended.
	EndAll
	// AskParent stops all children and lets the supervisor above decide.
	AskParent
)

// Decision is the answer of a supervisor.
type Decision struct {
	Action Action
	// After is the back-off before Start.
	After time.Duration
	// Stop lists the running children to stop, Start those to start afterwards, both in their
	// order.
	Stop, Start []string
	// Reason is a sentence for people.
	Reason string
}

// History is what a supervisor remembers of the failures of its children. The zero value is empty.
// Decide never changes it and returns the next one.
type History struct {
	counted []occurrence // failures within the window, the oldest first
	streaks []streak     // by name
	ended   []string     // children that have ended for good, by name
}

type occurrence struct {
	child string
	at    messages.Instant
}

// streak counts successive failures of a child.
type streak struct {
	child  string
	length int
	alive  messages.Instant // when it began to live again after the last of them
}

// Decide decides about the end of a child. It is a function of its arguments: the history of the
// supervisor, and a draw that is uniform in [0, 1) for the jitter of the back-off.
func (s *Supervisor) Decide(h History, f Failure, draw float64) (Decision, History) {
	at := s.index(f.Child)
	if at < 0 {
		return Decision{Action: AskParent, Stop: s.running(h, ""), Reason: fmt.Sprintf("%s is not a child of %s", f.Child, s.Name)}, h
	}
	child := &s.Children[at]
	if slices.Contains(h.ended, f.Child) {
		return Decision{Action: LeaveEnded, Reason: f.Child + " had ended for good before"}, h
	}
	switch {
	case child.lifetime() == Temporary:
		return s.end(h, child, f.Child+" is temporary")
	case child.lifetime() == Transient && f.Normal:
		return s.end(h, child, f.Child+" ended as intended")
	case s.Strategy == Degrade && child.Significant:
		return Decision{Action: AskParent, Stop: s.running(h, f.Child), Reason: f.Child + " failed, and the others must not continue without it"}, h
	case s.Strategy == Degrade:
		return s.end(h, child, "the others continue without "+f.Child)
	}
	return s.startAgain(h, at, f, draw)
}

// end leaves a child ended for good, and ends the supervisor with it if the child is significant.
func (s *Supervisor) end(h History, child *Child, reason string) (Decision, History) {
	h.ended = slices.Clone(h.ended)
	i, _ := slices.BinarySearch(h.ended, child.Name)
	h.ended = slices.Insert(h.ended, i, child.Name)
	if !child.Significant {
		return Decision{Action: LeaveEnded, Reason: reason}, h
	}
	return Decision{Action: EndAll, Stop: s.running(h, child.Name), Reason: reason + ", and the others with it"}, h
}

// startAgain counts the failure, and starts children again as the strategy says, or escalates.
func (s *Supervisor) startAgain(h History, at int, f Failure, draw float64) (Decision, History) {
	h, failures, length := s.count(h, f)
	if failures > s.Max {
		return Decision{Action: AskParent, Stop: s.running(h, f.Child),
			Reason: fmt.Sprintf("%d failures within %v, at most %d are restarted", failures, s.Within, s.Max)}, h
	}
	d := Decision{Action: StartAgain, After: s.Backoff(length, draw), Reason: fmt.Sprintf("failure %d of at most %d within %v", failures, s.Max, s.Within)}
	h.revive(f.Child, f.Time.Add(d.After))
	for i := range s.Children {
		c := &s.Children[i]
		affected := i == at || s.Strategy == OneForAll || s.Strategy == RestForOne && i > at
		if !affected || slices.Contains(h.ended, c.Name) {
			continue
		}
		if i != at {
			d.Stop = append(d.Stop, c.Name)
		}
		if c.lifetime() != Temporary { // a temporary one is not started a second time
			d.Start = append(d.Start, c.Name)
		}
	}
	for _, name := range d.Stop {
		if c := &s.Children[s.index(name)]; c.lifetime() == Temporary {
			i, _ := slices.BinarySearch(h.ended, name)
			h.ended = slices.Insert(slices.Clone(h.ended), i, name)
		}
	}
	slices.Reverse(d.Stop)
	return d, h
}

// count adds a failure. It returns how many failures count within the window, and how many failures
// of the child were successive.
func (s *Supervisor) count(h History, f Failure) (next History, failures, length int) {
	next = History{ended: h.ended, counted: make([]occurrence, 0, len(h.counted)+1)}
	for _, o := range append(slices.Clip(h.counted), occurrence{f.Child, f.Time}) {
		if f.Time.Sub(o.at) >= s.Within {
			continue
		}
		next.counted = append(next.counted, o)
		if s.Count == PerSupervisor || o.child == f.Child {
			failures++
		}
	}
	reset := s.ResetAfter
	if reset == 0 {
		reset = s.Within
	}
	next.streaks = slices.Clone(h.streaks)
	i, found := slices.BinarySearchFunc(next.streaks, f.Child, func(k streak, name string) int { return compare(k.child, name) })
	if !found {
		next.streaks = slices.Insert(next.streaks, i, streak{child: f.Child})
	}
	k := &next.streaks[i]
	if k.length > 0 && f.Time.Sub(k.alive) >= reset {
		k.length = 0
	}
	k.length, k.alive = k.length+1, f.Time
	return next, failures, k.length
}

// revive notes that a child runs again from an instant on. The caller owns the history.
func (h *History) revive(child string, at messages.Instant) {
	if i, found := slices.BinarySearchFunc(h.streaks, child, func(k streak, name string) int { return compare(k.child, name) }); found {
		h.streaks[i].alive = at
	}
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (s *Supervisor) index(name string) int {
	return slices.IndexFunc(s.Children, func(c Child) bool { return c.Name == name })
}

// running lists the running children without the one that has just ended, the last started first.
func (s *Supervisor) running(h History, without string) []string {
	var names []string
	for i := range s.Children {
		if name := s.Children[i].Name; name != without && !slices.Contains(h.ended, name) {
			names = append(names, name)
		}
	}
	slices.Reverse(names)
	return names
}

// Deadlines returns how long a start and a stop of a child may take.
func (s *Supervisor) Deadlines(child string) (start, stop time.Duration) {
	start, stop = s.StartDeadline, s.StopDeadline
	if stop == 0 {
		stop = defaultStopDeadline
	}
	if i := s.index(child); i >= 0 {
		c := &s.Children[i]
		if c.StartDeadline > 0 {
			start = c.StartDeadline
		}
		if c.StopDeadline > 0 {
			stop = c.StopDeadline
		}
	}
	return start, stop
}

// Check returns all errors of the supervisor by itself, joined, or nil.
func (s *Supervisor) Check() error {
	var errs []error
	wrong := func(format string, arguments ...any) {
		errs = append(errs, fmt.Errorf("supervisor %q: "+format, append([]any{s.Name}, arguments...)...))
	}
	if s.Name == "" {
		wrong("it has no name; expected a unique name")
	}
	if err := s.Restart.Check(); err != nil {
		wrong("%w", err)
	}
	seen := map[string]bool{}
	for i := range s.Children {
		c := &s.Children[i]
		if c.Name == "" || seen[c.Name] {
			wrong("child %d has the name %q; expected a unique name", i, c.Name)
		}
		seen[c.Name] = true
		if _, err := ParseLifetime(string(c.lifetime())); err != nil {
			wrong("child %q: %w", c.Name, err)
		}
		if c.Significant && c.lifetime() == Permanent && s.Strategy != Degrade {
			wrong("child %q is significant and permanent: it never ends for good; expected transient or temporary, or the strategy degrade", c.Name)
		}
		if c.StartDeadline < 0 || c.StopDeadline < 0 {
			wrong("child %q has the deadlines %v and %v; expected zero or more", c.Name, c.StartDeadline, c.StopDeadline)
		}
	}
	return errors.Join(errs...)
}
