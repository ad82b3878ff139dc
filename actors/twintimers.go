package actors

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// timer is an event of the clock as a twin makes it anew.
type timer struct {
	Place  timerqueue.Place
	Alarm  string // the actor that it wakes
	Own    bool   // the mailbox knows it as its alarm
	All    []string
	Before []messages.Incarnation // of the actors that it restarts
	Fault  int                    // the number of the fault that it ends, from 1 on
}

// timersOf lists the events that a twin makes anew. Functions of the program stay with the
// original. Others are an obstacle.
func timersOf(events []*timerqueue.Event, faults []*activeFault) (all []timer, others []*timerqueue.Event) {
	for _, e := range events {
		switch owner := e.Owner.(type) {
		case *mailbox:
			all = append(all, timer{Place: e.Place(), Alarm: owner.cell.spec.Name})
		case *dueRestart:
			t := timer{Place: e.Place(), Before: owner.before}
			for _, c := range owner.all {
				t.All = append(t.All, c.spec.Name)
			}
			all = append(all, t)
		case *activeFault:
			if i := slices.Index(faults, owner); i >= 0 {
				all = append(all, timer{Place: e.Place(), Fault: i + 1})
			}
		case program:
		default:
			others = append(others, e)
		}
	}
	return all, others
}

// setTimers replaces the events of a twin's clock.
func (s *System) setTimers(all []timer, added uint64, faults []*activeFault) {
	events := &s.virtual.events
	events.Restart(added)
	roster := s.roster.Load()
	for _, c := range roster.cells {
		c.mailbox.alarm, c.mailbox.alarmAt = nil, 0
	}
	for _, t := range all {
		if t.Fault > 0 {
			f := faults[t.Fault-1]
			f.end = events.Put(t.Place, func() { s.endInjection(f) }, f)
			continue
		}
		if t.Alarm == "" {
			due := &dueRestart{before: t.Before}
			for _, name := range t.All {
				due.all = append(due.all, roster.byName[name])
			}
			events.Put(t.Place, due.make, due)
			continue
		}
		b := roster.byName[t.Alarm].mailbox
		e := events.Put(t.Place, b.ring, b)
		if t.Own {
			b.alarm, b.alarmAt = e, t.Place.At
		}
	}
}
