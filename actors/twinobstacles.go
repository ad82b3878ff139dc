package actors

import (
	"fmt"
	"slices"
)

// NotTwinnable lists the actors that do not implement [StateSaver], or cannot be cloned with their
// options. It may be called before the system starts. An empty list does not promise a twin: see
// [System.Twin] for what depends on the instant.
func (s *System) NotTwinnable() (found []Obstacle) {
	for _, c := range s.cells() {
		actor := c.probe
		if c.context != nil {
			actor = c.context.actor
		}
		if actor == nil {
			continue
		}
		_, saves := actor.(StateSaver)
		o := Obstacle{Actor: c.spec.Name, Type: fmt.Sprintf("%T", actor), Reason: "it has no methods SaveState and LoadState"}
		if saves {
			checker, checks := actor.(StateChecker)
			if !checks {
				continue
			}
			err := checker.CheckState()
			if err == nil {
				continue
			}
			o.Reason = err.Error()
		}
		found = append(found, o)
	}
	return found
}

// obstacles lists everything that prevents a twin at this instant.
func (s *System) obstacles() (found []Obstacle) {
	add := func(format string, arguments ...any) {
		found = append(found, Obstacle{Reason: fmt.Sprintf(format, arguments...), Passing: true})
	}
	switch {
	case s.virtual == nil:
		return []Obstacle{{Reason: "it runs in real time; expected WithVirtualTime"}}
	case s.virtual.inside:
		return []Obstacle{{Reason: "Twin was called from inside of the system; call it between two calls of Advance"}}
	case !s.state.is(systemRunning) || s.isHalted():
		return []Obstacle{{Reason: "it does not run: Twin is called between Start and Stop"}}
	}
	found = s.NotTwinnable()
	for _, e := range s.virtual.events.All() {
		switch e.Owner.(type) {
		case *mailbox, *dueRestart, program:
		default:
			add("a timer of the runtime is open until %s, for instance that of an injected fault", e.Place().At)
		}
	}
	if len(s.virtual.changes) > 0 {
		add("a change of its parts waits for the end of a cycle")
	}
	for _, d := range s.domains {
		if d.hung.Load() {
			add("domain %s hangs", d.spec.Name)
		}
	}
	for _, l := range s.links() {
		if len(l.faults.Load()) > 0 {
			add("an injected fault acts on the link %s -> %s", l.from, l.to)
		}
	}
	s.injected.Lock()
	for _, p := range s.injected.active {
		if p.over == nil || !p.over() {
			add("fault %q acts on %s", p.text, p.target)
		}
	}
	s.injected.Unlock()
	for _, c := range s.cells() {
		if reason := c.obstacle(); reason != "" {
			found = append(found, Obstacle{Actor: c.spec.Name, Reason: reason, Passing: true})
		}
	}
	return found
}

// obstacle says why the actor cannot be cloned at this instant; empty if it can.
func (c *cell) obstacle() string {
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
	case m.frozen || len(c.faults.Load()) > 0:
		return "an injected fault acts on it"
	case len(c.openJobs.Load()) > 0:
		return "a job of it runs"
	case slices.ContainsFunc(m.queue.Waiting(), request):
		return "a request waits in its queue"
	case c.context == nil:
		return ""
	case len(c.context.jobs) > 0:
		return "the result of a job waits for it"
	case len(c.context.asks.open) > 0:
		return "it waits for the reply to a request"
	case c.context.taken.open():
		return "it owes the reply to a request"
	}
	return ""
}
