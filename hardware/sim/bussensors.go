package sim

import (
	"cmp"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

// busSensors lists the sensors that a bus may carry: the inertial measurement unit, the force
// sensor of each set of contacts, and the switch of each grasp.
func (o *PlantOptions) busSensors() (all hardware.SensorList) {
	if o.Imu != (InertialOptions{}) {
		all = append(all, hardware.SensorInfo{Name: "imu", Kind: messages.InertialSensor, Link: o.Imu.Body,
			Pose: messages.Pose{Position: o.Imu.Position, Orientation: o.Imu.Orientation}})
	}
	for _, c := range o.Contacts {
		all = append(all, hardware.SensorInfo{Name: cmp.Or(c.Name, c.Body), Kind: messages.WrenchSensor, Link: c.Body})
	}
	for _, g := range o.Grasps {
		all = append(all, hardware.SensorInfo{Name: g.Name, Kind: messages.SwitchSensor, Link: g.Body,
			Pose: messages.Pose{Position: g.Position, Orientation: g.Orientation}})
	}
	return all
}

// sensorRegister is where the readings of all sensors of a plant reach one bus.
type sensorRegister = tripleBuffer[[]messages.SensorReading]

func newSensorRegister(sensors int) *sensorRegister {
	return newTripleBuffer(func() []messages.SensorReading { return make([]messages.SensorReading, sensors) })
}

// publishReadings lets the buses that carry sensors have the newest readings.
func (p *Plant) publishReadings(readings []messages.SensorReading) {
	for _, port := range p.ports {
		if len(*port.readings.write()) > 0 {
			copy(*port.readings.write(), readings)
			port.readings.publish()
		}
	}
}

// reading marks a reading as taken now, and returns it.
func (s *sensorSet) reading(p *Plant, i int) *messages.SensorReading {
	r := &s.readings[i]
	r.Valid, r.Time = true, p.Now()
	return r
}

// wrenchReading is the reading of the force sensor of a set of contacts: force and moment, N and N
// m.
func wrenchReading(r *messages.SensorReading, signals []float64) {
	copy(r.Wrench.Force[:], signals[:3])
	copy(r.Wrench.Torque[:], signals[3:6])
}

var _ hardware.SensorDriver = (*Bus)(nil)

// Sensors describes the sensors in the order of BusOptions.Sensors.
func (b *Bus) Sensors() []hardware.SensorInfo { return b.sensors }

// ReadSensors implements hardware.SensorDriver. The sensors of a plant that is at rest keep their
// sample; its age shows it.
func (b *Bus) ReadSensors(readings []messages.SensorReading) {
	if !b.owns() || len(b.sensors) == 0 || !b.port.busy.CompareAndSwap(false, true) {
		return
	}
	defer b.port.busy.Store(false)
	all, _ := b.port.readings.read()
	for i, k := range b.places {
		if i < len(readings) {
			readings[i] = (*all)[k]
		}
	}
}

// footReading returns the place of the reading of a set of contacts, switchReading that of a grasp.
func footReading(imu bool, i int) int {
	if imu {
		return 1 + i
	}
	return i
}

func switchReading(imu bool, m *physics.Mechanism, i int) int {
	return footReading(imu, m.NumContactSets()) + i
}
