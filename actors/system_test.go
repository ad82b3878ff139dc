package actors

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func TestEveryMistakeOfAnApplicationIsReportedAtOnce(t *testing.T) {
	ok := (&script{}).new
	_, err := New(Application{
		Domains: []DomainSpec{{Name: "fast", Priority: 100}, {Name: "twice"}, {Name: "twice"}},
		Actors: []Spec{
			{Name: "", New: ok},
			{Name: "arm/controller", New: ok, Period: ms},
			{Name: "arm/controller", New: ok, Period: ms},
			{Name: "arm controller", New: ok},
			{Name: "/arm", New: ok},
			{Name: "arm/nothing", Period: ms},
			{Name: "arm/fast", New: ok, Period: time.Microsecond},
			{Name: "arm/slow", New: ok, Period: 2 * time.Hour},
			{Name: "arm/offset", New: ok, Period: ms, Offset: ms},
			{Name: "arm/queue", New: ok, Queue: -1},
			{Name: "arm/hang", New: ok, Hang: -1},
			{Name: "arm/group", New: ok, Group: "nobody"},
			{Name: "arm/domain", New: ok, Period: ms, Domain: "nowhere"},
		},
	})
	if err == nil {
		t.Fatal("accepted")
	}
	testkit.MustContain(t, err.Error(),
		"domain fast has priority 100", "domain twice is declared twice",
		"an actor has no name", "two actors are named arm/controller", `actor name "arm controller"`, `actor name "/arm"`,
		"arm/nothing has no New", "arm/fast has a period of 1µs; expected 10us to 1h", "arm/slow has a period of 2h0m0s",
		"arm/offset has an offset of 1ms", "arm/queue has a queue of -1", "arm/hang has a negative bound",
		`arm/group names the supervisor "nobody"`, `arm/domain: domain "nowhere" is unknown; known: fast, main, twice, twice`)
}

func TestEveryMistakeOfALinkIsReportedWithBothEnds(t *testing.T) {
	_, err := New(Application{
		Actors: []Spec{counting().spec("w/a", 10*ms), (&script{}).spec("w/b", 10*ms),
			{Name: "w/c", Period: ms, Sizes: Sizes{"n": 3}, New: func() any { return &vectorSource{} }},
			{Name: "w/d", Period: ms, Sizes: Sizes{"n": 4}, New: func() any { return &vectorSink{} }}},
		Links: []Link{
			{From: "w/a.out", To: "w/b.in"},
			{From: "w/b.out", To: "w/b.in"},
			{From: "w/a.nothing", To: "w/b.in"},
			{From: "w/a.out", To: "w/b.nothing"},
			{From: "w/x.out", To: "w/b.in"},
			{From: "nonsense", To: "w/b.in"},
			{From: "w/c.out", To: "w/d.in"},
			{From: "w/c.out", To: "w/a.in"},
		},
	})
	if err == nil {
		t.Fatal("accepted")
	}
	testkit.MustContain(t, err.Error(),
		"link w/b.out -> w/b.in: the input already has a link from w/a.out",
		`link w/a.nothing -> w/b.in: output "w/a.nothing" is unknown; known: w/a.out`,
		`link w/a.out -> w/b.nothing: input "w/b.nothing" is unknown; known: w/b.in`,
		`actor "w/x" is unknown; known: w/a, w/b, w/c, w/d`,
		`port "nonsense" must be written "world/actor.port"`,
		`link w/c.out -> w/d.in: dimension "n" has size 3 at the output and 4 at the input`,
		"link w/c.out -> w/a.in: the output carries actors.vectorValue, the input takes actors.note")
}

func TestSupervisorsMustFormATree(t *testing.T) {
	for want, groups := range map[string][]Group{
		`supervisor "a" is declared twice`:                        {{Name: "a"}, {Name: "a"}},
		`declared twice or has no name`:                           {{Name: ""}},
		"supervisors a -> b -> a are each other's parents":        {{Name: "a", Parent: "b"}, {Name: "b", Parent: "a"}},
		`supervisor "b" is the parent of "a" but is not declared`: {{Name: "a", Parent: "b"}},
		"supervisors a -> a are each other's parents":             {{Name: "a", Parent: "a"}},
	} {
		_, err := New(Application{Groups: groups})
		if err == nil {
			t.Errorf("accepted: %s", want)
			continue
		}
		testkit.MustContain(t, err.Error(), want)
	}
}

