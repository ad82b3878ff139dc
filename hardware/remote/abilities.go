package remote

import (
	"strings"

	"github.com/robo-actors/robo-actors/hardware"
)

// abilities lists the optional abilities of a drive, as bits.
type abilities uint8

// The abilities of drives, in the order of abilityNames.
const (
	brake abilities = 1 << iota
	gainScales
	effortCap
	temperature
	voltage
	current
	faultWord
)

var abilityNames = [...]string{"brake", "gain_scales", "effort_cap", "temperature", "voltage", "current", "fault_word"}

func abilitiesOf(d *hardware.DriveInfo) (all abilities) {
	for i, has := range [...]bool{d.Brake, d.GainScales, d.EffortCap, d.Measures.Temperature, d.Measures.Voltage,
		d.Measures.Current, d.Measures.FaultWord} {
		if has {
			all |= 1 << i
		}
	}
	return all
}

// describe writes the abilities into the description of a drive.
func (a abilities) describe(d *hardware.DriveInfo) {
	has := func(ability abilities) bool { return a&ability != 0 }
	d.Brake, d.GainScales, d.EffortCap = has(brake), has(gainScales), has(effortCap)
	d.Measures = hardware.Measurements{Temperature: has(temperature), Voltage: has(voltage), Current: has(current), FaultWord: has(faultWord)}
}

// String lists the names of the abilities, "[brake, gain_scales]".
func (a abilities) String() string {
	var names []string
	for i, name := range abilityNames {
		if a&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return "[" + strings.Join(names, ", ") + "]"
}
