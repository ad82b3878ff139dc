package hardware

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// GroundTruth reports the true state of a simulated robot, whatever its drives answer. Checks and
// reports use it; controllers see only what a bus answers. Only the goroutine that advances the
// robot may call its methods.
type GroundTruth interface {
	// DriveModel returns the constants of the drive of a joint, and a function that fills in the
	// drive's true state now. The function does not allocate. The error lists the joints that have
	// a drive.
	DriveModel(joint string) (DriveModel, func(*Truth), error)
	// Energy returns the kinetic and the potential energy of the whole robot, J.
	Energy() (kinetic, potential float64)
}

// Truth is the true state of one simulated drive at one instant. Units: rad or m, rad/s or m/s, N m
// or N.
type Truth struct {
	Position, Velocity float64
	// Lost is how far the drive's count of the position is ahead of Position, rad or m: a drive that
	// restarts may lose whole revolutions. Set-points count as the drive does.
	Lost float64
	// Effort is the effort that reaches the joint.
	Effort float64
	// Mode is the drive's mode, Arm the number of the re-arm that it obeys.
	Mode messages.Mode
	Arm  uint32
	// Fault is the drive's own fault code; zero means none.
	Fault uint16
	// Torque reports that the motor may give effort, BrakeClosed that a spring brake holds the
	// joint.
	Torque, BrakeClosed bool
	// Starting reports that the drive has taken a command that runs it, while its brake opens or its
	// motor driver is being enabled; Mode is still the previous mode.
	Starting bool
	// Disturbed reports a defect of the drive itself: of its sensor, motor, brake or electronics.
	Disturbed bool
	// Control names the set-points that the drive follows in a mode that passes commands.
	Control                                      messages.ControlMode
	TargetPosition, TargetVelocity, TargetEffort float64
}

// DriveModel holds the constants of a simulated drive.
type DriveModel struct {
	DriveInfo
	// StopDeceleration is the deceleration of the drive's ramps, rad/s^2 or m/s^2. It is infinite
	// for a drive that holds at once.
	StopDeceleration float64
	// Lag is the time constant with which the velocity follows the drive's set-point, s.
	Lag float64
	// Stiffness and Damping are the gains of its position loop, N m/rad and N m s/rad, or N/m and
	// N s/m; zero for a drive without such a loop.
	Stiffness, Damping float64
	// Yields says that the drive has no stiffness: in a stop it opposes motion, and holds no place.
	Yields bool
	// BrakeCloses is the time that the brake takes to close after the command; zero without a
	// brake.
	BrakeCloses time.Duration
}
