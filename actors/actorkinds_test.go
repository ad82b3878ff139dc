package actors

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// trial is a small world with a fault in the actor w/a from 95 ms on: w/a has every method, w/b
// watches it.
type trial struct {
	*testing.T
	sys   *System
	calls journal // of w/a: what was called, and when
	news  journal // that w/b hears
	told  journal // events of failures
	ticks []Tick  // of w/a
	ended error   // why the application ended within a second
}

// trialScript notes every call.
func (x *trial) script() *script {
	called := func(c *Context, what string) {
		x.calls.add("%s %v #%d", what, time.Duration(c.Time()), c.Incarnation())
	}
	return &script{
		start: func(_ *scripted, c *Context) error { called(c, "start"); return nil },
		tick: func(a *scripted, t *Tick) error {
			x.ticks = append(x.ticks, *t)
			return a.Out.Send(t, note{N: a.ticks})
		},
		receive: func(_ *scripted, c *Context, m any) error { called(c, fmt.Sprintf("receive %T", m)); return nil },
		stop:    func(_ *scripted, c *Context, r StopReason) error { called(c, "stop "+r.String()); return nil },
		fence: func(now messages.Instant, _ messages.Cause) error {
			x.calls.add("fence %v", time.Duration(now))
			return nil
		},
	}
}

func tryActor(t *testing.T, f Fault, edit func(*Spec)) *trial {
	x := &trial{T: t}
	a := x.script().spec("w/a", 10*ms)
	a.Execution.Base = ms
	if edit != nil {
		edit(&a)
	}
	b := (&script{receive: func(_ *scripted, c *Context, m any) error {
		if e, ok := m.(messages.Event); ok {
			x.news.add("%v %s", time.Duration(c.Time()), e.Kind)
		}
		return nil
	}}).spec("w/b", 10*ms)
	b.Watch = []string{"w/a"}
	b.Domain = "other"
	x.sys = virtual(t, Application{Actors: []Spec{a, b}, Domains: []DomainSpec{{Name: "other"}}},
		eventLog(&x.told, messages.EventFailed, messages.EventHang, messages.EventEscalated, messages.EventStopSent))
	x.sys.At(instant(95*ms), func() {
		f.Target = "w/a"
		inject(t, x.sys, f)
	})
	x.ended = x.sys.Advance(time.Second)
	return x
}

// failed checks that the actor failed so often for a cause, first at an instant, and that the
// application still runs.
func (x *trial) failed(cause messages.Cause, times int, first time.Duration) {
	x.Helper()
	h := healthOf(x.T, x.sys, "w/a")
	if h.Restarts != uint64(times) || h.State != "running" {
		x.Errorf("%d restarts, %s: %s", h.Restarts, h.State, h.LastError)
	}
	for _, line := range x.told.all() {
		if strings.Contains(line, "failed") || strings.Contains(line, "hang") {
			testkit.MustContain(x.T, line, fmt.Sprint(instant(first)), cause.String())
			return
		}
	}
	x.Errorf("no failure in %v", x.told.all())
}

// missed returns the indices of the releases that the actor did not see.
func (x *trial) missed() (all []int) {
	seen := map[uint64]bool{}
	for _, t := range x.ticks {
		seen[t.Sequence] = true
	}
	for i := range 101 {
		if !seen[uint64(i)] {
			all = append(all, i)
		}
	}
	return all
}

