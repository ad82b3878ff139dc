package view

import (
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// jointModes follows the modes of joints by events, where no gate can be asked: in virtual time and
// in recordings.
type jointModes struct {
	worlds []string
	joints map[string][]gate.JointStatus // by world
}

// newJointModes returns the modes before the first event: every joint that a controller commands is
// off.
func newJointModes(config *app.Config) *jointModes {
	m := &jointModes{joints: map[string][]gate.JointStatus{}}
	for w := range config.Worlds {
		world := &config.Worlds[w]
		m.worlds = append(m.worlds, world.Name)
		for j := range world.Joints {
			if c := world.Joints[j].Controller; c >= 0 {
				m.joints[world.Name] = append(m.joints[world.Name], gate.JointStatus{Joint: world.Joints[j].Name, Controller: world.Actors[c].Path, Mode: messages.ModeOff, Causes: modes.SetOf(messages.CauseStartup)})
			}
		}
	}
	return m
}

// with returns the modes for another configuration. Joints that both have keep their modes.
func (m *jointModes) with(config *app.Config) *jointModes {
	next := newJointModes(config)
	for _, world := range next.worlds {
		joints := next.joints[world]
		for i := range joints {
			known := func(j gate.JointStatus) bool { return j.Joint == joints[i].Joint }
			if k := slices.IndexFunc(m.joints[world], known); k >= 0 {
				joints[i].Mode, joints[i].Causes = m.joints[world][k].Mode, m.joints[world][k].Causes
			}
		}
	}
	return next
}

// event takes an event.
func (m *jointModes) event(e *messages.Event) {
	if e.Kind != messages.EventModeChanged {
		return
	}
	world, _, _ := strings.Cut(e.Source, "/")
	joints := m.joints[world]
	i := slices.IndexFunc(joints, func(j gate.JointStatus) bool { return j.Joint == e.Joint })
	if i < 0 {
		return
	}
	joints[i].Mode = e.To
	switch {
	case e.To == messages.ModeRun:
		joints[i].Causes = 0
	case e.Cause != messages.CauseNone:
		joints[i].Causes |= modes.SetOf(e.Cause)
	}
}

// status returns the condition of the joints of a world.
func (m *jointModes) status(world string) gate.Status {
	return gate.Status{Joints: slices.Clone(m.joints[world])}
}
