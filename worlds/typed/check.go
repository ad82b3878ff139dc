package typed

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/app"
)

// Structure has the hashes of a world that generated code depends on, in hexadecimal; see
// worlds.Hashes. No generated code depends on masses and damping.
type Structure struct{ World, Kinematics, Limits, Names string }

// Check returns an error for every world that a file does not have, or has with another structure
// than the one that code was made from. The file may have more worlds.
func Check(config *app.Config, made ...Structure) error {
	if config == nil {
		return errors.New("the configuration is nil; expected the result of app.LoadFile")
	}
	var errs []error
	for _, m := range made {
		if err := m.check(config); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		return nil
	}
	errs = append(errs, errors.New("the generated code was made from another file: run robo-actors generate anew"))
	return errors.Join(errs...)
}

// check compares one world.
func (m *Structure) check(config *app.Config) error {
	var known []string
	for i := range config.Worlds {
		w := &config.Worlds[i]
		if w.Name == m.World {
			return m.compare(Structure{w.Name, w.Model.Hashes().Kinematics.String(), w.Model.Hashes().Limits.String(), w.Model.Hashes().Names.String()})
		}
		known = append(known, w.Name)
	}
	return fmt.Errorf("application %q has no world %q; it has %s", config.Name, m.World, strings.Join(known, ", "))
}

// compare names the parts that differ. Kinematics is part of the hash of limits, so it is reported
// alone.
func (m *Structure) compare(now Structure) error {
	var parts []string
	if m.Kinematics != now.Kinematics {
		parts = append(parts, "kinematics (joint types, frames, axes, mimic relations)")
	} else if m.Limits != now.Limits {
		parts = append(parts, "limits or control modes")
	}
	if m.Names != now.Names {
		parts = append(parts, "names of links and joints, or joint groups")
	}
	if len(parts) == 0 {
		return nil
	}
	return fmt.Errorf("world %q differs from the one that the code was made from: %s", m.World, strings.Join(parts, "; "))
}
