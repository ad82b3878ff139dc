package session

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// driveFaults holds the newest fault code of each drive of a bus, or 0.
type driveFaults struct {
	names  []string
	newest []uint16
	shown  []messages.Instant // when each drive last showed that code
	last   messages.Instant   // time of the newest state
}

// note stores the codes of a state.
func (d *driveFaults) note(at messages.Instant, s *messages.DriveState) {
	d.last = at
	for i := range min(len(s.Fault), len(d.newest)) {
		if s.Fault[i] != 0 {
			d.newest[i], d.shown[i] = s.Fault[i], at
		}
	}
}

// since returns the newest code that a drive reported at an instant or later, or 0. A code without
// a newer state counts as still reported.
func (d *driveFaults) since(drive int, from messages.Instant) uint16 {
	if d.shown[drive] < from && d.shown[drive] != d.last {
		return 0
	}
	return d.newest[drive]
}

// busesOf returns the joints of every bus by the output with their states.
func busesOf(c *app.Config) map[string]*driveFaults {
	all := map[string]*driveFaults{}
	for i := range c.Worlds {
		w := &c.Worlds[i]
		for k := range w.Drives {
			n := len(w.Drives[k].Joints)
			d := &driveFaults{newest: make([]uint16, n), shown: make([]messages.Instant, n)}
			for _, j := range w.Drives[k].Joints {
				d.names = append(d.names, w.Joints[j].Name)
			}
			all[stateOf(&w.Drives[k])] = d
		}
	}
	return all
}

// stateOf returns the output with the states of a bus.
func stateOf(d *app.Drive) string { return d.Path + ".state" }

// recordedFaults reads the faults of a recording up to an instant. A bus that was not recorded has
// no faults.
func recordedFaults(r *record.Reader, c *app.Config, until messages.Instant) (map[string]*driveFaults, error) {
	topics, err := record.TopicsOf[messages.DriveState](r)
	if err != nil {
		return nil, err
	}
	buses := busesOf(c)
	for _, topic := range topics {
		bus, known := buses[topic]
		if !known {
			continue
		}
		for s, err := range record.Values[messages.DriveState](r, topic, until) {
			if err != nil {
				return nil, err
			}
			bus.note(s.Stamp.Time, &s.Value)
		}
	}
	return buses, nil
}

// faultNamer is a kind of drive with names for its fault codes.
type faultNamer interface{ FaultText(code uint16) string }

// faultOf describes the newest fault that a joint's drive reported at an instant or later. It
// returns nothing without a fault.
func faultOf(c *app.Config, buses map[string]*driveFaults, world, joint string, from messages.Instant) string {
	w := c.World(world)
	if w == nil {
		return ""
	}
	for k := range w.Drives {
		bus := buses[stateOf(&w.Drives[k])]
		if bus == nil {
			continue
		}
		for i, name := range bus.names {
			code := bus.since(i, from)
			if name != joint || code == 0 {
				continue
			}
			text := fmt.Sprintf("its newest fault code is %d", code)
			if namer, knows := w.Drives[k].Instance.(faultNamer); knows {
				text += ", " + namer.FaultText(code)
			}
			return text
		}
	}
	return ""
}
