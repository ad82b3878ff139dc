package explain

import (
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// whyDrive returns an injected fault of the joint's own drive, or of a drive whose joint stopped at
// the same instant. Without an injected fault it returns the stop of that joint, or what kept its
// commands from the drive.
func (r *Past) whyDrive(i int) []int {
	e := &r.events[i]
	if all := r.driveFaults(e); all != nil {
		return all
	}
	if origin := r.neighbour(i); origin != nil {
		return origin
	}
	if all := r.between(e); all != nil {
		return all
	}
	return r.last(i, func(f *messages.Event) bool { // a drive that climbs by itself may do so for what stopped it before
		return f.Kind == messages.EventModeChanged && f.Source == e.Source && f.Joint == e.Joint && e.From.Stops() && f.To == e.From
	})
}

// neighbour finds the joint whose drive made another joint of its controller stop. A gate reports
// that joint first, and each of the others with the same sentence.
func (r *Past) neighbour(i int) []int {
	e := &r.events[i]
	for k := i - 1; k >= 0; k-- {
		switch f := &r.events[k]; {
		case !atOnce(f.Time, e.Time):
			return nil
		case f.Source != e.Source || f.Cause != e.Cause || f.Kind != messages.EventModeChanged && f.Kind != messages.EventNote || f.Joint == e.Joint:
		case sentence(f) != sentence(e):
			return []int{k}
		}
	}
	return nil
}

// sentence is the text of an event without the name of its joint.
func sentence(e *messages.Event) string {
	return strings.Replace(e.Text, `"`+e.Joint+`"`, "", 1)
}

// driveFaults lists the injected faults of the drives whose joints stopped at once for the same
// cause.
func (r *Past) driveFaults(e *messages.Event) []int {
	together := map[string]bool{e.Joint: true}
	events := r.pass()
	for k := range events {
		f := &events[k]
		if f.Kind == messages.EventModeChanged && f.Source == e.Source && atOnce(f.Time, e.Time) && f.Cause == e.Cause {
			together[f.Joint] = true
		}
	}
	return r.faults(e.Time, func(target string) bool { return together[target] })
}

// between lists the problems of the gate, of the bus and of the simulated robot of a joint. A drive
// that waits in vain for commands stops by itself.
func (r *Past) between(e *messages.Event) []int {
	var all []int
	for _, actor := range append([]string{e.Source}, r.history.Carriers[worldOf(e.Source)+"/"+e.Joint]...) {
		all = append(all, r.pauses(actor, e.Time)...)
	}
	return all
}

// unsimulated lists the problems of the simulated robot behind a bus whose drives do not answer.
func (r *Past) unsimulated(bus string, at messages.Instant) []int {
	world := worldOf(bus)
	for _, joint := range r.history.Joints[world] { // those of one bus act on one simulated robot
		if carriers := r.history.Carriers[world+"/"+joint]; len(carriers) > 1 && carriers[0] == bus {
			return r.pauses(carriers[1], at)
		}
	}
	return nil
}

// pauses lists why an actor did nothing, or got no commands, shortly before an instant: its
// failures, also those after which it runs again, its missed releases, and injected faults.
func (r *Past) pauses(actor string, at messages.Instant) []int {
	var all []int
	events := r.pass()
	for i := range events {
		e := &events[i]
		if e.Time > at {
			break
		}
		switch {
		case e.Source != actor:
		case failed(e):
			all = []int{i}
		case e.Kind == messages.EventStarted && at.Sub(e.Time) > lingering:
			all = nil
		}
	}
	if all == nil {
		all = r.late(actor, at)
	}
	if all == nil {
		all = r.faults(at, func(target string) bool {
			return target == actor || strings.Contains(target, "->"+actor+".")
		})
	}
	if all == nil { // missed releases are reported once a second only
		all = r.besides(actor, at)
	}
	return all
}
