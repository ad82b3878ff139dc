package wholebody

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// signalName is what conditions can name: one word.
var signalName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// checkSignals returns the errors of the declared signals.
func checkSignals(signals []SignalOptions) error {
	var errs []error
	for i, s := range signals {
		path := fmt.Sprintf("signals[%d]", i)
		reject := func(field, format string, args ...any) {
			errs = append(errs, invalid(path+field, format, args...))
		}
		if !signalName.MatchString(s.Name) {
			reject(".name", "invalid name %q; expected 1 to 128 characters of A-Z a-z 0-9 _ . -", s.Name)
		}
		if first := slices.IndexFunc(signals, func(o SignalOptions) bool { return o.Name == s.Name }); first < i {
			reject(".name", "signals %d and %d are both named %q", first, i, s.Name)
		}
		switch {
		case math.IsNaN(s.Minimum) || math.IsInf(s.Minimum, 0) || math.IsNaN(s.Maximum) || math.IsInf(s.Maximum, 0):
			reject("", "signal %q is from %g to %g; expected finite numbers, or none of both for any value", s.Name, s.Minimum, s.Maximum)
		case s.Minimum > s.Maximum:
			reject(".max", "signal %q is %g at least and %g at most; expected the lesser number first", s.Name, s.Minimum, s.Maximum)
		}
	}
	return errors.Join(errs...)
}

// signal sets a signal to the value of a request.
func (l *Law) signal(r *messages.TaskRequest, in *Input) messages.TaskReply {
	var names []string
	for i, s := range l.options.Signals {
		names = append(names, s.Name)
		if s.Name != r.Name {
			continue
		}
		if len(r.Numbers) != 1 {
			return refused(messages.TaskInvalidDimension, "signal %q takes one number; there are %d", r.Name, len(r.Numbers))
		}
		if result, text := s.check(r.Numbers[0]); result != messages.TaskSuccess {
			return refused(result, "signal %q: %s", r.Name, text)
		}
		if l.fed {
			return refused(messages.TaskNotAllowed, "signal %q: signals come over input signals, and are unknown where none is fresh; send it there", r.Name)
		}
		in.Signals[i] = r.Numbers[0]
		return messages.TaskReply{Text: fmt.Sprintf("signal %q is %g", r.Name, r.Numbers[0])}
	}
	known := "no signal is declared"
	if len(names) > 0 {
		known = "known signals are " + strings.Join(names, ", ")
	}
	reply := refused(messages.TaskUnknownSignal, "unknown signal %q; %s", r.Name, known)
	reply.Known = names
	return reply
}

// check returns whether a signal may have a value, or the error.
func (s *SignalOptions) check(v float64) (messages.TaskResult, string) {
	bounded := s.Minimum != 0 || s.Maximum != 0
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return messages.TaskInvalidData, fmt.Sprintf("%g is no finite number", v)
	case bounded && (v < s.Minimum || v > s.Maximum):
		return messages.TaskOutOfRange, fmt.Sprintf("%g; expected %g to %g", v, s.Minimum, s.Maximum)
	}
	return messages.TaskSuccess, ""
}
