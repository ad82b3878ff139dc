package sim

import "github.com/robo-actors/robo-actors/actors"

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }

// SharesState implements actors.StateSharer: buses share the registers of their plant.
func (a *Actor) SharesState() any { return a.Plant }

// SharesState implements actors.StateSharer.
func (b *Bus) SharesState() any { return b.plant }

// SaveState implements actors.StateSaver: a simulated drive can be cloned.
func (b *Bus) SaveState(w *actors.StateWriter) error { return w.Save(b) }

// LoadState implements actors.StateSaver.
func (b *Bus) LoadState(r *actors.StateReader) error { return r.Load(b) }
