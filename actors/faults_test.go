package actors

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func TestFaultsAreRefusedUnlessTheyAreAllowed(t *testing.T) {
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", ms)}}, WithVirtualTime())
	if err := sys.Inject(Fault{Kind: FaultPanic, Target: "w/a"}); !errors.Is(err, ErrFaultsNotAllowed) {
		t.Errorf("got %v", err)
	}
}

func TestFaultsThatCannotBeAreRefusedWithTheKnownNames(t *testing.T) {
	sys := virtual(t, pair(counting(), &script{}, 0))
	for _, c := range []struct {
		fault Fault
		want  []string
	}{
		{Fault{Kind: "explode", Target: "*"}, []string{`fault kind "explode" is unknown`, "known: [drop duplicate"}},
		{Fault{Kind: FaultPanic, Target: "w/nobody"}, []string{`actor "w/nobody" is unknown`, "known: w/a_source, w/b_sink"}},
		{Fault{Kind: FaultDrop, Target: "w/nobody.out"}, []string{`link "w/nobody.out" is unknown`, "known: w/a_source.out->w/b_sink.in"}},
		{Fault{Kind: FaultPanic, Target: ""}, []string{"unknown"}},
		{Fault{Kind: FaultDelay, Target: "*"}, []string{"delay lacks its delay: above 0s, at most 1s"}},
		{Fault{Kind: FaultSlow, Target: "*", Delay: -ms}, []string{"delay of slow is -1ms; expected 0s to 10s"}},
		{Fault{Kind: FaultDrop, Target: "*", Duration: -ms}, []string{"expected a positive one"}},
	} {
		err := sys.Inject(c.fault)
		if err == nil {
			t.Errorf("%s was accepted", c.fault)
			continue
		}
		testkit.MustContain(t, err.Error(), c.want...)
	}
}

func TestAFaultIsNamedByEitherEndOfALinkOrBoth(t *testing.T) {
	app := Application{
		Actors: []Spec{counting().spec("w/a", 10*ms), (&script{}).spec("w/b", 10*ms), (&script{}).spec("w/c", 10*ms)},
		Links:  []Link{{From: "w/a.out", To: "w/b.in"}, {From: "w/a.out", To: "w/c.in"}},
	}
	for target, want := range map[string]int{"w/a.out": 2, "w/b.in": 1, "w/a.out->w/c.in": 1, "*.in": 2, "*b.in": 1} {
		var j journal
		sys := virtual(t, app, eventLog(&j, messages.EventFaultInjected, messages.EventFaultEnded))
		inject(t, sys, Fault{Kind: FaultDrop, Target: target, Duration: 20 * ms})
		if n := len(j.all()); n != want {
			t.Errorf("%q hit %d links, want %d: %v", target, n, want, j.all())
		}
		advance(t, sys, 30*ms)
		if n := len(j.all()); n != 2*want {
			t.Errorf("%q: %v", target, j.all())
		}
		stop(t, sys)
	}
}

// values notes what arrives: the number, whether X is finite, and its age.
func values(j *journal) *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		v, stamp, ok := a.In.Latest()
		switch {
		case !ok:
			j.add("%v -", time.Duration(t.Now))
		case math.IsNaN(v.X):
			j.add("%v %d nan age %v", time.Duration(t.Now), v.N, stamp.Age(t.Now))
		default:
			j.add("%v %d age %v", time.Duration(t.Now), v.N, stamp.Age(t.Now))
		}
		return nil
	}}
}

// withdrawing sends its cycle's number, but withdraws in the fourth cycle.
func withdrawing() *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		if t.Sequence == 3 {
			return a.Out.Withdraw(t)
		}
		return a.Out.Send(t, note{N: int64(t.Sequence), X: 1})
	}}
}

