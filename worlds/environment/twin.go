package environment

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
)

// ofActor is the state of the actor beside its inputs. Scenes never change: a twin has the same
// ones, and handles lead to the same objects in both.
type ofActor struct {
	owner          *Environment `state:"shared"`
	scene, pending *Scene       `state:"shared"`
}

// CheckState implements actors.StateChecker. Drives and simulations that a program has connected
// are cloned by [Environment.Clone].
func (a *Actor) CheckState() error {
	switch e := a.environment; {
	case e == nil:
		return nil
	case e.simulation != nil:
		if _, is := e.simulation.(actors.StateSaver); !is {
			return fmt.Errorf("its simulation %T cannot be cloned with the application; expected one with the methods of actors.StateSaver", e.simulation)
		}
	case len(e.drives) > 0:
		return errors.New("drives that cannot be cloned with the application are connected to its environment; real drives are never cloned")
	}
	return nil
}

// SaveState implements actors.StateSaver.
func (a *Actor) SaveState(w *actors.StateWriter) error {
	state := ofActor{a.environment, a.environment.scene, a.pending}
	if err := w.Save(a.variables(&state)...); err != nil {
		return err
	}
	if saver, is := a.environment.simulation.(actors.StateSaver); is {
		return saver.SaveState(w)
	}
	return nil
}

// LoadState implements actors.StateSaver. Views of the twin's environment show the scene from now
// on.
func (a *Actor) LoadState(r *actors.StateReader) error {
	var state ofActor
	if err := r.Load(a.variables(&state)...); err != nil {
		return err
	}
	if state.owner == a.environment {
		return errors.New("the twin was built with the environment of the original; expected one of its own")
	}
	a.environment.publish(state.scene)
	a.pending, a.waiting = state.pending, nil
	if saver, is := a.environment.simulation.(actors.StateSaver); is {
		return saver.LoadState(r)
	}
	return nil
}

// variables returns pointers to the state.
func (a *Actor) variables(state *ofActor) []any {
	all := []any{state}
	if a.moved != nil {
		all = append(all, &a.moved.bodies)
	}
	for i := range a.follows {
		all = append(all, &a.follows[i].taken)
	}
	return all
}
