package actors

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// validName rejects names that are not paths of plain characters.
func validName(name string) error {
	if name == "" {
		return errors.New("an actor has no name; expected a path such as \"arm/controller\"")
	}
	for _, r := range name {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '/'
		if !ok {
			return errName(name)
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" {
			return errName(name)
		}
	}
	return nil
}

func errName(name string) error {
	return fmt.Errorf("invalid actor name %q; expected letters, digits, _ and -, with a slash between parts", name)
}

// longest bounds the times of a Spec: ten years.
const longest = 10 * 365 * 24 * time.Hour

// check returns the first invalid number of a Spec. The error follows its name.
func (s *Spec) check() error {
	switch {
	case s.New == nil:
		return errors.New("has no New; expected a function that makes the actor's struct")
	case s.Period < 0 || s.Period > 0 && s.Period < 10*time.Microsecond || s.Period > time.Hour:
		return fmt.Errorf("has a period of %v; expected 10us to 1h, or none for an event-driven actor", s.Period)
	case s.Offset < 0 || s.Offset > 0 && s.Offset >= s.Period:
		return fmt.Errorf("has an offset of %v; expected zero or more and less than the period of %v", s.Offset, s.Period)
	case s.Hang < 0 || s.HangAfter < 0 || s.StartWithin < 0 || s.StopWithin < 0:
		return fmt.Errorf("has a negative bound: Hang %g, HangAfter %v, StartWithin %v, StopWithin %v", s.Hang, s.HangAfter, s.StartWithin, s.StopWithin)
	case !(s.Hang*float64(s.Period) <= float64(longest)):
		return fmt.Errorf("has a Hang of %g periods of %v; expected a bound of at most ten years", s.Hang, s.Period)
	case s.Queue < 0 || s.Queue > 1<<20:
		return fmt.Errorf("has a queue of %d; expected 0 for %d, up to 1048576", s.Queue, DefaultQueue)
	case s.Overflow > DropOldest:
		return fmt.Errorf("has the overflow %d; expected actors.DropNewest or actors.DropOldest", s.Overflow)
	case s.Phase > Actuation:
		return fmt.Errorf("has the %s; expected one of %s", s.Phase, strings.Join(phaseNames[:], ", "))
	case s.Tolerance.RecoverPer < 0:
		return fmt.Errorf("has a tolerance that recovers one missed release per %d releases on time; expected 0 for 100, or more", s.Tolerance.RecoverPer)
	case s.Execution.Base < 0 || s.Execution.Jitter < 0 || s.Execution.Base > longest || s.Execution.Jitter > longest:
		return fmt.Errorf("has a modelled execution of %v with a jitter of %v; expected both to be zero or more, and at most ten years", s.Execution.Base, s.Execution.Jitter)
	}
	return nil
}
