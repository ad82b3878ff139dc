package actors

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/messages"
)

// grid is the sequence of an actor's releases.
type grid struct {
	next       messages.Instant
	sequence   uint64
	bucket     float64          // missed releases in the leaky bucket
	unreported uint64           // missed releases not yet reported
	mutedUntil messages.Instant // no report before
	late       time.Duration    // delay of the next release by an injected fault
	withheld   uint64           // releases taken away by an injected fault since the last one
}

// overrunEvery is the shortest time between two reports of an actor's missed releases.
const overrunEvery = messages.Instant(time.Second)

// release runs the release that is due. Releases between it and start were missed, and are skipped.
// It reports whether the actor ran: a suspended actor keeps its place on the grid.
func (c *cell) release(e *executor, start messages.Instant) bool {
	c.took = 0
	g, p := &c.grid, messages.Instant(c.spec.Period)
	due := g.next
	missed := max(0, (start-due)/p)
	at, sequence := due+missed*p, g.sequence+uint64(missed)
	g.next, g.sequence = at+p, sequence+1
	g.late = 0
	faults := c.faults.Load()
	if faults != nil {
		g.late = c.lateness(faults, start)
	}
	if !c.mailbox.runs() {
		c.mailbox.step(e, nil)
		return false
	}
	if faults != nil && c.skipped(faults, start) {
		g.withheld += uint64(missed) + 1
		c.mailbox.step(e, nil)
		return false
	}
	missed += messages.Instant(g.withheld)
	g.withheld = 0
	l := c.context
	t := &l.tick
	t.Release, t.Now, t.Sequence = at, start, sequence
	t.Missed = uint32(missed)
	t.Step = time.Duration(p * (missed + 1))
	t.Measured = t.Step
	if l.ticked {
		t.Measured = start.Sub(l.lastTick)
	}
	l.lastTick, l.ticked = start, true
	c.stats.lateness.Add(start.Sub(due))
	if c.overrun(uint64(missed)) {
		l.check(messages.CauseOverrun, fmt.Errorf("%w: %d missed in all", errTolerance, c.stats.missed.Load()))
		c.mailbox.escalate(l)
		t = nil
	}
	c.mailbox.step(e, t)
	return t != nil
}

// errTolerance is wrapped by the failure of an actor that missed too many releases.
var errTolerance = errors.New("missed releases filled the tolerance")

// overrun pours missed releases into the leaky bucket and reports whether it is full.
func (c *cell) overrun(missed uint64) bool {
	g := &c.grid
	if missed == 0 && g.bucket == 0 {
		return false // the common case
	}
	full, leak := c.spec.Tolerance.bucket()
	g.bucket = max(0, g.bucket+float64(missed)-1/leak)
	if missed > 0 {
		c.stats.missed.Add(missed)
		c.stats.overruns.Add(1)
		g.unreported += missed
		c.reportOverrun()
	}
	if full > 0 && g.bucket >= full {
		g.bucket = 0
		return true
	}
	return false
}

// reportOverrun reports missed releases, but at most once a second: an actor that is always late
// would otherwise burden a machine that is already too slow.
func (c *cell) reportOverrun() {
	g, now := &c.grid, c.context.tick.Now
	if now < g.mutedUntil {
		return
	}
	c.sys.emit(messages.Event{Time: now, Kind: messages.EventOverrun, Cause: messages.CauseOverrun, Source: c.spec.Name,
		Incarnation: c.current(), Text: skipped(g.unreported)})
	g.unreported, g.mutedUntil = 0, now+overrunEvery
}

// skipped is the text of an event about missed releases.
func skipped(releases uint64) string {
	if releases == 1 {
		return "1 release skipped"
	}
	return fmt.Sprintf("%d releases skipped", releases)
}

// executionTime draws the modelled duration of a tick. It is zero in real time, where durations are
// measured.
func (c *cell) executionTime(now messages.Instant) time.Duration {
	if c.sys.virtual == nil {
		return 0
	}
	d := c.spec.Execution.Base
	if j := c.spec.Execution.Jitter; j > 0 {
		if c.jitter == nil {
			c.jitter = random.Stream(c.sys.seed, "execution/"+c.spec.Name)
		}
		d += time.Duration(c.jitter.Int64N(int64(j)))
	}
	base := d
	for _, f := range c.faults.Load() {
		if f.Kind == FaultSlow && f.active(now) {
			d += f.takes(base)
		}
	}
	return d
}
