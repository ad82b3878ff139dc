package explain

import (
	"maps"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// sentBy returns the newest event of what the foreign actor of an event did to its source.
func (r *Past) sentBy(i int) []int {
	e := &r.events[i]
	return r.last(i, func(f *messages.Event) bool {
		return f.Kind == messages.EventForeign && f.Source == e.Source && f.Peer == e.Peer
	})
}

// silent lists the foreign actors that an actor misses at an instant: those that are silent, have
// stopped or replied with errors, and have sent nothing since.
func (r *Past) silent(actor string, at messages.Instant) []int {
	newest := map[string]int{} // by foreign actor
	events := r.pass()
	for i := range events {
		e := &events[i]
		if e.Time > at {
			break
		}
		if e.Kind == messages.EventForeign && e.Source == actor {
			newest[e.Peer] = i
		}
	}
	maps.DeleteFunc(newest, func(_ string, i int) bool { return events[i].Cause == messages.CauseNone })
	if len(newest) == 0 {
		return nil
	}
	return slices.Sorted(maps.Values(newest))
}

// sent lists what foreign actors sent to actors so shortly before an instant that it can have
// consequences.
func (r *Past) sent(to map[string]bool, at messages.Instant) []int {
	var all []int
	events := r.pass()
	for i := range events {
		e := &events[i]
		if e.Kind == messages.EventForeign && e.Cause == messages.CauseNone && to[e.Source] && e.Time <= at && at.Sub(e.Time) <= lingering {
			all = append(all, i)
		}
	}
	return all
}
