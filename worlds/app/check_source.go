package app

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkSource finds what feeds an input, an output of an actor or bus of the same world or a sensor
// of the plant, and returns its period.
func (l *loader) checkSource(w *World, in *Input, path, carries string) (period time.Duration, ok bool) {
	if isSensor(in.From) {
		plant, port, _ := strings.Cut(in.From, ".")
		return l.checkSensor(in, path, plant, port, carries)
	}
	name, port, _ := strings.Cut(strings.TrimPrefix(in.From, w.Name+"/"), ".")
	from := w.Actor(name)
	for i := range w.Drives {
		if from == nil && w.Drives[i].Name == name {
			return l.checkBusOutput(&w.Drives[i], in, path, port, carries)
		}
	}
	if from == nil && l.broken[w.Name+"/"+name] {
		return 0, false
	}
	if from == nil {
		names := w.senderNames()
		hint := l.list.suggest(name, names)
		if name == PerceptionActor {
			hint = "the world sends its snapshot to an input with the name snapshot, without a link"
		}
		l.complain(in.At, path, "world "+source.Quote(w.Name)+" has no actor named "+source.Quote(name), oneOf(names), hint)
		return 0, false
	}
	return from.Period, l.checkPort(in.At, path, from, port, false, carries)
}

// senderNames lists the actors and buses of a world, whose outputs can feed an input.
func (w *World) senderNames() []string {
	names := actorNames(w)
	for i := range w.Drives {
		names = append(names, w.Drives[i].Name)
	}
	return names
}

// checkBusOutput checks that a bus of the world has an output which carries what an input takes:
// the states of its drives, or a sensor.
func (l *loader) checkBusOutput(d *Drive, in *Input, path, port, carries string) (period time.Duration, ok bool) {
	known := []string{statePort}
	have, what := "", "sensor"
	if port == statePort {
		have, what = carriedState, "output"
	}
	for _, s := range d.Sensors {
		if known = append(known, s.Name); s.Name == port {
			have = hardware.CarriedBy(s.Kind)
		}
	}
	switch {
	case have == "":
		l.complain(in.At, path, fmt.Sprintf("bus %s has no output named %s", source.Quote(d.Path), source.Quote(port)), oneOf(known),
			cmp.Or(l.list.suggest(port, known), "options of the driver say which sensors its bus has"))
	case carries != "" && carries != have:
		l.complain(in.At, path, fmt.Sprintf("%s %s of %s carries %s", what, source.Quote(port), d.Path, have), "an output that carries "+carries, "")
	default:
		return d.Period, true
	}
	return 0, false
}

// The output of every bus for the states of its drives, and what a world sends to every input with
// the name snapshot.
const (
	statePort       = "state"
	carriedState    = "messages.DriveState"
	carriedSnapshot = "messages.Snapshot"
)

// checkSensor checks that a plant has a sensor which carries what an input takes.
func (l *loader) checkSensor(in *Input, path, plant, port, carries string) (period time.Duration, ok bool) {
	if len(l.config.Plants) == 0 {
		l.complain(in.At, path, "the application has no plant, and so no sensor "+source.Quote(port), "a section plant", "")
		return 0, false
	}
	p := l.config.PlantAt(plant)
	if p == nil {
		name, names := strings.TrimPrefix(plant, PlantWorld+"/"), l.config.plantNames()
		l.complain(in.At, path, "no plant is named "+source.Quote(name), oneOf(names), l.list.suggest(name, names))
		return 0, false
	}
	if p.Kind == nil {
		return 0, false
	}
	var known []string
	if s, senses := p.Instance.(hardware.SensorProvider); senses {
		var all []hardware.Sensor
		if err := protect(func() error { all = s.Sensors(); return nil }); err != nil {
			l.list.AddError(p.At, p.section(), err)
			return 0, false
		}
		for _, x := range all {
			if x.Port == port && (carries == "" || x.Carries == carries) {
				return p.Period, true
			}
			if x.Port == port {
				l.complain(in.At, path, fmt.Sprintf("sensor %s of the plant (%s) carries %s", source.Quote(port), p.Kind.Name, x.Carries), "a sensor that carries "+carries, "")
				return 0, false
			}
			known = append(known, x.Port)
		}
	}
	l.complain(in.At, path, fmt.Sprintf("the plant (%s) has no sensor named %s", p.Kind.Name, source.Quote(port)), oneOf(known),
		cmp.Or(l.list.suggest(port, known), "options of the plant say which sensors it has; its other outputs are for reports"))
	return 0, false
}
