package faults

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// CheckApplicable returns every problem of the schedule with an application, joined, or nil: faults
// of unknown actors, links and joints, or of another clock, an operator's actions on unknown
// worlds, and entries after the end of the run. An end of zero is unlimited.
//
// Call it before a run: a fault that never happens breaks nothing.
func (s Schedule) CheckApplicable(system *actors.System, worlds []string, end messages.Instant) error {
	var errs []error
	for _, e := range s {
		if err := e.suits(system, worlds, end); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", e, err))
		}
	}
	return errors.Join(errs...)
}

func (e Entry) suits(system *actors.System, worlds []string, end messages.Instant) error {
	if end != 0 && e.At > end {
		return fmt.Errorf("it comes after the end of the run at %s; expected an earlier time or a longer run", time.Duration(end))
	}
	if e.Verb == Inject {
		return system.CheckFault(e.Fault)
	}
	if !slices.Contains(worlds, e.World) {
		known := "none: the application has no worlds"
		if len(worlds) > 0 {
			sorted := slices.Clone(worlds)
			sort.Strings(sorted)
			known = strings.Join(sorted, ", ")
		}
		return fmt.Errorf("unknown world %q; known: %s", e.World, known)
	}
	return nil
}
