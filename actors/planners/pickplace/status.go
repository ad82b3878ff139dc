package pickplace

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

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

// status describes the work. An answer that is late is reported.
func (a *Actor) status(c *actors.Context) Status {
	s := Status{Phase: a.sequence.Phase, State: [...]State{Starting, Asking, Moving, Stopping, Waiting, Finished}[a.state], Object: uint32(len(a.sequence.Outcomes))}
	for _, o := range a.sequence.Outcomes {
		if o.Placed {
			s.Placed++
		} else {
			s.Failed++
		}
	}
	switch {
	case a.state == answering && c.Time().Sub(a.asked) > askFor:
		a.tell(c, "an answer is due since "+a.asked.String())
		s.State = Waiting
	case (a.state == executing || a.state == stopping) && a.silent(c.Time()):
		a.tell(c, "the controller does not say how far the motion is")
		s.State = Waiting
	}
	return s
}

// silent reports whether the controller that moves has sent no status for long.
func (a *Actor) silent(now messages.Instant) bool {
	in := &a.ArmStatus
	if a.motion.fingers {
		in = &a.FingersStatus
	}
	_, stamp, known := in.Latest()
	return now.Sub(a.motion.sent) > askFor && (!known || now.Sub(stamp.Time) > askFor)
}

// tell reports once what the present phase waits for.
func (a *Actor) tell(c *actors.Context, why string) {
	if !a.told {
		a.told = true
		c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("%s: %v waits: %s", a.sequence.Object(), a.sequence.Phase, why)})
	}
}
