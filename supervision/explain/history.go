package explain

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

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
	// SafeModes are the modes into which drivers stop the joints of a failed gate, by
	// "world/joint". Joints without an entry count as off.
	SafeModes map[string]messages.Mode
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
	var all []string
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == messages.EventModeChanged && e.Joint == joint {
			all = append(all, worldOf(e.Source))
		}
	}
	for world, joints := range h.Joints {
		if slices.Contains(joints, joint) {
			all = append(all, world)
		}
	}
	sort.Strings(all)
	return slices.Compact(all)
}

// Known lists every joint of the history as "world/joint", sorted.
func (h *History) Known() []string {
	var all []string
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == messages.EventModeChanged {
			all = append(all, worldOf(e.Source)+"/"+e.Joint)
		}
	}
	for world, joints := range h.Joints {
		for _, j := range joints {
			all = append(all, world+"/"+j)
		}
	}
	sort.Strings(all)
	return slices.Compact(all)
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
	return "", "", fmt.Errorf("unknown joint %q; expected one of %s", name, strings.Join(h.Known(), ", "))
}

// run is a history in order, for one explanation.
type run struct {
	events []messages.Event
	links  []Link
	depth  map[int]int // chains under way, against circles
	chains map[int][]int
}

func newRun(h *History, until messages.Instant) *run {
	r := &run{links: h.Links, depth: map[int]int{}, chains: map[int][]int{}}
	for _, e := range h.Events {
		if e.Time <= until {
			r.events = append(r.events, e)
		}
	}
	sort.SliceStable(r.events, func(i, j int) bool { return r.events[i].Time < r.events[j].Time })
	return r
}

// lingering is how long a fault that has ended may still have consequences: the longest default of
// max_age.
const lingering = 250 * time.Millisecond

// failed reports whether an event ends an actor's incarnation.
func failed(e *messages.Event) bool {
	return e.Kind == messages.EventFailed || e.Kind == messages.EventHang
}

// failures returns the newest failure of each actor that fits and has not restarted by an instant.
func (r *run) failures(until messages.Instant, fits func(*messages.Event) bool) []int {
	var open []int // each the newest failure of its actor
	for i := range r.events {
		e := &r.events[i]
		if e.Time > until {
			break
		}
		fresh := failed(e) && fits(e)
		if fresh || e.Kind == messages.EventStarted && e.Time < until {
			open = slices.DeleteFunc(open, func(k int) bool { return r.events[k].Source == e.Source })
		}
		if fresh {
			open = append(open, i)
		}
	}
	return open
}

// stale returns the inputs that fit and are too old at an instant.
func (r *run) stale(at messages.Instant, fits func(*messages.Event) bool) []int {
	var open []int // each the newest event of its input
	for i := range r.events {
		e := &r.events[i]
		if e.Time > at {
			break
		}
		over := func(k int) bool {
			was := &r.events[k]
			if was.Source != e.Source {
				return false
			}
			switch e.Kind {
			case messages.EventStale:
				return was.Port == e.Port
			case messages.EventRecovered:
				return was.Port == e.Port && e.Time < at
			}
			return e.Kind == messages.EventStarted && e.Time < at
		}
		open = slices.DeleteFunc(open, over)
		if e.Kind == messages.EventStale && fits(e) {
			open = append(open, i)
		}
	}
	return open
}

// injected returns the injected faults that fit and act at an instant, or ended so shortly before
// it that they can still have consequences.
func (r *run) injected(at messages.Instant, fits func(target string) bool) []int {
	var all []int
	for i := range r.events {
		e := &r.events[i]
		if e.Time > at {
			break
		}
		if e.Kind == messages.EventFaultInjected && fits(e.Source) && !r.spent(i, at) {
			all = append(all, i)
		}
	}
	return all
}

// spent reports whether an injected fault can no longer have consequences at an instant: it ended
// long before, or it acts once and has acted.
func (r *run) spent(injected int, at messages.Instant) bool {
	f := &r.events[injected]
	for i := injected + 1; i < len(r.events); i++ {
		e := &r.events[i]
		if e.Time > at {
			return false
		}
		if e.Source != f.Source {
			continue
		}
		if e.Kind == messages.EventFaultEnded && e.Text == f.Text && at.Sub(e.Time) > lingering {
			return true
		}
		if failed(e) && e.Time < at && once(f.Text) {
			return true
		}
	}
	return false
}

// once reports whether a fault of a schedule ends with the failure that it causes.
func once(fault string) bool {
	kind, _, _ := strings.Cut(fault, " ")
	return kind == "panic" || kind == "error" || kind == "hang"
}
