package actortest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// jointModes are what the latest events told of joints, by their names.
type jointModes map[string]*jointMode

// jointMode is what is known of one joint.
type jointMode struct {
	event messages.Event // the latest change
	told  bool           // there was one
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

// take keeps a change.
func (m jointModes) take(e messages.Event) {
	j := m.joint(e.Joint)
	j.event, j.told = e, true
}

// of returns the mode of a joint for a check, or false before the first event of it.
func (m jointModes) of(joint string) (messages.Mode, bool) {
	j := m.joint(joint)
	j.read = true
	return j.event.To, j.told
}

// forget begins a new instant, at which nothing has been read.
func (m jointModes) forget() {
	for _, j := range m {
		j.read = false
	}
}

// read lists the modes that were read, in the order of the joints' names.
func (m jointModes) read() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		switch j := m[name]; {
		case j.read && j.told:
			all = append(all, fmt.Sprintf("mode of joint %s: %s, as told by %s", name, j.event.To, j.event))
		case j.read:
			all = append(all, fmt.Sprintf("mode of joint %s: no event has told of it", name))
		}
	}
	return all
}
