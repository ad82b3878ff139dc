package campaign

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// change opens or closes a part. A rejection, because the part is there already, is gone, or did
// not start because of a fault, is not a failure of the run.
func (b *bench) change(a faults.Action) {
	c := b.parts.Close(a.Part)
	if a.Verb == faults.Open {
		c = b.parts.Open(a.Part)
	}
	c.Request(func(err error) {
		_, removed := errors.AsType[*actors.StopError](err) // it failed in its stop
		if err == nil || removed {
			b.count(a.Verb, c.Actors())
		}
		b.leavesNothing(a)
	})
}

// count keeps a list of the actors that must be there.
func (b *bench) count(verb faults.Verb, actors []string) {
	if verb == faults.Open {
		b.there = append(b.there, actors...)
		return
	}
	b.there = slices.DeleteFunc(b.there, func(name string) bool { return slices.Contains(actors, name) })
}

// leavesNothing checks V32 after a change, whether or not it was made.
func (b *bench) leavesNothing(a faults.Action) {
	violate := func(format string, arguments ...any) {
		b.watch.Violate(invariant.Violation{Invariant: "V32", Time: b.system.Now(), Text: fmt.Sprintf("after %s %s ", a.Verb, a.Part) + fmt.Sprintf(format, arguments...)})
	}
	if left := b.system.Orphans(); left != nil {
		violate("the system holds what it should not: %s", strings.Join(left, "; "))
	}
	if have := b.actorNames(); !slices.Equal(have, sortedNames(b.there)) {
		violate("its actors are %v, expected %v", have, sortedNames(b.there))
	}
	if len(b.there) != b.own {
		return
	}
	if links := b.system.LinkNames(); !slices.Equal(links, b.ownLinks) {
		violate("its links are %v, expected %v", links, b.ownLinks)
	}
}

// waiting lists the joints, "world/joint", of actors that wait for the couplings of parts: all that
// start together, as long as one of them has no coupling.
func (b *bench) waiting() (joints []string) {
	for i := range b.Config.Worlds {
		w := &b.Config.Worlds[i]
		for p := range w.Actors {
			c, commanded := w.Actors[p].Instance.(worlds.PartCommander)
			if !commanded || !c.CommandedByParts() || w.Actors[p].Group == nil {
				continue
			}
			names := w.Actors[p].Group.JointNames()
			if slices.ContainsFunc(names, func(joint string) bool { return !slices.Contains(b.there, w.Name+"/"+app.CouplingActor+"_"+joint) }) {
				for _, joint := range names {
					joints = append(joints, w.Name+"/"+joint)
				}
			}
		}
	}
	return joints
}

func (b *bench) actorNames() (names []string) {
	for _, a := range b.system.Actors() {
		names = append(names, a.Spec.Name)
	}
	return sortedNames(names)
}

func sortedNames(names []string) []string { return slices.Sorted(slices.Values(names)) }

// attacher loads an application with its parts once for each set of parts. Several runs use it.
type attacher struct {
	config *app.Config
	mu     sync.Mutex
	known  map[string]*app.Config
}

func newAttacher(config *app.Config) *attacher {
	return &attacher{config: config, known: map[string]*app.Config{}}
}

// with returns a copy of the configuration with parts, for a run with a seed.
func (a *attacher) with(seed uint64, files ...string) (*app.Config, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := strings.Join(files, "\n")
	if a.known[key] == nil {
		c, err := a.config.With(files...)
		if err != nil {
			return nil, err
		}
		a.known[key] = c
	}
	own := *a.known[key]
	own.Seed = seed
	return &own, nil
}
