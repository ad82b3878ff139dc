package session

import (
	"fmt"

	"github.com/robo-actors/robo-actors/internal/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/blame"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// driveFaults are the newest fault codes that the drives of a bus have reported, 0 where there was none.
type driveFaults struct {
	names  []string
	newest []uint16
}

// note keeps the codes of one state.
func (d *driveFaults) note(s *messages.DriveState) {
	for i := range min(len(s.Fault), len(d.newest)) {
		if s.Fault[i] != 0 {
			d.newest[i] = s.Fault[i]
		}
	}
}

// busesOf finds the joints of every bus by the output that carries their states.
func busesOf(c *app.Config) map[string]*driveFaults {
	all := map[string]*driveFaults{}
	for i := range c.Worlds {
		w := &c.Worlds[i]
		for k := range w.Drives {
			d := &driveFaults{newest: make([]uint16, len(w.Drives[k].Joints))}
			for _, j := range w.Drives[k].Joints {
				d.names = append(d.names, w.Joints[j].Name)
			}
			all[w.Drives[k].Path+".state"] = d
		}
	}
	return all
}

// faultNamer is a kind of drive that knows what its fault codes mean.
type faultNamer interface{ FaultText(code uint16) string }

// faultOf says what a joint's drive has reported last, empty for nothing.
func (s *Session) faultOf(world, joint string) string {
	w := s.Config.World(world)
	if w == nil {
		return ""
	}
	for k := range w.Drives {
		bus := s.observer.buses[w.Drives[k].Path+".state"]
		for i, name := range bus.names {
			if name != joint || bus.newest[i] == 0 {
				continue
			}
			text := fmt.Sprintf("its newest fault code is %d", bus.newest[i])
			if namer, knows := w.Drives[k].Instance.(faultNamer); knows {
				text += ", " + namer.FaultText(bus.newest[i])
			}
			return text
		}
	}
	return ""
}

// stopped has the report name the joints that take commands and did not run at the end. The observer is locked.
func (s *Session) stopped(r *report.Report, end messages.Instant) {
	h := blame.History{Events: s.observer.events, Joints: commanded(s.Config)}
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
			r.AddStopped(w, joint, x.Mode, x.Since, []string{why}, s.faultOf(w, joint))
		}
	}
}
