package actortest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// jointModes are the modes of joints by name, as the latest events report them.
type jointModes map[string]*jointMode

// jointMode is the mode of one joint.
type jointMode struct {
	event messages.Event // the latest change
	known bool           // there was one
	read  bool           // by a check, so that a failure shows it
}

func (m jointModes) joint(name string) *jointMode {
	j := m[name]
	if j == nil {
		j = &jointMode{}
		m[name] = j
	}
	return j
}

// take records a change.
func (m jointModes) take(e messages.Event) {
	j := m.joint(e.Joint)
	j.event, j.known = e, true
}

// of returns the mode of a joint for a check, and false before its first event.
func (m jointModes) of(joint string) (messages.Mode, bool) {
	j := m.joint(joint)
	j.read = true
	return j.event.To, j.known
}

// forget starts a new instant, at which nothing has been read.
func (m jointModes) forget() {
	for _, j := range m {
		j.read = false
	}
}

// read lists the modes that were read, in the order of the joints' names.
func (m jointModes) read() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		switch j := m[name]; {
		case j.read && j.known:
			all = append(all, fmt.Sprintf("mode of joint %s: %s, reported by %s", name, j.event.To, j.event))
		case j.read:
			all = append(all, fmt.Sprintf("mode of joint %s: not reported yet", name))
		}
	}
	return all
}
