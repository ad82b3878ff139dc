package actors

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAHangInADomainEndsTheApplicationWithEverythingMadeSafe(t *testing.T) {
	var j, events journal
	in := func(s Spec, domain string) Spec { s.Domain = domain; return s }
	sys := virtual(t, Application{
		Domains: []DomainSpec{{Name: "arm"}, {Name: "base"}},
		Actors: []Spec{
			in(named(&j, &script{}).spec("arm/drive", 10*ms), "arm"),
			in(named(&j, counting()).spec("arm/controller", 10*ms), "arm"),
			in(named(&j, &script{}).spec("base/drive", 10*ms), "base"),
		},
		Links: []Link{{From: "arm/controller.out", To: "base/drive.in"}},
	}, eventLog(&events, messages.EventHang, messages.EventStopSent))
	advance(t, sys, 10*ms)
	inject(t, sys, Fault{Kind: FaultHang, Target: "arm/controller"})
	err := sys.Advance(time.Second)
	var f *Failure
	if !errors.Is(err, ErrHung) || !errors.As(err, &f) || f.Actor != "arm/controller" || f.Cause != messages.CauseHang || f.Incarnation != 1 {
		t.Fatalf("the run ended with %v", err)
	}
	testkit.MustContain(t, err.Error(), "within 200ms", `thread of domain "arm" cannot be freed`)
	if sys.Now() != instant(220*ms) {
		t.Errorf("it was found at %v, want 200 ms after the release of 20 ms", sys.Now())
	}
	events.wants(t,
		"0.220000s arm/drive stop_sent cause hang",
		"0.220000s arm/controller stop_sent cause hang",
		"0.220000s arm/controller hang cause hang: its code does not return within 200ms; the thread of domain \"arm\" cannot be freed: an actor with a domain of its own would be replaced")
	if ticks := healthOf(t, sys, "base/drive").Ticks; ticks < 22 {
		t.Errorf("the other domain ran %d ticks only", ticks)
	}
	if longest := healthOf(t, sys, "arm/controller").Execution.Max; longest != 200*ms {
		t.Errorf("the tick that hangs took %v, want its limit, 200ms", longest)
	}
	j.clear()
	err = sys.Stop(context.Background())
	if err == nil || !strings.Contains(err.Error(), "did not return: [arm/controller]") {
		t.Errorf("the stop ended with %v", err)
	}
	j.wants(t, "stop base/drive", "stop arm/drive") // in reverse order, and not in the one that hangs
	for name, state := range map[string]string{"arm/drive": "stopped", "arm/controller": "lost", "base/drive": "stopped"} {
		if h := healthOf(t, sys, name); h.State != state {
			t.Errorf("%s is %s, want %s", name, h.State, state)
		}
	}
}

// named notes fences and stops with the actor's name.
func named(j *journal, more *script) *script {
	s := *more
	s.stop = func(a *scripted, c *Context, reason StopReason) error { j.add("stop %s", c.Name()); return nil }
	return &s
}

// blocking hangs in real time until it is released.
type blocking struct {
	inside  chan struct{}
	release chan struct{}
	done    chan struct{}
	fenced  atomic.Int32
	err     error // of what it tried to send after it was fenced off
}

func newBlocking() *blocking {
	return &blocking{inside: make(chan struct{}), release: make(chan struct{}), done: make(chan struct{})}
}

func (b *blocking) fence(messages.Instant, messages.Cause) error { b.fenced.Add(1); return nil }

// tick hangs in its first incarnation, then tries to act.
func (b *blocking) tick(a *scripted, t *Tick) error {
	if t.Incarnation() > 1 {
		return a.Out.Send(t, note{N: 2})
	}
	_ = a.Out.Send(t, note{N: 1})
	loan := a.Out.Loan()
	close(b.inside)
	<-b.release
	loan.N = 666
	b.err = errors.Join(a.Out.Send(t, note{N: 666}), t.Send("w/sink", "from the dead"))
	t.After("x", 0, "from the dead")
	t.Emit(messages.Event{Text: "from the dead"})
	close(b.done)
	return errScripted
}

