package gate

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// NotArmedError is the reply to a [RearmRequest] that leaves joints stopped. Other joints may have
// been re-armed.
type NotArmedError struct {
	Gate   string // path of the gate
	Joints []JointNotArmedError
}

// Error names every joint and its reason.
func (e *NotArmedError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %d joints were not re-armed", e.Gate, len(e.Joints))
	for i := range e.Joints {
		text.WriteString("; " + e.Joints[i].Error())
	}
	return text.String()
}

// Unwrap returns a *[JointNotArmedError] for each joint.
func (e *NotArmedError) Unwrap() []error {
	all := make([]error, len(e.Joints))
	for i := range e.Joints {
		all[i] = &e.Joints[i]
	}
	return all
}

// Never returns the joints that no request re-arms: a person must inspect the robot and restart the
// application.
func (e *NotArmedError) Never() (joints []string) {
	for i := range e.Joints {
		if j := &e.Joints[i]; j.Never() {
			joints = append(joints, j.Joint)
		}
	}
	return joints
}

// JointNotArmedError is the reason for which a request did not re-arm a joint.
type JointNotArmedError struct {
	Joint string
	Mode  messages.Mode
	// Causes are those of the stop, Present those that still hold.
	Causes, Present modes.Causes
	// Required is what re-arm requires, Way that of the request.
	Required modes.Level
	Way      modes.Rearm
	// Check names the start-up check that failed, and Problem says what it found. Both are empty
	// otherwise.
	Check, Problem string
}

// Never reports whether no request re-arms the joint: its causes are gone, but software must not
// end its stop.
func (e *JointNotArmedError) Never() bool {
	return e.Required == modes.LevelNever && e.Present == 0 && e.Check == ""
}

// Error returns the reason and the next step.
func (e *JointNotArmedError) Error() string {
	text := fmt.Sprintf("joint %s is in %s (%s)", source.Quote(e.Joint), e.Mode, e.Causes)
	switch {
	case e.Present != 0:
		return text + "; still present: " + e.Present.String()
	case e.Check != "":
		return text + "; start-up check " + e.Check + " failed: " + e.Problem
	case e.Never():
		return text + ", from which software must not re-arm it; inspect the robot, then restart the application"
	}
	return fmt.Sprintf("%s, which requires %s; the request was %s", text, e.Required, e.Way)
}

// UnconfirmedError lists the drives that did not confirm a stop in time. The gate keeps demanding
// the stop.
type UnconfirmedError struct {
	Gate   string
	Joints []string
	Mode   []messages.Mode // that the gate demands of each joint
}

// Error names every joint and the next step.
func (e *UnconfirmedError) Error() string {
	var all strings.Builder
	for i, name := range e.Joints {
		fmt.Fprintf(&all, " %s (%s)", name, e.Mode[i])
	}
	return fmt.Sprintf("%s: these drives did not confirm the stop in time:%s; use the emergency stop", e.Gate, all.String())
}