func TestAPanicWhileASystemIsBuiltIsAnErrorWithItsStack(t *testing.T) {
	_, err := New(Application{Actors: []Spec{{Name: "w/a", New: func() any { panic(errScripted) }}, {Name: "w/b", New: (&script{
		configure: func(a *scripted, s *Setup) error { s.Size(&s.cell, nil); s.Port("x", 3, PortOptions{}); return nil },
	}).new}}})
	if !errors.Is(err, errScripted) {
		t.Fatalf("got %v", err)
	}
	testkit.MustContain(t, err.Error(), "w/a could not be made: panic: as the script says", "system_test.go", "w/b: Size needs the address of one of the actor's ports; got a **actors.cell", `w/b: port "x" must be a pointer`)
}

func TestResourcesAreFoundByTypeTheActorsOwnFirst(t *testing.T) {
	type model struct{ name string }
	var got []string
	var missing error
	s := &script{configure: func(a *scripted, s *Setup) error {
		m, err := Resource[*model](s)
		if err != nil {
			return err
		}
		got = append(got, s.Name()+" "+s.World()+" "+m.name)
		_, missing = Resource[fmt.Stringer](s)
		return nil
	}}
	sys, err := New(Application{
		Actors:         []Spec{s.spec("arm/a", 0), s.spec("arm/b", 0)},
		Resources:      []any{3, &model{"common"}},
		ActorResources: map[string][]any{"arm/b": {&model{"own"}}},
	}, WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got) != "[arm/a arm common arm/b arm own]" {
		t.Errorf("got %v", got)
	}
	if missing == nil {
		t.Fatal("a missing resource was found")
	}
	testkit.MustContain(t, missing.Error(), "arm/b needs a resource of type fmt.Stringer; it has *actors.model, int")
	stop(t, sys)
}

func TestActorsStopOneByOneInReverseOrder(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		var j journal
		var running atomic.Int32
		slow := func(a *scripted, c *Context, r StopReason) error {
			if running.Add(1) != 1 {
				t.Error("two actors stop at once")
			}
			j.add("%s %s", c.Name(), r)
			if c.cell.sys.virtual == nil {
				time.Sleep(ms)
			}
			running.Add(-1)
			return nil
		}
		app := Application{Domains: []DomainSpec{{Name: "one"}, {Name: "two"}}}
		for i, name := range []string{"base/a", "arm/b", "base/c", "arm/d", "base/e", "arm/f"} {
			s := (&script{stop: slow}).spec(name, 5*ms)
			s.Domain = []string{"one", "two", ""}[i%3]
			if i == 4 {
				s.Period = 0
			}
			app.Actors = append(app.Actors, s)
		}
		sys := started(t, app, options...)
		stop(t, sys)
		j.wants(t, "arm/f stop", "base/e stop", "arm/d stop", "base/c stop", "arm/b stop", "base/a stop")
	}
}

// What is stopped later still runs while what depends on it stops.
func TestAnActorTicksUntilItIsItsTurnToStop(t *testing.T) {
	var ticksOfFirst atomic.Uint64
	first := (&script{tick: func(*scripted, *Tick) error { ticksOfFirst.Add(1); return nil }}).spec("w/a_first", ms)
	first.Domain = "first"
	last := (&script{stop: func(*scripted, *Context, StopReason) error {
		before := ticksOfFirst.Load()
		eventually(t, "the first actor ticks while the last one stops", func() bool { return ticksOfFirst.Load() > before+2 })
		return nil
	}}).spec("w/b_last", ms)
	sys := started(t, Application{Domains: []DomainSpec{{Name: "first"}}, Actors: []Spec{first, last}})
	stop(t, sys)
}

func TestASystemRunsOnce(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys, err := New(Application{Name: "once", Actors: []Spec{(&script{}).spec("w/a", ms)}}, options...)
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err == nil {
			t.Error("it started twice")
		}
		for range 3 {
			stop(t, sys)
		}
		<-sys.Done()
		if err := sys.Start(context.Background()); err == nil {
			t.Error("it started after its stop")
		}
		if sys.Virtual() && sys.Advance(ms) == nil {
			t.Error("time moved after the stop")
		}
	}
}

