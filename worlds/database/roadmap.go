package database

import (
	"context"
	"fmt"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// GroupRoadmapKey returns the key of the roadmap of a joint group of a robot: its kinematics,
// geometry and limits, and where the joints of the group are in the robot, in the group's order.
func GroupRoadmapKey(world *worlds.World, group *worlds.JointGroup) Key {
	all := world.JointHashes()
	var joints []worlds.Hash
	for i := range group.NumJoints() {
		joints = append(joints, all[group.WorldJoint(i)])
	}
	return RoadmapKey(world.Hashes(), joints...)
}

// RoadmapJob returns the job of a roadmap. The spec's Parallel and Progress are those of the build;
// it has a space for each worker.
func RoadmapJob(title string, key Key, spec planning.RoadmapSpec) Job {
	parameters := fmt.Sprintf("%d samples, seed %d", spec.Samples, spec.Seed)
	if spec.Neighbours > 0 {
		parameters += fmt.Sprintf(", %d neighbours", spec.Neighbours)
	}
	return Job{Key: key, Title: title, Parameters: parameters, Compute: func(w Work) ([]byte, error) {
		spec := spec
		spec.Parallel = w.Parallel
		ended := false
		spec.Progress = func(p planning.Progress) planning.Action {
			if ended = !w.Progress(float64(p.Iterations) / float64(spec.Samples)); ended {
				return planning.Interrupt
			}
			return planning.Continue
		}
		r, err := planning.BuildRoadmap(spec)
		if err == nil && ended {
			err = context.Cause(w.Context)
		}
		if err == nil && r.Nodes() == 0 {
			err = nothingFree(&spec)
		}
		if err != nil {
			return nil, err
		}
		return r.Bytes(), nil
	}}
}

// nothingFree says why a roadmap has no nodes, by the middle of the limits.
func nothingFree(spec *planning.RoadmapSpec) error {
	why := ""
	if space, is := spec.Spaces[0].(planning.Explainer); is {
		middle := make([]float64, spec.Spaces[0].Dim())
		for i := range middle {
			middle[i] = (spec.Spaces[0].Lower()[i] + spec.Spaces[0].Upper()[i]) / 2
		}
		if text := space.Explain(middle); text != "" {
			why = ": in the middle of the limits, " + text
		}
	}
	return fmt.Errorf("none of %d random configurations is free%s; parts that always touch must be allowed to, as an SRDF file does it", spec.Samples, why)
}

// Roadmap returns the roadmap of a key from the file. The error is an *EntryError where there is
// none, and a *planning.RoadmapError for one of another version.
func (d *DB) Roadmap(key Key) (*planning.Roadmap, error) {
	data, err := d.Get(key)
	if err != nil {
		return nil, err
	}
	r, err := planning.ReadRoadmap(data)
	if err != nil {
		return nil, fmt.Errorf("%s: the entry %v: %w", d.path, key, err)
	}
	return r, nil
}
