package actors

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func TestASecondStopIsNoReasonToHalt(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys := started(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}}, options...)
		stop(t, sys)
		stop(t, sys)
		if err := sys.HaltReason(); err != nil {
			t.Errorf("a system that was stopped twice halted: %v", err)
		}
	}
}

// Run returns no failure when two other goroutines stop the system.
func TestARunThatIsStoppedByManyEndsWell(t *testing.T) {
	slow := &script{stop: func(*scripted, *Context, StopReason) error { time.Sleep(20 * ms); return nil }}
	sys, err := New(Application{Name: t.Name(), Actors: []Spec{slow.spec("w/a", 10*ms)}})
	if err != nil {
		t.Fatal(err)
	}
	ran := make(chan error, 1)
	go func() { ran <- sys.Run(context.Background()) }()
	eventually(t, "it runs", func() bool { return healthOf(t, sys, "w/a").Ticks > 0 })
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() { defer all.Done(); stop(t, sys) }()
	}
	all.Wait()
	if err := <-ran; err != nil {
		t.Error(err)
	}
}

func TestAStopAtTheMomentAtWhichAStartEndsFindsOneOrTheOther(t *testing.T) {
	seen := map[systemPhase]int{}
	for i := range testkit.Scaled(100_000) {
		l := systemState{phase: systemStarting}
		begun, succeeded := make(chan struct{}), make(chan bool)
		go func() { close(begun); succeeded <- l.run(func() {}) }()
		if i%2 == 0 { // else it is found starting, most of the time
			<-begun
		}
		found := l.stop()
		seen[found]++
		switch succeeded := <-succeeded; {
		case found == systemStarting && !succeeded && l.phase == systemStarting: // Start ends what it has begun
		case found == systemRunning && succeeded && l.phase == systemStopping: // Stop does
		default:
			t.Fatalf("the stop found phase %d, the start succeeded: %v, now it is phase %d", found, succeeded, l.phase)
		}
	}
	t.Logf("%d found it starting, %d running", seen[systemStarting], seen[systemRunning])
}

// A program may stop a system that another goroutine is about to advance.
func TestTimeIsRefusedWhileAnotherGoroutineStopsTheSystem(t *testing.T) {
	for range testkit.Scaled(200) {
		sys, err := New(Application{Actors: []Spec{counting().spec("w/a", ms)}}, WithVirtualTime())
		if err != nil {
			t.Fatal(err)
		}
		stopped := make(chan error)
		go func() { stopped <- sys.Stop(context.Background()) }()
		if err := sys.Advance(ms); err == nil {
			t.Error("time moved in a system that was not started")
		}
		if _, ok := sys.NextInstant(); ok {
			t.Error("something is due in a system that was not started")
		}
		if err := <-stopped; err != nil {
			t.Fatal(err)
		}
	}
}

func TestAStopLeadsFromEachPhaseToItsEnd(t *testing.T) {
	for found, want := range map[systemPhase]struct {
		phase   systemPhase
		aborted bool
	}{
		systemBuilt:    {systemStopped, false},
		systemStarting: {systemStarting, true},
		systemRunning:  {systemStopping, false},
		systemStopping: {systemStopping, false},
		systemStopped:  {systemStopped, false},
	} {
		l := systemState{phase: found}
		if got := l.stop(); got != found || l.phase != want.phase || l.aborted != want.aborted {
			t.Errorf("from phase %d: it found %d and is in %d, aborted: %v", found, got, l.phase, l.aborted)
		}
	}
}

// A stop may come at any moment of a start; nothing of either is left, and the start says what
// ended it.
func TestAStopMayComeAtAnyMomentOfAStart(t *testing.T) {
	for i := range testkit.Scaled(60) {
		sys, err := New(Application{Name: t.Name(), Actors: []Spec{counting().spec("w/a", ms), counting().spec("w/b", 0)}})
		if err != nil {
			t.Fatal(err)
		}
		begun := make(chan error, 1)
		go func() { begun <- sys.Start(context.Background()) }()
		time.Sleep(time.Duration(i) * 20 * time.Microsecond)
		stop(t, sys)
		if err := <-begun; err != nil && !errors.Is(err, errStopped) && err.Error() != errOnce.Error() {
			t.Error(err)
		}
	}
}

func TestAHaltWithoutAReasonEndsTheRunToo(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		var sys *System
		halts := &script{tick: func(*scripted, *Tick) error { sys.Halt(nil); return nil }}
		sys, err := New(Application{Name: t.Name(), Actors: []Spec{halts.spec("w/a", 10*ms)}}, options...)
		if err != nil {
			t.Fatal(err)
		}
		bound, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := sys.Run(bound); !errors.Is(err, errNoReason) {
			t.Errorf("got %v", err)
		}
	}
}

func TestASystemWithoutAContextDoesNotStart(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys, err := New(Application{Name: t.Name()}, options...)
		if err != nil {
			t.Fatal(err)
		}
		var none context.Context
		if err := errors.Join(sys.Start(none), sys.Run(none)); !errors.Is(err, errNoContext) || !strings.Contains(err.Error(), "context.Background()") {
			t.Errorf("got %v", err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Errorf("afterwards: %v", err)
		}
		stop(t, sys)
	}
}

