package behavior

import "fmt"

// Result answers a request.
type Result uint8

// The results. Only Success has an effect.
const (
	// Success: what was asked for is done.
	Success Result = iota
	// TryAgain: a transition is pending, or no more requests fit; the same request may succeed later.
	TryAgain
	// UnknownTask, UnknownParameter, UnknownSet, UnknownState, UnknownEvent and UnknownSignal: nothing has that name.
	UnknownTask
	UnknownParameter
	UnknownSet
	UnknownState
	UnknownEvent
	UnknownSignal
	// OutOfRange: a number is finite and beyond the range of what it is for.
	OutOfRange
	// InvalidDimension: there are more or fewer numbers than expected.
	InvalidDimension
	// InvalidData: a number is NaN or infinite, or a word or a type does not do.
	InvalidData
	// NotNow: the active state has no transition for the event, or its conditions do not hold.
	NotNow
	// NotAllowed: the state may not be asked for, or the parameter not be changed while the controller runs.
	NotAllowed
	// GivenUp: the transition was not prepared in time, or the controller failed before.
	GivenUp
	results
)

var resultNames = [results]string{"success", "try again", "unknown task", "unknown parameter", "unknown task set", "unknown state",
	"unknown event", "unknown signal", "out of range", "invalid dimension", "invalid data", "not now", "not allowed", "given up"}

// String gives the result in words.
func (r Result) String() string {
	if r < results {
		return resultNames[r]
	}
	return fmt.Sprintf("result(%d)", uint8(r))
}

// Results lists every result.
func Results() []Result {
	all := make([]Result, results)
	for i := range all {
		all[i] = Result(i)
	}
	return all
}

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
