package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Stop is a time in which joints of a world that had run did not accept commands. Joints that stop
// and come back together, for one cause, share a Stop.
type Stop struct {
	World  string   `json:"world"`
	Joints []string `json:"joints"`
	// Mode is the most severe one, Cause the first one.
	Mode  messages.Mode    `json:"mode"`
	Cause messages.Cause   `json:"cause"`
	At    messages.Instant `json:"at_ns"`
	// Length is the time until the joints accepted commands again, or their world was removed. It is
	// -1 if neither happened.
	Length time.Duration `json:"length_ns"`
}

// Over reports whether the joints came back.
func (s *Stop) Over() bool { return s.Length >= 0 }

// maxStops is the number of newest stops that a report has.
const maxStops = 1000

// Stops finds the stops of a run in its events, one by one. The zero value is ready.
type Stops struct {
	joints  map[string]*jointStop // by "world/joint"
	over    []Stop
	earlier int
}

// jointStop is the condition of one joint.
type jointStop struct {
	world, joint string
	stopped      bool // at has the stop
	mode         messages.Mode
	cause        messages.Cause
	at           messages.Instant
}

// Add considers the next event.
func (s *Stops) Add(e *messages.Event) {
	world, actor, _ := strings.Cut(e.Source, "/")
	switch {
	case e.Kind == messages.EventModeChanged:
		s.changed(world, e)
	case actor == "gate" && e.Kind == messages.EventRemoved && e.Port == "":
		s.removed(world, e.Time)
	case actor == "gate" && (e.Kind == messages.EventFailed || e.Kind == messages.EventHang):
		for _, j := range s.joints {
			if j.world == world {
				j.stop(e.Time, messages.ModeOff, e.Cause) // until its next gate lets it run
			}
		}
	}
}

// removed ends the stops of a world that was removed.
func (s *Stops) removed(world string, at messages.Instant) {
	for _, path := range slices.Sorted(maps.Keys(s.joints)) {
		j := s.joints[path]
		if j.world != world {
			continue
		}
		if j.stopped {
			s.note(j, at.Sub(j.at))
		}
		delete(s.joints, path)
	}
}

// changed considers a change of the mode of a joint.
func (s *Stops) changed(world string, e *messages.Event) {
	path := world + "/" + e.Joint
	j := s.joints[path]
	if j == nil {
		if e.To.Stops() && e.From.Stops() {
			return // it has not run yet
		}
		if s.joints == nil {
			s.joints = map[string]*jointStop{}
		}
		j = &jointStop{world: world, joint: e.Joint}
		s.joints[path] = j
	}
	switch {
	case e.To.Stops():
		j.stop(e.Time, e.To, e.Cause)
	case j.stopped:
		j.stopped = false
		s.note(j, e.Time.Sub(j.at))
	}
}

func (j *jointStop) stop(at messages.Instant, mode messages.Mode, cause messages.Cause) {
	if !j.stopped {
		j.stopped, j.at, j.cause, j.mode = true, at, cause, mode
	}
	j.mode = messages.MoreSevere(j.mode, mode)
}

// recently is a time within which stops that end together are reported. Threads report events a
// little out of order.
const recently = 100 * time.Millisecond

// note adds a stop that is over. It looks for those that ended with it among the newest only, and
// drops many old ones at once, so that a long run takes no longer for each.
func (s *Stops) note(j *jointStop, length time.Duration) {
	first, end := len(s.over), j.at.Add(length)
	for first > 0 && end.Sub(s.over[first-1].At.Add(s.over[first-1].Length)) < recently {
		first--
	}
	s.over = append(s.over[:first], gather(s.over[first:], j, length)...)
	if len(s.over) >= 2*maxStops {
		s.earlier += len(s.over) - maxStops
		s.over = slices.Delete(s.over, 0, len(s.over)-maxStops)
	}
}

// gather adds the stop of a joint to that of the joints that stopped and came back with it.
func gather(all []Stop, j *jointStop, length time.Duration) []Stop {
	i := slices.IndexFunc(all, func(o Stop) bool {
		return o.World == j.world && o.Cause == j.cause && o.Mode == j.mode && o.At.Sub(j.at).Abs() < together && (o.Length-length).Abs() < together
	})
	if i < 0 {
		return append(all, Stop{World: j.world, Joints: []string{j.joint}, Mode: j.mode, Cause: j.cause, At: j.at, Length: length})
	}
	o := &all[i]
	o.At = min(o.At, j.at)
	o.Joints = append(o.Joints, j.joint)
	slices.Sort(o.Joints)
	return all
}

// Stopped reports whether a joint that had run is stopped.
func (s *Stops) Stopped(world, joint string) bool {
	j := s.joints[world+"/"+joint]
	return j != nil && j.stopped
}

// Present returns the stops that are not over, the oldest first.
func (s *Stops) Present() (all []Stop) {
	for _, j := range s.joints {
		if j.stopped {
			all = gather(all, j, -1)
		}
	}
	order(all)
	return all
}

// All returns the newest stops in the order of their begin, and the number of earlier ones.
func (s *Stops) All() (all []Stop, earlier int) {
	more := max(len(s.over)-maxStops, 0)
	all = append(slices.Clone(s.over[more:]), s.Present()...)
	order(all)
	return all, s.earlier + more
}

func order(all []Stop) {
	slices.SortFunc(all, func(a, b Stop) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.World, b.World), slices.Compare(a.Joints, b.Joints))
	})
}

// stops writes the stops of the run.
func (r *Report) stops(b *strings.Builder) {
	if len(r.Stops) == 0 {
		return
	}
	fmt.Fprint(b, "\nstops:\n")
	if r.EarlierStops > 0 {
		fmt.Fprintf(b, "  (%d earlier ones)\n", r.EarlierStops)
	}
	for i := range r.Stops {
		s := &r.Stops[i]
		lasted := "until the end"
		if s.Over() {
			lasted = fmt.Sprintf("for %.3f s", s.Length.Seconds())
		}
		fmt.Fprintf(b, "  %s %s  %s %s: %s (%s)\n", s.At, lasted, s.World, strings.Join(s.Joints, ", "), s.Mode, s.Cause)
	}
}
