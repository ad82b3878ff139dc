// Package gym runs an application with a spine as an environment for learning and search, in the
// shape of Gymnasium: Reset, Step, observation, reward. The agent is in the same process, and time
// passes only within its calls.
//
// An [Environment] is one system in virtual time, with a goroutine of its own. A process may have
// many, which share nothing: the same file, seed and calls give the same observations.
package gym

import (
	"context"
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// ErrClosed means that the environment is closed, or that its run has ended.
var ErrClosed = errors.New("the environment is closed")

// ErrRejected means that the spine rejected the action or the configuration of a reset: a number is
// beyond a limit, or the robot is not started. Nothing of it was applied; one cycle has passed.
var ErrRejected = spine.ErrRejected

// Options configure an environment.
type Options struct {
	// Substeps is how many cycles of the spine's world an action lasts. Zero means 1.
	Substeps int
	// Seed is that of all random streams. Zero keeps the one of the application.
	Seed uint64
	// Reward values a step by the observation after it and the action. Nil gives 0.
	Reward func(o *dictionary.Observation, a *dictionary.Action) float64
	// Terminated says whether the episode has ended, such as by a fall. Nil: never.
	Terminated func(o *dictionary.Observation) bool
	// MaxSteps truncates an episode after that many steps. Zero: never.
	MaxSteps int
}

// Environment is one application in virtual time, whose spine serves the caller. One goroutine uses
// it.
type Environment struct {
	options Options
	pipe    *spine.Pipe
	cancel  context.CancelFunc
	context context.Context
	ended   chan error // of the run
	reason  error      // why the run ended, once it has

	running     bool // the robot is started
	steps       int
	observation dictionary.Observation
	request     []byte
	answer      []byte
}

// Step is the outcome of a step. The observation is valid until the next call.
type Step struct {
	Observation *dictionary.Observation
	Reward      float64
	// Terminated says that the episode has ended by what happened, Truncated by its length.
	Terminated, Truncated bool
}

// New builds an application with one agent and starts it. The configuration is the caller's own: it
// belongs to the environment afterwards.
func New(config *app.Config, o Options) (*Environment, error) {
	if o.Substeps == 0 {
		o.Substeps = 1
	}
	if o.Substeps < 0 || o.MaxSteps < 0 {
		return nil, fmt.Errorf("an action of %d substeps, episodes of %d steps; expected neither below zero", o.Substeps, o.MaxSteps)
	}
	e := &Environment{options: o, pipe: spine.NewPipe(), ended: make(chan error, 1)}
	e.context, e.cancel = context.WithCancel(context.Background())
	opened := false
	config.Virtual, config.Duration = true, 0
	if o.Seed != 0 {
		config.Seed = o.Seed
	}
	config.Resources = append(config.Resources, &spine.LockStep{Substeps: o.Substeps, Context: e.context, Open: func(name string) (spine.Link, error) {
		if opened {
			return nil, fmt.Errorf("agent %q is the second one; an environment has one agent", name)
		}
		opened = true
		return e.pipe, nil
	}})
	system, err := app.New(config)
	if err != nil {
		e.cancel()
		return nil, err
	}
	go e.run(system)
	return e, nil
}

// run runs the system until Close.
func (e *Environment) run(system *actors.System) {
	err := system.Run(e.context)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	e.ended <- err
	_ = e.pipe.Close() // a call that waits ends
}

// Close ends the run. Further calls return ErrClosed.
func (e *Environment) Close() error {
	e.cancel()
	_ = e.pipe.Close() // it returns no error
	if e.ended == nil {
		return nil
	}
	err := <-e.ended
	e.ended = nil
	return err
}

// Reset stops the robot, puts it where the section Reset of the configuration says, and starts it.
// Without that section, or without a configuration, the robot starts where it is. The observation
// is valid until the next call.
func (e *Environment) Reset(config *messages.SpineConfig) (*dictionary.Observation, error) {
	if config == nil {
		config = &messages.SpineConfig{}
	}
	if e.running {
		if err := e.ask(machine.Stop, nil); err != nil {
			return nil, err
		}
		e.running = false
	}
	e.request = dictionary.AppendConfig(e.request[:0], config)
	if err := e.ask(machine.Start, e.request); err != nil {
		return nil, err
	}
	e.running, e.steps = true, 0
	return &e.observation, nil
}

// Step takes an action and returns what followed from it.
func (e *Environment) Step(a *dictionary.Action) (Step, error) {
	e.request = a.Append(e.request[:0])
	if err := e.ask(machine.Action, e.request); err != nil {
		return Step{}, err
	}
	e.steps++
	s := Step{Observation: &e.observation, Truncated: e.options.MaxSteps > 0 && e.steps >= e.options.MaxSteps}
	if e.options.Reward != nil {
		s.Reward = e.options.Reward(&e.observation, a)
	}
	if e.options.Terminated != nil {
		s.Terminated = e.options.Terminated(&e.observation)
	}
	return s, nil
}

// ask exchanges a request with the spine.
func (e *Environment) ask(request machine.Request, data []byte) (err error) {
	e.answer, err = e.pipe.Exchange(e.context, request, data, e.answer[:0])
	switch {
	case errors.Is(err, spine.ErrEnded) || errors.Is(err, context.Canceled):
		return errors.Join(ErrClosed, e.why())
	case err != nil || len(e.answer) == 0:
		return err
	}
	e.observation, err = dictionary.ParseObservation(e.answer)
	return err
}

// why returns the reason for which the run ended by itself.
func (e *Environment) why() error {
	if e.ended == nil || e.reason != nil {
		return e.reason
	}
	select {
	case e.reason = <-e.ended:
		e.ended <- e.reason // for Close
	default:
	}
	return e.reason
}