func TestASystemThatWasNeverStartedStops(t *testing.T) {
	sys, err := New(Application{Actors: []Spec{(&script{}).spec("w/a", ms)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Send("w/a", "before the start"); err != nil {
		t.Error(err)
	}
	if c, err := sys.cellAt("w/a"); err != nil || c.node.Spawned() {
		t.Errorf("its node is spawned, or has the error %v", err)
	}
	stop(t, sys)
	<-sys.Done()
	if err := sys.Start(context.Background()); err == nil {
		t.Error("it started")
	}
}

func TestAMessageSentBeforeTheStartIsReceived(t *testing.T) {
	for _, period := range []time.Duration{0, ms} {
		received := make(chan any, 1)
		sys, err := New(Application{Actors: []Spec{(&script{receive: func(a *scripted, c *Context, m any) error { received <- m; return nil }}).spec("w/a", period)}})
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Send("w/a", "early"); err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := <-received; got != "early" {
			t.Errorf("got %v", got)
		}
		stop(t, sys)
	}
}

func TestAStartThatFailsStopsWhatHadStarted(t *testing.T) {
	for _, c := range []struct {
		name    string
		options []Option
	}{{"real", nil}, {"virtual", []Option{WithVirtualTime()}}} {
		t.Run(c.name, func(t *testing.T) {
			var j journal
			fails := &script{start: func(*scripted, *Context) error { return errScripted }}
			sys, err := New(Application{Name: "fails", Policy: always{Decision{Action: Escalate}}, Groups: []Group{{Name: "w", Policy: always{Decision{Action: Escalate}}}},
				Actors: []Spec{named(&j, &script{}).spec("x/first", ms), named(&j, fails).spec("w/fails", ms), named(&j, &script{}).spec("x/last", ms)}},
				append(c.options, WithEvents(func(messages.Event) {}))...)
			if err != nil {
				t.Fatal(err)
			}
			err = sys.Start(context.Background())
			if c.name == "real" && err == nil { // the supervisor may decide right after the last start
				<-sys.Halted()
				err = errors.Join(sys.HaltReason(), sys.Stop(context.Background()))
			}
			if !errors.Is(err, errScripted) {
				t.Fatalf("got %v", err)
			}
			<-sys.Done()
			if c.name == "real" && strings.HasPrefix(j.String(), "stop x/last") { // or while it starts
				j.wants(t, "stop x/last", "stop w/fails", "stop x/first")
				return
			}
			j.wants(t, "stop w/fails", "stop x/first") // the last one was never started
		})
	}
}

func TestAStartEndsWithItsContext(t *testing.T) {
	inside, release := make(chan struct{}), make(chan struct{})
	var j journal
	sys, err := New(Application{Name: "waits", Actors: []Spec{
		named(&j, &script{}).spec("w/first", ms),
		(&script{start: func(*scripted, *Context) error { close(inside); <-release; return nil }}).spec("w/slow", 0),
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-inside // the first one has started
		cancel()
		eventually(t, "the start is given up", sys.stopping.Load)
		close(release) // it can be stopped once it has started
	}()
	err = sys.Start(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	testkit.MustContain(t, err.Error(), "waiting for w/slow to start")
	j.wants(t, "stop w/first")
	<-sys.Done()
}

func TestAStopWhileItStartsEndsTheStart(t *testing.T) {
	inside, release := make(chan struct{}), make(chan struct{})
	sys, err := New(Application{Name: "waits", Actors: []Spec{
		(&script{start: func(*scripted, *Context) error { close(inside); <-release; return nil }}).spec("w/slow", 0)}})
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error)
	go func() {
		<-inside
		go func() { <-sys.Halted(); close(release) }()
		stopped <- sys.Stop(context.Background())
	}()
	if err := sys.Start(context.Background()); !errors.Is(err, errStopped) {
		t.Errorf("the start ended with %v", err)
	}
	if err := <-stopped; err != nil {
		t.Errorf("the stop ended with %v", err)
	}
}

func TestAnActorHaltsTheApplication(t *testing.T) {
	app := Application{Name: "halts", Actors: []Spec{(&script{tick: func(a *scripted, t *Tick) error {
		if a.ticks == 3 {
			t.cell.sys.Halt(errScripted)
			t.cell.sys.Halt(errors.New("later reasons do not count"))
		}
		return nil
	}}).spec("w/a", ms)}}
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		sys, err := New(app, options...)
		if err != nil {
			t.Fatal(err)
		}
		if sys.HaltReason() != nil {
			t.Error("halted before it ran")
		}
		if err := sys.Run(context.Background()); err == nil || err.Error() != errScripted.Error() {
			t.Errorf("the run ended with %v", err)
		}
		<-sys.Halted()
	}
}

func TestAnActorCannotStopOrAdvanceItsOwnSystem(t *testing.T) {
	var errs []error
	var sys *System
	sys = virtual(t, Application{Actors: []Spec{(&script{tick: func(a *scripted, t *Tick) error {
		errs = append(errs, sys.Stop(context.Background()), sys.Advance(ms))
		return nil
	}}).spec("w/a", 10*ms)}})
	advance(t, sys, 5*ms)
	testkit.MustContain(t, fmt.Sprint(errs[0]), "use Halt")
	testkit.MustContain(t, fmt.Sprint(errs[1]), "from inside")
	advance(t, sys, 5*ms)
}

func TestARunEndsAfterItsTime(t *testing.T) {
	for _, options := range [][]Option{{WithStopAfter(30 * ms)}, {WithStopAfter(30 * ms), WithVirtualTime()}} {
		sys, err := New(Application{Name: "ends", Actors: []Spec{counting().spec("w/a", 10*ms)}}, options...)
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if sys.Now() < instant(30*ms) || sys.Virtual() && (sys.Now() != instant(30*ms) || healthOf(t, sys, "w/a").Ticks != 4) {
			t.Errorf("ended at %v after %d ticks", sys.Now(), healthOf(t, sys, "w/a").Ticks)
		}
	}
}

func TestARunEndsWithItsContext(t *testing.T) {
	for _, options := range [][]Option{nil, {WithVirtualTime()}} {
		ctx, cancel := context.WithCancel(context.Background())
		ends := &script{tick: func(a *scripted, _ *Tick) error {
			if a.ticks == 20 {
				cancel()
			}
			return nil
		}}
		sys, err := New(Application{Name: "ends", Actors: []Spec{ends.spec("w/a", ms)}}, options...)
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Run(ctx); err != nil {
			t.Error(err)
		}
		<-sys.Done()
	}
}

func TestTimeDoesNotGoBack(t *testing.T) {
	sys := virtual(t, Application{})
	if err := sys.Advance(-ms); err == nil {
		t.Error("it went back")
	}
	inReal, err := New(Application{})
	if err != nil {
		t.Fatal(err)
	}
	if err := inReal.Advance(ms); err == nil {
		t.Error("real time was moved")
	}
}

// Several systems live in one process, in real and in virtual time, at once.
func TestSeveralSystemsLiveInOneProcess(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 6 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var options []Option
			if i%2 == 0 {
				options = append(options, WithVirtualTime())
			}
			ctx, enough := context.WithTimeout(context.Background(), 20*time.Second) // a busy machine is slow
			defer enough()
			last := int64(0)
			sys, err := New(Application{Name: "same", Actors: []Spec{counting().spec("w/a", ms), (&script{tick: func(a *scripted, t *Tick) error {
				v, _, ok := a.In.Latest()
				if ok {
					last = v.N
				}
				if last >= 20 {
					enough()
				}
				return nil
			}}).spec("w/b", ms)}, Links: []Link{{From: "w/a.out", To: "w/b.in"}}}, options...)
			if err != nil {
				t.Error(err)
				return
			}
			if err := sys.Run(ctx); err != nil || last < 20 {
				t.Errorf("system %d ended with %v after value %d", i, err, last)
			}
		}()
	}
	wait.Wait()
}

// openFiles counts the descriptors of the process, or returns -1 where that cannot be known.
func openFiles() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(entries)
}

func threads() int {
	entries, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return -1
	}
	return len(entries)
}

