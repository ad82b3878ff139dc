package session

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// stopped adds the joints that accept commands and did not run at the end to the report. The caller
// holds the observer's lock.
func (s *Session) stopped(r *report.Report, end messages.Instant) {
	r.Waiting = s.observer.waits.Now()
	config := s.parts.Config()
	h := s.history(s.observer.events.all(), config)
	past := h.Until(end)
	for _, w := range s.worldNames() {
		for _, joint := range h.Joints[w] {
			x := past.Explain(w, joint)
			if x.Mode == messages.ModeRun {
				continue
			}
			why := "no event gives the reason; a joint is off until its command, its state and its drive are present"
			if len(x.Chain) > 0 {
				why = fmt.Sprintf("%s %s", x.Chain[0].Event.Time, x.Chain[0].Words)
			}
			reasons := append([]string{why}, furtherCauses(&x)...)
			waits := reasonOf(w+"/"+app.GateActor, joint, &r.Waiting)
			if text := s.waits(w, joint, x.Chain); text != "" {
				waits = text
			}
			if waits != "" {
				reasons = append(reasons, waits)
			}
			if s.driven(w, joint) && s.observer.stops.Stopped(w, joint) && !asked(x.Chain) {
				r.Unasked = append(r.Unasked, w+"/"+joint)
			}
			r.AddStopped(w, joint, x.Mode, x.Since, reasons, faultOf(config, s.observer.buses, w, joint, 0))
		}
	}
}

// furtherCauses lists the causes that came while a joint was stopped, each once.
func furtherCauses(x *explain.Explanation) (all []string) {
	for _, step := range x.After {
		text := fmt.Sprintf("further cause: %s", step.Event.Cause)
		if step.Event.Kind == messages.EventNote && step.Event.Joint == x.Joint && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// driven reports whether a joint has a drive in its world. Any other joint follows the world that
// realises it.
func (s *Session) driven(world, joint string) bool {
	return slices.ContainsFunc(s.parts.Config().World(world).Joints, func(j app.Joint) bool { return j.Name == joint && !j.Virtual })
}

// asked reports whether an operator asked for a stop, or for one that led to it.
func asked(chain []explain.Step) bool {
	return slices.ContainsFunc(chain, func(s explain.Step) bool { return s.Event.Cause == messages.CauseOperator })
}

// Stops describes the joints that have run and do not accept commands at present, one line for each
// stop, as in "4 joints stopped since 5.2 s (stale): robo-actors rearm mobile_base".
func (s *Session) Stops() (lines []string) {
	s.observer.mu.Lock()
	present := s.observer.stops.Present()
	s.observer.mu.Unlock()
	for i := range present {
		lines = append(lines, s.stopLine(&present[i]))
	}
	return lines
}

func (s *Session) stopLine(stop *report.Stop) string {
	joints := "1 joint"
	if n := len(stop.Joints); n > 1 {
		joints = fmt.Sprintf("%d joints", n)
	}
	line := fmt.Sprintf("%s stopped since %.1f s (%s)", joints, stop.At.Seconds(), stop.Cause)
	x := Explained{Explanation: explain.Explanation{World: stop.World, Joint: stop.Joints[0], Mode: stop.Mode, Causes: []messages.Cause{stop.Cause}}}
	switch by := required(s.met.whole(), &x); {
	case by == modes.Auto.String():
		return line + " in " + stop.World + ", which re-arms by itself"
	case s.System.Virtual():
		return line + " in " + stop.World
	case by == modes.Reset.String():
		return line + ": robo-actors rearm " + stop.World + " --reset"
	}
	return line + ": robo-actors rearm " + stop.World
}

// waits describes what a joint waits for that has been off since its gate started. It returns
// nothing if the joint accepts its first commands by itself.
func (s *Session) waits(world, joint string, chain []explain.Step) string {
	if len(chain) != 1 || chain[0].Event.Kind != messages.EventStarted {
		return ""
	}
	for _, j := range s.parts.Config().World(world).Joints {
		if j.Name == joint && !j.Virtual && j.Start != modes.Auto {
			return fmt.Sprintf("it takes its first commands by start: %s, which nobody has given: robo-actors rearm %s gives it while the application runs; start: auto of its drive needs nobody", j.Start, world)
		}
	}
	return ""
}
