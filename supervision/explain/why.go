package explain

import (
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// chain returns the events that led to an event, the first one first and the event itself last.
func (r *Past) chain(i int) []int {
	if known, is := r.chains[i]; is {
		return known
	}
	if r.depth[i] > 0 {
		return nil // a circle: values go round between worlds
	}
	r.depth[i]++
	var best []int
	for _, before := range r.reasons(i) {
		if before == i {
			continue
		}
		if c := r.chain(before); c != nil && (best == nil || c[0] < best[0]) {
			best = c
		}
	}
	r.depth[i]--
	c := append(slices.Clone(best), i)
	r.chains[i] = c
	return c
}

// reasons lists the candidates for the predecessor of an event. Without others, it is what the
// foreign actor did whose message was being handled.
func (r *Past) reasons(i int) []int {
	if all := r.within(i); len(all) > 0 || r.events[i].Peer == "" || r.events[i].Kind == messages.EventForeign {
		return all
	}
	return r.sentBy(i)
}

// within lists the candidates that are no foreign actors.
func (r *Past) within(i int) []int {
	e := &r.events[i]
	switch e.Kind {
	case messages.EventModeChanged, messages.EventNote:
		if e.Joint != "" {
			return r.whyMode(i)
		}
	case messages.EventFailed, messages.EventHang:
		return r.whyFailed(i)
	case messages.EventStale:
		return r.whyStale(i)
	case messages.EventRefused:
		return r.whyRefused(e)
	case messages.EventStarted:
		if all := r.failures(e.Time, func(f *messages.Event) bool { return f.Source == e.Source && f.Incarnation < e.Incarnation }); all != nil {
			return all
		}
		return r.whyRestarted(i)
	case messages.EventRestarting:
		return r.last(i, func(f *messages.Event) bool {
			return f.Kind == messages.EventEscalated && f.Joint == "" && f.Time == e.Time && worldOf(f.Source) == worldOf(e.Source)
		})
	case messages.EventOverrun:
		return r.whyLate(e)
	case messages.EventEscalated:
		if e.Joint == "" {
			return r.failures(e.Time, func(f *messages.Event) bool { return f.Source == e.Source })
		}
	}
	return nil
}

// whyRestarted returns the restart of its world that started an actor which did not fail itself.
func (r *Past) whyRestarted(i int) []int {
	e := &r.events[i]
	all := r.last(i, func(f *messages.Event) bool {
		restarts := f.Kind == messages.EventRestarting && f.Cause == messages.CauseEscalation && f.Source == worldOf(e.Source)
		return restarts || f.Kind == messages.EventStarted && f.Source == e.Source
	})
	if len(all) == 0 || r.events[all[0]].Kind != messages.EventRestarting {
		return nil
	}
	return all
}

// refusalWindow is the time within which rejected commands add up to a fault of their controller.
const refusalWindow = time.Second

// whyMode returns the events that made a gate change the mode of a joint.
func (r *Past) whyMode(i int) []int {
	e := &r.events[i]
	world := worldOf(e.Source)
	here := func(f *messages.Event) bool { return worldOf(f.Source) == world && f.Cause == e.Cause }
	switch e.Cause {
	case messages.CausePanic, messages.CauseError, messages.CauseHang, messages.CauseOverrun, messages.CauseEscalation:
		if all := r.failures(e.Time, here); all != nil {
			return all
		}
		return r.last(i, func(f *messages.Event) bool { return f.Kind == messages.EventStarted && f.Source == e.Source })
	case messages.CauseStale:
		return r.whyOld(e, world)
	case messages.CauseCoupledJoint:
		return r.whyAlone(e, world)
	case messages.CauseInvalid:
		all := r.all(i, func(f *messages.Event) bool {
			return f.Kind == messages.EventRefused && f.Source == e.Source && e.Time.Sub(f.Time) < refusalWindow
		})
		return all[:min(len(all), 1)] // what acts on a later one and began earlier acts on the first one, too
	case messages.CauseDrive:
		return r.whyDrive(i)
	case messages.CauseStartup:
		return r.last(i, func(f *messages.Event) bool { return f.Kind == messages.EventStarted && f.Source == e.Source })
	case messages.CauseNone:
		return r.last(i, func(f *messages.Event) bool {
			return f.Kind == messages.EventModeChanged && f.Source == e.Source && f.Joint == e.Joint
		})
	}
	return nil
}

// whyOld returns the stale inputs of the gate, or the faults of drives that do not answer, or what
// sends it fresh snapshots of old states, or other problems in its world.
func (r *Past) whyOld(e *messages.Event, world string) []int {
	if all := r.stale(e.Time, func(f *messages.Event) bool { return f.Source == e.Source }); all != nil {
		return all
	}
	if all := r.driveFaults(e); all != nil {
		return all
	}
	all := r.trouble(e.Source, e.Time)
	stops := func(i int) bool { return r.events[i].Kind == messages.EventModeChanged } // of its joints, this one among them
	if slices.ContainsFunc(all, stops) {
		if closer := r.upstream(e.Source, e.Time, map[string]bool{}); closer != nil {
			return closer
		}
	}
	if all != nil {
		return all
	}
	return r.inWorld(world, e.Time)
}

// whyAlone returns the problems at the other end of a coupling.
func (r *Past) whyAlone(e *messages.Event, world string) []int {
	port := "joint_" + e.Joint // of the world's perception
	joint := func(f *messages.Event) bool { return worldOf(f.Source) == world && f.Port == port }
	if all := r.stale(e.Time, joint); all != nil {
		return all
	}
	var all []int
	for _, l := range r.links {
		if worldOf(l.To) == world && worldOf(l.From) != world && strings.HasSuffix(l.To, "."+port) {
			all = append(all, r.stopped(worldOf(l.From), e.Time)...)
			all = append(all, r.pauses(gate(worldOf(l.From)), e.Time)...)
		}
	}
	if all == nil { // the states arrive, but perception cannot use them
		all = r.faults(e.Time, func(target string) bool {
			_, to, isLink := strings.Cut(target, "->")
			return isLink && worldOf(to) == world && strings.HasSuffix(to, "."+port)
		})
	}
	return all
}

// whyFailed returns an injected fault, the actor's stale inputs or its missed releases.
func (r *Past) whyFailed(i int) []int {
	e := &r.events[i]
	if all := r.faults(e.Time, func(target string) bool { return target == e.Source }); all != nil {
		return all[len(all)-1:] // the newest: those before have had their failures
	}
	if e.Peer != "" {
		return r.sentBy(i)
	}
	switch e.Cause {
	case messages.CauseOverrun:
		all := r.all(i, func(f *messages.Event) bool { return f.Kind == messages.EventOverrun && f.Source == e.Source })
		return all[max(0, len(all)-1):]
	case messages.CauseError:
		if all := without(r.trouble(e.Source, e.Time), i); len(all) > 0 {
			return all
		}
		joints := r.joints(worldOf(e.Source)) // a bus of the world may have lost a drive
		if all := r.faults(e.Time, func(target string) bool { return joints[target] }); all != nil {
			return all
		}
		return r.unsimulated(e.Source, e.Time)
	case messages.CausePanic:
		if all := r.faults(e.Time, func(target string) bool { return strings.Contains(target, "->"+e.Source+".") }); all != nil {
			return all // it read a value that a fault had changed, such as one that was cut off
		}
	}
	return r.faults(e.Time, func(target string) bool { return target == "process" })
}

// joints returns the names of the joints of a world.
func (r *Past) joints(world string) map[string]bool {
	all := map[string]bool{}
	events := r.pass()
	for i := range events {
		if e := &events[i]; e.Joint != "" && worldOf(e.Source) == world {
			all[e.Joint] = true
		}
	}
	return all
}

// stopped lists the changes of mode that stopped the joints of a world that are stopped at an
// instant.
func (r *Past) stopped(world string, at messages.Instant) []int {
	last := map[string]int{}
	var order []string
	events := r.pass()
	for i := range events {
		e := &events[i]
		if e.Kind != messages.EventModeChanged || e.Source != gate(world) || e.Time > at {
			continue
		}
		if _, known := last[e.Joint]; !known {
			order = append(order, e.Joint)
		}
		if e.From.Passes() || e.To.Passes() {
			last[e.Joint] = i // the first change out of run is what counts
		}
	}
	var all []int
	for _, joint := range order {
		if i, is := last[joint]; is && r.events[i].To.Stops() {
			all = append(all, i)
		}
	}
	return all
}

// inWorld lists the failures and injected faults in a world.
func (r *Past) inWorld(world string, at messages.Instant) []int {
	here := func(f *messages.Event) bool { return worldOf(f.Source) == world }
	if all := r.failures(at, here); all != nil {
		return all
	}
	return r.faults(at, func(target string) bool { return worldOf(target) == world || target == "process" })
}

// whyRefused returns a fault that acts on the links of commands to the gate, or on the controllers
// of its world.
func (r *Past) whyRefused(e *messages.Event) []int {
	if all := r.faults(e.Time, func(target string) bool { return strings.Contains(target, "->"+e.Source+".") }); all != nil {
		return all
	}
	senders := map[string]bool{}
	for _, l := range r.links {
		if actorOf(l.To) == e.Source {
			senders[actorOf(l.From)] = true
		}
	}
	if all := r.sent(senders, e.Time); all != nil {
		return all
	}
	return r.faults(e.Time, func(target string) bool {
		return senders[target] || len(r.links) == 0 && !strings.Contains(target, "->") && worldOf(target) == worldOf(e.Source)
	})
}

// last returns the newest event before one that fits.
func (r *Past) last(before int, fits func(*messages.Event) bool) []int {
	events := r.pass()
	for i := min(before, len(events)) - 1; i >= 0; i-- {
		if fits(&events[i]) {
			return []int{i}
		}
	}
	return nil
}

// all returns every event before one that fits.
func (r *Past) all(before int, fits func(*messages.Event) bool) []int {
	var all []int
	events := r.pass()
	for i := range min(before, len(events)) {
		if fits(&events[i]) {
			all = append(all, i)
		}
	}
	return all
}

func without(all []int, i int) []int {
	return slices.DeleteFunc(all, func(k int) bool { return k == i })
}