func TestFaultsOfLinksActOnValuesAndWithdrawals(t *testing.T) {
	for _, c := range []struct {
		fault Fault
		want  []string // from 0 to 60 ms; the fault acts from 15 to 45 ms
	}{
		{Fault{Kind: FaultDrop}, []string{ // the withdrawal is lost as well: the receiver has to look at the age
			"0s 0 age 0s", "10ms 1 age 0s", "20ms 1 age 10ms", "30ms 1 age 20ms", "40ms 1 age 30ms", "50ms 5 age 0s", "60ms 6 age 0s"}},
		{Fault{Kind: FaultDelay, Delay: 15 * ms}, []string{ // 2 comes at 35, the withdrawal at 45, where 4 would come at 55
			"0s 0 age 0s", "10ms 1 age 0s", "20ms 1 age 10ms", "30ms 1 age 20ms", "40ms 2 age 20ms", "50ms 5 age 0s", "60ms 6 age 0s"}},
		{Fault{Kind: FaultDelay, Delay: 10 * ms}, []string{
			"0s 0 age 0s", "10ms 1 age 0s", "20ms 1 age 10ms", "30ms 2 age 10ms", "40ms -", "50ms 5 age 0s", "60ms 6 age 0s"}},
		{Fault{Kind: FaultFreeze}, []string{ // with new stamps; a withdrawal still is one
			"0s 0 age 0s", "10ms 1 age 0s", "20ms 2 age 0s", "30ms -", "40ms 2 age 0s", "50ms 5 age 0s", "60ms 6 age 0s"}},
		{Fault{Kind: FaultNaN}, []string{
			"0s 0 age 0s", "10ms 1 age 0s", "20ms 2 nan age 0s", "30ms -", "40ms 4 nan age 0s", "50ms 5 age 0s", "60ms 6 age 0s"}},
	} {
		var j journal
		sys := virtual(t, pair(withdrawing(), values(&j), 0))
		sys.At(instant(15*ms), func() {
			f := c.fault
			f.Target, f.Duration = "w/a_source.out", 30*ms
			inject(t, sys, f)
		})
		advance(t, sys, 60*ms)
		t.Run(c.fault.String(), func(t *testing.T) { j.wants(t, c.want...) })
		stop(t, sys)
	}
}

func TestFaultsAtOnePlaceActTogetherAndEndOneByOne(t *testing.T) {
	var j journal
	sys := virtual(t, pair(withdrawing(), values(&j), 0))
	link := "w/a_source.out->w/b_sink.in"
	sys.At(instant(5*ms), func() {
		inject(t, sys, Fault{Kind: FaultFreeze, Target: link, Duration: 70 * ms})
		inject(t, sys, Fault{Kind: FaultNaN, Target: link, Duration: 10 * ms})
		inject(t, sys, Fault{Kind: FaultDelay, Target: link, Delay: 10 * ms, Duration: 50 * ms})
	})
	advance(t, sys, 90*ms)
	j.wants(t,
		"0s 0 age 0s",
		"10ms 0 age 10ms",
		"20ms 1 nan age 10ms", // the first value that the freeze met, spoilt and late
		"30ms 1 age 10ms",
		"40ms -", // the withdrawal of 30 ms
		"50ms 1 age 10ms",
		"60ms 1 age 0s", // not delayed any more
		"70ms 1 age 0s",
		"80ms 8 age 0s",
		"90ms 9 age 0s")
}

func TestASecondFreezeTakesItsOwnFirstValue(t *testing.T) {
	var j journal
	sys := virtual(t, pair(withdrawing(), values(&j), 0))
	for _, at := range []time.Duration{35, 65} {
		sys.At(instant(at*ms), func() { inject(t, sys, Fault{Kind: FaultFreeze, Target: "*", Duration: 30 * ms}) })
	}
	advance(t, sys, 100*ms)
	testkit.MustContain(t, j.String(), "40ms 4 age", "60ms 4 age", "70ms 7 age", "90ms 7 age", "100ms 10 age")
}

