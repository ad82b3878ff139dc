// Package handover measures, with package switchtest, the steps of outputs at changes of task sets
// in whole application files.
package handover

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/internal/switchtest"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Options say what is measured.
type Options struct {
	// File is the application file, and Controller the controller in it, as world/name.
	File, Controller string
	// States are asked for in turn, each pair in both orders. Together they must have all task
	// sets.
	States []string
	// Ready, Dwell and After are those of switchtest.Config.
	Ready, Dwell, After time.Duration
}

// CheckEveryPair changes between the states of every ordered pair, and checks the bound. States are
// left on request only: the ways out of them that the application declares are taken away, and stay
// in CheckCourse.
func CheckEveryPair(t *testing.T, o Options) {
	t.Helper()
	pairs, err := o.measure()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		if t.Log(p); !p.Bounded() {
			t.Errorf("beyond the bound: %s", p)
		}
	}
	if n := len(o.States); len(pairs) != n*(n-1) {
		t.Errorf("%d pairs were measured; %d states have %d", len(pairs), n, n*(n-1))
	}
}

// CheckCourse lets the application run as it is, and checks the bound and the least number of
// changes.
func CheckCourse(t *testing.T, o Options, duration time.Duration, changes int) {
	t.Helper()
	a, err := o.application(func(*wholebody.Actor) {})
	if err != nil {
		t.Fatal(err)
	}
	course, err := switchtest.Follow(a, o.Controller, o.Ready, duration)
	if err != nil {
		t.Fatal(err)
	}
	if t.Log(course); !course.Bounded() || course.Changes < changes {
		t.Errorf("%s; expected %d changes at least", course, changes)
	}
}

func (o *Options) measure() ([]switchtest.Pair, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	return switchtest.Measure(switchtest.Config{Controller: o.Controller, States: o.States, Ready: o.Ready, Dwell: o.Dwell, After: o.After,
		New: func() (switchtest.Application, error) { return o.application(steady) }})
}

// steady has states left on request only, and all within reach.
func steady(a *wholebody.Actor) {
	a.Behavior.States = slices.Clone(a.Behavior.States)
	for i := range a.Behavior.States {
		a.Behavior.States[i].Transitions = nil
		a.Behavior.States[i].ByRequest = true
	}
}

// complete rejects states that do not have all task sets.
func (o *Options) complete() error {
	_, controller, err := o.load()
	if err != nil {
		return err
	}
	var missing []string
	for _, s := range controller.TaskSets {
		if !slices.ContainsFunc(o.States, func(name string) bool { return setOf(controller.Behavior.States, name) == s.Name }) {
			missing = append(missing, s.Name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("no state that is asked for has the task sets %v", missing)
	}
	return nil
}

// setOf is the task set of a state, which may be that of a state around it.
func setOf(states []wholebody.StateOptions, name string) string {
	for _, s := range states {
		if s.Name == name {
			if s.TaskSet == "" && s.Parent != "" {
				return setOf(states, s.Parent)
			}
			return s.TaskSet
		}
	}
	return ""
}

// load reads the file, and finds the options of the controller, which belong to the configuration.
func (o *Options) load() (*app.Config, *wholebody.Actor, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, nil, err
	}
	config, err := app.LoadFile(o.File, registry)
	if err != nil {
		return nil, nil, err
	}
	for w := range config.Worlds {
		for p := range config.Worlds[w].Actors {
			if actor := &config.Worlds[w].Actors[p]; actor.Path == o.Controller {
				if a, ok := actor.Instance.(*wholebody.Actor); ok {
					return config, a, nil
				}
			}
		}
	}
	return nil, nil, fmt.Errorf("%s: there is no whole_body controller %q", o.File, o.Controller)
}

// application makes the application with an edited controller.
func (o *Options) application(edit func(*wholebody.Actor)) (a switchtest.Application, err error) {
	config, controller, err := o.load()
	if err != nil {
		return a, err
	}
	edit(controller)
	built, err := app.Build(config, config.Seed)
	if err != nil {
		return a, err
	}
	var newest *wholebody.Actor
	for i := range built.Actors {
		spec := &built.Actors[i]
		if make := spec.New; spec.Name == o.Controller {
			spec.New = func() any {
				a := make()
				newest, _ = a.(*wholebody.Actor)
				return a
			}
		}
	}
	a.Controller = func() switchtest.Controller { return newest }
	a.System, err = actors.New(built, actors.WithVirtualTime(), actors.WithSeed(config.Seed))
	return a, err
}
