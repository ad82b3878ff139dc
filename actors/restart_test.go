package actors

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAFailedActorRestartsWithABackOffThatDoublesThenEscalates(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{(&script{tick: func(a *scripted, t *Tick) error {
		if a.ticks == 2 {
			return errScripted
		}
		return nil
	}}).spec("w/a", 10*ms)}}, eventLog(&j, messages.EventStarted, messages.EventFailed, messages.EventRestarting, messages.EventEscalated))
	err := sys.Advance(2 * time.Second)
	j.wants(t,
		"0.000000s w/a started",
		"0.010000s w/a failed cause error: as the script says",
		"0.010000s w/a restarting cause error: failure 1 of at most 3 within 10s",
		"0.110000s w/a started",
		"0.120000s w/a failed cause error: as the script says",
		"0.120000s w/a restarting cause error: failure 2 of at most 3 within 10s",
		"0.320000s w/a started",
		"0.330000s w/a failed cause error: as the script says",
		"0.330000s w/a restarting cause error: failure 3 of at most 3 within 10s",
		"0.730000s w/a started",
		"0.740000s w/a failed cause error: as the script says",
		"0.740000s w/a escalated cause escalation: 4 failures within 10s, at most 3 are restarted",
		"0.740000s w restarting cause escalation: failure 1 of at most 3 within 10s",
		"0.840000s w/a started",
		"0.850000s w/a failed cause error: as the script says",
		"0.850000s w/a escalated cause escalation: 5 failures within 10s, at most 3 are restarted",
		"0.850000s w restarting cause escalation: failure 2 of at most 3 within 10s",
		"1.050000s w/a started",
		"1.060000s w/a failed cause error: as the script says",
		"1.060000s w/a escalated cause escalation: 6 failures within 10s, at most 3 are restarted",
		"1.060000s w restarting cause escalation: failure 3 of at most 3 within 10s",
		"1.460000s w/a started",
		"1.470000s w/a failed cause error: as the script says",
		"1.470000s w/a escalated cause escalation: 7 failures within 10s, at most 3 are restarted")
	if !errors.Is(err, errScripted) || err == nil || !strings.Contains(err.Error(), "no supervisor could handle a failure") {
		t.Errorf("the run ended with %v", err)
	}
	if sys.Now() != instant(1470*ms) || !errors.Is(sys.HaltReason(), errScripted) {
		t.Errorf("halted at %v by %v", sys.Now(), sys.HaltReason())
	}
}

// calls notes every call of the runtime, with the incarnation.
func calls(j *journal, more *script) *script {
	s := *more
	note := func(what string, c *Context) { j.add("%v %s %d", time.Duration(c.Time()), what, c.Incarnation()) }
	tick, start, stop, fence := s.tick, s.start, s.stop, s.fence
	s.start = func(a *scripted, c *Context) error {
		note("start", c)
		if start != nil {
			return start(a, c)
		}
		return nil
	}
	s.tick = func(a *scripted, t *Tick) error {
		note("tick", t.Context)
		if tick != nil {
			return tick(a, t)
		}
		return nil
	}
	s.stop = func(a *scripted, c *Context, reason StopReason) error {
		note("stop("+reason.String()+")", c)
		if stop != nil {
			return stop(a, c, reason)
		}
		return nil
	}
	s.fence = func(now messages.Instant, cause messages.Cause) error {
		j.add("%v fence(%s)", time.Duration(now), cause)
		if fence != nil {
			return fence(now, cause)
		}
		return nil
	}
	return &s
}

func TestAFailureFencesAtOnceAndStopsBeforeTheNextIncarnation(t *testing.T) {
	for _, c := range []struct {
		kind  FaultKind
		cause messages.Cause
	}{{FaultError, messages.CauseError}, {FaultPanic, messages.CausePanic}} {
		var j journal
		sys := virtual(t, Application{Actors: []Spec{calls(&j, &script{}).spec("w/a", 50*ms)}})
		advance(t, sys, 0)
		inject(t, sys, Fault{Kind: c.kind, Target: "w/a"})
		advance(t, sys, 150*ms)
		stop(t, sys)
		j.wants(t,
			"0s start 1", "0s tick 1",
			"50ms fence("+c.cause.String()+")",
			"150ms stop(failed) 1", "150ms start 2", "150ms tick 2",
			"150ms stop(stop) 2")
		if h := healthOf(t, sys, "w/a"); h.State != "stopped" || h.Restarts != 1 || h.Incarnation != 2 {
			t.Errorf("%+v", h)
		}
	}
}

