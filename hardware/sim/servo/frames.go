package servo

import "github.com/robo-actors/robo-actors/messages"

// SetPoints are the set-points of one command. Control names the valid ones.
type SetPoints struct {
	Control messages.ControlMode
	// Position is in rad or m, Velocity in rad/s or m/s, Effort in N m or N.
	Position, Velocity, Effort float64
	Tuning
}

// Command is what a bus sends to one drive.
type Command struct {
	Mode messages.Mode
	// Arm is the number of the re-arm that the command obeys.
	Arm uint32
	SetPoints
}

// Reply is what a drive answers.
type Reply struct {
	// Position is in rad or m, Velocity in rad/s or m/s, Effort in N m or N.
	Position, Velocity, Effort float64
	Mode                       messages.Mode
	Fault                      uint16
	Arm                        uint32
	// Temperature is in degC, Voltage in V, Current in A; NaN where the drive does not measure
	// them.
	Temperature, Voltage, Current float64
	// Answered is false where the reply is lost, Deaf true where no stop request reaches the drive.
	Answered, Deaf bool
	// At is the instant of the measurement, Sequence the number of the reply, Drive the place on
	// the bus whose address it carries.
	At       messages.Instant
	Sequence uint64
	Drive    int
}
