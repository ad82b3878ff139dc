package session

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// stopped adds the joints that accept commands and did not run at the end to the report. The caller
// holds the observer's lock.
func (s *Session) stopped(r *report.Report, end messages.Instant) {
	h := explain.History{Events: s.observer.events, Joints: commanded(s.Config), SafeModes: stoppedInto(s.Config)}
	for _, l := range s.System.Links() {
		h.Links = append(h.Links, explain.Link{From: l.From, To: l.To})
	}
	for _, w := range s.Config.WorldNames() {
		for _, joint := range h.Joints[w] {
			x := h.Explain(w, joint, end)
			if x.Mode == messages.ModeRun {
				continue
			}
			why := "no event gives the reason; a joint is off until its command, its state and its drive are present"
			if len(x.Chain) > 0 {
				why = fmt.Sprintf("%s %s", x.Chain[0].Event.Time, x.Chain[0].Words)
			}
			reasons := []string{why}
			if text := s.waits(w, joint, x.Chain); text != "" {
				reasons = append(reasons, text)
			}
			r.AddStopped(w, joint, x.Mode, x.Since, reasons, faultOf(s.Config, s.observer.buses, w, joint, 0))
		}
	}
}

// waits describes what a joint waits for that has been off since its gate started. It returns
// nothing if the joint accepts its first commands by itself.
func (s *Session) waits(world, joint string, chain []explain.Step) string {
	if len(chain) != 1 || chain[0].Event.Kind != messages.EventStarted {
		return ""
	}
	for _, j := range s.Config.World(world).Joints {
		if j.Name == joint && !j.Virtual && j.Start != modes.Auto {
			return fmt.Sprintf("it takes its first commands by start: %s, which nobody has given: robo-actors rearm %s gives it while the application runs; start: auto of its drive needs nobody", j.Start, world)
		}
	}
	return ""
}