func TestANilFunctionEndsTheApplicationByName(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", ms)}})
	sys.At(5*messages.Instant(ms), nil)
	if err := sys.Advance(10 * ms); err == nil || !strings.Contains(err.Error(), "a function scheduled for 0.005000s failed: At needs a function") {
		t.Errorf("got %v", err)
	}
}

func TestTimeBeginsWithTheStart(t *testing.T) {
	sys, err := New(Application{Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(ms)
	if now := sys.Now(); now != 0 {
		t.Errorf("it is %v before the start", now)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "time passes", func() bool { return sys.Now() > 0 })
	stop(t, sys)
}

func TestASystemWithoutActorsRuns(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys, err := New(Application{}, append(options, WithStopAfter(5*ms))...)
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Run(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

func TestNobodyNeedListenOrRecord(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}}, WithLogger(nil), WithRecorder(nil), WithEvents(nil))
	inject(t, sys, Fault{Kind: FaultPanic, Target: "w/a"})
	advance(t, sys, time.Second)
	stop(t, sys)
}

// A receiver of events on the goroutine that a stop waits for gets an error and delays nothing
// ever.
func TestAStopFromAReceiverOfEventsIsRefusedInTheEnd(t *testing.T) {
	var sys *System
	var once sync.Once
	stopped := make(chan error, 1)
	ready := make(chan struct{})
	sys = started(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}}, WithStopDeadline(50*ms), WithEvents(func(messages.Event) {
		once.Do(func() {
			<-ready
			stopped <- sys.Stop(context.Background())
		})
	}))
	close(ready)
	select {
	case err := <-stopped:
		if !errors.Is(err, errReceiverBlocks) {
			t.Errorf("got %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the stop did not end")
	}
}

// angry is a recorder that panics at one of its calls.
type angry struct{ at string }

func (a *angry) fail(at string) {
	if at == a.at {
		panic("no " + at)
	}
}

func (a *angry) Channel(string, reflect.Type) (int, bool)   { return 0, true }
func (a *angry) Record(int, messages.Stamp, any)            { a.fail("values") }
func (a *angry) Withdraw(int, messages.Stamp)               { a.fail("withdrawals") }
func (a *angry) Event(messages.Event)                       { a.fail("events") }
func (a *angry) Health(messages.Instant, []messages.Health) { a.fail("health") }
func (a *angry) Dropped(int, uint64)                        { a.fail("numbers") }

// A recorder that panics ends the application, and no actor is blamed for it.
func TestARecorderThatPanicsEndsTheApplication(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		for at, want := range map[string]string{
			"values":      "the recorder of w/a.out failed: panic: no values",
			"withdrawals": "the recorder of w/a.out failed: panic: no withdrawals",
			"events":      "the receiver of event",
			"health":      "a recorder failed to write actor health: panic: no health",
		} {
			calls := counting()
			calls.tick = func(a *scripted, tick *Tick) error {
				return errors.Join(a.Out.Send(tick, note{}), a.Out.Withdraw(tick))
			}
			sys, err := New(Application{Name: t.Name(), Actors: []Spec{calls.spec("w/a", 10*ms)}}, append(options, WithRecorder(&angry{at}))...)
			if err != nil {
				t.Fatal(err)
			}
			bound, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			err = sys.Run(bound)
			cancel()
			if err == nil {
				t.Errorf("%s: the run went on", at)
				continue
			}
			testkit.MustContain(t, err.Error(), want)
			if h := healthOf(t, sys, "w/a"); h.LastError != "" || h.Restarts > 0 {
				t.Errorf("%s: the actor is blamed: %+v", at, h)
			}
		}
	}
}

// stuck is a recorder that does not return from a value, as one that writes to a pipe which nobody
// reads.
type stuck struct{ free chan struct{} }

func (s *stuck) Channel(string, reflect.Type) (int, bool) { return 0, true }
func (s *stuck) Record(int, messages.Stamp, any)          { <-s.free }
func (s *stuck) Event(messages.Event)                     {}
func (s *stuck) Dropped(int, uint64)                      {}

func TestARecorderThatDoesNotReturnIsGivenUpAtTheStop(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", ms)}}, WithStopDeadline(50*ms), WithRecorder(&stuck{free}))
	eventually(t, "it ticks", func() bool { return healthOf(t, sys, "w/a").Ticks > 30 })
	if err := sys.Stop(context.Background()); !errors.Is(err, errReceiverBlocks) {
		t.Errorf("got %v", err)
	}
}

// Ten thousand actors, each in a world of its own or all in one.
func TestThereMayBeTenThousandActors(t *testing.T) {
	n := testkit.Scaled(10_000)
	for _, worlds := range []int{1, n} {
		var app Application
		for i := range n {
			app.Actors = append(app.Actors, counting().spec(fmt.Sprintf("w%d/a%d", i%worlds, i), 10*ms))
		}
		sys := virtual(t, app)
		advance(t, sys, 5*ms)
		for _, h := range sys.Health() {
			if h.Ticks != 1 {
				t.Fatalf("%s ticked %d times", h.Actor, h.Ticks)
			}
		}
		stop(t, sys)
	}
}
