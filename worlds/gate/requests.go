package gate

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// StatusRequest asks a gate for its [Status].
type StatusRequest struct{}

// Status is the reply to a [StatusRequest], and to a [RearmRequest], [StopRequest] or [FaultNotice]
// that succeeded.
type Status struct {
	// Nonce and Incarnation are those that a RearmRequest must carry. The nonce grows with every
	// event that an operator must have seen before a re-arm.
	Nonce       uint64
	Incarnation messages.Incarnation
	// Joints has the joints that a controller commands, in the order of the world.
	Joints []JointStatus
}

// JointStatus is the condition of one joint.
type JointStatus struct {
	Joint      string
	Controller string // path of the controller that commands the joint
	Mode       messages.Mode
	// Causes are those of the present stop, Present those that still hold. Both are empty in mode
	// run.
	Causes, Present modes.Causes
	// Required is what re-arm requires.
	Required modes.Level
	// Arm is the number of the newest re-arm. Following means that commands of the controller pass
	// unchanged.
	Arm       uint32
	Following bool
	// Waiting says what the joint has waited for longer than a second before it runs, since
	// WaitingSince. It is empty if the joint waits for nothing.
	Waiting      string           `json:",omitempty"`
	WaitingSince messages.Instant `json:",omitempty"`
}

// RearmRequest is the consent of an operator, or of a supervising program, to let stopped joints
// accept commands again. The reply is a [Status], a *[NotArmedError] if a joint stays stopped, or
// another error if the status is no longer the one that the operator saw. [Rearm], [Reset] and
// [RearmSeen] send it, with the deadline of their context.
type RearmRequest struct {
	// Way is modes.Acknowledge or modes.Reset. A reset runs the start-up checks of each joint
	// first, and is required after faults for which an acknowledgement does not suffice.
	Way modes.Rearm
	// Nonce and Incarnation are those of the Status that the operator saw.
	Nonce       uint64
	Incarnation messages.Incarnation
}

// StopRequest brings joints to at least a mode. A joint with a kind then needs the re-arm that its
// kind demands after an emergency stop. The reply is a [Status] once every drive obeys, an
// *[UnconfirmedError] if a drive does not confirm the stop in time, and another error if the
// request is invalid or the gate ends before. The next incarnation of the gate keeps the stop.
type StopRequest struct {
	// Joints names the joints; empty means all.
	Joints []string
	// Mode is ramp_hold or more severe.
	Mode messages.Mode
}

// Lasting implements actors.Lasting: a stop is carried out even if nobody waits for the reply.
func (StopRequest) Lasting() {}

// FaultNotice reports a fault that the gate does not detect by itself, such as sensor_implausible
// from an observer, emergency_stop from a safety input or brake_slips from a brake test;
// [modes.ExternalFaults] lists them. The fault holds until a notice reports that it is gone, also
// in later incarnations of the gate. The joints react as their kinds demand; joints without a kind
// enter their safe modes. The other joints of their controllers stop with them. The reply is a
// [Status], or an error, for example if a joint has no drive in the world of the gate.
type FaultNotice struct {
	Fault string
	// Joints names the joints; empty means all that have a drive.
	Joints []string
	Gone   bool
}

// Lasting implements actors.Lasting: a fault is noted even if nobody waits for the reply.
func (FaultNotice) Lasting() {}
