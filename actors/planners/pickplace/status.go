package pickplace

import "fmt"

// Status says what the actor does at the end of a tick.
type Status struct {
	Phase Phase
	State State
	// Object is the index of the object at work in the option objects; after the last one their
	// number.
	Object uint32
	// Placed and Failed count the objects on which the work has ended.
	Placed, Failed uint32
}

// State says what an arm at work does.
type State uint8

// The states.
const (
	Starting State = iota // the joints do not run yet
	Asking                // the environment, the planner or a check is due to answer
	Moving                // a controller moves the arm or the fingers
	Stopping              // a motion was cancelled
	Waiting               // for another attempt, or for an answer that is late; a note says for what
	Finished
)

var stateNames = [...]string{"starting", "asking", "moving", "stopping", "waiting", "finished"}

// String returns the word that people read.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("state(%d)", uint8(s))
}
