package messages

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The bounds of a goal. Larger goals are rejected.
const (
	MaxGoalTimes  = 1000 // times of a trajectory
	MaxGoalValues = 256  // values
)

// GoalRequest asks a controller to pursue a goal, to cancel one, or to show its goals. It is sent
// to the actor by its path; the reply is a GoalReply.
type GoalRequest struct {
	Verb GoalVerb
	// Goal is the goal that GoalSend gives.
	Goal Goal `json:",omitzero"`
	// ID is the goal that GoalCancel and GoalShow are about. Zero means every goal of Task.
	ID GoalID `json:",omitzero"`
	// Task is the task that GoalCancel and GoalShow are about. Empty means every task.
	Task string `json:",omitempty"`
}

// GoalVerb says what a GoalRequest asks for.
type GoalVerb string

// The verbs of a GoalRequest.
const (
	GoalSend   GoalVerb = "send"   // pursue a goal instead of the present one of the task
	GoalCancel GoalVerb = "cancel" // give up goals; the joints come to rest
	GoalShow   GoalVerb = "show"   // goals with their states
)

// Goal is what a task shall reach. Without Times the controller chooses the way within its limits.
// With Times it is a trajectory, which a joint_trajectory controller follows.
type Goal struct {
	// Task is the task by name. Empty means the only task of the controller.
	Task string `json:",omitempty"`
	// Times are the times of the way points, counted from the acceptance. They are not negative and
	// strictly increase. A first one of zero, before others, is where the trajectory was planned to
	// begin; what the joints are off that fades out on the way.
	Times []time.Duration `json:",omitempty"`
	// Values are the numbers of the goal by name.
	Values []GoalValue
	// Tolerance is the distance to the goal that counts as reached, in the unit of the task's error.
	// Zero leaves it to the controller.
	Tolerance float64 `json:",omitempty"`
	// Within is the time after which a goal that is not reached is aborted. Zero is no limit. A
	// joint_trajectory controller waits for its goal_time instead.
	Within time.Duration `json:",omitempty"`
}

// GoalValue has the numbers of one joint, one for each time of the trajectory or else one, or those
// of one part of a task's goal. SI units.
type GoalValue struct {
	Name    string
	Numbers []float64
}

// Check returns the first error in the shape of a goal: too many entries, a name given twice, times
// that do not increase, numbers that are not finite. The error is an *OptionError.
func (g *Goal) Check() error {
	switch {
	case len(g.Times) > MaxGoalTimes:
		return goalError("times", fmt.Sprintf("%d at most", MaxGoalTimes), "there are %d times", len(g.Times))
	case len(g.Values) == 0:
		return goalError("values", "at least one value", "the goal is empty")
	case len(g.Values) > MaxGoalValues:
		return goalError("values", fmt.Sprintf("%d at most", MaxGoalValues), "there are %d values", len(g.Values))
	}
	switch {
	case !(g.Tolerance >= 0) || g.Tolerance-g.Tolerance != 0:
		return goalError("tolerance", "0 or more", "the tolerance is %g", g.Tolerance)
	case g.Within < 0:
		return goalError("within", "0 or more", "the time is %v", g.Within)
	}
	before := time.Duration(0)
	for k, t := range g.Times {
		if k == 0 && t == 0 && len(g.Times) > 1 {
			continue
		}
		if t <= before || t > time.Hour {
			return goalError(fmt.Sprintf("times[%d]", k), fmt.Sprintf("more than %v, and 1h at most", before), "the time is %v", t)
		}
		before = t
	}
	for i, v := range g.Values {
		for _, other := range g.Values[:i] {
			if other.Name == v.Name {
				return goalError(v.Name, "each name once", "the name occurs twice")
			}
		}
		if len(v.Numbers) > max(MaxGoalTimes, MaxGoalValues) {
			return goalError(v.Name, fmt.Sprintf("%d at most", MaxGoalTimes), "there are %d numbers", len(v.Numbers))
		}
		for k, x := range v.Numbers {
			if x-x != 0 {
				return goalError(v.Name, "finite numbers", "number %d is %g", k, x)
			}
		}
	}
	return nil
}

func goalError(path, expected, format string, arguments ...any) error {
	return &OptionError{Path: path, Err: fmt.Errorf(format, arguments...), Expected: expected}
}

// GoalID identifies a goal of an actor: the number of the goal in its low 32 bits, and the
// incarnation that accepted it above. Zero is no goal.
type GoalID uint64

// NewGoalID returns the identifier of a goal.
func NewGoalID(incarnation Incarnation, number uint32) GoalID {
	return GoalID(incarnation)<<32 | GoalID(number)
}

// Incarnation returns the incarnation of the actor that accepted the goal.
func (g GoalID) Incarnation() Incarnation { return Incarnation(g >> 32) }

// String returns INCARNATION.NUMBER, such as 1.3.
func (g GoalID) String() string { return fmt.Sprintf("%d.%d", uint32(g>>32), uint32(g)) }

// ParseGoalID reads the form of String.
func ParseGoalID(text string) (GoalID, error) {
	incarnation, number, found := strings.Cut(text, ".")
	i, err := strconv.ParseUint(incarnation, 10, 32)
	n, err2 := strconv.ParseUint(number, 10, 32)
	if !found || err != nil || err2 != nil {
		return 0, fmt.Errorf("%q is not the number of a goal; expected one such as 1.3", text)
	}
	return NewGoalID(Incarnation(i), uint32(n)), nil
}

// MarshalText returns the text of String, for JSON.
func (g GoalID) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads the form of String.
func (g *GoalID) UnmarshalText(text []byte) (err error) {
	*g, err = ParseGoalID(string(text))
	return err
}