func TestNothingIsLeftAfterStops(t *testing.T) {
	run := func() {
		var kept *Deferred
		app := Application{Name: "leaves nothing", Domains: []DomainSpec{{Name: "other", Priority: 10}}, Actors: []Spec{
			counting().spec("w/a", ms),
			(&script{
				start:   func(a *scripted, c *Context) error { c.After("never", time.Hour, 1); return nil },
				receive: func(a *scripted, c *Context, m any) error { kept = c.Defer(); return nil },
			}).spec("w/b", 0),
			(&script{tick: func(a *scripted, t *Tick) error { return failing(t.Sequence%7 == 6, errScripted) }}).spec("x/c", ms),
		}, Links: []Link{{From: "w/a.out", To: "w/b.in"}}}
		app.Actors[2].Domain = "other"
		sys, err := New(app, WithFaults(), WithEvents(func(messages.Event) {}), WithMemoryLock())
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		answered := false
		if err := sys.Request("w/b", 1, func(any, error) { answered = true }); err != nil {
			t.Fatal(err)
		}
		sys.At(instant(time.Hour), func() { t.Error("called") })
		inject(t, sys, Fault{Kind: FaultDrop, Target: "*", Duration: time.Hour})
		eventually(t, "it ran", func() bool { return healthOf(t, sys, "w/a").Ticks > 5 && healthOf(t, sys, "w/b").Ticks > 0 })
		_ = sys.Stop(context.Background()) // x/c may have escalated
		if !answered || kept.Open() {
			t.Error("a request was left open")
		}
	}
	run()
	files := openFiles()
	goroutines := runtime.NumGoroutine()
	for range max(5, testkit.Scaled(20)) {
		run()
	}
	if n := openFiles(); n > files {
		t.Errorf("%d files were open after the first run, %d after the last", files, n)
	}
	eventually(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= goroutines })
	eventually(t, "no thread of a domain is left", func() bool { return threads() <= runtime.GOMAXPROCS(0)+20 })
	if n := platform.FIFOThreads(); n != 0 {
		t.Errorf("%d SCHED_FIFO threads are still reserved", n)
	}
}