func TestEveryWayToFailLeadsToOneRestart(t *testing.T) {
	first := func(c *Context) bool { return c.Incarnation() == 1 }
	for name, s := range map[string]*script{
		"error in Start":   {start: func(a *scripted, c *Context) error { return failing(first(c), errScripted) }},
		"panic in Start":   {start: func(a *scripted, c *Context) error { return panicking(first(c)) }},
		"Goexit in Start":  {start: func(a *scripted, c *Context) error { return exiting(first(c)) }},
		"error in Tick":    {tick: func(a *scripted, t *Tick) error { return failing(first(t.Context), errScripted) }},
		"panic in Tick":    {tick: func(a *scripted, t *Tick) error { return panicking(first(t.Context)) }},
		"Goexit in Tick":   {tick: func(a *scripted, t *Tick) error { return exiting(first(t.Context)) }},
		"error in Receive": {receive: func(a *scripted, c *Context, m any) error { return failing(first(c), errScripted) }},
		"panic in Receive": {receive: func(a *scripted, c *Context, m any) error { return panicking(first(c)) }},
		"Goexit in Receive": {receive: func(a *scripted, c *Context, m any) error {
			return exiting(first(c))
		}},
		"error in a timer": {
			start:   func(a *scripted, c *Context) error { c.After("x", 0, "timer"); return nil },
			receive: func(a *scripted, c *Context, m any) error { return failing(first(c) && m == "timer", errScripted) },
		},
	} {
		for _, period := range []time.Duration{ms, 0} {
			t.Run(fmt.Sprintf("%s, period %v", name, period), func(t *testing.T) {
				var fences journal
				s := *s
				s.fence = func(now messages.Instant, cause messages.Cause) error { fences.add("%s", cause); return nil }
				sys := started(t, Application{Actors: []Spec{s.spec("w/a", period), counting().spec("w/other", ms)},
					Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart}}}}})
				for range 3 {
					_ = sys.Send("w/a", "message") // what a failed incarnation had queued is not executed by the next
				}
				eventually(t, "the second incarnation runs", func() bool {
					_ = sys.Send("w/a", "message")
					h := healthOf(t, sys, "w/a")
					return h.Incarnation == 2 && h.State == "running" && h.Ticks > 0
				})
				before := healthOf(t, sys, "w/other").Ticks
				eventually(t, "the other actor of the domain goes on", func() bool { return healthOf(t, sys, "w/other").Ticks > before })
				stop(t, sys)
				if h := healthOf(t, sys, "w/a"); h.Restarts != 1 || len(fences.all()) != 1 || h.State != "stopped" {
					t.Errorf("%d restarts, fences %v, %s", h.Restarts, fences.all(), h.State)
				}
				wantError := map[string]string{"e": errScripted.Error(), "p": "panic: as the script says", "G": "runtime.Goexit was called"}[name[:1]]
				testkit.MustContain(t, healthOf(t, sys, "w/a").LastError, wantError)
			})
		}
	}
}

func failing(when bool, err error) error {
	if when {
		return err
	}
	return nil
}

func panicking(when bool) error {
	if when {
		panic(errScripted)
	}
	return nil
}

func exiting(when bool) error {
	if when {
		runtime.Goexit()
	}
	return nil
}

// In virtual time all code runs on the caller's goroutine: a Goexit, as of testing.T.FailNow, ends
// that one, and leaves the system so that it can be stopped.
func TestAGoexitInVirtualTimeEndsTheCallerAndTheSystemStillStops(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{calls(&j, &script{tick: func(a *scripted, t *Tick) error { return exiting(t.Sequence == 1) }}).spec("w/a", 10*ms)}})
	ended := make(chan bool)
	go func() {
		returned := false
		defer func() { ended <- returned }()
		_ = sys.Advance(time.Second)
		returned = true
	}()
	if <-ended {
		t.Fatal("Advance returned")
	}
	stop(t, sys)
	j.wants(t, "0s start 1", "0s tick 1", "10ms tick 1", "10ms fence(panic)", "10ms stop(stop) 1")
	testkit.MustContain(t, healthOf(t, sys, "w/a").LastError, "runtime.Goexit was called")
}

