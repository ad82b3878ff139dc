package actors

import (
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/internal/usercode"
)

// NotTwinnable lists the actors that do not implement [StateSaver], or cannot be cloned with their
// options. It may be called before the system starts, and in virtual time also later. An empty list
// does not promise a twin: see [System.Twin] for what depends on the instant.
func (s *System) NotTwinnable() (found []Obstacle) {
	for _, c := range s.cells() {
		if o, is := c.notTwinnable(); is {
			found = append(found, o)
		}
	}
	return found
}

// notTwinnable returns the obstacle that the actor itself is, and whether it is one.
func (c *cell) notTwinnable() (o Obstacle, is bool) {
	actor := c.probe
	if c.context != nil {
		actor = c.context.actor
	}
	if actor == nil {
		return o, false
	}
	o = Obstacle{Actor: c.spec.Name, Type: fmt.Sprintf("%T", actor), Reason: "it has no methods SaveState and LoadState"}
	if _, saves := actor.(StateSaver); !saves {
		return o, true
	}
	checker, checks := actor.(StateChecker)
	if !checks {
		return o, false
	}
	err := usercode.Call(checker.CheckState)
	if err != nil {
		o.Reason = usercode.Readable(err).Error()
	}
	return o, err != nil
}

// notRunning is the reason of an obstacle.
const notRunning = "it does not run: Twin is called between Start and Stop"

// obstacles lists what prevents a twin at this instant, except in its parts.
func (s *System) obstacles() (found []Obstacle) {
	add := func(format string, arguments ...any) {
		found = append(found, Obstacle{Reason: fmt.Sprintf(format, arguments...), Passing: true})
	}
	switch v := s.virtual; {
	case v != nil && v.inside:
		return []Obstacle{{Reason: "Twin was called from inside of the system; call it between two calls of Advance"}}
	case !s.state.is(systemRunning) || s.isHalted():
		return []Obstacle{{Reason: notRunning}}
	case v != nil && len(v.changes) > 0:
		add("a change of its parts waits for the end of a cycle")
	}
	for _, d := range s.domains {
		if d.hung.Load() {
			add("domain %s hangs", d.spec.Name)
		}
	}
	for _, l := range s.links() {
		for _, f := range l.faults.Load() {
			if s.virtual == nil || f.over.Load() { // half-open links act beyond their end
				add("an injected fault acts on the link %s -> %s", l.from, l.to)
			}
		}
	}
	for _, p := range s.faultsNow() {
		if s.virtual == nil {
			add("fault %q acts on %s", p.text, p.target)
		}
	}
	return found
}

// substitutes returns the actors of a twin that take the place of others that cannot be cloned.
func (s *System) substitutes() map[string]bool {
	all := map[string]bool{}
	for _, c := range s.cells() {
		if sub, is := c.probe.(StateSubstitute); is && sub.SubstitutesState() {
			all[c.spec.Name] = true
		}
	}
	return all
}

// withObstacles adds obstacles of other actors to an error that lists some.
func withObstacles(err error, more []Obstacle) error {
	var refused *TwinError
	if err != nil && !errors.As(err, &refused) || err == nil && len(more) == 0 {
		return err
	}
	all := &TwinError{}
	if refused != nil {
		all.Obstacles = refused.Obstacles
	}
	for _, o := range more {
		if !slices.ContainsFunc(all.Obstacles, func(known Obstacle) bool { return known.Actor == o.Actor }) {
			all.Obstacles = append(all.Obstacles, o)
		}
	}
	return all
}

// sharing lists the actors of different threads that write the same variables.
func (s *System) sharing() (found []Obstacle) {
	owners := map[any]*cell{}
	for _, c := range s.cells() {
		key := c.shares.Load()
		if key == nil || *key == nil {
			continue
		}
		first, known := owners[*key]
		if !known {
			owners[*key] = c
		} else if first.thread() != c.thread() {
			found = append(found, Obstacle{Actor: c.spec.Name, Reason: "it shares variables with " + first.spec.Name + ", which runs on another thread; in real time, a twin needs both in one domain"})
		}
	}
	return found
}

// timerObstacles lists the timers that a twin cannot make anew.
func timerObstacles(events []*timerqueue.Event) (found []Obstacle) {
	for _, e := range events {
		found = append(found, Obstacle{Passing: true, Reason: fmt.Sprintf("a timer of the runtime is open until %s, for instance that of an injected fault", e.Place().At)})
	}
	return found
}

// obstacles lists the actors of the part that cannot be cloned, now or ever. In real time the
// thread of the part calls it, and other threads run meanwhile.
func (p *part) obstacles(live bool, substituted map[string]bool) (found []Obstacle) {
	for _, c := range p.cells {
		if o, is := c.notTwinnable(); is && !substituted[c.spec.Name] {
			found = append(found, o)
		}
		if reason := c.obstacle(live); reason != "" {
			found = append(found, Obstacle{Actor: c.spec.Name, Reason: reason, Passing: true})
		}
	}
	return found
}

// obstacle says why the actor cannot be cloned at this instant; empty if it can.
func (c *cell) obstacle(live bool) string {
	m := c.mailbox
	request := func(message any) bool {
		switch message.(type) {
		case *request, settled:
			return true
		}
		return false
	}
	switch {
	case m.stuck || m.inflight != nil || c.lost.Load():
		return "it hangs"
	case m.pending.Load() > 0:
		return "its supervisor is about to act on it"
	case m.frozen || slices.ContainsFunc(c.faults.Load(), func(f *actorFault) bool { return live || f.pauses() }):
		return "an injected fault acts on it"
	case len(c.openJobs.Load()) > 0:
		return "a job of it runs"
	case live && c.spec.Overflow != DropNewest && m.queue.Length() > 0:
		return "messages wait in its queue, from which their senders may drop them"
	case live && slices.ContainsFunc(c.inputs, (*inlet).late):
		return "values on their way to it were held back by an injected fault"
	case slices.ContainsFunc(m.queue.Waiting(), request):
		return "a request waits in its queue"
	case c.context == nil:
		return ""
	case len(c.context.jobs) > 0:
		return "the result of a job waits for it"
	case c.context.asks.any():
		return "it waits for the reply to a request"
	case c.context.taken.open():
		return "it owes the reply to a request"
	}
	return ""
}

// late reports whether an injected fault holds back values of the input.
func (in *inlet) late() bool {
	l := in.link.Load()
	if l == nil {
		return false
	}
	q := l.late.Load()
	return len(l.waiting) > 0 || q != nil && q.Length() > 0
}