func TestManyStartsAndStopsLeaveNothing(t *testing.T) {
	app := pair(counting(), &script{}, 20*ms)
	app.Actors = append(app.Actors, (&script{}).spec("v/event_driven", 0))
	run := func(i int) {
		sys, err := New(app, WithVirtualTime(), WithFaults(), WithSeed(uint64(i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		inject(t, sys, Fault{Kind: FaultPanic, Target: "w/a_source"})
		if err := sys.Advance(50 * ms); err != nil {
			t.Fatal(err)
		}
		stop(t, sys)
	}
	run(0)
	files, goroutines := openFiles(), runtime.NumGoroutine()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range testkit.Scaled(10_000) {
		run(i)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := openFiles(); n > files { // what earlier tests had opened may be closed meanwhile
		t.Errorf("%d files before, %d after", files, n)
	}
	eventually(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= goroutines })
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

func TestHealthMayBeReadWhileEverythingHappens(t *testing.T) {
	sys := started(t, Application{Name: "read", Actors: []Spec{counting().spec("w/a", ms), (&script{tick: func(a *scripted, t *Tick) error {
		return failing(t.Sequence%5 == 4, errScripted)
	}}).spec("w/b", ms)}, Links: []Link{{From: "w/a.out", To: "w/b.in", MaxAge: 50 * ms}},
		Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: ms}}}}})
	for healthOf(t, sys, "w/b").Restarts < uint64(max(3, testkit.Scaled(10))) {
		for _, info := range sys.Actors() {
			if info.Group != "w" || !slices.Contains([]string{"w/a", "w/b"}, info.Spec.Name) {
				t.Fatalf("%+v", info)
			}
		}
		_ = sys.Grants()
		for i, h := range sys.Health() { // read first: the distributions have grown since
			if m := sys.Measurements()[i]; m.Actor != h.Actor || m.Execution.count() < h.Execution.Count || len(m.Inputs) != len(h.Inputs) || m.Queued > m.QueueLimit {
				t.Fatalf("%+v after %+v", m, h)
			}
		}
		runtime.Gosched()
	}
	g := sys.Grants()
	if len(g.Domains) != 1 || g.Domains[0].Domain != DefaultDomain || g.Watchdog.Domain != "watchdog" || g.Processors < 1 {
		t.Errorf("%+v", g)
	}
}

func (d Distribution) count() (n uint64) {
	for _, b := range d {
		n += b.Count
	}
	return n
}

func TestNamesArePathsOfPlainCharacters(t *testing.T) {
	for name, ok := range map[string]bool{"a": true, "arm/drive_3": true, "a-b/c/d": true, "": false, "/a": false, "a/": false, "a.b": false, "a b": false, "ä": false} {
		if err := validName(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestPhasesHaveTheWordsOfApplicationFiles(t *testing.T) {
	for i, word := range []string{"perception", "planning", "control", "actuation"} {
		if p, err := ParsePhase(word); err != nil || p != Phase(i) || p.String() != word {
			t.Errorf("%q: %v, %v", word, p, err)
		}
	}
	if _, err := ParsePhase("thinking"); err == nil || !strings.Contains(err.Error(), "expected one of perception, planning, control, actuation") {
		t.Errorf("got %v", err)
	}
	if s := Phase(9).String(); s != "phase(9)" {
		t.Error(s)
	}
}