// actorKinds has the effect of every kind of fault of actors.
var actorKinds = map[string]struct {
	fault  Fault
	edit   func(*Spec)
	effect func(*trial)
}{
	"panic": {Fault{Kind: FaultPanic}, nil, func(x *trial) { x.failed(messages.CausePanic, 1, 100*ms) }},
	"panic in a message": {Fault{Kind: FaultPanic, Choice: "receive"}, nil, func(x *trial) {
		if h := healthOf(x.T, x.sys, "w/a"); h.Restarts != 0 {
			x.Errorf("%d restarts without a message", h.Restarts)
		}
		if err := x.sys.Send("w/a", "hello"); err != nil {
			x.Error(err)
		}
		advance(x.T, x.sys, 200*ms)
		x.failed(messages.CausePanic, 1, 1010*ms)
	}},
	"panic in a start": {Fault{Kind: FaultPanic, Choice: "start"}, nil, func(x *trial) {
		x.failed(messages.CauseError, 2, 100*ms)
		testkit.MustContain(x.T, x.told.String(), "injected in start")
	}},
	"panic in the change into the safe mode": {Fault{Kind: FaultPanic, Choice: "fence"}, nil, func(x *trial) {
		x.failed(messages.CauseError, 1, 100*ms)
		testkit.MustContain(x.T, x.told.String(), "command failed: panic: injected in fence")
		if strings.Contains(x.calls.String(), "fence 100ms") {
			x.Error("the change was made")
		}
	}},
	"panic in the end of an incarnation": {Fault{Kind: FaultPanic, Choice: "restart"}, nil, func(x *trial) {
		x.failed(messages.CauseError, 1, 100*ms)
		testkit.MustContain(x.T, x.told.String(), "while stopping: panic: injected in restart")
		if strings.Contains(x.calls.String(), "stop failed 200ms") {
			x.Error("Stop was called")
		}
	}},
	"panic in the stop": {Fault{Kind: FaultPanic, Choice: "stop"}, nil, func(x *trial) {
		if h := healthOf(x.T, x.sys, "w/a"); h.Restarts != 0 {
			x.Errorf("%d restarts before the stop", h.Restarts)
		}
		_ = x.sys.Stop(x.Context())
		testkit.MustContain(x.T, x.told.String(), "while stopping: panic: injected in stop")
		testkit.MustContain(x.T, x.calls.String(), "fence 1s")
	}},
	"constructor_panic": {Fault{Kind: FaultConstructorPanic}, nil, func(x *trial) {
		x.failed(messages.CauseError, 2, 100*ms)
		testkit.MustContain(x.T, x.told.String(), "injected in the constructor")
	}},
	"error": {Fault{Kind: FaultError}, nil, func(x *trial) { x.failed(messages.CauseError, 1, 100*ms) }},
	"hang": {Fault{Kind: FaultHang}, nil, func(x *trial) {
		testkit.MustContain(x.T, x.told.String(), "hang", "0.300000s") // 20 periods later
		testkit.MustContain(x.T, x.calls.String(), "fence 300ms")
		// The only actor of its domain is replaced after its back-off.
		if h := healthOf(x.T, x.sys, "w/a"); h.Restarts != 1 || h.State != "running" || x.ticks[10].Release != instant(400*ms) {
			x.Errorf("%d restarts, %s, a tick at %v", h.Restarts, h.State, x.ticks[10].Release)
		}
	}},
	"hang that returns": {Fault{Kind: FaultHang, Delay: 42 * ms}, nil, func(x *trial) {
		if h := healthOf(x.T, x.sys, "w/a"); h.Restarts != 0 || h.Missed != 3 {
			x.Errorf("%d restarts, %d missed", h.Restarts, h.Missed)
		}
	}},
	"goexit": {Fault{Kind: FaultGoexit}, nil, func(x *trial) {
		x.failed(messages.CausePanic, 1, 100*ms)
		testkit.MustContain(x.T, x.told.String(), "runtime.Goexit was called")
	}},
	"slow by a time": {Fault{Kind: FaultSlow, Delay: 14 * ms, Duration: 100 * ms}, nil, func(x *trial) {
		if h := healthOf(x.T, x.sys, "w/a"); h.Execution.Max != 15*ms || h.Missed == 0 || h.Lateness.Max < 5*ms {
			x.Errorf("%+v", h)
		}
	}},
	"slow by a factor": {Fault{Kind: FaultSlow, Amount: 25, Duration: 100 * ms}, nil, func(x *trial) {
		if h := healthOf(x.T, x.sys, "w/a"); h.Execution.Max < 24*ms || h.Execution.Max > 26*ms || h.Missed == 0 {
			x.Errorf("%+v", h)
		}
	}},
	"flood": {Fault{Kind: FaultFlood, Count: 5000}, nil, func(x *trial) {
		h := healthOf(x.T, x.sys, "w/a")
		if h.QueueDropped != 5000-DefaultQueue || h.Restarts != 0 || x.missed() != nil {
			x.Errorf("%d dropped, %d restarts, releases %v missed", h.QueueDropped, h.Restarts, x.missed())
		}
	}},
	"stop_actor": {Fault{Kind: FaultStopActor}, nil, func(x *trial) {
		if h := healthOf(x.T, x.sys, "w/a"); h.State != "stopped" || len(x.ticks) != 10 {
			x.Errorf("%s after %d ticks", h.State, len(x.ticks))
		}
		testkit.MustContain(x.T, x.calls.String(), "stop stop 95ms")
		testkit.MustContain(x.T, x.news.String(), "stopped")
	}},
	"crash_loop": {Fault{Kind: FaultCrashLoop, Duration: 500 * ms}, nil, func(x *trial) { x.failed(messages.CausePanic, 3, 100*ms) }},
	"lost news": {Fault{Kind: FaultWatchLate}, nil, func(x *trial) {
		inject(x.T, x.sys, Fault{Kind: FaultError, Target: "w/a"})
		advance(x.T, x.sys, 500*ms)
		if n := x.news.all(); len(n) != 1 || !strings.Contains(n[0], "started") {
			x.Errorf("w/b delivered %v", n)
		}
	}},
	"late news": {Fault{Kind: FaultWatchLate, Delay: 150 * ms}, nil, func(x *trial) {
		inject(x.T, x.sys, Fault{Kind: FaultError, Target: "w/a"})
		advance(x.T, x.sys, 500*ms)
		testkit.MustContain(x.T, x.news.String(), "1.16s failed")
	}},
	"wrong_message": {Fault{Kind: FaultWrongMessage}, nil, func(x *trial) {
		testkit.MustContain(x.T, x.calls.String(), "receive actors.strange 100ms")
		if h := healthOf(x.T, x.sys, "w/a"); h.Restarts != 0 {
			x.Error(h.LastError)
		}
	}},
	"parent_dies": {Fault{Kind: FaultParentDies}, nil, func(x *trial) {
		for _, name := range []string{"w/a", "w/b"} {
			if h := healthOf(x.T, x.sys, name); h.Restarts != 1 || h.State != "running" {
				x.Errorf("%s: %d restarts, %s", name, h.Restarts, h.State)
			}
		}
	}},
	"tick_late": {Fault{Kind: FaultTickLate, Delay: 4 * ms, Duration: 100 * ms}, nil, func(x *trial) {
		late := 0
		for _, t := range x.ticks {
			if t.Now.Sub(t.Release) == 4*ms {
				late++
			}
		}
		if late != 10 || x.missed() != nil {
			x.Errorf("%d late, %v missed", late, x.missed())
		}
	}},
	"tick_missed": {Fault{Kind: FaultTickMissed, Probability: 0.3, Count: 2, Duration: 400 * ms}, nil, func(x *trial) {
		missed := x.missed()
		if len(missed) < 4 || missed[0] < 10 || missed[len(missed)-1] > 50 || int(healthOf(x.T, x.sys, "w/a").Missed) != len(missed) {
			x.Errorf("%v missed, %d counted", missed, healthOf(x.T, x.sys, "w/a").Missed)
		}
		for _, t := range x.ticks[1:] {
			if t.Step != time.Duration(t.Missed+1)*10*ms {
				x.Errorf("%d missed before a step of %v", t.Missed, t.Step)
			}
		}
	}},
	"tick_burst": {Fault{Kind: FaultTickBurst, Delay: 100 * ms, Count: 50}, nil, func(x *trial) {
		if missed := x.missed(); len(missed) != 10 || missed[0] != 10 {
			x.Errorf("%v missed", missed)
		}
		if t := x.ticks[10]; t.Missed != 10 || t.Release != instant(200*ms) || x.ticks[11].Release != instant(210*ms) {
			x.Errorf("after the pause: %+v", t)
		}
	}},
	"suspend": {Fault{Kind: FaultSuspend, Delay: 300 * ms}, nil, func(x *trial) {
		if missed := x.missed(); len(missed) != 30 || x.ticks[10].Missed != 30 {
			x.Errorf("%v missed", missed)
		}
	}},
	"suspend what waits for messages": {Fault{Kind: FaultSuspend, Delay: 300 * ms}, func(s *Spec) { s.Period = 0 }, func(x *trial) {
		inject(x.T, x.sys, Fault{Kind: FaultSuspend, Target: "w/a", Delay: 200 * ms})
		if err := x.sys.Send("w/a", "hello"); err != nil {
			x.Error(err)
		}
		advance(x.T, x.sys, time.Second)
		testkit.MustContain(x.T, x.calls.String(), "receive string 1.2s")
	}},
	"bad_period": {Fault{Kind: FaultBadPeriod, Choice: "negative", Duration: 100 * ms}, nil, func(x *trial) {
		for i, t := range x.ticks {
			if bad := i >= 10 && i < 20; bad != (t.Step == -time.Second) || bad != (t.Measured == -time.Second) {
				x.Errorf("tick %d tells a step of %v", i, t.Step)
			}
		}
	}},
}