// The whole of it in real time: a tick really blocks, the watchdog finds it, the stop is short,
// healthy actors of the same domain stop in order, and what the blocked one does afterwards reaches
// nobody.
func TestABlockedThreadHoldsUpNeitherTheStopNorTheOthers(t *testing.T) {
	var j, events journal
	b := newBlocking()
	hangs := (&script{tick: b.tick, fence: b.fence, stop: func(a *scripted, c *Context, _ StopReason) error {
		j.add("stop %s, which hangs", c.Name())
		return nil
	}}).spec("w/hangs", 10*ms)
	hangs.Hang = 3
	sys := started(t, Application{Actors: []Spec{named(&j, &script{}).spec("w/first", 10*ms), hangs, named(&j, &script{}).spec("w/last", 10*ms)}},
		eventLog(&events, messages.EventHang, messages.EventNote))
	<-b.inside
	<-sys.Halted()
	err := sys.Stop(context.Background())
	eventually(t, "it is made safe", func() bool { return b.fenced.Load() == 1 })
	if err == nil || !strings.Contains(err.Error(), "[w/hangs]") || !errors.Is(sys.HaltReason(), ErrHung) {
		t.Errorf("the stop ended with %v, the halt with %v", err, sys.HaltReason())
	}
	j.wants(t, "stop w/last", "stop w/first")
	close(b.release)
	<-b.done
	if !errors.Is(b.err, ErrOutOfPhase) || !errors.Is(b.err, ErrFenced) {
		t.Errorf("the fenced actor received %v", b.err)
	}
	if lines := events.all(); len(lines) != 1 {
		t.Errorf("events %v", lines)
	}
}

func TestAnEventDrivenActorThatHangsIsReplaced(t *testing.T) {
	for _, inReal := range []bool{false, true} {
		t.Run(fmt.Sprintf("real time %v", inReal), func(t *testing.T) {
			var events journal
			b := newBlocking()
			hangs := (&script{tick: b.tick, fence: b.fence}).spec("w/hangs", 0)
			hangs.HangAfter = 20 * ms
			var got []int64
			sink := (&script{
				tick: func(a *scripted, t *Tick) error {
					if v, _, ok := a.In.Latest(); ok && (len(got) == 0 || got[len(got)-1] != v.N) {
						got = append(got, v.N)
					} else if !ok && len(got) > 0 && got[len(got)-1] > 0 {
						got = append(got, 0)
					}
					return nil
				},
				receive: func(a *scripted, c *Context, m any) error { return failing(m == "from the dead", errScripted) },
			}).spec("w/sink", ms)
			sink.Tolerance.Missed = -1
			app := Application{Actors: []Spec{hangs, sink}, Links: []Link{{From: "w/hangs.out", To: "w/sink.in"}},
				Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: 10 * ms}}}}}
			log := eventLog(&events, messages.EventHang, messages.EventRestarting, messages.EventStopSent)
			if !inReal {
				app.Actors[0].New = (&script{fence: b.fence, tick: func(a *scripted, t *Tick) error { return a.Out.Send(t, note{N: int64(t.Incarnation())}) }}).new
				sys := virtual(t, app, log)
				if err := sys.Send("w/hangs", "go"); err != nil {
					t.Fatal(err)
				}
				advance(t, sys, 5*ms)
				inject(t, sys, Fault{Kind: FaultHang, Target: "w/hangs"})
				if err := sys.Send("w/hangs", "hang"); err != nil {
					t.Fatal(err)
				}
				advance(t, sys, 50*ms)
				if err := sys.Send("w/hangs", "go"); err != nil {
					t.Fatal(err)
				}
				advance(t, sys, 10*ms)
				stop(t, sys)
				events.wants(t,
					"0.025000s w/hangs stop_sent cause hang",
					"0.025000s w/hangs hang cause hang: its code does not return within 20ms",
					"0.025000s w/hangs restarting cause hang")
				if fmt.Sprint(got) != "[1 0 3]" {
					t.Errorf("received %v", got)
				}
				return
			}
			sys := started(t, app, log)
			if err := sys.Send("w/hangs", "go"); err != nil {
				t.Fatal(err)
			}
			<-b.inside
			eventually(t, "the next incarnation answers", func() bool {
				_ = sys.Send("w/hangs", "go")
				h := healthOf(t, sys, "w/hangs")
				return h.State == "running" && h.Incarnation > 1 && healthOf(t, sys, "w/sink").Inputs[0].Received > 1
			})
			close(b.release)
			<-b.done
			if !errors.Is(b.err, ErrOutOfPhase) || !errors.Is(b.err, ErrFenced) {
				t.Errorf("the fenced one received %v", b.err)
			}
			before := healthOf(t, sys, "w/hangs").Ticks
			eventually(t, "the replacement goes on", func() bool {
				_ = sys.Send("w/hangs", "go")
				return healthOf(t, sys, "w/hangs").Ticks > before
			})
			stop(t, sys)
			// One restart; on a machine that withholds its thread for longer than the bound, as
			// many as there were hangs.
			if h := healthOf(t, sys, "w/hangs"); h.Restarts == 0 || uint64(b.fenced.Load()) != h.Restarts || h.State != "stopped" {
				t.Errorf("%d fences, %d restarts, %s", b.fenced.Load(), h.Restarts, h.State)
			}
			if h := healthOf(t, sys, "w/sink"); h.LastError != "" {
				t.Error(h.LastError)
			}
			for _, n := range got {
				if n == 666 {
					t.Errorf("received %v", got)
				}
			}
		})
	}
}