func TestAGoexitUnderRunInVirtualTimeIsTheFailureOfItsActor(t *testing.T) {
	var j journal
	restarts := Application{Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: 20 * ms}}}}, Actors: []Spec{
		calls(&j, &script{tick: func(a *scripted, t *Tick) error { return exiting(t.Incarnation() == 1 && t.Sequence == 1) }}).spec("w/a", 10*ms),
		(&script{tick: func(a *scripted, t *Tick) error { return nil }}).spec("w/b", 10*ms)}}
	restarts.Name = t.Name()
	sys, err := New(restarts, WithVirtualTime(), WithStopAfter(100*ms))
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Run(context.Background()); err != nil || sys.Now() != messages.Instant(100*ms) {
		t.Errorf("%v at %s", err, sys.Now())
	}
	if h := healthOf(t, sys, "w/a"); h.Restarts != 1 || h.Ticks < 7 {
		t.Errorf("%+v; expected one restart, and ticks after it", h)
	}
	if h := healthOf(t, sys, "w/b"); h.Restarts != 0 || h.Ticks != 11 {
		t.Errorf("the other actor: %+v", h)
	}
}

func TestAFailingStopIsReportedAndFencedInstead(t *testing.T) {
	for name, s := range map[string]*script{
		"error": {stop: func(*scripted, *Context, StopReason) error { return errScripted }},
		"panic": {stop: func(*scripted, *Context, StopReason) error { panic(errScripted) }},
	} {
		var j, events journal
		sys := virtual(t, Application{Actors: []Spec{calls(&j, s).spec("w/a", 10*ms)}}, eventLog(&events, messages.EventFailed, messages.EventStopSent, messages.EventStopped))
		advance(t, sys, 0)
		err := sys.Stop(context.Background())
		if e, ok := errors.AsType[*StopError](err); !ok || len(e.Failures) != 1 || e.Failures[0].Actor != "w/a" || e.Left != nil || !errors.Is(err, errScripted) {
			t.Errorf("%s: Stop returned %v; expected the failure of w/a", name, err)
		}
		j.wants(t, "0s start 1", "0s tick 1", "0s stop(stop) 1", "0s fence(error)")
		text := errScripted.Error()
		if name == "panic" {
			text = "panic: " + text
		}
		events.wants(t, "0.000000s w/a failed cause error: while stopping: "+text, "0.000000s w/a stop_sent cause error", "0.000000s w/a stopped")
	}
}

func TestAGoexitInStopEndsNothingElse(t *testing.T) {
	var j journal
	exits := &script{stop: func(a *scripted, c *Context, reason StopReason) error {
		j.add("%s", c.Name())
		runtime.Goexit()
		return nil
	}}
	sys := started(t, Application{Actors: []Spec{exits.spec("w/a", ms), exits.spec("w/b", 0), exits.spec("w/c", ms)}})
	err := sys.Stop(context.Background())
	if e, ok := errors.AsType[*StopError](err); !ok || len(e.Failures) != 3 || e.Left != nil || !errors.Is(err, errGoexit) {
		t.Errorf("Stop returned %v; expected the failures of three actors", err)
	}
	j.wants(t, "w/c", "w/b", "w/a")
}

func TestWhatWasQueuedForAPredecessorIsNotExecuted(t *testing.T) {
	var j journal
	s := calls(&j, &script{})
	s.tick = nil
	s.receive = func(a *scripted, c *Context, m any) error {
		j.add("%v incarnation %d received %v", time.Duration(c.Time()), c.Incarnation(), m)
		return failing(m == "fail", errScripted)
	}
	sys := virtual(t, Application{Actors: []Spec{s.spec("w/a", 10*ms)}})
	advance(t, sys, 5*ms)
	for _, m := range []string{"one", "fail", "behind the failure"} {
		if err := sys.Send("w/a", m); err != nil {
			t.Fatal(err)
		}
	}
	advance(t, sys, 20*ms) // fails at 10 ms
	if err := sys.Send("w/a", "while suspended"); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, 90*ms) // restarts at 110 ms
	if err := sys.Send("w/a", "for the new one"); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, 10*ms)
	j.wants(t,
		"0s start 1",
		"10ms incarnation 1 received one",
		"10ms incarnation 1 received fail",
		"10ms fence(error)",
		"110ms stop(failed) 1",
		"110ms start 2",
		"120ms incarnation 2 received for the new one")
}

