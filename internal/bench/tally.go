package bench

import "time"

// tally counts the periods of one slice. Each release from its beginning to its end is a tick, which was late by so much, or was
// lost, also where the machine was away at an edge of the slice.
type tally struct {
	late      []time.Duration
	lost      int
	from, end time.Duration // of the slice, on the clock of the releases
	period    time.Duration
	next      time.Duration // the release that is counted next
}

// newTally makes one for releases of which the first is that of an instant. The slice begins a warm-up later.
func newTally(o JitterOptions, first time.Duration) tally {
	t := tally{late: make([]time.Duration, 0, slots(o)), end: o.Slice, period: o.Period}
	t.begin(first)
	return t
}

// begin moves the slice, of which nothing was counted yet, to where the first release turns out to be.
func (t *tally) begin(first time.Duration) {
	slice := t.end - t.from
	t.from, t.end, t.next = first+warmUp, first+warmUp+slice, first
}

// tick counts the release of an instant, which came late by so much, and those after it that were lost by that. What nobody has
// told of before it is lost too: the first release of all may come late.
func (t *tally) tick(due, late time.Duration, missed int) {
	t.lost += t.within(t.next, int((due-t.next)/t.period))
	if due >= t.from && due < t.end && len(t.late) < cap(t.late) {
		t.late = append(t.late, late)
	}
	t.lost += t.within(due+t.period, missed)
	t.next = due + time.Duration(missed+1)*t.period
}

// over reports whether every release of the slice was counted.
func (t *tally) over() bool { return t.next >= t.end }

// finish counts as lost what did not come until everything was stopped, after the end of the slice.
func (t *tally) finish() {
	t.lost += t.within(t.next, int((t.end-t.next)/t.period)+1)
	t.next = max(t.next, t.end)
}

// within says how many of the next n releases, of which the first is given, are in the slice.
func (t *tally) within(first time.Duration, n int) int {
	before := func(instant time.Duration) int {
		return min(max(0, int((instant-first+t.period-1)/t.period)), max(0, n))
	}
	return before(t.end) - before(t.from)
}
