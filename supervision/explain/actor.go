package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// ActorExplanation states what became of an actor.
type ActorExplanation struct {
	Actor string // its path
	At    messages.Instant
	// State is what the actor does at At since Since: "runs", "has failed", "restarts" or
	// "is stopped permanently".
	State string
	Since messages.Instant
	// Incarnation is the newest one that has started, Failures how often the actor has failed.
	Incarnation messages.Incarnation
	Failures    int
	// Chain leads from the first fault to the newest failure, or to the stop of an actor that has
	// not failed. It is empty if the actor has run all the time.
	Chain []Step
	// After lists what followed: restarts, escalations and stops.
	After []Step
	// Known reports whether the first event of Chain is an origin. Otherwise no event explains it.
	Known bool
}

// Actors lists the paths of the actors that have started or failed, sorted.
func (h *History) Actors() []string {
	found := map[string]bool{}
	for i := range h.Events {
		if e := &h.Events[i]; lives(e) {
			found[e.Source] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// lives reports whether an event belongs to the life of its source.
func lives(e *messages.Event) bool {
	switch e.Kind {
	case messages.EventStarted, messages.EventFailed, messages.EventHang, messages.EventRestarting, messages.EventStopped:
		return e.Joint == ""
	}
	return false
}

// Failed lists the actors that have failed, sorted.
func (r *Past) Failed() []string {
	found := map[string]bool{}
	for i := range r.events {
		if e := &r.events[i]; failed(e) {
			found[e.Source] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// ExplainActor returns what became of an actor, one of [History.Actors].
func (r *Past) ExplainActor(actor string) ActorExplanation {
	r.passes, r.depth, r.chains = maxPasses, map[int]int{}, map[int][]int{}
	x := ActorExplanation{Actor: actor, At: r.at, State: "has not started"}
	end := -1 // the newest failure, or the stop without one
	for i := range r.ending {
		e := &r.events[i]
		if e.Source != actor || !lives(e) {
			continue
		}
		x.Since = e.Time
		switch {
		case e.Kind == messages.EventStarted:
			x.State, x.Incarnation = "runs", e.Incarnation
		case failed(e):
			x.State, end = "has failed", i
			x.Failures++
		case e.Kind == messages.EventRestarting:
			x.State = "restarts"
		case e.Kind == messages.EventStopped:
			if x.State = "is stopped permanently"; end < 0 {
				end = i
			}
		}
	}
	if end < 0 {
		return x
	}
	chain := r.chain(end)
	for _, i := range chain {
		x.Chain = append(x.Chain, r.step(i))
	}
	x.Known = beginning(&r.events[chain[0]])
	for i := end + 1; i < r.ending; i++ {
		e := &r.events[i]
		if e.Source == actor && e.Joint == "" && (lives(e) || e.Kind == messages.EventEscalated || e.Kind == messages.EventStopSent) {
			x.After = append(x.After, r.step(i))
		}
	}
	return x
}

// String returns the explanation as the command prints it.
func (x ActorExplanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "actor %s %s at %s, since %s", x.Actor, x.State, x.At, x.Since)
	if x.Incarnation > 0 {
		fmt.Fprintf(&b, "; incarnation %d", x.Incarnation)
	}
	switch {
	case x.Failures == 1:
		b.WriteString("; it has failed once")
	case x.Failures > 1:
		fmt.Fprintf(&b, "; it has failed %d times", x.Failures)
	}
	if x.Chain == nil {
		b.WriteString("\n")
		return b.String()
	}
	reason := "because"
	if slices.ContainsFunc(x.After, func(s Step) bool { return s.Event.Kind == messages.EventStarted }) {
		reason = "its newest failure"
	}
	fmt.Fprintf(&b, "\n%s:\n", reason)
	if !x.Known {
		b.WriteString("  (no event explains the first of these)\n")
	}
	list(&b, x.Chain, x.Chain[0].Event.Time)
	if len(x.After) > 0 {
		b.WriteString("then:\n")
		list(&b, x.After, x.Chain[0].Event.Time)
	}
	return b.String()
}
