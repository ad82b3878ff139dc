package campaign

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/fleet"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// FleetName is the name of the application in the result of a fleet.
const FleetName = "fleet"

// Fleet draws applications. Its functions are called from several goroutines.
type Fleet struct {
	// Version identifies what is drawn: results of different versions cannot be added.
	Version string
	// Draw returns the application of a seed.
	Draw func(seed uint64) (*Drawn, error)
	// Guide is an earlier result: combinations that its faults have met rarely are drawn more often.
	// Nil draws all equally often. A plan is a function of the seed and of the guide.
	Guide *Result

	given []*app.Config
}

// drawnShare is how many drawn applications a fleet has for each of its given ones.
const drawnShare = 3

// NewFleet returns the fleet of package fleet. The given applications take part in turn.
func NewFleet(registry *actors.Registry, given ...*app.Config) *Fleet {
	f := &Fleet{Version: fleet.Version(), given: given}
	for _, config := range given {
		f.Version += "+" + config.Name
	}
	f.Draw = func(seed uint64) (*Drawn, error) {
		a, err := fleet.Draw(seed)
		if err != nil {
			return nil, err
		}
		if i, ok := f.Given(seed); ok {
			return &Drawn{Config: given[i], Duration: a.Duration, Jobs: true}, nil
		}
		config, err := app.Load(a.FS(), fleet.File, registry)
		return &Drawn{Config: config, Duration: a.Duration, Misread: func() string { return misread(seed, a, config, registry) }}, err
	}
	return f
}

// Given returns which of the given applications a seed runs, and false for a drawn one.
func (f *Fleet) Given(seed uint64) (int, bool) {
	if len(f.given) == 0 || seed%(drawnShare+1) != 0 {
		return 0, false
	}
	return int(seed / (drawnShare + 1) % uint64(len(f.given))), true
}

// Drawn is the application of a seed.
type Drawn struct {
	Config *app.Config
	// Duration is the virtual time of its run.
	Duration time.Duration
	// Jobs reports whether its actors may start jobs. Finding them takes a run.
	Jobs bool
	// Misread returns the first error in how its files were read, or nothing. It is nil where the
	// files are not known.
	Misread func() string
}

// subject is an application under test, with what can be injected into it.
type subject struct {
	config   *app.Config
	duration time.Duration
	kinds    []faults.Kind
	targets  *faultTargets
	attached *attacher
	misread  func() string
}

func newSubject(config *app.Config, duration time.Duration, jobs bool) (*subject, error) {
	s := &subject{config: config, duration: duration, attached: newAttacher(config)}
	var err error
	s.targets, s.kinds, err = survey(config, jobs, s.attached)
	return s, err
}

// subject returns the application of a seed.
func (c *campaign) subject(seed uint64) (*subject, error) {
	if c.only != nil {
		return c.only, nil
	}
	drawn, err := c.Fleet.Draw(seed)
	if err != nil {
		return nil, fmt.Errorf("seed %d: %w", seed, err)
	}
	s, err := newSubject(drawn.Config, min(drawn.Duration, c.Duration), drawn.Jobs)
	if err != nil {
		return nil, fmt.Errorf("seed %d: %w", seed, err)
	}
	s.targets.Driven, s.targets.Guide, s.misread = drivenJoints(drawn.Config), c.guide, drawn.Misread
	return s, nil
}

// drawable lists the kinds of faults that plans are drawn from: those that the only application
// takes, or all that can be injected in virtual time.
func (c *campaign) drawable() []faults.Kind {
	if c.only != nil {
		return c.only.kinds
	}
	var all []faults.Kind
	for _, k := range faults.Kinds() {
		if k.Verb == faults.Inject && k.Virtual {
			all = append(all, k)
		}
	}
	return all
}
