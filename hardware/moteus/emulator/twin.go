package emulator

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/moteus"
)

// driver is the driver of emulated servos. Unlike that of real ones it can be cloned into a twin.
type driver struct {
	*moteus.Driver
	plant hardware.ActuatedPlant `state:"-"` // its actor saves the servos
}

var (
	_ actors.StateSaver  = (*driver)(nil)
	_ actors.StateSharer = (*driver)(nil)
)

// SaveState implements actors.StateSaver.
func (d *driver) SaveState(w *actors.StateWriter) error { return w.Save(d.Driver) }

// LoadState implements actors.StateSaver.
func (d *driver) LoadState(r *actors.StateReader) error { return r.Load(d.Driver) }

// SharesState implements actors.StateSharer: a bus shares its servos with their plant.
func (d *driver) SharesState() any { return d.plant }
