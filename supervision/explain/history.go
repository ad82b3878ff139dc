package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Link joins an output "world/actor.port" to an input.
type Link struct{ From, To string }

// History holds the events and the structure of a run.
type History struct {
	// Events in any order. Events of one instant are in the order in which they were emitted.
	Events []messages.Event
	// Links of the application. Without links, values are traced by world only.
	Links []Link
	// Joints lists the known joints of each world that take commands. Events may name others.
	Joints map[string][]string
	// Idle lists the joints that no controller commands, as "world/joint".
	Idle []string
	// Groups lists the joints that a controller commands, by its path. A controller that is not
	// there counts as one of all joints of its world.
	Groups map[string][]string
	// SafeModes are the modes into which drivers stop the joints of a failed gate, by
	// "world/joint". Joints without an entry count as off.
	SafeModes map[string]messages.Mode
	// Carriers are the actors behind a gate that a drive depends on, by "world/joint": its bus, then
	// its simulated robot if it has one.
	Carriers map[string][]string
	// Domains are the threads of the actors, by path. Actors of one domain delay each other.
	Domains map[string]string
}

// gate is the path of a world's gate, the source of its events.
func gate(world string) string { return world + "/gate" }

// worldOf is the world of an actor or of its port.
func worldOf(path string) string {
	world, _, _ := strings.Cut(path, "/")
	return world
}

// actorOf is the actor of a port, "world/actor" of "world/actor.port".
func actorOf(port string) string {
	if i := strings.LastIndexByte(port, '.'); i >= 0 {
		return port[:i]
	}
	return port
}

// worlds lists the worlds that command a joint.
func (h *History) worlds(joint string) []string {
	found := map[string]bool{}
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == messages.EventModeChanged && e.Joint == joint {
			found[worldOf(e.Source)] = true
		}
	}
	for world, joints := range h.Joints {
		if slices.Contains(joints, joint) {
			found[world] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Known lists every joint of the history as "world/joint", sorted.
func (h *History) Known() []string {
	type place struct{ world, joint string }
	var all []string
	found := map[place]bool{}
	add := func(p place) {
		if !found[p] {
			found[p], all = true, append(all, p.world+"/"+p.joint)
		}
	}
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == messages.EventModeChanged {
			add(place{worldOf(e.Source), e.Joint})
		}
	}
	for world, joints := range h.Joints {
		for _, j := range joints {
			add(place{world, j})
		}
	}
	slices.Sort(all)
	return all
}

// Find returns the world and joint of a name of the form "joint" or "world/joint". The error lists
// the known joints.
func (h *History) Find(name string) (world, joint string, err error) {
	world, joint, both := strings.Cut(name, "/")
	if !both {
		world, joint = "", name
	}
	worlds := h.worlds(joint)
	switch {
	case both && slices.Contains(worlds, world):
		return world, joint, nil
	case !both && len(worlds) == 1:
		return worlds[0], joint, nil
	case !both && len(worlds) > 1:
		var names []string
		for _, w := range worlds {
			names = append(names, w+"/"+joint)
		}
		return "", "", fmt.Errorf("joint %q is commanded in several worlds; expected one of %s", joint, strings.Join(names, ", "))
	case len(h.Known()) == 0:
		return "", "", fmt.Errorf("unknown joint %q: no event names a joint", name)
	}
	for _, idle := range h.Idle {
		if w, j, _ := strings.Cut(idle, "/"); j == joint && (world == "" || w == world) {
			return "", "", fmt.Errorf("no controller commands joint %q of world %q: it stays off; commanded are %s", joint, w, strings.Join(h.Known(), ", "))
		}
	}
	return "", "", fmt.Errorf("unknown joint %q; expected one of %s", name, strings.Join(h.Known(), ", "))
}
