package core

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Reason is the reason for which the gate rejected a command.
type Reason uint8

// The reasons. Those up to TooOld are faults of the transport; from WrongLength on they are faults
// of the controller.
const (
	// Unclaimed: no controller claims joints for the command.
	Unclaimed Reason = iota
	// OldIncarnation: a newer incarnation of the controller has sent commands.
	OldIncarnation
	// Fenced: the incarnation has failed, and its late commands must not be executed.
	Fenced
	// OldSequence: the sequence number has not grown.
	OldSequence
	// FromTheFuture: the stamp is more than one period of the gate ahead.
	FromTheFuture
	// TooOld: the command was older than the controller's MaxAge on arrival.
	TooOld
	// WrongLength: a field does not have one entry for each joint, position or degree of freedom.
	WrongLength
	// WrongControl: the joint does not accept the control mode.
	WrongControl
	// NotFinite: a number is NaN or infinite.
	NotFinite
	// NotUnit: a quaternion does not have unit length.
	NotUnit
	// BeyondLimit: a value exceeds a limit of its joint.
	BeyondLimit
	// Jump: a value differs from the previous one by more than the joint's limits allow.
	Jump
)

var reasonNames = [...]string{"unclaimed", "old_incarnation", "fenced", "old_sequence", "from_the_future", "too_old", "wrong_length",
	"wrong_control", "not_finite", "not_unit", "beyond_limit", "jump"}

// String returns the name of the reason in logs.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}

// Counts reports whether the reason is a fault of the controller.
func (r Reason) Counts() bool { return r >= WrongLength }

// Quantity is a part of a command.
type Quantity uint8

// The quantities.
const (
	NoQuantity Quantity = iota
	Control
	Position
	Velocity
	Effort
	Orientation // of a floating joint
	KpScale     // of the drive, as KdScale and MaxEffort
	KdScale
	MaxEffort
)

var quantityNames = [...]string{"", "control", "position", "velocity", "effort", "orientation", "kp_scale", "kd_scale", "max_effort"}

// String returns the name of the quantity.
func (q Quantity) String() string {
	if int(q) < len(quantityNames) {
		return quantityNames[q]
	}
	return fmt.Sprintf("quantity(%d)", uint8(q))
}

// Refusal describes a rejected command by the first error found in it.
type Refusal struct {
	Controller string
	Joint      string // empty if the error concerns the whole command
	Reason     Reason
	Stamp      messages.Stamp
	Age        time.Duration

	// Quantity and Index locate the invalid entry of the joint. Value is its value, Lower and Upper
	// are the limits, in Unit. For WrongLength, Value is the length and Upper the expected length.
	Quantity     Quantity
	Index        int
	Value        float64
	Lower, Upper float64
	Unit         string
	// Control is the control mode of the command for the joint.
	Control messages.ControlMode
	// Fault means that the controller has reached its number of rejected commands: its joints enter
	// their safe modes.
	Fault bool
}

// Error names the controller, the joint, the error and what was expected.
func (r Refusal) Error() string {
	text := fmt.Sprintf("the gate rejects command %d of controller %s: ", r.Stamp.Sequence, source.Quote(r.Controller))
	if r.Joint != "" {
		text += "joint " + source.Quote(r.Joint) + ": "
	}
	entry := r.Quantity.String()
	if r.Index > 0 {
		entry = fmt.Sprintf("%s[%d]", entry, r.Index)
	}
	return text + r.problem(entry)
}

func (r *Refusal) problem(entry string) string {
	switch r.Reason {
	case Unclaimed:
		return "the controller claims no joints; expected a known controller"
	case OldIncarnation:
		return fmt.Sprintf("its incarnation %d is not the newest", r.Stamp.Incarnation)
	case Fenced:
		return fmt.Sprintf("its incarnation %d has failed; expected a later incarnation", r.Stamp.Incarnation)
	case OldSequence:
		return "its sequence number has not grown"
	case FromTheFuture:
		return fmt.Sprintf("its stamp is %s after this cycle; expected a stamp of the system's own clock", -r.Age)
	case TooOld:
		return fmt.Sprintf("it is %s old; expected at most %g ms", r.Age, r.Upper)
	case WrongLength:
		return fmt.Sprintf("%s has %g entries; expected %g, for the joints that the controller claims", entry, r.Value, r.Upper)
	case WrongControl:
		return fmt.Sprintf("the joint does not accept control mode %s", r.Control)
	case NotFinite:
		return fmt.Sprintf("%s is %g; expected a finite number, because control mode %s uses it", entry, r.Value, r.Control)
	case NotUnit:
		return fmt.Sprintf("the quaternion has the length %.9g; expected 1", r.Value)
	case BeyondLimit:
		return fmt.Sprintf("%s is %g %s; expected it in [%g, %g]", entry, r.Value, r.Unit, r.Lower, r.Upper)
	case Jump:
		return fmt.Sprintf("%s is %g %s; the previous command allows [%g, %g]", entry, r.Value, r.Unit, r.Lower, r.Upper)
	}
	return r.Reason.String()
}

// unit returns the unit of a quantity of a rotation or a translation.
func unit(q Quantity, angular bool) string {
	switch {
	case q == Position && angular:
		return "rad"
	case q == Position:
		return "m"
	case q == Velocity && angular:
		return "rad/s"
	case q == Velocity:
		return "m/s"
	case q == Effort && angular:
		return "N m"
	case q == Effort:
		return "N"
	}
	return ""
}
