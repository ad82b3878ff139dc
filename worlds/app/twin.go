package app

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
)

// Twin clones the running system of a configuration into a twin that predicts what would happen,
// with simulated drives of its own; see [actors.System.Twin]. The configuration is the one that the
// system was made from. A system with a real drive is not cloned: the error is an
// *actors.TwinError that names its bus. See [TwinOf].
func Twin(c *Config, original *actors.System, options ...actors.Option) (*actors.System, error) {
	return TwinOf(c, original, TwinDrives{}, options...)
}

// TwinDrives says what a twin has in the place of real drives. The zero value refuses them.
type TwinDrives struct {
	// StandIns gives the twin simulated drives, each a [hardware.StandIn], which begin where the real
	// ones were measured last.
	StandIns bool
	// RealDrives lets the twin command the real drives, beside the original. Only whoever may move the
	// robot can grant it.
	RealDrives *hardware.RealDrives
}

// TwinOf is [Twin] with the given drives.
func TwinOf(c *Config, original *actors.System, drives TwinDrives, options ...actors.Option) (*actors.System, error) {
	if c == nil {
		return nil, errNoConfig
	}
	application, err := Build(c, original.Seed())
	if err != nil {
		return nil, err
	}
	for i := range application.Actors {
		drives.give(&application.Actors[i])
	}
	return original.Twin(application, options...)
}

// give lets a bus of a twin have the drives.
func (d TwinDrives) give(spec *actors.Spec) {
	kept, make := &actors.Kept{}, spec.New
	spec.New = func() any {
		actor := make()
		if bus, is := actor.(*hardware.Bus); is {
			if bus.RealDrives = d.RealDrives; d.StandIns {
				bus.StandIn = kept
			}
		}
		return actor
	}
}

// TwinNotes returns a note for each actor that cannot be cloned into a twin. The system was made
// from the configuration and need not run.
func TwinNotes(system *actors.System) (notes []string) {
	for _, o := range system.NotTwinnable() {
		notes = append(notes, fmt.Sprintf("no twin of this application can be made, because of %s", o))
	}
	return notes
}
