package faults

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Scope has the targets of an operator's actions.
type Scope struct {
	// Worlds are those of the application.
	Worlds []string
	// Parts are the worlds that each part of the application adds, by the file of the part.
	Parts map[string][]string
	// Driven are the joints that have a drive, by world. Nil means that they are not known.
	Driven map[string][]string
}

// ScopeOf returns the scope of an application file.
func ScopeOf(config *app.Config) Scope {
	s := Scope{Worlds: config.WorldNames(), Parts: map[string][]string{}, Driven: map[string][]string{}}
	for i := range config.Worlds {
		w := &config.Worlds[i]
		for _, j := range w.Joints {
			if j.Drive >= 0 {
				s.Driven[w.Name] = append(s.Driven[w.Name], j.Name)
			}
		}
	}
	for _, p := range config.Parts {
		s.Parts[p.File] = append([]string{}, p.Worlds...)
	}
	return s
}

// worlds returns the worlds of the application and of its parts, in order.
func (s *Scope) worlds() (all []string) {
	all = slices.Clone(s.Worlds)
	for _, file := range slices.Sorted(maps.Keys(s.Parts)) {
		all = append(all, s.Parts[file]...)
	}
	sort.Strings(all)
	return all
}

// CheckApplicable returns every problem of the schedule with an application, joined, or nil: faults
// of unknown actors, links and joints, or of another clock, an operator's actions on unknown
// worlds, unknown parts, and entries after the end of the run. An end of zero is unlimited. If the
// schedule opens a part, what it adds is known only then: targets that the application does not
// have are not checked.
//
// Call it before a run: a fault that never happens breaks nothing.
func (s Schedule) CheckApplicable(system *actors.System, scope Scope, end messages.Instant) error {
	var errs []error
	opens := slices.ContainsFunc(s, func(e Entry) bool { return e.Verb == Open })
	for _, e := range s {
		if err := e.suits(system, &scope, opens, end); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", e, err))
		}
	}
	return errors.Join(errs...)
}

// WithNearest adds the nearest known name to an error about an unknown target of a fault.
func WithNearest(err error) error {
	unknown, is := errors.AsType[*messages.OptionError](err)
	if !is || unknown.Unknown == "" {
		return err
	}
	known := slices.Clone(unknown.Known)
	for _, link := range unknown.Known {
		if from, to, is := strings.Cut(link, "->"); is {
			known = append(known, from, to)
		}
	}
	if hint := source.DidYouMean(unknown.Unknown, known); hint != "" {
		return fmt.Errorf("%w; %s", err, hint)
	}
	return err
}

func (e Entry) suits(system *actors.System, scope *Scope, opens bool, end messages.Instant) error {
	if end != 0 && e.At > end {
		return fmt.Errorf("it comes after the end of the run at %s; expected an earlier time or a longer run", time.Duration(end))
	}
	switch e.Verb {
	case Inject:
		err := system.CheckFault(e.Fault)
		if _, unknown := errors.AsType[*messages.OptionError](err); unknown && opens {
			return nil
		}
		return WithNearest(err)
	case Open:
		if scope.Parts[e.Part] == nil {
			return fmt.Errorf("unknown part %q; known: %s", e.Part, cmp.Or(strings.Join(slices.Sorted(maps.Keys(scope.Parts)), ", "), "none: the application file lists them under app.parts"))
		}
		return nil
	case Close:
		return nil // what is there then is known only then
	}
	if worlds := scope.worlds(); !slices.Contains(worlds, e.World) {
		known := cmp.Or(strings.Join(worlds, ", "), "none: the application has no worlds")
		return fmt.Errorf("unknown world %q; known: %s", e.World, known)
	}
	if (e.Verb == Report || e.Verb == Clear) && scope.Driven != nil && slices.Contains(scope.Worlds, e.World) {
		return scope.drives(e.World, e.Joint)
	}
	return nil
}

// drives returns an error if a joint, or every joint where none is named, has no drive in a world.
func (s *Scope) drives(world, joint string) error {
	driven := s.Driven[world]
	switch {
	case len(driven) == 0:
		return fmt.Errorf("no joint of world %s has a drive; expected one of %s", world, strings.Join(slices.Sorted(maps.Keys(s.Driven)), ", "))
	case joint != "" && !slices.Contains(driven, joint):
		return fmt.Errorf("joint %q has no drive in world %s; known: %s", joint, world, strings.Join(driven, ", "))
	}
	return nil
}
