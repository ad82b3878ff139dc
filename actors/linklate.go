package actors

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// lateValue is an entry that an injected fault holds back: until an instant, or until a fault is
// over.
type lateValue struct {
	slot.Entry
	at   messages.Instant
	held *linkFault
}

func (v *lateValue) due(now messages.Instant) bool {
	if v.held != nil && v.held.active(now) {
		return false
	}
	return v.at <= now
}

// lateValues bounds how many values of a link are under way: those of a sender at 1 kHz during the
// longest delay, 1 s. Further ones are dropped and counted.
const lateValues = 1024

// thinned drops values that a clog holds back in vain. At its end all of them arrive at once, and
// only the newest value of each incarnation counts.
func (l *link) thinned(waiting []*lateValue, now messages.Instant) []*lateValue {
	left := waiting[:0]
	for i, v := range waiting {
		if v.clogged(now) && slices.ContainsFunc(waiting[i+1:], func(w *lateValue) bool { return w.clogged(now) && v.overtakenBy(w) }) {
			l.overtaken.Add(1)
			continue
		}
		left = append(left, v)
	}
	clear(waiting[len(left):])
	return left
}

// clogged reports whether only a clog holds the value back.
func (v *lateValue) clogged(now messages.Instant) bool {
	return v.held != nil && v.held.active(now) && v.at <= now
}

// overtakenBy reports whether another value, which arrives at the same instant, replaces this one.
func (v *lateValue) overtakenBy(w *lateValue) bool {
	return v.held == w.held && v.Stamp.Incarnation == w.Stamp.Incarnation && v.Stamp.Sequence <= w.Stamp.Sequence
}

func (l *link) putLate(p *parcel, at messages.Instant) {
	q := l.late.Load()
	if q == nil {
		q = queue.New(lateValues)
		l.late.Store(q)
	}
	v := &lateValue{Entry: slot.Entry{Header: p.Header}, at: at, held: p.held}
	if !p.Withdrawn {
		v.Value = l.plan.Clone(p.value)
	}
	if !q.Push(v) {
		l.dropped.Add(1)
		return
	}
	l.alarm.ringAt(at)
}

// dueLate returns the newest late value that is due, unless a newer one was seen already. It
// refuses values of an incarnation that the sender has not reached. The receiver calls it.
func (l *link) dueLate(now messages.Instant, seen uint64, sender messages.Incarnation) (newest *slot.Entry) {
	q := l.late.Load()
	if q == nil {
		return nil
	}
	for len(l.waiting) < lateValues {
		v, ok := q.Pop()
		if !ok {
			break
		}
		l.waiting = append(l.waiting, v.(*lateValue))
	}
	l.waiting = l.thinned(l.waiting, now)
	left := l.waiting[:0]
	for _, v := range l.waiting {
		switch {
		case !v.due(now):
			left = append(left, v)
		case v.Stamp.Incarnation > sender || v.Stamp.Incarnation == 0:
			l.refused.Add(1)
		case v.Stamp.Sequence > seen:
			newest, seen = &v.Entry, v.Stamp.Sequence
		default:
			l.overtaken.Add(1)
		}
	}
	clear(l.waiting[len(left):])
	l.waiting = left
	return newest
}

// spacing is the time between two values of a sender, for faults that delay by a number of values.
func spacing(period time.Duration) time.Duration {
	if period <= 0 {
		return time.Millisecond
	}
	return period
}
