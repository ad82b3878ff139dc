package behavior

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// Result answers a request: one of messages.TaskResults.
type Result = messages.TaskResult

// The results that a machine gives.
const (
	TryAgain     = messages.TaskTryAgain
	UnknownState = messages.TaskUnknownState
	UnknownEvent = messages.TaskUnknownEvent
	NotNow       = messages.TaskNotNow
	NotAllowed   = messages.TaskNotAllowed
)

// Refusal is the error of a request that had no effect.
type Refusal struct {
	Result Result
	// Text says what the error is, what was expected and what is known.
	Text string
	// Known lists the valid names, where the event or the state is unknown.
	Known []string
}

// Error returns the result and the text.
func (r *Refusal) Error() string { return r.Result.String() + ": " + r.Text }

func refuse(r Result, format string, args ...any) *Refusal {
	return &Refusal{Result: r, Text: fmt.Sprintf(format, args...)}
}

// unknown rejects a name that nothing has.
func unknown(r Result, kind, name string, known []string) *Refusal {
	refusal := refuse(r, "%s %q; known %ss are %s", kind, name, kind, listed(known))
	refusal.Known = slices.Clone(known)
	return refusal
}