func TestAHangInStartOrStopIsFoundToo(t *testing.T) {
	for _, where := range []string{"start", "stop"} {
		for _, period := range []time.Duration{10 * ms, 0} {
			t.Run(fmt.Sprintf("%s, period %v", where, period), func(t *testing.T) {
				release := make(chan struct{})
				s := &script{}
				spec := s.spec("w/hangs", period)
				if where == "start" {
					s.start = func(*scripted, *Context) error { <-release; return nil }
					spec.StartWithin = 20 * ms
				} else {
					s.stop = func(*scripted, *Context, StopReason) error { <-release; return nil }
					spec.StopWithin = 20 * ms
				}
				var j journal
				sys, err := New(Application{Name: "hang", Actors: []Spec{named(&j, &script{}).spec("w/other", 10*ms), spec},
					Groups: []Group{{Name: "w", Policy: always{Decision{Action: Escalate}}}}})
				if err != nil {
					t.Fatal(err)
				}
				err = sys.Start(context.Background())
				if where == "start" && period > 0 {
					if !errors.Is(err, ErrHung) {
						t.Errorf("the start ended with %v", err)
					}
				} else if err != nil {
					t.Fatal(err)
				}
				if err == nil {
					if where == "start" {
						eventually(t, "the failure is handled", func() bool { return healthOf(t, sys, "w/hangs").State != "starting" })
					}
					err = sys.Stop(context.Background())
				}
				if err == nil || !strings.Contains(err.Error(), "w/hangs") {
					t.Errorf("ended with %v", err)
				}
				<-sys.Done()
				j.wants(t, "stop w/other")
				close(release)
			})
		}
	}
}

func TestWhatDoesNotStopInTimeIsFencedAndNamed(t *testing.T) {
	release := make(chan struct{})
	var fenced atomic.Int32
	s := (&script{
		stop:  func(*scripted, *Context, StopReason) error { <-release; return nil },
		fence: func(messages.Instant, messages.Cause) error { fenced.Add(1); return nil },
	}).spec("w/slow", 0)
	sys, err := New(Application{Name: "slow", Actors: []Spec{s}}, WithStopDeadline(20*ms))
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	err = sys.Stop(context.Background())
	if err == nil {
		t.Fatal("the stop succeeded")
	}
	testkit.MustContain(t, err.Error(), "did not stop within 20ms", "w/slow", "code of w/slow does not return")
	if fenced.Load() != 1 {
		t.Errorf("%d fences", fenced.Load())
	}
	close(release)
}

func TestATickWithinItsBoundIsNoHang(t *testing.T) {
	slow := (&script{}).spec("w/slow", 10*ms)
	slow.Execution = Execution{Base: 199 * ms}
	slow.Tolerance.Missed = -1
	sys := virtual(t, Application{Actors: []Spec{slow}})
	advance(t, sys, 5*time.Second)
	if h := healthOf(t, sys, "w/slow"); h.State != "running" || h.Execution.Max != 199*ms {
		t.Errorf("%s, execution %v", h.State, h.Execution.Max)
	}
}

func TestTheBoundOfAStepFollowsTheSpec(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want time.Duration
	}{
		{Spec{Period: ms}, 100 * ms},
		{Spec{Period: 10 * ms}, 200 * ms},
		{Spec{Period: 10 * ms, Hang: 2.5}, 25 * ms},
		{Spec{Period: 10 * ms, Hang: 2.5, HangAfter: 7 * ms}, 7 * ms},
		{Spec{}, 10 * time.Second},
		{Spec{HangAfter: time.Minute}, time.Minute},
	} {
		if got := c.spec.stepLimit(); got != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}

// An injected hang blocks a real goroutine; it ends with the system.
func TestAnInjectedHangInRealTimeEndsWithTheSystem(t *testing.T) {
	for _, period := range []time.Duration{5 * ms, 0} {
		spec := counting().spec("w/a", period)
		spec.HangAfter = 15 * ms
		sys := started(t, Application{Actors: []Spec{spec}}, WithFaults())
		inject(t, sys, Fault{Kind: FaultHang, Target: "w/a"})
		_ = sys.Send("w/a", "go")
		eventually(t, "it was replaced", func() bool { h := healthOf(t, sys, "w/a"); return h.Incarnation >= 3 && h.State == "running" })
		stop(t, sys)
	}
}
