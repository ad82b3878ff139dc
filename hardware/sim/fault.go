package sim

import "fmt"

// The fault codes of simulated drives. The numbers are those of moteus controllers, where these have one.
const (
	FaultNone            uint16 = 0
	FaultMotorDriver     uint16 = 33
	FaultOverVoltage     uint16 = 34
	FaultEncoder         uint16 = 35
	FaultOverTemperature uint16 = 38
	FaultUnderVoltage    uint16 = 40
	FaultPosition        uint16 = 49
	FaultVelocity        uint16 = 50
)

// FaultText says what a fault code means.
func FaultText(code uint16) string {
	switch code {
	case FaultNone:
		return "none"
	case FaultMotorDriver:
		return "motor driver"
	case FaultOverVoltage:
		return "over-voltage"
	case FaultEncoder:
		return "encoder failed"
	case FaultOverTemperature:
		return "over-temperature"
	case FaultUnderVoltage:
		return "under-voltage"
	case FaultPosition:
		return "too far from the set-point"
	case FaultVelocity:
		return "too fast"
	}
	return fmt.Sprintf("unknown fault %d", code)
}

// Disturbance is what is wrong with a drive, for tests of faults; the zero value is a sound drive. It lasts until it is
// replaced.
type Disturbance struct {
	// Mute drives do not answer, Deaf ones do not hear commands and stops. A drive that lost its bus is both.
	Mute, Deaf bool
	// Frozen makes the drive read the same position for ever.
	Frozen bool
	// NoReading makes the position not a number. The drive shows FaultEncoder.
	NoReading bool
	// PositionBias adds to what the encoder reads, rad or m.
	PositionBias float64
	// EffortLoss is the share of the effort that does not reach the joint: 0 none, 1 all of it, 2 the wrong sign.
	EffortLoss float64
	// Jam is an additional dry friction of the joint, N m or N, at least 0.
	Jam float64
	// BrakeLoss is the share of the brake's effort that is missing, 0 to 1.
	BrakeLoss float64
	// Fault is a code that the drive shows, and reacts to, for as long as it is set.
	Fault uint16
}
