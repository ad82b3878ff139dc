package messages

import (
	"fmt"
	"strings"
)

// TaskRequest asks a controller with tasks for something: what it has, how it fares, a change. It
// is sent to the actor by its path; the reply is a TaskReply.
type TaskRequest struct {
	Verb TaskVerb
	// Task and Parameter are names, for TaskShow and TaskSet. An empty Parameter shows all of a
	// task.
	Task      string `json:",omitempty"`
	Parameter string `json:",omitempty"`
	// Name is that of an event, a state or a signal; for TaskTarget that of the joint, which may be
	// empty for a controller that realises one.
	Name string `json:",omitempty"`
	// Numbers (SI units) or Text is the value of a parameter; the first of Numbers that of a
	// signal.
	Numbers []float64 `json:",omitempty"`
	Text    string    `json:",omitempty"`
}

// TaskVerb says what a TaskRequest asks for.
type TaskVerb string

// The verbs of a TaskRequest.
const (
	TaskList     TaskVerb = "list"     // all tasks
	TaskShow     TaskVerb = "show"     // parameters of a task
	TaskSet      TaskVerb = "set"      // give a parameter, a goal among them, a value
	TaskTarget   TaskVerb = "target"   // choose the task that realises a virtual joint
	TaskBehavior TaskVerb = "behavior" // where the state machine stands
	TaskEvent    TaskVerb = "event"    // have an event happen; answered when its transition is over
	TaskState    TaskVerb = "state"    // go to a state; answered when the transition is over
	TaskSignal   TaskVerb = "signal"   // give a signal a value
)

// TaskReply answers a TaskRequest. Only what the verb asks for is filled in.
type TaskReply struct {
	Result TaskResult
	// Text says what was done, or why nothing was, with what is known.
	Text string
	// Known are the names that exist, where Result says that one is unknown.
	Known      []string        `json:",omitempty"`
	Tasks      []TaskInfo      `json:",omitempty"`
	Parameters []ParameterInfo `json:",omitempty"`
	Behavior   *BehaviorInfo   `json:",omitempty"`
}

// TaskInfo describes a task for people.
type TaskInfo struct {
	Name, Kind string
	// Sets are the task sets that have the task; Level is its level in the active one, -1 where
	// that has it not.
	Sets  []string
	Level int
	// Error and Speed are the norms of the last tick in Unit and SpeedUnit, nil while the task is
	// not active.
	Error, Speed    *float64
	Unit, SpeedUnit string
}

// ParameterInfo describes one parameter of a task, and its present value.
type ParameterInfo struct {
	Name, Doc string
	// Type is real, vector, integer, boolean, text, choice or names.
	Type, Unit string
	// Min and Max bound every number, nil where nothing does; Open says that Min itself is not
	// allowed.
	Min, Max *float64
	Open     bool
	// Lengths are the allowed counts of numbers, none for any; Choices the words that do.
	Lengths []int
	Choices []string
	// Fixed says that the parameter cannot be changed while the controller runs.
	Fixed bool
	// Numbers, Text or Names is the value, by Type.
	Numbers []float64
	Text    string
	Names   []string
}

// BehaviorInfo says where a state machine stands.
type BehaviorInfo struct {
	// State is the active state, with those around it: "work/approach"; Set its task set.
	State, Set string
	Phase      string
	// Halted says why states do not change at present, joints in safe modes for one; empty where
	// they do.
	Halted string
	// Pending names the state of a transition that is not over, empty without one.
	Pending string
	// Events are those that transitions out of the active states wait for; States may be asked for
	// by name. DeadEnds are states that nothing leads out of.
	Events, States, DeadEnds []string
}

// TaskResult answers a request.
type TaskResult uint8

// The results. Only TaskSuccess has an effect.
const (
	// TaskSuccess: what was asked for is done.
	TaskSuccess TaskResult = iota
	// TaskTryAgain: a transition is pending, or no more requests fit; the same request may succeed
	// later.
	TaskTryAgain
	// TaskUnknownTask and those that follow: nothing has that name.
	TaskUnknownTask
	TaskUnknownParameter
	TaskUnknownState
	TaskUnknownEvent
	TaskUnknownSignal
	TaskUnknownVerb
	// TaskOutOfRange: a number is finite and beyond the range of what it is for.
	TaskOutOfRange
	// TaskInvalidDimension: there are more or fewer numbers than expected.
	TaskInvalidDimension
	// TaskInvalidData: a number is NaN or infinite, or a word or a type does not do.
	TaskInvalidData
	// TaskNotNow: the active state has no transition for the event, or its conditions do not hold.
	TaskNotNow
	// TaskNotAllowed: the state may not be asked for, or the parameter not be changed while the
	// controller runs.
	TaskNotAllowed
	// TaskGivenUp: the transition was not prepared in time.
	TaskGivenUp
	// TaskStopped: joints take no commands. The same request succeeds after their re-arm; a re-arm
	// alone starts no motion.
	TaskStopped
	// TaskUnknownGoal: no goal has that number.
	TaskUnknownGoal
	taskResults
)

var taskResultNames = [taskResults]string{"success", "try again", "unknown task", "unknown parameter", "unknown state",
	"unknown event", "unknown signal", "unknown verb", "out of range", "invalid dimension", "invalid data", "not now", "not allowed", "given up", "joints stopped", "unknown goal"}

// String gives the result in words.
func (r TaskResult) String() string {
	if r < taskResults {
		return taskResultNames[r]
	}
	return fmt.Sprintf("result(%d)", uint8(r))
}

// MarshalText gives the result in words, for JSON.
func (r TaskResult) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText gives.
func (r *TaskResult) UnmarshalText(text []byte) error {
	for i, name := range taskResultNames {
		if name == string(text) {
			*r = TaskResult(i)
			return nil
		}
	}
	return fmt.Errorf("result %q is unknown; known: %s", text, strings.Join(taskResultNames[:], ", "))
}

// TaskResults lists every result.
func TaskResults() []TaskResult {
	all := make([]TaskResult, taskResults)
	for i := range all {
		all[i] = TaskResult(i)
	}
	return all
}