func TestEveryKindOfFaultOfActorsHasItsEffect(t *testing.T) {
	tested := map[FaultKind]bool{}
	for name, c := range actorKinds {
		tested[c.fault.Kind] = true
		t.Run(name, func(t *testing.T) {
			x := tryActor(t, c.fault, c.edit)
			if len(x.ticks) < 10 && c.edit == nil {
				t.Fatalf("%d ticks", len(x.ticks))
			}
			if x.ended != nil {
				t.Fatalf("the application ended: %v", x.ended)
			}
			c.effect(x)
		})
	}
	for _, c := range FaultClasses() {
		if c.Seam == SeamActor && !tested[c.Kind] {
			t.Errorf("%s has no test of its effect", c.Kind)
		}
	}
}

func TestEveryNonsensicalPeriodIsReported(t *testing.T) {
	for choice, want := range map[string]time.Duration{"zero": 0, "negative": -time.Second, "nanosecond": 1, "infinite": forever} {
		x := tryActor(t, Fault{Kind: FaultBadPeriod, Choice: choice}, nil)
		if got := x.ticks[50].Step; got != want {
			t.Errorf("%s: %v", choice, got)
		}
	}
}

// fewestGoroutines counts them for a while: Go's collector has goroutines of its own at times.
func fewestGoroutines() int {
	n := runtime.NumGoroutine()
	for range 20 {
		time.Sleep(ms)
		n = min(n, runtime.NumGoroutine())
	}
	return n
}

