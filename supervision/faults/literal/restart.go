package literal

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// supervisor is the literal model of one supervisor: it keeps every failure of the run.
type supervisor struct {
	policy   supervision.Restart
	children []supervision.Child
	failures []failure
	ended    map[string]bool // for good
}

// failure is a failure that a supervisor has answered by a restart or by escalation.
type failure struct {
	actor string
	at    messages.Instant
	again messages.Instant // when the actor starts again; after an escalation, when it failed
	row   int              // number of the failure in a row
}

// verdict is what the model expects of a supervisor.
type verdict struct {
	action actors.Action
	after  time.Duration
	also   []string
}

func (s *supervisor) child(name string) supervision.Child {
	for _, c := range s.children {
		if c.Name == name {
			return c
		}
	}
	return supervision.Child{Name: name}
}

// decide returns the decision about the end of a child, by the documentation of package
// supervision.
func (s *supervisor) decide(f *actors.Failure, siblings []string, draw float64) verdict {
	child := s.child(f.Actor)
	normal := f.Normal()
	forGood := child.Lifetime == supervision.Temporary || child.Lifetime == supervision.Transient && normal
	if s.policy.Strategy == supervision.Degrade && !forGood {
		if child.Significant {
			return verdict{action: actors.Escalate}
		}
		forGood = true
	}
	if forGood {
		v := verdict{action: actors.StopActor}
		s.end(f.Actor)
		if child.Significant {
			v.also = slices.DeleteFunc(others(siblings, f.Actor), func(name string) bool { return s.ended[name] })
			s.end(v.also...)
		}
		return v
	}
	recent := 1 // this one
	row := 1
	for i := range s.failures {
		old := &s.failures[i]
		counted := s.policy.Count == supervision.PerSupervisor || old.actor == f.Actor
		if counted && f.Time.Sub(old.at) < s.policy.Within {
			recent++
		}
		if old.actor == f.Actor {
			if row = old.row + 1; f.Time.Sub(old.again) >= s.resetAfter() {
				row = 1
			}
		}
	}
	if recent > s.policy.Max {
		s.failures = append(s.failures, failure{f.Actor, f.Time, f.Time, row})
		return verdict{action: actors.Escalate}
	}
	after := s.backoff(row, draw)
	s.failures = append(s.failures, failure{f.Actor, f.Time, f.Time.Add(after), row})
	return verdict{action: actors.Restart, after: after, also: s.also(siblings, f.Actor)}
}

func (s *supervisor) end(names ...string) {
	if s.ended == nil {
		s.ended = map[string]bool{}
	}
	for _, name := range names {
		s.ended[name] = true
	}
}

// resetAfter is how long an actor runs until its next failure counts as the first one in a row.
func (s *supervisor) resetAfter() time.Duration {
	if s.policy.ResetAfter > 0 {
		return s.policy.ResetAfter
	}
	return s.policy.Within
}

// backoff is BackoffMin, multiplied by BackoffFactor for each failure in a row before, at most
// BackoffMax, and longer by the drawn share of BackoffJitter.
func (s *supervisor) backoff(row int, draw float64) time.Duration {
	b := float64(s.policy.BackoffMin) * math.Pow(max(s.policy.BackoffFactor, 1), float64(row-1))
	b = min(b, max(float64(s.policy.BackoffMax), float64(s.policy.BackoffMin)))
	return time.Duration(b * (1 + s.policy.BackoffJitter*draw))
}

// also lists the siblings that restart with an actor. Temporary ones are never started again, nor
// is what has ended for good.
func (s *supervisor) also(siblings []string, actor string) (list []string) {
	switch s.policy.Strategy {
	case supervision.OneForAll:
		list = others(siblings, actor)
	case supervision.RestForOne:
		list = slices.Clone(siblings[slices.Index(siblings, actor)+1:])
	}
	return slices.DeleteFunc(list, func(name string) bool {
		return s.ended[name] || s.child(name).Lifetime == supervision.Temporary
	})
}

func others(siblings []string, actor string) (list []string) {
	for _, name := range siblings {
		if name != actor {
			list = append(list, name)
		}
	}
	return list
}

// Decided implements actors.IntakeRecorder.
func (m *Model) Decided(group string, f *actors.Failure, siblings []string, draw float64, d actors.Decision) {
	if m.disagreed {
		return
	}
	s := m.supervisors[group]
	if s == nil {
		return
	}
	m.compared++
	want := s.decide(f, siblings, draw)
	if !want.agrees(d) {
		m.disagree(Supervision, f.Actor, "", fmt.Sprintf("supervisor %q decides %s after %v, with [%s]; expected %s after %v, with [%s]",
			group, d.Action, d.After, strings.Join(d.Also, " "), want.action, want.after, strings.Join(want.also, " ")))
	}
}

// agrees reports whether a decision is the expected one.
func (v *verdict) agrees(d actors.Decision) bool {
	return v.action == d.Action && sameNames(v.also, d.Also) && (v.after-d.After).Abs() <= time.Microsecond
}

// sameNames compares sets of names.
func sameNames(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, name := range a {
		if !slices.Contains(b, name) {
			return false
		}
	}
	return true
}
