package invariant

import (
	"maps"
	"slices"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Plants holds the simulated robots of an application, by the paths of their actors.
type Plants map[string]any

// keeper passes the making of a simulated robot on, and keeps the robot.
type keeper struct {
	hardware.PlantMaker
	path   string
	plants Plants
}

// MakePlant implements hardware.PlantMaker.
func (k *keeper) MakePlant(c hardware.PlantContext) (any, func() any, error) {
	handle, actor, err := k.PlantMaker.MakePlant(c)
	k.plants[k.path] = handle
	return handle, actor, err
}

// KeepPlants makes building an application of a configuration keep its simulated robots. It
// replaces the plants of the configuration, not what they point to.
func KeepPlants(config *app.Config) Plants {
	plants := Plants{}
	kept := make([]*app.Plant, len(config.Plants))
	for i, p := range config.Plants {
		own := *p
		if maker, ok := own.Instance.(hardware.PlantMaker); ok {
			own.Instance = &keeper{PlantMaker: maker, path: p.Path, plants: plants}
		}
		kept[i] = &own
	}
	config.Plants = kept
	return plants
}

// partKeeper keeps a robot once its actor is made: a part is built more often than it is opened.
type partKeeper struct{ keeper }

// MakePlant implements hardware.PlantMaker.
func (k *partKeeper) MakePlant(c hardware.PlantContext) (any, func() any, error) {
	handle, actor, err := k.PlantMaker.MakePlant(c)
	return handle, func() any {
		k.plants[k.path] = handle
		return actor()
	}, err
}

// KeepParts makes the opening of parts keep their simulated robots beside those of p. Config is the
// configuration with the parts. It replaces its plants, not what they point to.
func (p Plants) KeepParts(config *app.Config) {
	kept := make([]*app.Plant, len(config.Plants))
	for i, plant := range config.Plants {
		own := *plant
		if maker, ok := own.Instance.(hardware.PlantMaker); ok {
			own.Instance = &partKeeper{keeper{PlantMaker: maker, path: plant.Path, plants: p}}
		}
		kept[i] = &own
	}
	config.Plants = kept
}

// made returns what makes a plant, whether or not KeepPlants keeps it.
func made(p *app.Plant) any {
	switch k := p.Instance.(type) {
	case *keeper:
		return k.PlantMaker
	case *partKeeper:
		return k.PlantMaker
	}
	return p.Instance
}

// GroundTruths returns the robots that report their true state.
func (p Plants) GroundTruths() map[string]hardware.GroundTruth {
	all := map[string]hardware.GroundTruth{}
	for _, path := range slices.Sorted(maps.Keys(p)) {
		if truth, ok := p[path].(hardware.GroundTruth); ok {
			all[path] = truth
		}
	}
	return all
}

// advancer is a robot that can be advanced without its application.
type advancer interface{ Advance(messages.Instant) error }

// CanAdvance reports whether there are robots, and all of them can be advanced without their
// application.
func (p Plants) CanAdvance() bool {
	for _, path := range slices.Sorted(maps.Keys(p)) {
		if _, can := p[path].(advancer); !can {
			return false
		}
	}
	return len(p) > 0
}

// Advance advances every robot to an instant, without the application.
func (p Plants) Advance(to messages.Instant) error {
	for _, path := range slices.Sorted(maps.Keys(p)) {
		if robot, can := p[path].(advancer); can {
			if err := robot.Advance(to); err != nil {
				return err
			}
		}
	}
	return nil
}

// plantAt returns the simulated robot with a path, nil without one.
func (w *Watch) plantAt(path string) *app.Plant {
	for _, p := range w.plants {
		if p.Path == path {
			return p
		}
	}
	return nil
}