func TestFaultsOfTheProcessBurdenItUntilTheyEnd(t *testing.T) {
	for _, f := range []Fault{
		{Kind: FaultGoroutineLeak, Target: "process", Count: 50},
		{Kind: FaultStarvation, Target: "process", Count: 2},
		{Kind: FaultCollector, Target: "process"},
	} {
		sys := started(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}}, WithFaults())
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		goroutines := fewestGoroutines()
		inject(t, sys, f)
		switch f.Kind {
		case FaultCollector:
			eventually(t, "the collector runs again and again", func() bool {
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				return now.NumGC > before.NumGC+5
			})
		default:
			if n := runtime.NumGoroutine(); n < goroutines+f.Count {
				t.Errorf("%s: %d goroutines, %d before", f, n, goroutines)
			}
		}
		eventually(t, "the actor ticks all the same", func() bool { return healthOf(t, sys, "w/a").Ticks > 3 })
		sys.ClearFaults()
		eventually(t, "the burden is gone", func() bool { return runtime.NumGoroutine() <= goroutines+2 })
		if err := sys.Inject(f); err != nil { // a stop with the burden on leaves nothing behind
			t.Error(err)
		}
		stop(t, sys)
		eventually(t, "a stop ends the burden", func() bool { return runtime.NumGoroutine() <= goroutines })
	}
}

func TestAGoexitInRealTimeIsAFailure(t *testing.T) {
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", ms)}}, WithFaults())
	inject(t, sys, Fault{Kind: FaultGoexit, Target: "w/a"})
	eventually(t, "the actor runs again", func() bool {
		h := healthOf(t, sys, "w/a")
		return h.Restarts == 1 && h.State == "running" && strings.Contains(h.LastError, "Goexit")
	})
}

// A machine that is busy may keep the actor from its thread for longer than its bound, which is a
// hang then.
func TestAHangInRealTimeReturnsAfterItsTime(t *testing.T) {
	for range 50 {
		sys := started(t, Application{Actors: []Spec{counting().spec("w/a", ms)}}, WithFaults())
		inject(t, sys, Fault{Kind: FaultHang, Target: "w/a", Delay: 20 * ms})
		eventually(t, "the actor went on", func() bool {
			h := healthOf(t, sys, "w/a")
			return sys.HaltReason() != nil || h.Missed >= 10 && h.Ticks > 3
		})
		if sys.HaltReason() == nil && healthOf(t, sys, "w/a").Restarts == 0 {
			return
		}
	}
	t.Error("it was a hang every time")
}

func TestWithoutFaultsAReleaseAllocatesNothing(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	sys := virtual(t, Application{Actors: []Spec{(&script{}).spec("w/a", 10*ms)}})
	inject(t, sys, Fault{Kind: FaultTickLate, Target: "w/a", Delay: ms})
	advance(t, sys, 50*ms)
	sys.ClearFaults()
	advance(t, sys, 50*ms)
	if n := testing.AllocsPerRun(100, func() {
		if err := sys.Advance(10 * ms); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("a release costs %v allocations after a fault", n)
	}
}

func TestAFaultThatWasClearedHasNoSecondEnd(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}}, eventLog(&j, messages.EventFaultEnded))
	inject(t, sys, Fault{Kind: FaultSlow, Target: "w/a", Delay: ms, Duration: 50 * ms})
	sys.ClearFaults()
	advance(t, sys, 100*ms)
	if n := len(j.all()); n != 1 {
		t.Errorf("%d ends: %v", n, j.all())
	}
}