func TestTwoFreezesAtOnceDoNotThawEachOther(t *testing.T) {
	var j journal
	sys := virtual(t, pair(withdrawing(), values(&j), 0))
	sys.At(instant(35*ms), func() {
		inject(t, sys, Fault{Kind: FaultFreeze, Target: "*", Duration: 20 * ms})
		inject(t, sys, Fault{Kind: FaultFreeze, Target: "*", Duration: 50 * ms})
	})
	advance(t, sys, 100*ms)
	testkit.MustContain(t, j.String(), "40ms 4 age", "50ms 4 age", "60ms 4 age", "80ms 4 age", "90ms 9 age")
}

func TestADelayedValueWakesAnEventDrivenReceiver(t *testing.T) {
	var j journal
	app := pair(sendingWhile(func(n uint64) bool { return n == 1 }), values(&j), 0)
	app.Actors[1].Period = 0
	sys := virtual(t, app)
	inject(t, sys, Fault{Kind: FaultDelay, Target: "*", Delay: 25 * ms})
	advance(t, sys, 100*ms)
	j.wants(t, "35ms 1 age 25ms")
}

func TestAValueDelayedOverItsSendersRestartIsNotAccepted(t *testing.T) {
	var j journal
	sys := virtual(t, pair(counting(), values(&j), 0))
	advance(t, sys, 5*ms)
	inject(t, sys, Fault{Kind: FaultDelay, Target: "*.in", Delay: 200 * ms, Duration: 10 * ms}) // the value of 10 ms arrives at 210 ms
	inject(t, sys, Fault{Kind: FaultDelay, Target: "*.in", Delay: 200 * ms, Duration: 200 * ms})
	sys.At(instant(15*ms), func() { inject(t, sys, Fault{Kind: FaultError, Target: "w/a_source"}) })
	advance(t, sys, 310*ms)
	for _, line := range j.all() {
		var at time.Duration
		text, rest, _ := strings.Cut(line, " ")
		at, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		if at >= 120*ms && at < 205*ms && rest != "-" {
			t.Errorf("after the restart at 120 ms: %s", line)
		}
	}
}

func TestFaultsOfActorsWithoutADurationHappenOnce(t *testing.T) {
	for _, kind := range []FaultKind{FaultPanic, FaultError} {
		sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}})
		inject(t, sys, Fault{Kind: kind, Target: "w/*"})
		advance(t, sys, time.Second)
		if h := healthOf(t, sys, "w/a"); h.Restarts != 1 || h.State != "running" {
			t.Errorf("%s: %d restarts, %s", kind, h.Restarts, h.State)
		}
		stop(t, sys)
	}
}

func TestFaultsOfActorsWithADurationHappenAtEveryTickUntilItEnds(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)},
		Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: 25 * ms}}}}})
	inject(t, sys, Fault{Kind: FaultPanic, Target: "w/a", Duration: 100 * ms})
	advance(t, sys, time.Second)
	if h := healthOf(t, sys, "w/a"); h.Restarts != 4 || h.State != "running" { // at 0, 30, 60 and 90 ms
		t.Errorf("%d restarts, %s", h.Restarts, h.State)
	}
}

func TestACrashLoopLastsUntilItIsCleared(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)},
		Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: 50 * ms}}}}}, eventLog(&j, messages.EventFaultInjected, messages.EventFaultEnded))
	advance(t, sys, 5*ms)
	inject(t, sys, Fault{Kind: FaultCrashLoop, Target: "w/a"})
	advance(t, sys, 300*ms)
	h := healthOf(t, sys, "w/a")
	if h.State != "suspended" || h.Restarts < 5 {
		t.Errorf("%s after %d restarts", h.State, h.Restarts)
	}
	testkit.MustContain(t, h.LastError, "start: injected")
	sys.ClearFaults()
	sys.ClearFaults()
	advance(t, sys, 100*ms)
	if h := healthOf(t, sys, "w/a"); h.State != "running" {
		t.Error(h.State)
	}
	j.wants(t, "0.005000s w/a fault_injected: crash_loop w/a", "0.305000s w/a fault_ended: crash_loop w/a")
}

