package app

import "github.com/robo-actors/robo-actors/hardware"

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
