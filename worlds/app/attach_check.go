package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkAddition rejects what a running system cannot take.
func checkAddition(before, after *Config) error {
	if err := checkRunningEnds(before, after); err != nil {
		return err
	}
	known := before.WorldNames()
	for i := range after.Worlds {
		w := &after.Worlds[i]
		if slices.Contains(known, w.Name) {
			continue
		}
		for _, d := range w.Drives {
			if d.Plant != "" && before.PlantAt(d.Plant) != nil {
				return fmt.Errorf("the drives %s of the part act on the running plant %s; expected a plant of the part, in its section plants", d.Path, strings.TrimPrefix(d.Plant, PlantWorld+"/"))
			}
		}
	}
	return nil
}

// checkRunningEnds rejects the couplings of a part that need ports which a running world lacks: its
// actors declared them when they were made.
func checkRunningEnds(before, after *Config) error {
	var list source.Diagnostics
	refuse := func(at source.Position, path, problem, expected string) {
		d := after.Diagnostic(at, path, problem)
		d.Expected = expected
		list.Add(d)
	}
	for i := range after.Couplings {
		k := &after.Couplings[i]
		if k.Command != nil {
			there := &after.Worlds[k.Command.To.World]
			p := &there.Actors[k.Command.To.Actor]
			if w := before.World(there.Name); w != nil && w.Actor(p.Name) != nil && w.Actor(p.Name).Group == nil && p.Group != nil {
				refuse(k.Command.At, k.Path+".command", fmt.Sprintf("%s runs, and exports its joints only to worlds that observe them", p.Path),
					"an actor whose option commanded_by_parts is true")
			}
		}
		for _, end := range []WorldJoint{k.State.To, k.State.From.WorldJoint} {
			w := &after.Worlds[end.World]
			running, now := before.World(w.Name), &w.Joints[end.Joint]
			if running == nil {
				continue
			}
			if old := &running.Joints[end.Joint]; now.Virtual && !old.Virtual || now.Realised && !old.Realised {
				refuse(k.State.At, k.Path+".state", fmt.Sprintf("world %s runs, and no actor of another world or of a part can move its joint %s", source.Quote(w.Name), source.Quote(now.Name)),
					"a joint that the application moves, or a passive one; a base that runs alone has joints: {"+now.Name+": {passive: true, state: ACTOR.state}}, and a part can command it")
			}
		}
	}
	return list.Err()
}