func TestTimersEndWithTheirIncarnation(t *testing.T) {
	for _, period := range []time.Duration{10 * ms, 0} {
		var j journal
		sys := virtual(t, Application{Actors: []Spec{(&script{
			start: func(a *scripted, c *Context) error {
				c.After("tell", 200*ms, fmt.Sprintf("from incarnation %d", c.Incarnation()))
				return nil
			},
			receive: func(a *scripted, c *Context, m any) error {
				if m == "fail" {
					return errScripted
				}
				j.add("%v %v", time.Duration(c.Time()), m)
				return nil
			},
		}).spec("w/a", period)}})
		advance(t, sys, 50*ms)
		if err := sys.Send("w/a", "fail"); err != nil {
			t.Fatal(err)
		}
		advance(t, sys, 400*ms)
		want := "360ms from incarnation 2" // failed at the release of 50 ms after the message, 60 ms
		if period == 0 {
			want = "350ms from incarnation 2"
		}
		j.wants(t, want)
		stop(t, sys)
	}
}

func TestRandomDrawsGoOnOverRestarts(t *testing.T) {
	draws := func(fail bool) []uint64 {
		var all []uint64
		sys := virtual(t, Application{Actors: []Spec{(&script{tick: func(a *scripted, t *Tick) error {
			all = append(all, t.Rand().Uint64())
			return failing(fail && len(all) == 3, errScripted)
		}}).spec("w/a", 10*ms)}})
		advance(t, sys, 200*ms)
		return all[:8]
	}
	if a, b := draws(false), draws(true); fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("without a restart %v, with one %v", a, b)
	}
}

func TestAConstructorThatFailsLaterFailsItsIncarnation(t *testing.T) {
	for name, c := range map[string]struct {
		make func() any
		want string
	}{
		"panic":        {func() any { panic(errScripted) }, "panic: as the script says"},
		"nothing":      {func() any { return nil }, "constructor returned nothing"},
		"another type": {func() any { return &vectorSource{} }, "declares port \"out\""},
		"error": {func() any {
			return &scripted{script: &script{configure: func(*scripted, *Setup) error { return errScripted }}}
		}, errScripted.Error()},
		"a new port": {func() any {
			return &scripted{script: &script{configure: func(a *scripted, s *Setup) error {
				s.Port("new", new(In[note]), PortOptions{Optional: true})
				return nil
			}}}
		}, `declares port "new" in a later incarnation`},
	} {
		t.Run(name, func(t *testing.T) {
			made := 0
			sys := virtual(t, Application{Actors: []Spec{{Name: "w/a", Period: 10 * ms, New: func() any {
				if made++; made == 2 {
					return c.make()
				}
				return (&script{}).new()
			}}}})
			inject(t, sys, Fault{Kind: FaultError, Target: "w/a"})
			advance(t, sys, 100*ms)
			h := healthOf(t, sys, "w/a")
			if h.State != "suspended" || h.Restarts != 1 {
				t.Errorf("%s after %d restarts", h.State, h.Restarts)
			}
			if name == "another type" { // its output has the name of another type's, so the types are compared first
				testkit.MustContain(t, h.LastError, "output w/a.out had the type actors.note and now has actors.vectorValue")
			} else {
				testkit.MustContain(t, h.LastError, c.want)
			}
			advance(t, sys, 300*ms)
			if h := healthOf(t, sys, "w/a"); h.State != "running" || made != 3 {
				t.Errorf("%s after %d constructions", h.State, made)
			}
		})
	}
}

func TestAContextOfAnEarlierIncarnationDoesNothing(t *testing.T) {
	var j journal
	var old *Context
	var err error
	sys := virtual(t, Application{Actors: []Spec{(&script{
		tick: func(a *scripted, t *Tick) error {
			if old == nil {
				old = t.Context
				return errScripted
			}
			if t.Sequence == 20 {
				err = errors.Join(old.Send("w/a", "from the past"), old.Ask("w/a", 1, ms, func(*Context, any, error) error { return nil }))
				old.After("x", 0, "timer of the past")
				old.Emit(messages.Event{Text: "from the past"})
				if old.Cancel("x") || old.Reply(1) {
					j.add("the past acts")
				}
			}
			return nil
		},
		receive: func(a *scripted, c *Context, m any) error { j.add("%v", m); return nil },
	}).spec("w/a", 10*ms)}}, eventLog(&j, messages.EventNote))
	advance(t, sys, 300*ms)
	if !errors.Is(err, ErrFenced) || len(j.all()) != 0 {
		t.Errorf("%v, %v", err, j.all())
	}
}

