package modes

import (
	"fmt"
	"strings"
)

// FaultClass is a class of faults, by their meaning for a joint. The classes are the rows of the
// table of [Resolve].
type FaultClass uint8

// The classes of faults. The zero value is no fault.
const (
	NoFault FaultClass = iota
	// CommandLate: the command of another world or of the joint's own controller is too old.
	CommandLate
	// CommandInvalid: the gate has rejected too many commands of the controller.
	CommandInvalid
	// StateStale: the measured state of the joint is too old.
	StateStale
	// SensorImplausible: a sensor is stuck, jumps, or contradicts another one.
	SensorImplausible
	// DriveFault: the drive reports a fault, such as over-current, over-temperature or an encoder
	// error.
	DriveFault
	// BusLost: host and drive cannot communicate.
	BusLost
	// BoundsExceeded: velocity, effort or tracking error is too large, or the joint has left its
	// rest position.
	BoundsExceeded
	// ActorFailed: a driver or a controller panicked, or its supervisor gave up.
	ActorFailed
	// ProcessLost: the process or its host is dead or hangs.
	ProcessLost
	// EmergencyStop: a person or a safety input triggered an emergency or protective stop.
	EmergencyStop
	// Overrun: the controller missed too many releases.
	Overrun
	// BrakeSlips: a closed brake does not hold.
	BrakeSlips
	// SupplyVoltage: the supply voltage of the drives is too low, or too high after braking.
	SupplyVoltage
	// StartupCheck: a start-up check failed.
	StartupCheck
	// StopChannelLost: the channel of emergency stops is lost.
	StopChannelLost
	// Derated: the drive reports that it limits itself, for example because it gets hot.
	Derated

	numFaults = iota
)

// faultNames are the names in application files, in the order of the classes.
var faultNames = [numFaults]string{"none", "command_late", "command_invalid", "state_stale", "sensor_implausible", "drive_fault", "bus_lost",
	"bounds_exceeded", "actor_failed", "process_lost", "emergency_stop", "overrun", "brake_slips", "supply_voltage", "startup_check",
	"stop_channel_lost", "derated"}

var faultMeanings = [numFaults]string{"",
	"a command of another world or of the joint's own controller is too old",
	"the gate has rejected too many commands of the controller",
	"the measured state of the joint is too old",
	"a sensor is stuck, jumps, or contradicts another one",
	"the drive reports a fault",
	"host and drive cannot communicate",
	"velocity, effort or tracking error is too large, or the joint has left its rest position",
	"a driver or a controller failed",
	"the process or its host is dead or hangs",
	"an emergency or protective stop",
	"the controller missed 3 releases in a row, or more than 5 in 1 s",
	"a closed brake does not hold",
	"the supply of the drives is too low or too high",
	"a start-up check failed",
	"the channel of emergency stops is lost",
	"the drive reports that it limits itself"}

// FaultClasses lists every class except NoFault.
func FaultClasses() []FaultClass {
	all := make([]FaultClass, 0, numFaults-1)
	for f := CommandLate; f < numFaults; f++ {
		all = append(all, f)
	}
	return all
}

// ParseFaultClass returns the class with that name. The error lists the names that would do.
func ParseFaultClass(name string) (FaultClass, error) {
	var known []string
	for _, f := range FaultClasses() {
		if f.String() == name {
			return f, nil
		}
		known = append(known, f.String())
	}
	return NoFault, fmt.Errorf("fault %q is unknown; expected one of %s", name, strings.Join(known, ", "))
}

// ExternalFaults lists the classes that a gate does not detect by itself. Observers, safety inputs
// and programs report them.
func ExternalFaults() []FaultClass {
	return []FaultClass{SensorImplausible, EmergencyStop, BrakeSlips, SupplyVoltage, StartupCheck, StopChannelLost}
}

// String returns the name in application files.
func (f FaultClass) String() string {
	if f < numFaults {
		return faultNames[f]
	}
	return fmt.Sprintf("fault(%d)", uint8(f))
}

// Meaning describes the class in one line.
func (f FaultClass) Meaning() string {
	if f < numFaults {
		return faultMeanings[f]
	}
	return ""
}

// JointKind classifies a joint by its behaviour without torque.
type JointKind uint8

// The kinds of joints. The zero value means that nothing was declared.
const (
	AnyJoint JointKind = iota
	// Gravity is a joint of an arm that carries weight, without a brake.
	Gravity
	// Vertical is an axis that carries weight and has a spring brake.
	Vertical
	// Wheel is a wheel of a statically stable base.
	Wheel
	// Balancing is a wheel or a leg of a robot that falls without torque.
	Balancing

	numKinds = iota
)

var jointKindNames = [numKinds]string{"any", "gravity", "vertical", "wheel", "balancing"}

// JointKinds lists the kinds that an application file may declare.
func JointKinds() []JointKind { return []JointKind{Gravity, Vertical, Wheel, Balancing} }

// String returns the name in application files.
func (k JointKind) String() string {
	if k < numKinds {
		return jointKindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseJointKind returns the kind with that name. The error lists the known names.
func ParseJointKind(name string) (JointKind, error) {
	for _, k := range JointKinds() {
		if k.String() == name {
			return k, nil
		}
	}
	return AnyJoint, fmt.Errorf("kind of joint %q is unknown; expected one of gravity, vertical, wheel, balancing", name)
}
