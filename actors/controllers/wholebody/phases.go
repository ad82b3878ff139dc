package wholebody

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

var errUnknown = errors.New("the state of a joint is unknown")

// states says that the state of an axis which is not virtual is not known: levels over all axes
// cannot be solved then.
func (l *Law) states(valid []bool) error {
	for i, v := range valid {
		if !v && l.known[i] {
			if l.phase != messages.TaskRunning {
				return errUnknown
			}
			return fmt.Errorf("%w: joint %q", errUnknown, l.names[i])
		}
	}
	return nil
}

// choose moves between the phases. Unusable says why the newest model cannot be used, nil where it
// can.
func (l *Law) choose(unusable error) {
	if unusable != nil {
		l.fall(unusable)
		return
	}
	l.good++
	if l.phase == messages.TaskWaitModel || l.phase == messages.TaskDegraded && l.good >= l.options.GoodCycles {
		l.phase = messages.TaskRunning
	}
}

// fall goes to the degraded law, if anything was commanded before.
func (l *Law) fall(why error) {
	l.good, l.why = 0, why
	if l.phase != messages.TaskRunning {
		return
	}
	l.phase = messages.TaskDegraded
	if l.steady >= l.options.GoodCycles {
		l.degraded = 0
	}
	l.steady = 0
}

// patience counts the ticks of the phase, and fails where the degraded law has lasted too long.
func (l *Law) patience(in *Input) error {
	switch l.phase {
	case messages.TaskRunning:
		l.steady++
	case messages.TaskDegraded:
		if l.degraded += in.StepS; l.degraded > l.options.DegradedFor.Seconds() {
			return fmt.Errorf("%w, %.3f s, %s at most: %w", ErrDegraded, l.degraded, l.options.DegradedFor, l.why)
		}
	}
	return nil
}
