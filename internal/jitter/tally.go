package jitter

import "time"

// tally counts the periods of one slice. Each release within the slice is either a tick with its
// lateness, or lost; this holds at the edges of the slice too.
type tally struct {
	late      []time.Duration
	lost      int
	from, end time.Duration // of the slice, on the clock of the releases
	period    time.Duration
	next      time.Duration // the next release to count
}

// newTally returns a tally for releases from first on. The slice begins one warm-up later.
func newTally(o Options, first time.Duration) tally {
	t := tally{late: make([]time.Duration, 0, slots(o)), end: o.Slice, period: o.Period}
	t.begin(first)
	return t
}

// begin moves the slice to the first release. It is called before anything was counted.
func (t *tally) begin(first time.Duration) {
	slice := t.end - t.from
	t.from, t.end, t.next = first+warmUp, first+warmUp+slice, first
}

// tick counts the release at due with its lateness, the missed ones after it, and those before it
// that nothing reported: they are lost too.
func (t *tally) tick(due, late time.Duration, missed int) {
	t.lost += t.within(t.next, int((due-t.next)/t.period))
	if due >= t.from && due < t.end && len(t.late) < cap(t.late) {
		t.late = append(t.late, late)
	}
	t.lost += t.within(due+t.period, missed)
	t.next = due + time.Duration(missed+1)*t.period
}

// over reports whether every release of the slice is counted.
func (t *tally) over() bool { return t.next >= t.end }

// finish counts the releases that did not come before the end as lost.
func (t *tally) finish() {
	t.lost += t.within(t.next, int((t.end-t.next)/t.period)+1)
	t.next = max(t.next, t.end)
}

// within returns how many of n releases beginning with first are in the slice.
func (t *tally) within(first time.Duration, n int) int {
	before := func(instant time.Duration) int {
		return min(max(0, int((instant-first+t.period-1)/t.period)), max(0, n))
	}
	return before(t.end) - before(t.from)
}
