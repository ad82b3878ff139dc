package machine

import (
	"fmt"
	"strings"
)

// Condition is what must hold beside state and event for a row to apply.
type Condition uint8

// The conditions.
const (
	Always Condition = iota
	NoRequest
	// HaltedAction: an action, and a joint has stopped.
	HaltedAction
	ActionRequest
	// HaltedStart: a start, and a joint has stopped.
	HaltedStart
	// ReadyStart: a start, and the drives have been stopped long enough and have confirmed it.
	ReadyStart
	// LateStart: a start that has waited for too long.
	LateStart
	// WaitingStart: any other start.
	WaitingStart
	StopRequest
	// OtherRequest: an unknown request, or one with invalid data.
	OtherRequest
	// Armed: the gate has re-armed the joints.
	Armed
	// NotArmed: the gate has refused to, or the joints do not run in time.
	NotArmed
	// HaltedRobot: a joint has stopped.
	HaltedRobot
	// LastStop: this cycle completes the stops.
	LastStop
)

var conditionNames = [...]string{
	"", "no request", "Action, a joint has stopped", "Action", "Start, a joint has stopped", "Start, stops sent and confirmed", "Start, waited for too long",
	"Start, else", "Stop", "any other request, or invalid data", "joints re-armed and running", "re-arm refused or late", "a joint has stopped", "last stop cycle",
}

// String describes the condition, as the table has it.
func (c Condition) String() string { return conditionNames[c] }

// Answer is what a transition does to the request of the agent.
type Answer uint8

// The answers.
const (
	// Keep leaves the request: it is pending, or was answered before.
	Keep Answer = iota
	// Reject answers with Error.
	Reject
	// Observe answers with an observation and None.
	Observe
	// Clear answers with None.
	Clear
)

var answerNames = [...]string{"", "Error", "observation, None", "None"}

// String describes the answer, as the table has it.
func (a Answer) String() string { return answerNames[a] }

// Row is a row of the table. Of the rows with the same state and event, the first whose condition
// holds applies.
type Row struct {
	From   State
	On     Event
	When   Condition
	To     State
	Answer Answer
	// Enter says that To is entered, also where it is the same state: its entry sets the count of
	// stops to zero.
	Enter bool
	Note  string
}

// Rows is the state machine.
func Rows() []Row { return rows[:] }

var rows = [...]Row{
	{From: SendStops, On: CycleBeginning, When: NoRequest, To: SendStops},
	{From: SendStops, On: CycleBeginning, When: ActionRequest, To: SendStops, Answer: Reject, Note: "the robot is not started"},
	{From: SendStops, On: CycleBeginning, When: ReadyStart, To: Reset, Enter: true},
	{From: SendStops, On: CycleBeginning, When: LateStart, To: SendStops, Answer: Reject, Note: "the drives have not confirmed their stop"},
	{From: SendStops, On: CycleBeginning, When: WaitingStart, To: SendStops, Note: "the request stays pending"},
	{From: SendStops, On: CycleBeginning, When: StopRequest, To: SendStops, Enter: true, Answer: Clear},
	{From: SendStops, On: CycleBeginning, When: OtherRequest, To: SendStops, Answer: Reject},
	{From: SendStops, On: CycleEnd, To: SendStops, Note: "one more stop cycle"},

	{From: Idle, On: CycleBeginning, When: NoRequest, To: Idle},
	{From: Idle, On: CycleBeginning, When: HaltedAction, To: Idle, Answer: Reject, Note: "the action could not reach its joints"},
	{From: Idle, On: CycleBeginning, When: ActionRequest, To: Step, Enter: true},
	{From: Idle, On: CycleBeginning, When: HaltedStart, To: SendStops, Enter: true, Note: "the request stays pending"},
	{From: Idle, On: CycleBeginning, When: WaitingStart, To: Idle, Answer: Observe, Note: "the robot runs already: nothing is reset"},
	{From: Idle, On: CycleBeginning, When: StopRequest, To: SendStops, Enter: true, Answer: Clear},
	{From: Idle, On: CycleBeginning, When: OtherRequest, To: Idle, Answer: Reject},
	{From: Idle, On: CycleEnd, To: Idle},

	{From: Reset, On: CycleBeginning, To: Reset, Note: "the gate has not answered yet"},
	{From: Reset, On: CycleEnd, When: Armed, To: Idle, Enter: true, Answer: Observe},
	{From: Reset, On: CycleEnd, When: NotArmed, To: SendStops, Enter: true, Answer: Reject},
	{From: Reset, On: CycleEnd, To: Reset},

	{From: Step, On: CycleBeginning, To: Step, Note: "does not happen: a step ends with its cycle"},
	{From: Step, On: CycleEnd, When: HaltedRobot, To: Idle, Enter: true, Answer: Reject, Note: "a joint stopped during the action"},
	{From: Step, On: CycleEnd, To: Idle, Enter: true, Answer: Observe},

	{From: Shutdown, On: CycleBeginning, To: Shutdown, Note: "requests are ignored"},
	{From: Shutdown, On: CycleEnd, When: LastStop, To: Over, Enter: true},
	{From: Shutdown, On: CycleEnd, To: Shutdown, Note: "one more stop cycle"},
	{From: Over, On: CycleBeginning, To: Over, Note: "requests are ignored"},
	{From: Over, On: CycleEnd, To: Over},

	{From: SendStops, On: Interrupt, To: Shutdown, Enter: true, Answer: Clear},
	{From: Reset, On: Interrupt, To: Shutdown, Enter: true, Answer: Clear},
	{From: Idle, On: Interrupt, To: Shutdown, Enter: true, Answer: Clear},
	{From: Step, On: Interrupt, To: Shutdown, Enter: true, Answer: Clear},
	{From: Shutdown, On: Interrupt, To: Shutdown, Note: "the count of stops goes on"},
	{From: Over, On: Interrupt, To: Shutdown, Enter: true, Answer: Clear},
}

// Markdown prints the machine as a table.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| state | event | condition | next state | answer | note |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		to := r.To.String()
		if r.Enter && r.To == r.From {
			to += ", entered again"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.From, r.On, r.When, to, r.Answer, r.Note)
	}
	return b.String()
}
