package app

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
)

// Twin clones the running system of a configuration into a twin that predicts what would happen,
// with simulated drives of its own; see [actors.System.Twin]. The configuration is the one that the
// system was made from. A system with a real drive is not cloned: the error is an
// *actors.TwinError that names its bus.
func Twin(c *Config, original *actors.System, options ...actors.Option) (*actors.System, error) {
	if c == nil {
		return nil, errNoConfig
	}
	application, err := Build(c, original.Seed())
	if err != nil {
		return nil, err
	}
	return original.Twin(application, options...)
}

// TwinNotes returns a note for each actor that cannot be cloned into a twin. The system was made
// from the configuration and need not run.
func TwinNotes(system *actors.System) (notes []string) {
	for _, o := range system.NotTwinnable() {
		notes = append(notes, fmt.Sprintf("no twin of this application can be made, because of %s", o))
	}
	return notes
}
