package session

import (
	"fmt"

	"github.com/robo-actors/robo-actors/internal/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/blame"
)

// stopped has the report name the joints that take commands and did not run at the end. The observer is locked.
func (s *Session) stopped(r *report.Report, end messages.Instant) {
	h := blame.History{Events: s.observer.events, Joints: commanded(s.Config), SafeModes: stoppedInto(s.Config)}
	for _, l := range s.System.Links() {
		h.Links = append(h.Links, blame.Link{From: l.From, To: l.To})
	}
	for _, w := range s.Config.WorldNames() {
		for _, joint := range h.Joints[w] {
			x := blame.Explain(h, w, joint, end)
			if x.Mode == messages.ModeRun {
				continue
			}
			why := "no event tells why; a joint is off until command, state and drive are there"
			if len(x.Chain) > 0 {
				why = fmt.Sprintf("%s %s", x.Chain[0].Event.Time, x.Chain[0].Words)
			}
			r.AddStopped(w, joint, x.Mode, x.Since, []string{why}, faultOf(s.Config, s.observer.buses, w, joint, 0))
		}
	}
}
