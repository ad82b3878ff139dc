package actortest

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// FromFile makes a lab for an application file, whose kinds come from a registry. It checks the
// invariants of package invariant that need one run in every cycle.
func FromFile(t TB, file string, registry *actors.Registry, seed uint64, options ...Option) *Lab {
	t.Helper()
	if registry == nil {
		t.Fatalf("there is no registry for the kinds of %s; expected kinds.Standard() of package actors/kinds, or one made with actors.NewRegistry", file)
		return nil
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	return FromConfig(t, config, seed, options...)
}

// FromConfig makes a lab for a loaded application file, like FromFile.
func FromConfig(t TB, config *app.Config, seed uint64, options ...Option) *Lab {
	t.Helper()
	own := *config
	own.Seed, own.Virtual, own.FaultsAllowed = seed, true, true
	plants := invariant.KeepPlants(&own)
	application, err := app.Build(&own, seed)
	if err != nil {
		t.Fatalf("the application of %s cannot be built:\n%v", config.Name, err)
		return nil
	}
	watch, err := invariant.New(&own, plants.GroundTruths())
	if err != nil {
		t.Fatalf("the invariants of %s: %v", config.Name, err)
		return nil
	}
	l := New(t, application, seed, options...)
	l.config, l.watch = &own, watch
	l.plants = plants
	return l
}

// Check declares invariants in the form of campaigns: invariant.Always, Within, Recovers and
// Sometimes, which see the true state of the simulated robot's drives. A lab that runs by itself
// must reach the situations of Sometimes and Recovers, as with the checks of this package. The lab
// must be made from an application file.
func (l *Lab) Check(checks ...invariant.Check) {
	l.t.Helper()
	if l.watch == nil || l.sys != nil {
		l.t.Fatalf("%v", fmt.Errorf("invariants of campaigns need an application file and come before the start: make the lab with FromFile, or declare them with Always"))
		return
	}
	l.watch.Add(checks...)
	l.declared += len(checks)
}
