package app

import (
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// exportedJoints returns the joints that the word all of a coupling stands for: those of the joint
// group of the actor at the other end, which exports them. Nothing is returned where the world of
// the actor has errors of its own, which its own reading reports.
func (l *loader) exportedJoints(all cursor, raw *rawCoupling, worlds []named) (joints []string, at []cursor) {
	flow := raw.state
	if flow == nil || !flow.ok {
		return nil, nil
	}
	for _, w := range worlds {
		if w.name != flow.port.world {
			continue
		}
		group := l.groupOf(w, flow.port.actor)
		if group == "" {
			all.refuse(source.Quote(flow.port.world+"/"+flow.port.actor)+" has no option joint_group, whose joints all stands for",
				"a list of joints, or an actor of a kind that exports joints at the other end", "")
			return nil, nil
		}
		joints = l.groupJoints(w, group)
	}
	for range joints {
		at = append(at, all)
	}
	l.uncoupled = l.uncoupled || joints == nil
	return joints, at
}

// groupOf returns the joint group of an actor of a world that is not read yet, or nothing.
func (l *loader) groupOf(w named, actor string) string {
	sections := []*strictyaml.Node{w.Get("processors")}
	for _, c := range l.attached[w.name] {
		sections = append(sections, c.Node)
	}
	for _, n := range sections {
		for _, key := range []string{actor, "options", "joint_group"} {
			if n == nil {
				break
			}
			n = n.Get(key)
		}
		if n != nil && n.Kind == strictyaml.Scalar {
			return n.Value
		}
	}
	return ""
}

// groupJoints reads the model of a world in advance, without couplings, and returns the joints of a
// group.
func (l *loader) groupJoints(w named, group string) []string {
	list := &diagnostics{}
	ahead := &loader{name: l.name, list: list, files: newFiles(l.files.fsys, list), registry: l.registry, config: &Config{}}
	w.list = list
	f := w.fields(keyNames(worldKeys)...)
	if !f.ok {
		return nil
	}
	model := ahead.worldModel(f, w.name, ahead.jointSettings(f, w.name))
	if model == nil {
		return nil
	}
	if g, err := model.Group(group); err == nil {
		return g.JointNames()
	}
	return nil
}