// failAt has an actor fail at one instant.
func failAt(at time.Duration) *script {
	return &script{tick: func(a *scripted, t *Tick) error { return failing(t.Now == instant(at), errScripted) }}
}

func TestASupervisorRestartsSiblingsTogetherAndSuspendsThemAtOnce(t *testing.T) {
	var j journal
	all := always{Decision{Action: Restart, After: 50 * ms, Also: []string{"arm/c", "arm/b"}}}
	sys := virtual(t, Application{
		Groups: []Group{{Name: "arm", Policy: all}},
		Actors: []Spec{
			calls(&j, &script{}).spec("arm/a", 20*ms),
			calls(&j, failAt(20*ms)).spec("arm/b", 20*ms),
			calls(&j, &script{}).spec("arm/c", 20*ms),
			(&script{}).spec("base/d", 20*ms),
		},
	})
	j.clear() // of the three starts
	advance(t, sys, 80*ms)
	j.wants(t,
		"0s tick 1", "0s tick 1", "0s tick 1",
		"20ms tick 1", "20ms tick 1", // a; b, which fails
		"20ms fence(error)",
		"20ms fence(escalation)",     // c never ticks at 20 ms
		"40ms tick 1", "60ms tick 1", // a alone
		"70ms stop(failed) 1", "70ms start 2", "70ms stop(failed) 1", "70ms start 2",
		"80ms tick 1", "80ms tick 2", "80ms tick 2")
	for name, incarnation := range map[string]messages.Incarnation{"arm/a": 1, "arm/b": 2, "arm/c": 2, "base/d": 1} {
		if h := healthOf(t, sys, name); h.Incarnation != incarnation {
			t.Errorf("%s is in incarnation %d, want %d", name, h.Incarnation, incarnation)
		}
	}
}

func TestTwoFailuresOfOneGroupRestartItOnce(t *testing.T) {
	all := always{Decision{Action: Restart, After: 50 * ms, Also: []string{"arm/a", "arm/b"}}}
	sys := virtual(t, Application{
		Groups: []Group{{Name: "arm", Policy: all}},
		Actors: []Spec{failAt(20*ms).spec("arm/a", 20*ms), failAt(20*ms).spec("arm/b", 20*ms)},
	})
	advance(t, sys, 200*ms)
	for _, h := range sys.Health() {
		if h.Restarts != 1 || h.State != "running" {
			t.Errorf("%s: %d restarts, %s", h.Actor, h.Restarts, h.State)
		}
	}
}

// bAfterA has a failure of arm/a, which is started first, restart arm/b too, and one of arm/b
// nothing else.
type bAfterA struct{}

func (bAfterA) Decide(f *Failure, _ []string, _ float64) Decision {
	d := Decision{Action: Restart, After: 50 * ms}
	if f.Actor == "arm/a" {
		d.Also = []string{"arm/b"}
	}
	return d
}

// Both are due while the thread that they need is held by an actor that hangs; they are carried out
// when it is given up.
func TestTwoRestartsOfOneActorThatHaveToWaitAreOne(t *testing.T) {
	var events journal
	sys := virtual(t, Application{
		Groups: []Group{{Name: "arm", Policy: bAfterA{}}},
		Actors: []Spec{failAt(30*ms).spec("arm/a", 10*ms), failAt(20*ms).spec("arm/b", 10*ms), (&script{}).spec("base/c", 20*ms)},
	}, eventLog(&events, messages.EventStarted))
	advance(t, sys, 50*ms)
	events.clear()
	inject(t, sys, Fault{Kind: FaultHang, Target: "base/c"})
	if err := sys.Advance(time.Second); !errors.Is(err, ErrHung) {
		t.Fatalf("the run ended with %v", err)
	}
	events.wants(t, "0.460000s arm/a started", "0.460000s arm/b started")
}

