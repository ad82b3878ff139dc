package behavior

import (
	"fmt"

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
	// Text says what is wrong, what was expected and what is known.
	Text string
}

// Error gives the result and the text.
func (r *Refusal) Error() string { return r.Result.String() + ": " + r.Text }

func refuse(r Result, format string, args ...any) *Refusal {
	return &Refusal{r, fmt.Sprintf(format, args...)}
}