// GoalState is the state of a goal.
type GoalState uint32

// The states of a goal. Those after GoalActive are final.
const (
	// GoalNone: there has been no goal.
	GoalNone GoalState = iota
	// GoalActive: the goal is accepted and pursued.
	GoalActive
	// GoalSucceeded: the goal is reached.
	GoalSucceeded
	// GoalAborted: the controller gave the goal up; GoalReason says why.
	GoalAborted
	// GoalCanceled: a request canceled the goal.
	GoalCanceled
	// GoalPreempted: a newer goal of the same task replaced it.
	GoalPreempted
	goalStates
)

var goalStateNames = [goalStates]string{"none", "active", "succeeded", "aborted", "canceled", "preempted"}

// String returns the state in one word.
func (s GoalState) String() string {
	if s < goalStates {
		return goalStateNames[s]
	}
	return fmt.Sprintf("goal_state(%d)", uint32(s))
}

// Ended reports whether the state is final.
func (s GoalState) Ended() bool { return s > GoalActive }

// MarshalText returns the text of String, for JSON.
func (s GoalState) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the form of String.
func (s *GoalState) UnmarshalText(text []byte) error {
	for i, name := range goalStateNames {
		if name == string(text) {
			*s = GoalState(i)
			return nil
		}
	}
	return fmt.Errorf("state of a goal %q is unknown; expected one of %s", text, strings.Join(goalStateNames[:], ", "))
}

// GoalReason says why a goal was aborted.
type GoalReason uint32

// The reasons.
const (
	GoalNoReason GoalReason = iota
	// GoalJointStopped: a joint stopped taking commands. Re-arm does not resume the goal.
	GoalJointStopped
	// GoalOffPath: a joint left the path tolerance.
	GoalOffPath
	// GoalMissed: the goal tolerance was not reached in time.
	GoalMissed
	// GoalReplaced: a parameter of the task, or a state of the behaviour, set another goal.
	GoalReplaced
	goalReasons
)

var goalReasonNames = [goalReasons]string{"none", "joint stopped", "off the path", "missed", "replaced"}

// String returns the reason in words.
func (r GoalReason) String() string {
	if r < goalReasons {
		return goalReasonNames[r]
	}
	return fmt.Sprintf("goal_reason(%d)", uint32(r))
}

// MarshalText returns the text of String, for JSON.
func (r GoalReason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the form of String.
func (r *GoalReason) UnmarshalText(text []byte) error {
	for i, name := range goalReasonNames {
		if name == string(text) {
			*r = GoalReason(i)
			return nil
		}
	}
	return fmt.Errorf("reason %q is unknown; expected one of %s", text, strings.Join(goalReasonNames[:], ", "))
}

// GoalReply answers a GoalRequest. Any Result but TaskSuccess is a rejection without effect.
type GoalReply struct {
	Result TaskResult
	// Text says what was done, or why the request was rejected and what to do next.
	Text string
	// Unknown is the name that does not exist and Known are those that do, where Result says that a
	// name is unknown.
	Unknown string   `json:",omitempty"`
	Known   []string `json:",omitempty"`
	// Stopped are the joints that take no commands, where Result is TaskStopped.
	Stopped []StoppedJoint `json:",omitempty"`
	// Goals are the goals that the request is about, the newest last.
	Goals []GoalInfo `json:",omitempty"`
}

// StoppedJoint is a joint for which a goal was rejected.
type StoppedJoint struct {
	Joint string
	// Known is false while the state of the joint is unknown; Mode is its mode otherwise.
	Known bool
	Mode  Mode
	// Virtual joints are realised by another world: re-arm that one.
	Virtual bool `json:",omitempty"`
}

// GoalInfo describes a goal for people.
type GoalInfo struct {
	ID    GoalID
	Task  string
	State GoalState
	// Reason and Text say why the goal ended.
	Reason GoalReason
	Text   string
	// Progress is the part of the way that is done, 0 to 1. Remaining is the distance to the goal in
	// Unit. Of several joints, it is the greatest number, and Joint has it.
	Progress, Remaining float64
	Unit                string
	Joint               string `json:",omitempty"`
	Accepted, Ended     Instant
}

// GoalStatus has the newest goal of each task of a controller, in the order of declaration.
type GoalStatus struct {
	Goal []GoalProgress `dim:"goals"`
	// Rejected is the sequence of the newest GoalCommand that was rejected, zero without one. An
	// event gives the reason.
	Rejected uint64
}

// GoalProgress is the state of a goal in one tick.
type GoalProgress struct {
	ID GoalID
	// Command is the sequence of the GoalCommand that gave the goal, zero for a goal by request.
	Command uint64
	State   GoalState
	Reason  GoalReason
	// Progress is the part of the way that is done, 0 to 1.
	Progress float64
	// Remaining is the distance to the goal: rad or m; of several joints, the greatest.
	Remaining float64 `unit:"rad|m"`
}

// GoalCommand is a goal that a planner sends over a port. A new value replaces the present goal as
// a GoalRequest does, and is rejected for the same reasons. GoalStatus and events report the
// result.
type GoalCommand struct {
	// Task numbers the task in the order of declaration.
	Task uint32
	// Points counts the way points in use.
	Points uint32
	// TimeS are the times of the way points, counted from the acceptance. A single time of zero
	// leaves the choice to the controller.
	TimeS []float64 `dim:"points" unit:"s"`
	// Value has the numbers of the goal, way point after way point. Those of joints come in the
	// order of the joint group.
	Value []float64 `dim:"values" unit:"rad|m"`
}
