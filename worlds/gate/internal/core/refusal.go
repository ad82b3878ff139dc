package core

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/internal/source"
	"github.com/robo-actors/robo-actors/messages"
)

// Reason says why a command was refused.
type Reason uint8

// The reasons. Those up to TooOld are faults of the way; from WrongLength on they are faults of the controller.
const (
	// Unclaimed: there are more commands than controllers.
	Unclaimed Reason = iota
	// OldIncarnation: a newer incarnation of the controller is known.
	OldIncarnation
	// Fenced: the incarnation has failed, and what it sent late must not be executed.
	Fenced
	// OldSequence: the sequence number has not grown.
	OldSequence
	// FromTheFuture: the stamp is more than one cycle ahead.
	FromTheFuture
	// TooOld: it was older than the controller's bound when it came.
	TooOld
	// WrongLength: a field has not one entry for each joint, position or degree of freedom.
	WrongLength
	// WrongControl: the joint does not take that control mode.
	WrongControl
	// NotFinite: a number is NaN or infinite.
	NotFinite
	// NotUnit: a quaternion is not of unit length.
	NotUnit
	// BeyondLimit: a value lies beyond a limit of its joint.
	BeyondLimit
	// Jump: a value is farther from the one before than the joint's limits allow.
	Jump
)

var reasonNames = [...]string{"unclaimed", "old_incarnation", "fenced", "old_sequence", "from_the_future", "too_old", "wrong_length",
	"wrong_control", "not_finite", "not_unit", "beyond_limit", "jump"}

// Reasons lists every reason.
func Reasons() []Reason {
	all := make([]Reason, len(reasonNames))
	for i := range all {
		all[i] = Reason(i)
	}
	return all
}

// String returns the name of the reason as logs have it.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}

// Counts reports whether refusals for this reason are faults of the controller.
func (r Reason) Counts() bool { return r >= WrongLength }

// Quantity names a part of a command.
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

// Refusal tells of one command that was refused, by the first thing wrong with it.
type Refusal struct {
	Controller string
	Joint      string // empty where it concerns the whole command
	Reason     Reason
	Stamp      messages.Stamp
	Age        time.Duration

	// Quantity and Index say which entry of the joint's is wrong, Value what it is, Lower and Upper what the limits were,
	// in Unit. For WrongLength, Value is the length and Upper the expected one.
	Quantity     Quantity
	Index        int
	Value        float64
	Lower, Upper float64
	Unit         string
	// Control is the control mode of the command for the joint.
	Control messages.ControlMode
	// Fault says that it was one too many within the window: the joints of the controller go to their safe modes.
	Fault bool
}

// Error tells in one sentence who sent what, and what would have been right.
func (r Refusal) Error() string {
	text := "command " + fmt.Sprint(r.Stamp.Sequence) + " of controller " + source.Quote(r.Controller) + " is refused: "
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
		return "no joints are claimed for it; expected a controller that the gate knows"
	case OldIncarnation:
		return fmt.Sprintf("its incarnation %d is not the newest one known", r.Stamp.Incarnation)
	case Fenced:
		return fmt.Sprintf("its incarnation %d has failed; expected a command of a later one", r.Stamp.Incarnation)
	case OldSequence:
		return "its sequence number has not grown"
	case FromTheFuture:
		return fmt.Sprintf("it is stamped %s after this cycle; expected a stamp of the system's own clock", -r.Age)
	case TooOld:
		return fmt.Sprintf("it is %s old; expected at most %g ms", r.Age, r.Upper)
	case WrongLength:
		return fmt.Sprintf("%s has %g entries; expected %g, those of the joints it claims", entry, r.Value, r.Upper)
	case WrongControl:
		return fmt.Sprintf("control mode %s is none that the joint takes", r.Control)
	case NotFinite:
		return fmt.Sprintf("%s is %g; expected a finite number, for control mode %s names it", entry, r.Value, r.Control)
	case NotUnit:
		return fmt.Sprintf("the quaternion has the length %.9g; expected 1", r.Value)
	case BeyondLimit:
		return fmt.Sprintf("%s is %g %s; expected it in [%g, %g]", entry, r.Value, r.Unit, r.Lower, r.Upper)
	case Jump:
		return fmt.Sprintf("%s is %g %s after a command that allows [%g, %g]", entry, r.Value, r.Unit, r.Lower, r.Upper)
	}
	return r.Reason.String()
}

// units of position, velocity and effort, for what turns and what slides.
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
