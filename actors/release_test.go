package actors

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// released drives an actor's releases by hand: a release is a function of its grid and of when it
// starts.
type released struct {
	sys  *System
	c    *cell
	seen []Tick
}

func newReleased(t *testing.T, spec Spec) *released {
	t.Helper()
	r := &released{}
	spec.New = (&script{tick: func(a *scripted, t *Tick) error {
		r.seen = append(r.seen, *t)
		return nil
	}}).new
	r.sys = virtual(t, Application{Actors: []Spec{spec}})
	r.c = r.sys.cells()[0]
	return r
}

func (r *released) at(d time.Duration) Tick {
	n := len(r.seen)
	r.c.release(&r.sys.virtual.executor, instant(d))
	if len(r.seen) == n {
		return Tick{}
	}
	return r.seen[n]
}

func TestALateReleaseIsSkippedAndKeepsItsPlaceOnTheGrid(t *testing.T) {
	r := newReleased(t, Spec{Name: "a/b", Period: 10 * ms})
	for _, c := range []struct {
		start, release, step, measured time.Duration
		sequence                       uint64
		missed                         uint32
	}{
		{0, 0, 10 * ms, 10 * ms, 0, 0},
		{11 * ms, 10 * ms, 10 * ms, 11 * ms, 1, 0},
		{20 * ms, 20 * ms, 10 * ms, 9 * ms, 2, 0},
		{55 * ms, 50 * ms, 30 * ms, 35 * ms, 5, 2}, // those of 30 and 40 ms are gone
		{60 * ms, 60 * ms, 10 * ms, 5 * ms, 6, 0},  // no burst to catch up
		{79999 * time.Microsecond, 70 * ms, 10 * ms, 19999 * time.Microsecond, 7, 0},
	} {
		got := r.at(c.start)
		if got.Now != instant(c.start) || got.Release != instant(c.release) || got.Step != c.step || got.Measured != c.measured ||
			got.Sequence != c.sequence || got.Missed != c.missed || got.Period != 10*ms {
			t.Errorf("a release that starts at %v is %+v", c.start, got)
		}
	}
	h := r.c.health()
	if h.Ticks != 6 || h.Missed != 2 || h.Overruns != 1 {
		t.Errorf("%d ticks, %d missed in %d overruns", h.Ticks, h.Missed, h.Overruns)
	}
	if h.Lateness.Max != 25*ms {
		t.Errorf("the latest was %v, want 25ms: from the release that it waited for", h.Lateness.Max)
	}
}

// Over random starts, every release of the grid is either run or counted as missed, once.
func TestEveryReleaseIsRunOrCounted(t *testing.T) {
	random := testkit.Random(t)
	for range testkit.Scaled(100) {
		r := newReleased(t, Spec{Name: "a/b", Period: 10 * ms, Offset: 3 * ms, Tolerance: Tolerance{Missed: -1}})
		now, steps := 3*ms, time.Duration(0)
		for range 100 {
			now = max(now, time.Duration(r.c.grid.next)) + time.Duration(random.Int64N(int64(25*ms)))
			tick := r.at(now)
			steps += tick.Step
			if late := now - time.Duration(tick.Release); late < 0 || late >= 10*ms {
				t.Fatalf("at %v the release of %v ran", now, tick.Release)
			}
		}
		h := r.c.health()
		if got, want := h.Ticks+h.Missed, r.c.grid.sequence; got != want || h.Ticks != 100 {
			t.Fatalf("%d ran and %d were missed of %d", h.Ticks, h.Missed, want)
		}
		if steps != 10*ms*time.Duration(r.c.grid.sequence) {
			t.Fatalf("the steps sum up to %v over %d releases", steps, r.c.grid.sequence)
		}
		stop(t, r.sys)
	}
}

func TestTheBucketLeaks(t *testing.T) {
	r := newReleased(t, Spec{Name: "a/b", Period: 10 * ms, Tolerance: Tolerance{Missed: 3, RecoverPer: 10}})
	now := time.Duration(0)
	late := func() { now += 20 * ms; r.at(now) } // one release is missed
	inTime := func(n int) {
		for range n {
			now += 10 * ms
			r.at(now)
		}
	}
	r.at(0)
	for range 20 { // one in eleven is missed, one in ten leaks away
		late()
		inTime(10)
	}
	if s := r.c.health().State; s != "running" {
		t.Fatalf("%s: %s", s, r.c.health().LastError)
	}
	late()
	late()
	inTime(5) // half of one leaks
	late()
	if s := r.c.health().State; s != "running" {
		t.Fatalf("%s with 2.2 in a bucket of 3", s)
	}
	late()
	h := r.c.health()
	if h.State != "suspended" {
		t.Fatalf("%s with a full bucket", h.State)
	}
	testkit.MustContain(t, h.LastError, "missed releases", "24 missed in all")
}

func TestAFullBucketFailsTheActorWithItsOwnCause(t *testing.T) {
	var j journal
	slow := (&script{}).spec("a/slow", 10*ms)
	slow.Execution = Execution{Base: 35 * ms} // misses two or three releases each time
	slow.Tolerance = Tolerance{Missed: 10}
	sys := virtual(t, Application{Actors: []Spec{slow}}, eventLog(&j, messages.EventFailed))
	advance(t, sys, 180*ms)
	if got := j.all(); len(got) != 1 {
		t.Fatalf("got %v", got)
	}
	testkit.MustContain(t, j.String(), "a/slow failed cause overrun", "missed in all")
}

