package machine

import "fmt"

// State is a state of the spine. The numbers are those of Upkie's logs.
type State uint32

// The states.
const (
	// SendStops: the drives are stopped. Every spine begins here.
	SendStops State = iota
	// Reset: the parts of the spine begin anew, and the gate re-arms the joints.
	Reset
	// Idle: the robot runs, and no request of the agent is under way.
	Idle
	// Step: the action of the agent is taken in this cycle.
	Step
	// Shutdown: the drives are stopped for the last time.
	Shutdown
	// Over: nothing more happens.
	Over
)

var stateNames = [...]string{"SendStops", "Reset", "Idle", "Step", "Shutdown", "Over"}

// States lists every state.
func States() []State { return []State{SendStops, Reset, Idle, Step, Shutdown, Over} }

// String returns the name of the state.
func (s State) String() string { return name(stateNames[:], uint32(s), "state") }

// Event is what the machine reacts to.
type Event uint32

// The events.
const (
	CycleBeginning Event = iota
	CycleEnd
	// Interrupt: the spine shall end.
	Interrupt
)

var eventNames = [...]string{"CycleBeginning", "CycleEnd", "Interrupt"}

// Events lists every event.
func Events() []Event { return []Event{CycleBeginning, CycleEnd, Interrupt} }

// String returns the name of the event.
func (e Event) String() string { return name(eventNames[:], uint32(e), "event") }

// Request is what an agent asks for, and how the spine answers: None means done, Error rejected.
// An agent may write any other number.
type Request uint32

// The requests.
const (
	None Request = iota
	// Action: take the action of the agent, and return an observation.
	Action
	// Start: begin with a configuration, and return an observation.
	Start
	// Stop: stop the drives.
	Stop
	Error
)

var requestNames = [...]string{"None", "Action", "Start", "Stop", "Error"}

// String returns the name of the request.
func (r Request) String() string { return name(requestNames[:], uint32(r), "request") }

func name(names []string, i uint32, what string) string {
	if int(i) < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s %d", what, i)
}
