package explain

import (
	"slices"
	"sort"

	"github.com/robo-actors/robo-actors/messages"
)

// Step is one event of an explanation.
type Step struct {
	Event messages.Event
	// Words is the event as a sentence without its time.
	Words string
}

// Explanation states why a joint is in its mode.
type Explanation struct {
	World, Joint string
	At           messages.Instant
	// Mode is the mode at At. It began at Since.
	Mode  messages.Mode
	Since messages.Instant
	// Chain leads from the first fault to the present mode. For a joint in run it explains the
	// previous stop, and is empty if there was only the start.
	Chain []Step
	// After lists what followed: restarts, further causes, requests and re-arm.
	After []Step
	// Causes of the stop in the order of their occurrence. Re-arm depends on them.
	Causes []messages.Cause
	// Awaits lists what still keeps the joint from an automatic re-arm, where that is known.
	Awaits []string
	// Known reports whether the first event of Chain is an origin: an injected fault, an operator's
	// action, or an event inside an actor or a drive. Otherwise no event explains it.
	Known bool
	// Gateless reports that the joint's gate has failed and not restarted. Until it restarts, the
	// joint cannot re-arm.
	Gateless bool
}

// Explain returns why a joint is in its mode at an instant. World and joint are those that
// [History.Find] returns.
func (h *History) Explain(world, joint string, at messages.Instant) Explanation {
	return h.Until(at).Explain(world, joint)
}

// Explain returns why a joint is in its mode. World and joint are those that [History.Find]
// returns.
func (r *Past) Explain(world, joint string) Explanation {
	r.passes, r.depth, r.chains = maxPasses, map[int]int{}, map[int][]int{} // chains depend on where circles begin
	x := Explanation{World: world, Joint: joint, At: r.at, Mode: messages.ModeOff}
	stop := r.episode(world, joint)
	if stop.begin < 0 {
		return x
	}
	chain := slices.Clone(r.chain(stop.begin))
	within := set(chain)
	for _, i := range stop.changes {
		if e := &r.events[i]; e.To.Stops() || e.To == messages.ModeLimited {
			for _, k := range r.chain(i) {
				if !within[k] {
					chain, within[k] = append(chain, k), true
				}
			}
		}
	}
	sort.Ints(chain)
	for _, i := range chain {
		x.Chain = append(x.Chain, r.step(i))
	}
	x.Known = beginning(&r.events[chain[0]])
	last := &r.events[stop.last]
	x.Since = last.Time
	x.Mode, x.Gateless = last.To, stop.gateless
	if safe, known := r.history.SafeModes[world+"/"+joint]; failed(last) && known {
		x.Mode = safe
	} else if last.Kind != messages.EventModeChanged {
		x.Mode = messages.ModeOff
	}
	x.Causes = r.causes(world, joint, &stop)
	if x.Mode != messages.ModeRun {
		x.Awaits = r.Awaits(world, joint)
	}
	for _, i := range r.after(world, joint, &stop, chain) {
		x.After = append(x.After, r.step(i))
	}
	return x
}

// set returns indices as a set.
func set(all []int) map[int]bool {
	within := make(map[int]bool, len(all))
	for _, i := range all {
		within[i] = true
	}
	return within
}

// episode is the newest stop of a joint.
type episode struct {
	// begin is the event that took the joint out of run, or the start or failure of its gate; -1
	// without such an event.
	begin int
	// changes are all changes of the mode since begin. last is the newest of them, or begin.
	changes []int
	last    int
	// gateless reports that the gate has failed since and not restarted.
	gateless bool
}

// episode finds the newest stop of a joint. The stop of a joint that runs again counts until the
// next stop.
func (r *Past) episode(world, joint string) episode {
	s := episode{begin: -1, last: -1}
	runs := false
	for i := range r.events {
		e := &r.events[i]
		if e.Source != gate(world) {
			continue
		}
		switch {
		case e.Kind == messages.EventStarted:
			s, runs = episode{begin: i, last: i}, false
		case failed(e):
			if runs { // its driver stops it
				s, runs = episode{begin: i, last: i}, false
			}
			s.gateless = true
		case e.Kind != messages.EventModeChanged || e.Joint != joint:
		case s.begin < 0 || runs && e.To != messages.ModeRun:
			s, runs = episode{begin: i, changes: []int{i}, last: i}, e.To == messages.ModeRun
		default:
			s.changes, s.last, runs = append(s.changes, i), i, e.To == messages.ModeRun
		}
	}
	return s
}

// causes lists the causes of a stop.
func (r *Past) causes(world, joint string, s *episode) []messages.Cause {
	var all []messages.Cause
	if e := &r.events[s.begin]; e.Kind == messages.EventStarted {
		if all = append(all, messages.CauseStartup); e.Incarnation > 1 {
			all = append(all, messages.CauseError)
		}
	} else if failed(e) {
		all = append(all, e.Cause)
	}
	for i := s.begin; i < len(r.events); i++ {
		e := &r.events[i]
		about := e.Kind == messages.EventModeChanged || e.Kind == messages.EventNote
		if about && e.Source == gate(world) && e.Joint == joint && e.Cause != messages.CauseNone && !slices.Contains(all, e.Cause) {
			if e.Cause == messages.CauseRearm {
				return nil
			}
			all = append(all, e.Cause)
		}
	}
	return all
}

// after lists the events since the first one of a chain that concern the joint.
func (r *Past) after(world, joint string, s *episode, chain []int) []int {
	actors, within := map[string]bool{gate(world): true}, set(chain)
	injected := map[[2]string]bool{} // source and text of the faults in the chain
	for _, i := range chain {
		e := &r.events[i]
		actors[e.Source] = true
		if e.Kind == messages.EventFaultInjected {
			injected[[2]string{e.Source, e.Text}] = true
		}
	}
	var all []int
	for i := chain[0]; i < r.ending; i++ {
		e := &r.events[i]
		of := e.Source == gate(world) && e.Joint == joint
		concerns := false
		switch e.Kind {
		case messages.EventRestarting, messages.EventEscalated:
			concerns = actors[e.Source] && e.Joint == "" || of
		case messages.EventStarted, messages.EventStopped:
			concerns = actors[e.Source] && i > s.begin
		case messages.EventFailed, messages.EventHang:
			concerns = actors[e.Source]
		case messages.EventFaultEnded:
			concerns = injected[[2]string{e.Source, e.Text}]
		case messages.EventAcknowledged:
			concerns = e.Source == gate(world) && i > s.begin
		case messages.EventModeChanged, messages.EventNote:
			concerns = of
		case messages.EventWaiting:
			concerns = worldOf(e.Source) == world && e.Joint == joint
		case messages.EventForeign:
			concerns = actors[e.Source] && i > s.begin
		case messages.EventStopSent:
			concerns = e.Joint == "" && actors[e.Source]
		}
		if concerns && !within[i] {
			all = append(all, i)
		}
	}
	return all
}

func (r *Past) step(i int) Step {
	e := r.events[i]
	return Step{Event: e, Words: Words(&e)}
}

// beginning reports whether an event is an origin.
func beginning(e *messages.Event) bool {
	switch e.Kind {
	case messages.EventFaultInjected, messages.EventOverrun, messages.EventStarted, messages.EventForeign:
		return true
	case messages.EventFailed, messages.EventHang:
		return true // its text states the error inside the actor
	case messages.EventModeChanged:
		return e.Cause == messages.CauseOperator || e.Cause == messages.CauseDrive || e.Cause == messages.CauseRearm
	case messages.EventRefused:
		return true // its controller sent it
	}
	return false
}