func TestAnActorMayBeLeftStoppedWhileTheRestGoesOn(t *testing.T) {
	sys := virtual(t, Application{
		Groups: []Group{{Name: "arm", Policy: always{Decision{Action: StopActor, Also: []string{"arm/c"}}}}},
		Actors: []Spec{counting().spec("arm/a", 10*ms), failAt(20*ms).spec("arm/b", 10*ms), counting().spec("arm/c", 10*ms)},
	})
	advance(t, sys, 100*ms)
	for name, state := range map[string]string{"arm/a": "running", "arm/b": "stopped", "arm/c": "stopped"} {
		if h := healthOf(t, sys, name); h.State != state {
			t.Errorf("%s is %s, want %s", name, h.State, state)
		}
	}
	stop(t, sys)
}

func TestAnEscalationRestartsEverythingBelowInOrder(t *testing.T) {
	var j journal
	note := func(name string, s *script) Spec {
		s.start = func(a *scripted, c *Context) error { j.add("%v %s", time.Duration(c.Time()), c.Name()); return nil }
		spec := s.spec(name, 10*ms)
		return spec
	}
	in := func(group string, s Spec) Spec { s.Group = group; return s }
	sys := virtual(t, Application{
		Groups: []Group{
			{Name: "robot", Policy: always{Decision{Action: Restart, After: 30 * ms}}},
			{Name: "arm", Parent: "robot", Policy: always{Decision{Action: Escalate}}},
			{Name: "joint", Parent: "arm", Policy: always{Decision{Action: Escalate}}},
			{Name: "base", Parent: "robot"},
		},
		Actors: []Spec{
			in("joint", note("arm/drive", failAt(20*ms))),
			in("arm", note("arm/model", &script{})),
			in("arm", note("arm/controller", &script{})),
			in("base", note("base/controller", &script{})),
		},
	})
	advance(t, sys, 0)
	j.clear()
	advance(t, sys, 100*ms)
	j.wants(t, "50ms arm/drive", "50ms arm/model", "50ms arm/controller") // the order of the application, as at the start
}

func TestAnEscalationMayStopAGroupAndItsSiblings(t *testing.T) {
	sys := virtual(t, Application{
		Groups: []Group{
			{Name: "robot", Policy: always{Decision{Action: StopActor, Also: []string{"base"}}}},
			{Name: "arm", Parent: "robot", Policy: always{Decision{Action: Escalate}}},
			{Name: "base", Parent: "robot"}, {Name: "head", Parent: "robot"},
		},
		Actors: []Spec{failAt(20*ms).spec("arm/a", 10*ms), counting().spec("base/a", 10*ms), counting().spec("head/a", 10*ms)},
	})
	advance(t, sys, 50*ms)
	for name, state := range map[string]string{"arm/a": "stopped", "base/a": "stopped", "head/a": "running"} {
		if h := healthOf(t, sys, name); h.State != state {
			t.Errorf("%s is %s, want %s", name, h.State, state)
		}
	}
	stop(t, sys)
}

// broken is a policy that fails itself.
type brokenPolicy struct{}

func (brokenPolicy) Decide(*Failure, []string, float64) Decision { panic("no idea") }

func TestAPolicyThatPanicsEndsTheApplication(t *testing.T) {
	app := Application{Name: "broken", Groups: []Group{{Name: "w", Policy: brokenPolicy{}}},
		Actors: []Spec{(&script{tick: func(*scripted, *Tick) error { return errScripted }}).spec("w/a", 10*ms)}}
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys, err := New(app, options...)
		if err != nil {
			t.Fatal(err)
		}
		err = sys.Run(context.Background())
		var undecided *PolicyError
		if !errors.Is(err, errScripted) || !errors.As(err, &undecided) || undecided.Supervisor != "w" || undecided.Failure.Actor != "w/a" {
			t.Fatalf("the run ended with %v", err)
		}
		testkit.MustContain(t, err.Error(), `the policy of supervisor "w" failed`, "no idea")
	}
}

func TestASystemThatStopsRestartsNothing(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: []Spec{calls(&j, failAt(10*ms)).spec("w/a", 10*ms)}})
	advance(t, sys, 20*ms)
	stop(t, sys)
	j.wants(t, "0s start 1", "0s tick 1", "10ms tick 1", "10ms fence(error)", "20ms stop(stop) 1")
}
