package spine

import (
	"errors"

	"github.com/robo-actors/robo-actors/actors"
)

// CheckState implements actors.StateChecker. A spine whose agent is an actor of the application is
// cloned together with it. A program outside of this process goes on with the robot, and cannot
// follow into a twin.
func (a *Actor) CheckState() error {
	if a.step.waits() || len(a.shared()) > 0 {
		return errors.New("its agents are programs outside of this process, which cannot be cloned; expected an agent of the application, as the kind spine_agent, and no option agents")
	}
	return nil
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
