package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Awaits lists what still keeps a stopped joint from an automatic re-arm: failed actors, stale
// inputs, and stopped joints of the world that realises it. It is empty if nothing is known to be
// missing: then the joint re-arms after its settling time.
func (r *Past) Awaits(world, joint string) (all []string) {
	r.passes = maxPasses
	for _, i := range r.failures(r.at, func(f *messages.Event) bool { return worldOf(f.Source) == world }) {
		all = append(all, r.events[i].Source+" to restart")
	}
	port := "joint_" + joint
	for _, i := range r.stale(r.at, func(f *messages.Event) bool {
		return worldOf(f.Source) == world && (f.Source == gate(world) || f.Port == port)
	}) {
		e := &r.events[i]
		all = append(all, fmt.Sprintf("input %s of %s, %s", e.Port, e.Source, e.Text))
	}
	for _, l := range r.links {
		from := worldOf(l.From)
		if worldOf(l.To) != world || from == world || !strings.HasSuffix(l.To, "."+port) {
			continue
		}
		for _, i := range r.stopped(from, r.at) {
			e := &r.events[i]
			if group, known := r.history.Groups[actorOf(l.From)]; known && !slices.Contains(group, e.Joint) {
				continue // another controller of that world moves it
			}
			if text := fmt.Sprintf("joint %s of world %s to leave %s", e.Joint, from, r.modeOf(from, e.Joint)); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}

// modeOf returns the newest mode of a joint.
func (r *Past) modeOf(world, joint string) messages.Mode {
	mode := messages.ModeOff
	for i := range r.events {
		if e := &r.events[i]; e.Kind == messages.EventModeChanged && e.Source == gate(world) && e.Joint == joint {
			mode = e.To
		}
	}
	return mode
}
