package servo

import (
	"fmt"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
)

// The fault codes of simulated drives. The numbers are those of moteus controllers, where these
// have one.
const (
	FaultNone            uint16 = 0
	FaultMotorDriver     uint16 = 33
	FaultOverVoltage     uint16 = 34
	FaultEncoder         uint16 = 35
	FaultNotConfigured   uint16 = 36
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
	case FaultNotConfigured:
		return "not configured"
	case FaultOverTemperature:
		return "over-temperature"
	case FaultUnderVoltage:
		return "under-voltage"
	case FaultPosition:
		return "too far from the set-point"
	case FaultVelocity:
		return "too fast"
	}
	if code >= 96 && code <= 105 {
		return fmt.Sprintf("limited (%d)", code)
	}
	return fmt.Sprintf("unknown fault %d", code)
}

// Disturbance describes defects of a drive, for tests of faults; the zero value is a sound drive.
// It stays until it is replaced.
type Disturbance struct {
	// Mute drives do not answer, Deaf ones do not hear commands and stops. A drive that lost its
	// bus is both.
	Mute, Deaf bool
	// Frozen makes the drive read the same position permanently.
	Frozen bool
	// NoReading makes the position not a number. The drive shows FaultEncoder.
	NoReading bool
	// PositionBias adds to what the encoder reads, rad or m.
	PositionBias float64
	// ReportBias adds to what the drive reports, rad or m, and not to what it goes by: two sensors
	// that disagree.
	ReportBias float64
	// EffortLoss is the share of the effort that does not reach the joint: 0 none, 1 all of it, 2
	// the wrong sign.
	EffortLoss float64
	// Derating and SpeedLoss are the shares of the effort and of the velocity limit that the drive
	// lacks, 0 to 1.
	Derating, SpeedLoss float64
	// FreeWheel breaks the coupling: neither motor, friction of the gear nor brake act on the
	// joint.
	FreeWheel bool
	// Jam is an additional dry friction of the joint, N m or N, at least 0.
	Jam float64
	// BrakeLoss is the share of the brake's effort that is missing, 0 to 1.
	BrakeLoss float64
	// BrakeClosed keeps the brake closed, whatever its command; the drive does not know.
	BrakeClosed bool
	// Unlimited drives have lost their configuration: they bound neither effort nor position, and
	// have no watchdog.
	Unlimited bool
	// Stubborn drives refuse to change their mode, except by their own faults and their own
	// watchdog.
	Stubborn bool
	// Fault is a code that the drive shows, and reacts to, for as long as it is set.
	Fault uint16
	// Shown is a code that the drive shows while it has no fault, and does not react to.
	Shown uint16
}

// Check returns an error for values that are out of range.
func (d *Disturbance) Check() error {
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	if !(d.Jam >= 0) || !share(d.BrakeLoss) || !share(d.Derating) || !share(d.SpeedLoss) ||
		!optioncheck.Finite(d.PositionBias, d.ReportBias, d.EffortLoss, d.Jam) {
		return fmt.Errorf("invalid disturbance %+v; expected finite numbers, Jam at least 0, BrakeLoss, Derating and SpeedLoss 0 to 1", *d)
	}
	return nil
}
