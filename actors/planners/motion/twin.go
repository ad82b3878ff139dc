package motion

import "github.com/robo-actors/robo-actors/actors"

// SaveState implements actors.StateSaver: the actor has variables only while requests wait, and
// then it cannot be cloned.
func (a *Actor) SaveState(*actors.StateWriter) error { return nil }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(*actors.StateReader) error { return nil }
