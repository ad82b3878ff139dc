package session

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// history returns the events of the session with the structure of its application at present.
func (s *Session) history(events []messages.Event, config *app.Config) explain.History {
	h := historyOf(events, config)
	for _, l := range s.System.Links() {
		h.Links = append(h.Links, explain.Link{From: l.From, To: l.To})
	}
	for _, a := range s.System.Actors() {
		h.Domains[a.Spec.Name] = a.Spec.Domain
	}
	return h
}

// recordedHistory returns recorded events with the structure of their application.
func recordedHistory(events []messages.Event, config *app.Config) explain.History {
	h := historyOf(events, config)
	built, err := app.Build(config, config.Seed)
	if err != nil { // such as for a plant that is not there any more
		return h
	}
	for _, l := range built.Links {
		h.Links = append(h.Links, explain.Link{From: l.From, To: l.To})
	}
	for i := range built.Actors {
		h.Domains[built.Actors[i].Name] = built.Actors[i].Domain
	}
	return h
}

// historyOf returns events with what an application file says of their worlds.
func historyOf(events []messages.Event, c *app.Config) explain.History {
	h := explain.History{Events: events, Joints: map[string][]string{}, Groups: map[string][]string{},
		SafeModes: map[string]messages.Mode{}, Carriers: map[string][]string{}, Domains: map[string]string{}}
	for i := range c.Worlds {
		w := &c.Worlds[i]
		for _, j := range w.Joints {
			if j.Controller >= 0 {
				h.Joints[w.Name] = append(h.Joints[w.Name], j.Name)
			} else if !j.Virtual && !j.Realised {
				h.Idle = append(h.Idle, w.Name+"/"+j.Name)
			}
		}
		for k := range w.Actors {
			if a := &w.Actors[k]; a.Group != nil {
				h.Groups[a.Path] = a.Group.JointNames()
			}
		}
		for k := range w.Drives {
			addDrives(&h, w, &w.Drives[k])
		}
	}
	return h
}

// addDrives adds the safe modes and the carriers of the joints of one bus.
func addDrives(h *explain.History, w *app.World, d *app.Drive) {
	carriers := []string{d.Path}
	if d.Plant != "" {
		carriers = append(carriers, d.Plant)
	}
	for _, j := range d.Joints {
		joint := w.Name + "/" + w.Joints[j].Name
		h.SafeModes[joint] = w.Joints[j].SafeMode
		h.Carriers[joint] = carriers
	}
}
