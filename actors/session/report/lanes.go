package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Lane is the mode of joints of a world over the run. Joints that change together share a lane.
type Lane struct {
	World  string
	Joints []string
	Parts  []LanePart
}

// LanePart is a time in one mode. Cause is the cause of the change to it.
type LanePart struct {
	From, To messages.Instant
	Mode     messages.Mode
	Cause    messages.Cause
}

// maxParts is the largest number of changes of one joint that Lanes keeps.
const maxParts = 2000

// Lanes finds the lanes of a run in its events, one by one. The zero value is ready.
type Lanes struct {
	joints []jointLane
	index  map[string]int // by "world/joint"
}

type jointLane struct {
	world, joint string
	parts        []LanePart
	removed      bool // with its world, at the end of the last part
}

// Add considers the next event. Of a joint with very many changes, the first ones are kept.
func (l *Lanes) Add(e *messages.Event) {
	world, actor, _ := strings.Cut(e.Source, "/")
	if actor == "gate" && e.Kind == messages.EventRemoved && e.Port == "" {
		l.end(world, e.Time)
	}
	if e.Kind != messages.EventModeChanged {
		return
	}
	path := world + "/" + e.Joint
	if l.index == nil {
		l.index = map[string]int{}
	}
	i, known := l.index[path]
	if !known {
		i = len(l.joints)
		l.index[path] = i
		l.joints = append(l.joints, jointLane{world: world, joint: e.Joint, parts: []LanePart{{Mode: e.From, Cause: messages.CauseStartup}}})
	}
	if j := &l.joints[i]; len(j.parts) < maxParts {
		if !j.removed {
			j.parts[len(j.parts)-1].To = e.Time
		}
		j.removed = false
		j.parts = append(j.parts, LanePart{From: e.Time, Mode: e.To, Cause: e.Cause})
	}
}

// end ends the lanes of a world that was removed.
func (l *Lanes) end(world string, at messages.Instant) {
	for i := range l.joints {
		if j := &l.joints[i]; j.world == world && !j.removed {
			j.parts[len(j.parts)-1].To, j.removed = at, true
		}
	}
}

// All returns the lanes up to the end of the run, by world and joint.
func (l *Lanes) All(end messages.Instant) (all []Lane) {
	joints := slices.Clone(l.joints)
	slices.SortStableFunc(joints, func(a, b jointLane) int {
		return cmp.Compare(a.world, b.world)
	})
	for _, j := range joints {
		parts := slices.Clone(j.parts)
		if !j.removed {
			parts[len(parts)-1].To = end
		}
		i := slices.IndexFunc(all, func(o Lane) bool { return o.World == j.world && slices.EqualFunc(o.Parts, parts, nearly) })
		if i >= 0 {
			all[i].Joints = append(all[i].Joints, j.joint)
			continue
		}
		all = append(all, Lane{j.world, []string{j.joint}, parts})
	}
	return all
}

// nearly reports whether two joints changed together.
func nearly(a, b LanePart) bool {
	return a.Mode == b.Mode && a.Cause == b.Cause && a.From.Sub(b.From).Abs() < together && a.To.Sub(b.To).Abs() < together
}