func TestReleasesThatAFaultTookFromOneIncarnationDoNotCountForTheNext(t *testing.T) {
	var j journal
	a := (&script{}).spec("w/a", 10*ms)
	a.Tolerance = Tolerance{Missed: 16}
	b := (&script{}).spec("w/b", 10*ms)
	a.Group, b.Group = "w", "w"
	together := supervision.DefaultRestart()
	together.Strategy, together.BackoffMin = supervision.OneForAll, 5*ms
	sys := virtual(t, Application{Actors: []Spec{a, b}, Groups: []Group{{Name: "w", Policy: NewPolicy(together)}}}, eventLog(&j, messages.EventFailed, messages.EventOverrun))
	sys.At(instant(100*ms), func() {
		inject(t, sys, Fault{Kind: FaultTickMissed, Target: "w/a", Probability: 1, Count: 1, Duration: 250 * ms})
	})
	sys.At(instant(205*ms), func() { inject(t, sys, Fault{Kind: FaultError, Target: "w/b"}) })
	advance(t, sys, time.Second)
	if got := j.all(); len(got) != 2 {
		t.Fatalf("got %v", got)
	}
	testkit.MustContain(t, j.String(), "w/b failed cause error", "w/a overrun cause overrun: 13 releases skipped")
}

func TestAnApplicationThatEndsForMissedReleasesSaysWhereMoreAreAllowed(t *testing.T) {
	slow := (&script{}).spec("a/slow", 10*ms)
	slow.Execution = Execution{Base: 15 * ms}
	slow.Tolerance = Tolerance{Missed: 10}
	sys := virtual(t, Application{Actors: []Spec{slow}})
	for range 100 {
		if err := sys.Advance(100 * ms); err != nil {
			break // it has ended
		}
	}
	err := sys.HaltReason()
	if err == nil || !strings.Contains(err.Error(), "missed in all; a busier machine needs a larger Tolerance, on_overrun of a world in its file") {
		t.Errorf("it was halted by %v", err)
	}
}

func TestOverrunsAreReportedOnceASecondWithTheirNumber(t *testing.T) {
	var j journal
	slow := (&script{}).spec("a/slow", 10*ms)
	slow.Execution = Execution{Base: 15 * ms} // one of two releases is missed
	slow.Tolerance = Tolerance{Missed: -1}
	sys := virtual(t, Application{Actors: []Spec{slow}}, eventLog(&j, messages.EventOverrun))
	advance(t, sys, 2500*ms)
	lines := j.all()
	if len(lines) != 3 {
		t.Fatalf("%d events: %v", len(lines), lines)
	}
	told := 0
	for _, l := range lines {
		var n int
		if _, err := fmt.Sscanf(l[len("0.000000s a/slow overrun cause overrun: "):], "%d release", &n); err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		told += n
	}
	if missed := int(healthOf(t, sys, "a/slow").Missed); told > missed || told < missed*3/4 {
		t.Errorf("the events report %d of %d", told, missed)
	}
}

func TestExecutionTimeIsModelled(t *testing.T) {
	var j journal
	first := ticks(&j).spec("w/first", 10*ms)
	first.Execution = Execution{Base: 4 * ms}
	second := ticks(&j).spec("w/second", 10*ms)
	elsewhere := ticks(&j).spec("w/third", 10*ms)
	elsewhere.Domain = "other"
	sys := virtual(t, Application{Actors: []Spec{first, second, elsewhere}, Domains: []DomainSpec{{Name: "other"}}})
	advance(t, sys, 10*ms)
	j.wants(t, "0s w/first", "0s w/third", "4ms w/second", "10ms w/first", "10ms w/third")
	if h := healthOf(t, sys, "w/first"); h.Execution.Max != 4*ms || h.Lateness.Max != 0 {
		t.Errorf("execution %v, lateness %v", h.Execution.Max, h.Lateness.Max)
	}
	if h := healthOf(t, sys, "w/second"); h.Lateness.Max != 4*ms {
		t.Errorf("the one behind was %v late", h.Lateness.Max)
	}
}

func TestModelledJitterDoesNotShiftTheActorsOwnDraws(t *testing.T) {
	draws := func(e Execution) string {
		var j journal
		s := (&script{tick: func(a *scripted, t *Tick) error {
			j.add("%d", t.Rand().Uint64())
			return nil
		}}).spec("a/b", ms)
		s.Execution = e
		sys := virtual(t, Application{Actors: []Spec{s}})
		advance(t, sys, 5*ms)
		return j.String()
	}
	if a, b := draws(Execution{}), draws(Execution{Base: 1, Jitter: 100 * time.Microsecond}); a != b {
		t.Errorf("without jitter\n%s\nwith\n%s", a, b)
	}
}

func TestASuspendedActorKeepsItsPlaceOnTheGrid(t *testing.T) {
	var j journal
	s := (&script{tick: func(a *scripted, t *Tick) error {
		j.add("cycle %d at %v, incarnation %d, step %v, measured %v, missed %d", t.Sequence, time.Duration(t.Now), t.Incarnation(), t.Step, t.Measured, t.Missed)
		return nil
	}}).spec("a/b", 30*ms)
	sys := virtual(t, Application{Actors: []Spec{s}})
	advance(t, sys, 30*ms)
	inject(t, sys, Fault{Kind: FaultError, Target: "a/b"})
	advance(t, sys, 150*ms) // fails at 60 ms, restarts at 160 ms
	j.wants(t,
		"cycle 0 at 0s, incarnation 1, step 30ms, measured 30ms, missed 0",
		"cycle 1 at 30ms, incarnation 1, step 30ms, measured 30ms, missed 0",
		"cycle 6 at 180ms, incarnation 2, step 30ms, measured 30ms, missed 0")
	if h := healthOf(t, sys, "a/b"); h.Missed != 0 || h.Ticks != 4 {
		t.Errorf("%d ticks, %d missed", h.Ticks, h.Missed)
	}
}
