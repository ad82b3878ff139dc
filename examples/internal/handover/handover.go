// Package handover measures how far the outputs of an operational-space controller step when its task set changes, in whole
// applications in virtual time: plant, drives, gate and model are those of the application file.
//
// With x what an axis is commanded, u what the law in force wants by itself and x' what an undisturbed twin of the run
// commands, the torque step at a change of task sets is bounded if, as shares of the axis's limit,
//
//	at the tick of the change      |x(k) - x'(k)|                                 <= 2 %
//	at every tick after it         |x(k) - x(k-1)| - |u(k) - u(k-1)|, a millisecond <= 2 %
//
// so that no step differs by more than that from the step which the undisturbed law makes.
package handover

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/operationalspace"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Share is the bound: 2 % of an axis's limit, a millisecond.
const Share = 0.02

// Options say what is measured.
type Options struct {
	// File is the application file, and Controller the controller in it, as world/name.
	File, Controller string
	// States are asked for in turn, each pair in both orders. They must have by_request, and together all task sets.
	States []string
	// Ready is when the joints are commanded, Dwell for how long the state before is active, so that the change happens in
	// motion, and After how long the state after it is looked at.
	Ready, Dwell, After time.Duration
}

// Pair is a change of task sets.
type Pair struct {
	From, To string
	// AtChange is the greatest difference to the twin at the tick of the change, Worst the greatest step a millisecond after
	// it beyond the law's own, and Without what the step at the change would be without a hand-over. All are shares of limits.
	AtChange, Worst, Without float64
}

// Measure changes between the states of every ordered pair. States are left on request only: the ways out of them that the
// application declares are taken away, and stay in Natural.
func Measure(o Options) (pairs []Pair, err error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	for _, from := range o.States {
		twin, err := o.run(from, "")
		if err != nil {
			return nil, err
		}
		for _, to := range o.States {
			if from == to {
				continue
			}
			changed, err := o.run(from, to)
			if err != nil {
				return nil, err
			}
			pair, err := compare(changed, twin)
			if err != nil {
				return nil, fmt.Errorf("%s to %s: %w", from, to, err)
			}
			pair.From, pair.To = from, to
			pairs = append(pairs, pair)
		}
	}
	return pairs, nil
}

// Natural lets the application run as it is, and gives the worst step beyond the law's own, with the number of changes. At
// the tick of a change the law's own step is taken to be that of the tick before.
func Natural(o Options, duration time.Duration) (worst float64, changes int, err error) {
	t, err := o.record(duration, func(*app.Config, *operationalspace.Actor) {}, func(*actors.System, *trace) {})
	if err != nil {
		return 0, 0, err
	}
	for k := 2; k < len(t.ticks); k++ {
		own := t.ownStep(k)
		if t.ticks[k].state != t.ticks[k-1].state || t.ticks[k].phase != t.ticks[k-1].phase {
			changes++
			own = t.ownStep(k - 1)
		}
		worst = math.Max(worst, t.excess(k, own))
	}
	return worst, changes, nil
}

// complete refuses states that do not have all task sets.
func (o *Options) complete() error {
	_, config, err := o.load()
	if err != nil {
		return err
	}
	controller, err := o.controller(config)
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
func setOf(states []operationalspace.StateOptions, name string) string {
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

func (o *Options) load() (*actors.Registry, *app.Config, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, nil, err
	}
	config, err := app.LoadFile(o.File, registry)
	return registry, config, err
}

// controller finds the options of the controller, which belong to the configuration.
func (o *Options) controller(c *app.Config) (*operationalspace.Actor, error) {
	for w := range c.Worlds {
		for p := range c.Worlds[w].Processors {
			if processor := &c.Worlds[w].Processors[p]; processor.Path == o.Controller {
				if a, ok := processor.Instance.(*operationalspace.Actor); ok {
					return a, nil
				}
			}
		}
	}
	return nil, fmt.Errorf("%s: there is no operational_space controller %q", o.File, o.Controller)
}

// run enters a state, and leaves it for another one after some time, unless that is empty.
func (o *Options) run(from, to string) (*trace, error) {
	steady := func(_ *app.Config, a *operationalspace.Actor) {
		a.Behavior.States = slices.Clone(a.Behavior.States)
		for i := range a.Behavior.States {
			a.Behavior.States[i].Transitions = nil
			a.Behavior.States[i].ByRequest = true // none may be out of reach
		}
	}
	return o.record(o.Ready+o.Dwell+o.After, steady, func(s *actors.System, t *trace) {
		ask := func(state string) func() {
			return func() {
				err := s.Request(o.Controller, messages.TaskRequest{Verb: messages.TaskState, Name: state}, func(reply any, err error) {
					if got, ok := reply.(messages.TaskReply); err != nil || !ok || got.Result != messages.TaskSuccess && got.Result != messages.TaskNotNow {
						t.fail(fmt.Errorf("state %q is answered %+v, %w", state, reply, err))
					}
				})
				t.fail(err)
			}
		}
		s.At(messages.Instant(o.Ready), ask(from))
		if to != "" {
			s.At(messages.Instant(o.Ready+o.Dwell), ask(to))
		}
	})
}

// record runs the application for a while and traces its controller.
func (o *Options) record(duration time.Duration, edit func(*app.Config, *operationalspace.Actor), prepare func(*actors.System, *trace)) (*trace, error) {
	_, config, err := o.load()
	if err != nil {
		return nil, err
	}
	controller, err := o.controller(config)
	if err != nil {
		return nil, err
	}
	edit(config, controller)
	application, err := app.Build(config, config.Seed)
	if err != nil {
		return nil, err
	}
	t := &trace{}
	var newest *operationalspace.Actor
	for i := range application.Actors {
		spec := &application.Actors[i]
		if make := spec.New; spec.Name == o.Controller {
			spec.New = func() any {
				a := make()
				newest, _ = a.(*operationalspace.Actor)
				return a
			}
		}
	}
	system, err := actors.New(application, actors.WithVirtualTime(), actors.WithSeed(config.Seed), actors.WithStopAfter(duration))
	if err != nil {
		return nil, err
	}
	if _, err := actors.Tap(system, o.Controller+".status", func(at messages.Stamp, s *messages.TaskStatus) { t.add(newest, at, s) }); err != nil {
		return nil, err
	}
	prepare(system, t)
	return t, errors.Join(system.Run(context.Background()), t.failed)
}