func TestClearingEndsFaultsBeforeTheirTime(t *testing.T) {
	var j journal
	sys := virtual(t, pair(counting(), &script{}, 0), eventLog(&j, messages.EventFaultEnded))
	inject(t, sys, Fault{Kind: FaultDrop, Target: "*", Duration: time.Second})
	inject(t, sys, Fault{Kind: FaultSlow, Target: "w/a_source", Delay: ms, Duration: time.Second})
	advance(t, sys, 100*ms)
	sys.ClearFaults()
	advance(t, sys, 2*time.Second)
	if got := j.all(); len(got) != 2 || !strings.HasPrefix(got[0], "0.100000s") {
		t.Errorf("got %v", got)
	}
	if n := healthOf(t, sys, "w/b_sink").Inputs[0].Received; n != 200 { // one each from 110 ms on
		t.Errorf("%d values arrived", n)
	}
}

func TestASlowActorIsSlowInVirtualAndInRealTime(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}})
	inject(t, sys, Fault{Kind: FaultSlow, Target: "w/a", Delay: 4 * ms, Duration: 50 * ms})
	advance(t, sys, 100*ms)
	if h := healthOf(t, sys, "w/a"); h.Execution.Max != 4*ms || h.Execution.P50 != 0 {
		t.Errorf("execution %+v", h.Execution)
	}
	slow := counting().spec("w/a", 5*ms)
	slow.HangAfter = time.Minute // the machine may be slow too
	inReal, err := New(Application{Name: t.Name(), Actors: []Spec{slow}}, WithFaults())
	if err != nil {
		t.Fatal(err)
	}
	inject(t, inReal, Fault{Kind: FaultSlow, Target: "w/a", Delay: 2 * ms}) // before the first tick
	if err := inReal.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer stop(t, inReal)
	eventually(t, "it ran", func() bool { return healthOf(t, inReal, "w/a").Execution.Count > 3 })
	if h := healthOf(t, inReal, "w/a"); h.Execution.P50 < 2*ms {
		t.Errorf("execution %+v", h.Execution)
	}
}

func TestFaultsHitAnActorThatOnlyReceives(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{{Name: "w/a", New: func() any { return &receiverOnly{} }}}})
	inject(t, sys, Fault{Kind: FaultError, Target: "w/a"})
	if err := sys.Send("w/a", 1); err != nil {
		t.Fatal(err)
	}
	if h := healthOf(t, sys, "w/a"); h.State != "suspended" || h.LastError != "injected error" {
		t.Errorf("%s: %s", h.State, h.LastError)
	}
}

type receiverOnly struct{ _ int }

func (*receiverOnly) Receive(*Context, any) error { return nil }

func TestAScheduledFunctionThatPanicsEndsTheApplication(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}})
	sys.At(instant(25*ms), func() { panic(errScripted) })
	if err := sys.Advance(time.Second); !errors.Is(err, errScripted) {
		t.Errorf("got %v", err)
	}
}

func TestAFaultPrintsAsSchedulesWriteIt(t *testing.T) {
	for want, f := range map[string]Fault{
		"panic arm/drive":                  {Kind: FaultPanic, Target: "arm/drive"},
		"for 2s drop *.state":              {Kind: FaultDrop, Target: "*.state", Duration: 2 * time.Second},
		"for 1s delay a.b->c.d delay=40ms": {Kind: FaultDelay, Target: "a.b->c.d", Duration: time.Second, Delay: 40 * ms},
		"slow arm/controller delay=1.5ms":  {Kind: FaultSlow, Target: "arm/controller", Delay: 1500 * time.Microsecond},
	} {
		if got := f.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
