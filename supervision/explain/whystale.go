package explain

import (
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// whyStale returns the problems of the link of an input, of its sender, or of the sender's world.
func (r *Past) whyStale(i int) []int {
	e := &r.events[i]
	from := strings.TrimPrefix(e.Text, "from ")
	sender := actorOf(from)
	link := from + "->" + e.Source + "." + e.Port
	all := r.faults(e.Time, func(target string) bool { return target == link })
	if all == nil {
		all = r.trouble(sender, e.Time)
	}
	if all == nil {
		all = r.upstream(sender, e.Time, map[string]bool{e.Source: true})
	}
	if !slices.ContainsFunc(all, func(k int) bool { return r.chain(k) != nil }) {
		// A controller sends nothing without the state of each of its joints.
		all = r.unanswered(sender, e.Time)
	}
	if all == nil && r.links == nil {
		all = r.inWorld(worldOf(sender), e.Time)
	}
	return without(all, i)
}

// unanswered lists why the drives that a controller commands may not answer: injected faults of
// them, or the problems of their simulated robot.
func (r *Past) unanswered(controller string, at messages.Instant) []int {
	world := worldOf(controller)
	joints, known := r.history.Groups[controller]
	if !known {
		joints = r.history.Joints[world]
	}
	all := r.faults(at, func(target string) bool { return slices.Contains(joints, target) })
	for _, joint := range joints {
		if carriers := r.history.Carriers[world+"/"+joint]; all == nil && len(carriers) > 1 {
			all = r.pauses(carriers[1], at)
		}
	}
	return all
}

// whyLate returns the injected faults of an actor that missed releases, or those of the actors
// that share its thread.
func (r *Past) whyLate(e *messages.Event) []int {
	if all := r.faults(e.Time, func(target string) bool { return target == e.Source || target == "process" }); all != nil {
		return all
	}
	return r.besides(e.Source, e.Time)
}

// besides lists the injected faults of the actors that share the thread of an actor.
func (r *Past) besides(actor string, at messages.Instant) []int {
	domain := r.history.Domains[actor]
	return r.faults(at, func(target string) bool { return domain != "" && r.history.Domains[target] == domain })
}

// trouble lists the problems of one actor at an instant.
func (r *Past) trouble(actor string, at messages.Instant) []int {
	own := func(f *messages.Event) bool { return f.Source == actor }
	all := r.failures(at, own)
	all = append(all, r.stale(at, own)...)
	if all == nil {
		all = r.faults(at, func(target string) bool {
			return target == actor || target == "process" || strings.Contains(target, "->"+actor+".")
		})
	}
	if all == nil && strings.HasSuffix(actor, "/gate") {
		all = r.stopped(worldOf(actor), at)
	}
	if all == nil {
		all = r.late(actor, at)
	}
	if all == nil {
		all = r.silent(actor, at)
	}
	return all
}

// late returns the newest missed releases of an actor if they can still matter.
func (r *Past) late(actor string, at messages.Instant) []int {
	var all []int
	events := r.pass()
	for i := range events {
		e := &events[i]
		if e.Kind == messages.EventOverrun && e.Source == actor && e.Time <= at && at.Sub(e.Time) <= lingering {
			all = []int{i}
		}
	}
	return all
}

// upstream follows the links backwards to the nearest senders with problems and lists those.
func (r *Past) upstream(actor string, at messages.Instant, seen map[string]bool) []int {
	seen[actor] = true
	var all []int
	var further []string
	for _, l := range r.links {
		sender := actorOf(l.From)
		if actorOf(l.To) != actor || seen[sender] {
			continue
		}
		if found := r.trouble(sender, at); found != nil {
			all = append(all, found...)
		} else {
			further = append(further, sender)
		}
	}
	for _, sender := range further {
		if all != nil {
			break
		}
		all = r.upstream(sender, at, seen)
	}
	return all
}
