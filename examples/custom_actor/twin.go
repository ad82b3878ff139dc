package main

import "github.com/robo-actors/robo-actors/actors"

// SaveState implements actors.StateSaver: every variable is saved.
func (c *Impedance) SaveState(w *actors.StateWriter) error { return w.Save(c) }

// LoadState implements actors.StateSaver.
func (c *Impedance) LoadState(r *actors.StateReader) error { return r.Load(c) }
