package planning

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Planner searches paths. It keeps no state of a search: any number of goroutines can share it.
type Planner interface {
	// Name returns the name that New knows the planner by.
	Name() string
	// Plan searches a path. The error reports misuse; failing to find a path is a status.
	Plan(*Problem) (*Result, error)
}

// Options are the parameters of planners. Zero values mean the defaults; a planner ignores options
// that it does not name below.
type Options struct {
	// Range is the longest extension of a tree, rad or m. Default: a fifth of the greatest distance
	// within the limits for rrt and rrtstar, a sixteenth for birrt. At least 1e-4 of that distance.
	Range float64
	// GoalBias is the share of samples that are goals, 0 to 1, for rrt and rrtstar. Default 0.05.
	GoalBias float64
	// Lanes is the largest number of extensions in a round, for birrt and prm. Workers share the
	// lanes of a round; the path depends on Lanes and not on the number of workers. Default 32.
	Lanes int
	// Neighbours is the number of nearest nodes that prm joins a new node with. Default 10.
	Neighbours int
	// Roadmap is where prm begins; nil for an empty one. Result.Roadmap is the one with what a
	// search added.
	Roadmap *Roadmap
}

// maxLanes bounds Options.Lanes and Options.Neighbours.
const maxLanes = 1024

func (o Options) check() error {
	var all []error
	if !(o.Range >= 0) || math.IsInf(o.Range, 0) {
		all = append(all, fmt.Errorf("range is %g; expected a finite number, at least 0", o.Range))
	}
	if !(o.GoalBias >= 0 && o.GoalBias <= 1) {
		all = append(all, fmt.Errorf("goal bias is %g; expected 0 to 1", o.GoalBias))
	}
	if o.Lanes < 0 || o.Lanes > maxLanes {
		all = append(all, fmt.Errorf("lanes is %d; expected 0 to %d", o.Lanes, maxLanes))
	}
	if o.Neighbours < 0 || o.Neighbours > maxLanes {
		all = append(all, fmt.Errorf("neighbours is %d; expected 0 to %d", o.Neighbours, maxLanes))
	}
	return errors.Join(all...)
}

// leastRange is the smallest Options.Range, as a share of the greatest distance within the limits.
const leastRange = 1e-4

// rangeFor returns the longest extension for a space.
func (o Options) rangeFor(s *search, share float64) float64 {
	whole := Distance(s.lower, s.upper)
	if o.Range > 0 {
		return max(o.Range, whole*leastRange)
	}
	return whole * share
}

// defaultLanes makes a round take about a third of a millisecond with a fast space.
const defaultLanes = 32

// lanes returns the number of extensions in a round.
func (o Options) lanes() int { return cmp.Or(o.Lanes, defaultLanes) }

// makers are the planners by name, in the order of Names.
var makers = []struct {
	name string
	make func(Options) Planner
}{
	{"birrt", func(o Options) Planner { return &birrt{o} }},
	{"rrt", func(o Options) Planner { return &rrt{o} }},
	{"rrtstar", func(o Options) Planner { return &rrtstar{o} }},
	{"prm", func(o Options) Planner { return &prm{o} }},
	{"shortcut", func(o Options) Planner { return &shortcut{o} }},
}

// Names returns the names that New knows.
func Names() []string {
	names := make([]string, len(makers))
	for i, m := range makers {
		names[i] = m.name
	}
	return names
}

// UnknownPlanner is the error of New for a name that it does not know.
type UnknownPlanner struct {
	Name  string
	Known []string
}

// Error lists the known names.
func (e *UnknownPlanner) Error() string {
	return fmt.Sprintf("planning: unknown planner %q\n    expected one of %s", e.Name, strings.Join(e.Known, ", "))
}

// New returns the planner of a name. An unknown name is an *UnknownPlanner.
func New(name string, options Options) (Planner, error) {
	for _, m := range makers {
		if m.name != name {
			continue
		}
		if err := options.check(); err != nil {
			return nil, fmt.Errorf("planning: planner %q: %w", name, err)
		}
		return m.make(options), nil
	}
	return nil, &UnknownPlanner{Name: name, Known: Names()}
}
