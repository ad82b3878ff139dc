package app

import "github.com/robo-actors/robo-actors/hardware"

// buses lists the buses of a world.
func (w *World) buses() (all hardware.BusList) {
	for i := range w.Drives {
		all = append(all, hardware.BusJoints{Name: w.Drives[i].Name, Joints: w.Drives[i].Joints})
	}
	return all
}

// driveStates links the states of every bus of the world to an actor that reads them.
func (b *builder) driveStates(w *World, p *Actor) {
	if _, reads := p.Instance.(hardware.StateReader); !reads {
		return
	}
	for i := range w.Drives {
		d := &w.Drives[i]
		b.link(d.Path+".state", p.Path+"."+hardware.StatePort(d.Name), d.MaxAge)
	}
}
