package modes

import (
	"fmt"
	"strings"
)

// Fault is a class of faults, by what it means for a joint. The classes are the rows of the table of [Resolve].
type Fault uint8

// The classes of faults. The zero value is none.
const (
	NoFault Fault = iota
	// CommandLate: the command of another world, or of the joint's own controller, is too old.
	CommandLate
	// CommandInvalid: too many commands of the controller had to be refused.
	CommandInvalid
	// StateStale: what is measured of the joint is too old.
	StateStale
	// SensorImplausible: a sensor is stuck, jumps or disagrees with another one.
	SensorImplausible
	// DriveFault: the drive reports a fault: over-current, over-temperature, encoder.
	DriveFault
	// BusLost: host and drive do not reach each other.
	BusLost
	// BoundsExceeded: too fast, too much effort, too far from the set-point, or away from where it came to rest.
	BoundsExceeded
	// ActorFailed: a driver or a controller panicked, or was given up.
	ActorFailed
	// ProcessLost: the process or its host is dead, or hangs.
	ProcessLost
	// EmergencyStop: an emergency stop, or a protective stop, of a person or of an input.
	EmergencyStop
	// Overrun: too many releases were missed.
	Overrun
	// BrakeSlips: a closed brake does not hold.
	BrakeSlips
	// SupplyVoltage: the voltage of the bus of the drives is too low, or braking has made it too high.
	SupplyVoltage
	// StartupCheck: a check of the start-up sequence has failed.
	StartupCheck
	// StopChannelLost: the channel of emergency stops itself is lost.
	StopChannelLost
	// Derated: the drive tells that it limits itself, as it does before it gets too hot.
	Derated

	numFaults = iota
)

// faultNames are the words of application files. IDs name the rows of the catalogue of faults; the last one is a kind of
// its own there.
var faultNames = [numFaults]string{"none", "command_late", "command_invalid", "state_stale", "sensor_implausible", "drive_fault", "bus_lost",
	"bounds_exceeded", "actor_failed", "process_lost", "emergency_stop", "overrun", "brake_slips", "supply_voltage", "startup_check",
	"stop_channel_lost", "derated"}

var faultMeanings = [numFaults]string{"",
	"a command of another world, or of the joint's own controller, is too old",
	"too many commands of the controller had to be refused",
	"what is measured of the joint is too old",
	"a sensor is stuck, jumps, or disagrees with another one",
	"the drive reports a fault",
	"host and drive do not reach each other",
	"too fast, too much effort, too far from the set-point or from where it rested",
	"a driver or a controller failed",
	"process or host are dead, or hang",
	"an emergency or protective stop",
	"3 releases in a row were missed, or more than 5 in 1 s",
	"a closed brake does not hold",
	"the supply of the drives is too low or too high",
	"a check of the start-up sequence failed",
	"the channel of emergency stops is lost",
	"the drive tells that it limits itself"}

// Faults lists every class of faults.
func Faults() []Fault {
	all := make([]Fault, 0, numFaults-1)
	for f := CommandLate; f < numFaults; f++ {
		all = append(all, f)
	}
	return all
}

// ParseFault returns the class with that name. The error lists the names that would do.
func ParseFault(name string) (Fault, error) {
	var known []string
	for _, f := range Faults() {
		if f.String() == name {
			return f, nil
		}
		known = append(known, f.String())
	}
	return NoFault, fmt.Errorf("fault %q is unknown; expected one of %s", name, strings.Join(known, ", "))
}

// ExternalFaults lists the classes that a gate does not detect by itself. Observers, safety inputs and programs report
// them.
func ExternalFaults() []Fault {
	return []Fault{SensorImplausible, EmergencyStop, BrakeSlips, SupplyVoltage, StartupCheck, StopChannelLost}
}

// String returns the word that application files use.
func (f Fault) String() string {
	if f < numFaults {
		return faultNames[f]
	}
	return fmt.Sprintf("fault(%d)", uint8(f))
}

// ID returns the row of the catalogue of faults: F1 to F15, D8 for the last one.
func (f Fault) ID() string {
	if f == Derated {
		return "D8"
	}
	return fmt.Sprintf("F%d", uint8(f))
}

// Meaning says what the class is, in a line.
func (f Fault) Meaning() string {
	if f < numFaults {
		return faultMeanings[f]
	}
	return ""
}

// JointKind is what a joint is for its robot, by what happens to it without torque.
type JointKind uint8

// The kinds of joints. The zero value is a joint of which nothing was declared.
const (
	AnyJoint JointKind = iota
	// Gravity is a joint of an arm that carries weight, without a brake.
	Gravity
	// Vertical is an axis that carries weight and has a spring brake.
	Vertical
	// Wheel is a wheel of a base that stands by itself.
	Wheel
	// Balancing is a wheel or a leg of a robot that falls when its joints let go.
	Balancing

	numKinds = iota
)

var jointKindNames = [numKinds]string{"any", "gravity", "vertical", "wheel", "balancing"}

// JointKinds lists the kinds that a file may declare.
func JointKinds() []JointKind { return []JointKind{Gravity, Vertical, Wheel, Balancing} }

// String returns the word that application files use.
func (k JointKind) String() string {
	if k < numKinds {
		return jointKindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseJointKind returns the kind with that name. The error lists the names that would do.
func ParseJointKind(name string) (JointKind, error) {
	for _, k := range JointKinds() {
		if k.String() == name {
			return k, nil
		}
	}
	return AnyJoint, fmt.Errorf("kind of joint %q is unknown; expected one of gravity, vertical, wheel, balancing", name)
}
