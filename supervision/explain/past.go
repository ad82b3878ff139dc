package explain

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Past is a history up to an instant, prepared for the explanations of several joints. It is for
// one goroutine. The time of an explanation grows linearly with the number of events.
type Past struct {
	history  *History
	at       messages.Instant
	events   []messages.Event // in order
	links    []Link
	injected []injection
	ending   int         // index of the events with which all actors stop in the end
	passes   int         // over all events, left for the present explanation
	depth    map[int]int // chains under way, against circles
	chains   map[int][]int
}

// maxPasses bounds how often one explanation goes through the events. Ordinary ones need fewer than
// fifty passes. Beyond the bound an event counts as unexplained.
const maxPasses = 500

// injection is an injected fault.
type injection struct {
	event  int              // its index
	target string           // of the fault
	ended  messages.Instant // after which its end is too long ago for consequences
	acted  messages.Instant // after which it has acted, if it acts once
}

// spent reports whether the fault can no longer have consequences at an instant.
func (f *injection) spent(at messages.Instant) bool { return at > f.ended || at > f.acted }

// never is later than every event.
const never = messages.Instant(1<<63 - 1)

// Until prepares the part of a history up to an instant, inclusive. The caller must not change the
// events of the history meanwhile.
func (h *History) Until(at messages.Instant) *Past {
	p := &Past{history: h, at: at, links: h.Links}
	for i := range h.Events {
		if h.Events[i].Time <= at {
			p.events = append(p.events, h.Events[i])
		}
	}
	byTime := func(a, b messages.Event) int { return int(min(max(a.Time-b.Time, -1), 1)) }
	if !slices.IsSortedFunc(p.events, byTime) {
		slices.SortStableFunc(p.events, byTime)
	}
	p.injected = injections(p.events)
	p.ending = ending(p.events)
	return p
}

// ending returns the index from which on every actor that still ran stops, because the application
// ends. Without such an end it returns the number of events.
func ending(events []messages.Event) int {
	from := len(events)
	for from > 0 && events[from-1].Kind == messages.EventStopped {
		from--
	}
	runs := map[string]bool{}
	for i := range events[:from] {
		switch e := &events[i]; {
		case e.Kind == messages.EventStarted:
			runs[e.Source] = true
		case e.Kind == messages.EventStopped || failed(e):
			delete(runs, e.Source)
		}
	}
	for i := range events[from:] {
		delete(runs, events[from+i].Source)
	}
	if len(runs) > 0 {
		return len(events)
	}
	return from
}

// Present reports whether a world was part of the application at that time. A change may have
// added it later, or removed it.
func (p *Past) Present(world string) bool {
	present, changed := true, false
	for i := range p.history.Events {
		e := &p.history.Events[i]
		if e.Source != gate(world) || e.Port != "" || e.Kind != messages.EventAdded && e.Kind != messages.EventRemoved {
			continue
		}
		switch {
		case e.Time <= p.at:
			present, changed = e.Kind == messages.EventAdded, true
		case !changed:
			return e.Kind == messages.EventRemoved
		}
	}
	return present
}

// injections lists the injected faults. It goes backwards, so that it knows what follows each one.
func injections(events []messages.Event) (all []injection) {
	type fault struct{ source, text string }
	ends, failures := map[fault]messages.Instant{}, map[string]messages.Instant{}
	for i := len(events) - 1; i >= 0; i-- {
		switch e := &events[i]; {
		case e.Kind == messages.EventFaultEnded:
			ends[fault{e.Source, e.Text}] = e.Time
		case failed(e):
			failures[e.Source] = e.Time
		case e.Kind == messages.EventFaultInjected:
			f := injection{event: i, target: e.Source, ended: pauseEnds(e), acted: never}
			if t, is := ends[fault{e.Source, e.Text}]; is {
				f.ended = t.Add(lingering)
			}
			if t, is := failures[e.Source]; is && once(e.Text) {
				f.acted = t
			}
			all = append(all, f)
		}
	}
	slices.Reverse(all)
	return all
}

// pass returns all events for one pass, or none once the explanation has had its passes.
func (r *Past) pass() []messages.Event {
	if r.passes--; r.passes < 0 {
		return nil
	}
	return r.events
}

// lingering is how long a fault that has ended may still have consequences: the longest default of
// max_age.
const lingering = 250 * time.Millisecond

// failed reports whether an event ends an actor's incarnation.
func failed(e *messages.Event) bool {
	return e.Kind == messages.EventFailed || e.Kind == messages.EventHang
}

// failures returns the newest failure of each actor that fits and has not restarted by an instant.
func (r *Past) failures(until messages.Instant, fits func(*messages.Event) bool) []int {
	open := map[string]int{} // the newest failure of each actor
	events := r.pass()
	for i := range events {
		e := &events[i]
		if e.Time > until {
			break
		}
		if failed(e) && fits(e) {
			open[e.Source] = i
		} else if e.Kind == messages.EventStarted && e.Time < until {
			delete(open, e.Source)
		}
	}
	return slices.Sorted(maps.Values(open))
}

// stale returns the inputs that fit and are too old at an instant.
func (r *Past) stale(at messages.Instant, fits func(*messages.Event) bool) []int {
	open := map[string]map[string]int{} // the newest event of each input, by actor and port
	events := r.pass()
	for i := range events {
		e := &events[i]
		if e.Time > at {
			break
		}
		switch e.Kind {
		case messages.EventStale:
			delete(open[e.Source], e.Port)
			if !fits(e) {
				continue
			}
			if open[e.Source] == nil {
				open[e.Source] = map[string]int{}
			}
			open[e.Source][e.Port] = i
		case messages.EventRecovered:
			if e.Time < at {
				delete(open[e.Source], e.Port)
			}
		case messages.EventStarted:
			if e.Time < at {
				delete(open, e.Source)
			}
		}
	}
	var all []int
	for _, ports := range open {
		all = slices.AppendSeq(all, maps.Values(ports))
	}
	slices.Sort(all)
	return all
}

// faults returns the injected faults that fit and act at an instant, or ended so shortly before it
// that they can still have consequences.
func (r *Past) faults(at messages.Instant, fits func(target string) bool) []int {
	if r.passes--; r.passes < 0 {
		return nil
	}
	var all []int
	for i := range r.injected {
		f := &r.injected[i]
		if r.events[f.event].Time > at {
			break
		}
		if !f.spent(at) && fits(f.target) {
			all = append(all, f.event)
		}
	}
	return all
}

// pauseEnds returns when a pause can no longer have consequences: nothing reports its end. Other
// faults never end by themselves.
func pauseEnds(e *messages.Event) messages.Instant {
	for _, field := range strings.Fields(e.Text) {
		if text, is := strings.CutPrefix(field, "pause="); is {
			if pause, err := time.ParseDuration(text); err == nil {
				return e.Time.Add(pause + lingering)
			}
		}
	}
	return never
}

// once reports whether a fault of a schedule ends with the failure that it causes.
func once(fault string) bool {
	kind, _, _ := strings.Cut(fault, " ")
	return kind == "panic" || kind == "error" || kind == "hang"
}
