package hardware

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Truth is what is true of one simulated drive at one instant, whatever it answers. It is for checks and reports;
// controllers see what the bus answers. Units: rad or m, rad/s or m/s, N m or N.
type Truth struct {
	Position, Velocity float64
	// Effort is what reaches the joint.
	Effort float64
	// Mode is the mode that the drive is in, Arm the number of the re-arm that it obeys.
	Mode messages.Mode
	Arm  uint32
	// Fault is the drive's own fault code; zero means none.
	Fault uint16
	// Torque tells whether the motor may give effort, BrakeClosed whether a spring brake holds the joint.
	Torque, BrakeClosed bool
	// Starting tells that torque is on while the brake opens; Mode is then still the old one.
	Starting bool
	// Disturbed tells that something is wrong with the drive itself: its sensor, motor, brake or electronics.
	Disturbed bool
	// Control says which of the set-points the drive follows, in a mode that passes commands.
	Control                                      messages.ControlMode
	TargetPosition, TargetVelocity, TargetEffort float64
}

// Traits are what never changes about a simulated drive.
type Traits struct {
	DriveInfo
	// StopDeceleration is that of its ramps, rad/s^2 or m/s^2.
	StopDeceleration float64
	// Lag is the time by which velocity follows the drive's set-point, s.
	Lag float64
	// BrakeCloses is how long its brake takes to close once it was told to; zero without one.
	BrakeCloses time.Duration
}

// Witness is implemented by simulated robots: it tells what is true of them. It belongs to the goroutine that advances
// the robot.
type Witness interface {
	// Traits describes the drive of a joint, and returns a function that tells what is true of it now. The function
	// allocates nothing. The error names the joints that have a drive.
	Traits(joint string) (Traits, func(*Truth), error)
	// Energy is the kinetic and the potential energy of the whole robot, J.
	Energy() (kinetic, potential float64)
}
