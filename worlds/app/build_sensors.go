package app

import (
	"cmp"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// SensorPort is the name of the input of a world's perception for a sensor on a bus.
func SensorPort(drive, sensor string) string { return "sensor_" + drive + "_" + sensor }

// sensors lists the sensors on the buses of a world, in the order of messages.Snapshot.Sensor.
func (w *World) sensors() (all hardware.SensorList) {
	for i := range w.Drives {
		all = append(all, w.Drives[i].Sensors...)
	}
	return all
}

// listSensors asks the kinds of the drives which sensors their buses carry.
func (l *loader) listSensors(w *World) {
	for i := range w.Drives {
		d := &w.Drives[i]
		lister, ok := d.Instance.(hardware.SensorLister)
		if !ok {
			continue
		}
		var plant any
		if p := l.config.PlantAt(d.Plant); p != nil {
			plant = p.Instance
		}
		err := protect(func() (err error) {
			if d.Sensors, err = lister.Sensors(plant); err != nil {
				return err
			}
			return hardware.CheckSensors(d.Path, d.Sensors)
		})
		if err != nil {
			l.config.driveSite(w, d).refuse(&l.list.Diagnostics, err)
		}
	}
}

// checkDriveSensor checks that a bus of the world has a sensor which carries what an input takes.
func (l *loader) checkDriveSensor(d *Drive, in *Input, path, port, carries string) (period time.Duration, ok bool) {
	var known []string
	for _, s := range d.Sensors {
		have := hardware.CarriedBy(s.Kind)
		if s.Name == port && (carries == "" || have == carries) {
			return d.Period, true
		}
		if s.Name == port {
			l.complain(in.At, path, fmt.Sprintf("sensor %s of %s carries %s", source.Quote(port), d.Path, have), "a sensor that carries "+carries, "")
			return 0, false
		}
		known = append(known, s.Name)
	}
	l.complain(in.At, path, fmt.Sprintf("bus %s has no sensor named %s", source.Quote(d.Path), source.Quote(port)), oneOf(known),
		cmp.Or(l.list.suggest(port, known), "options of the driver say which sensors its bus has"))
	return 0, false
}
