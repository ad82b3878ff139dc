package drivertest

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// sensorChecks are the sentences of the contract of a hardware.SensorDriver. A driver without
// sensors keeps them.
func sensorChecks() []Check {
	return []Check{
		{"SensorsAreDescribedInFull", sensorsAreDescribed},
		{"ReadSensorsWritesEveryReading", readSensorsWritesEveryReading},
		{"ReadSensorsAllocatesNothing", readSensorsAllocatesNothing},
	}
}

func sensorsAreDescribed(rig Rig) error {
	before := slices.Clone(hardware.SensorsOf(rig.Driver))
	if err := hardware.CheckSensors(rig.Driver.Bus().Name, before); err != nil {
		return err
	}
	if _, err := opened(rig); err != nil {
		return err
	}
	if after := hardware.SensorsOf(rig.Driver); !slices.Equal(before, after) {
		return fmt.Errorf("driver: Sensors returns %+v after Open and %+v before, want the same", after, before)
	}
	return nil
}

// readSensorsWritesEveryReading reads into a buffer whose entries no sensor can have, at first
// before Open.
func readSensorsWritesEveryReading(rig Rig) error {
	driver, ok := rig.Driver.(hardware.SensorDriver)
	if !ok {
		return nil
	}
	readings := make([]messages.SensorReading, len(driver.Sensors()))
	read := func(now messages.Instant, open bool) error {
		for i := range readings {
			readings[i] = messages.SensorReading{Valid: true, Time: now + 1}
		}
		driver.ReadSensors(readings)
		for i, r := range readings {
			name := driver.Sensors()[i].Name
			switch {
			case r.Valid && !open:
				return fmt.Errorf("driver: the reading of sensor %q is valid before Open, want one that is not", name)
			case r.Valid && r.Time > now:
				return fmt.Errorf("driver: the reading of sensor %q is of %s at %s, want a sample of the past", name, r.Time, now)
			}
		}
		return nil
	}
	if err := read(0, false); err != nil {
		return err
	}
	s, err := running(rig)
	if err != nil {
		return err
	}
	for range 10 {
		if err := read(s.now, true); err != nil {
			return err
		}
		before := slices.Clone(readings)
		if driver.ReadSensors(readings); !slices.Equal(before, readings) {
			return fmt.Errorf("driver: ReadSensors returns %+v and then %+v without a Collect between, want the same", before, readings)
		}
		if err := s.exchange(s.command); err != nil {
			return err
		}
	}
	return nil
}

func readSensorsAllocatesNothing(rig Rig) error {
	driver, ok := rig.Driver.(hardware.SensorDriver)
	if !ok {
		return nil
	}
	if _, err := running(rig); err != nil {
		return err
	}
	readings := make([]messages.SensorReading, len(driver.Sensors()))
	if n := allocations(200, func() { driver.ReadSensors(readings) }); n != 0 {
		return fmt.Errorf("driver: ReadSensors makes %g allocations a call, want none%s", n, escapes)
	}
	return nil
}
