package actors

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// churn adds parts to a system and removes them again, at random.
type churn struct {
	t       *testing.T
	sys     *System
	random  *rand.Rand
	present []string // actors that it has added
	linked  []string // inputs of lasting actors that it has linked
	made    int      // additions and removals of actors and links
	dropped int      // changes that failed because an actor did not start
	next    int
}

// churnBase has two worlds of 1 kHz and 500 Hz in two domains, and an event-driven actor.
func churnBase() Application {
	steady := counting().spec("base/source", ms)
	steady.Phase = Perception
	other := counting().spec("other/sink", 2*ms)
	other.Domain = "second"
	events := (&script{tick: func(a *scripted, t *Tick) error { return a.Out.Send(t, note{N: a.ticks}) }}).spec("base/events", 0)
	policy := always{Decision{Action: Restart, After: 2 * ms}}
	return Application{Name: "churn", Actors: []Spec{steady, other, events}, Policy: policy, Domains: []DomainSpec{{Name: "second"}},
		Groups: []Group{{Name: "base", Policy: policy}, {Name: "other", Policy: policy}}}
}

// part is an actor to add. Some fail to start, and some fail later.
func (x *churn) part() Spec {
	x.next++
	world := []string{"base", "other", "third", "fourth"}[x.random.IntN(4)]
	sick := x.random.IntN(12) == 0
	s := &script{
		start: func(*scripted, *Context) error { return failing(sick, errScripted) },
		tick: func(a *scripted, t *Tick) error {
			if t.Rand().IntN(200) == 0 {
				panic("by chance")
			}
			return a.Out.Send(t, note{N: a.ticks})
		},
	}
	spec := s.spec(fmt.Sprintf("%s/p%d", world, x.next%40), []time.Duration{ms, 2 * ms, 5 * ms, 0}[x.random.IntN(4)])
	spec.Phase = Phase(x.random.IntN(4))
	spec.Group = []string{"", "base", "other"}[x.random.IntN(3)]
	spec.Watch = []string{"base/source"}
	if spec.Period > 0 {
		spec.Domain = []string{"", "second", "own"}[x.random.IntN(3)]
	}
	return spec
}

// draw draws a change that is valid unless one of its actors does not start.
func (x *churn) draw() (c Change) {
	if len(x.present) > 12 || len(x.present) > 0 && x.random.IntN(2) == 0 {
		i := x.random.IntN(len(x.present))
		c.Remove = []string{x.present[i]}
	}
	if len(x.linked) > 0 && x.random.IntN(3) == 0 {
		c.Unlink = x.linked[:1]
	}
	for range x.random.IntN(3) * min(1, max(0, 20-len(x.present))) {
		p := x.part()
		if x.sys.named(p.Name) != nil || len(c.Actors) > 0 && c.Actors[0].Name == p.Name {
			continue
		}
		if p.Domain == "own" && c.Domains == nil && !x.hasDomain("own") {
			c.Domains = []DomainSpec{{Name: "own"}}
		}
		if p.Domain == "own" && c.Domains == nil {
			p.Domain = ""
		}
		c.Actors = append(c.Actors, p)
		if x.random.IntN(2) == 0 {
			c.Links = append(c.Links, Link{From: "base/source.out", To: p.Name + ".in"})
		}
	}
	for _, in := range []string{"other/sink.in", "base/events.in"} {
		if len(c.Actors) > 0 && !x.has(x.linked, in) {
			c.Links = append(c.Links, Link{From: c.Actors[0].Name + ".out", To: in, MaxAge: 50 * ms})
		}
	}
	return c
}

func (x *churn) hasDomain(name string) bool {
	for _, d := range x.sys.domains {
		if d.spec.Name == name {
			return true
		}
	}
	return false
}

func (x *churn) has(all []string, one string) bool {
	for _, have := range all {
		if have == one {
			return true
		}
	}
	return false
}

// step makes one change, and takes up what is there then.
func (x *churn) step() {
	c := x.draw()
	if len(c.Remove)+len(c.Unlink)+len(c.Actors)+len(c.Links) == 0 {
		return
	}
	before := inventory(x.sys)
	err := x.sys.Change(context.Background(), c)
	switch {
	case err == nil:
		x.made += len(c.Remove) + len(c.Unlink) + len(c.Actors) + len(c.Links)
	case errors.As(err, new(*StopError)):
		x.t.Fatal(err)
	case !strings.Contains(err.Error(), errScripted.Error()):
		x.t.Fatalf("%v\n%+v\n%s", err, c, before)
	default:
		x.dropped++
	}
	if left := x.sys.Orphans(); left != nil {
		x.t.Fatalf("%v after %+v left %q", err, c, left)
	}
	x.present, x.linked = nil, nil
	for _, c := range x.sys.cells()[3:] {
		x.present = append(x.present, c.spec.Name)
	}
	for _, j := range x.sys.roster.Load().joints {
		if j.in.owner.index < 3 {
			x.linked = append(x.linked, j.in.path)
		}
	}
}

// disturb injects a fault into anything that is there.
func (x *churn) disturb() {
	cells := x.sys.cells()
	f := Fault{Target: cells[x.random.IntN(len(cells))].spec.Name, Duration: time.Duration(1+x.random.IntN(20)) * ms}
	switch x.random.IntN(9) {
	case 0:
		f.Kind, f.Duration = FaultPanic, 0
	case 1:
		f.Kind = FaultError
	case 2:
		f.Kind = FaultConstructorPanic
	case 3:
		f.Kind = FaultCrashLoop
	case 4:
		f.Kind, f.Delay = FaultWatchLate, 5*ms
	case 5:
		f.Kind, f.Duration, f.Count = FaultFlood, 0, 100
	case 6:
		if len(cells) <= 3 {
			return
		}
		f.Kind, f.Duration, f.Target = FaultStopActor, 0, cells[3+x.random.IntN(len(cells)-3)].spec.Name
	case 7:
		f.Kind, f.Target, f.Probability = FaultDrop, "*.out", 0.5
		if len(x.sys.links()) == 0 {
			return
		}
	default:
		f.Kind, f.Target, f.Delay = FaultDelay, "*.in", 3*ms
		if len(x.sys.links()) == 0 {
			return
		}
	}
	if err := x.sys.Inject(f); err != nil {
		x.t.Fatal(err)
	}
}

// additions is the number of additions and removals in each of these tests.
var additions = flag.Int("additions", 0, "additions and removals of the tests of changes; 0 is a few")

func changesWanted(standard int) int {
	if *additions > 0 {
		return *additions
	}
	return testkit.Scaled(standard)
}

// churnVirtual makes so many changes in virtual time and returns the hash of the run.
func churnVirtual(t *testing.T, seed uint64, changes int) (hash string, x *churn) {
	record := newHashing()
	sys := virtual(t, churnBase(), WithRecorder(record), WithSeed(seed))
	x = &churn{t: t, sys: sys, random: rand.New(rand.NewPCG(seed, 2))}
	for x.made < changes {
		x.step()
		if x.random.IntN(4) == 0 {
			x.disturb()
		}
		advance(t, sys, time.Duration(x.random.IntN(5000))*time.Microsecond)
	}
	for _, h := range sys.Health() {
		if h.Missed > 0 {
			t.Errorf("%s missed %d releases", h.Actor, h.Missed)
		}
	}
	want := uint64(sys.Now()/messages.Instant(ms)) + 1
	if got := sys.cells()[0].grid.sequence; got != want {
		t.Errorf("base/source has had %d releases, want %d", got, want)
	}
	x.clear()
	stop(t, sys)
	return fmt.Sprintf("%x", record.hash.Sum(nil)), x
}

// clear removes all that was added. Only the application as it was built is left.
func (x *churn) clear() {
	if len(x.present)+len(x.linked) == 0 {
		return
	}
	var kept []string
	for _, in := range x.linked {
		if in != "" {
			kept = append(kept, in)
		}
	}
	if err := x.sys.Change(context.Background(), Change{Remove: x.present, Unlink: kept}); err != nil {
		x.t.Fatal(err)
	}
	x.sys.ClearFaults()
	s := x.sys
	if len(s.cells()) != 3 || len(s.links()) != 0 || len(s.groups) != 3 || len(s.domains) != 2 || len(s.places) != 2 || len(s.taps.Load()) > 3*len(s.recorders) {
		x.t.Errorf("something is left behind:\n%s%d taps", inventory(s), len(s.taps.Load()))
	}
	for _, c := range s.cells() {
		if n := len(c.watchers.Load()); n != 0 {
			x.t.Errorf("%s has %d watchers", c.spec.Name, n)
		}
		for _, out := range c.outputs {
			if n := len(out.sinks.Load()); n != 0 {
				x.t.Errorf("%s has %d links", out.path, n)
			}
		}
	}
	if n := len(s.injected.active); n != 0 {
		x.t.Errorf("%d faults are active", n)
	}
}

func TestChangesInVirtualTimeRepeatAndMissNoRelease(t *testing.T) {
	seed := testkit.Random(t).Uint64()
	n := changesWanted(2000)
	first, x := churnVirtual(t, seed, n)
	second, _ := churnVirtual(t, seed, n)
	if first != second {
		t.Errorf("two runs with seed %d differ", seed)
	}
	t.Logf("%d additions and removals, %d dropped changes, %v", x.made, x.dropped, x.sys.Now())
}

func TestChangesInRealTimeLeaveNothingBehind(t *testing.T) {
	seed := testkit.Random(t).Uint64()
	host := protoactor.Borrow(zap.NewNop())
	t.Cleanup(host.Return)
	sys := started(t, churnBase(), WithFaults(), WithRecorder(newHashing()), WithSeed(seed), func(s *settings) { s.host = host })
	x := &churn{t: t, sys: sys, random: rand.New(rand.NewPCG(seed, 2))}
	pids, goroutines, live := host.Processes(), runtime.NumGoroutine(), heap()
	for n := changesWanted(1000); x.made < n; {
		x.step()
		if x.random.IntN(4) == 0 {
			x.disturb()
		}
	}
	x.clear()
	eventually(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= goroutines })
	eventually(t, "the PIDs are gone", func() bool { return host.Processes() <= pids })
	r := sys.clock.(*realClock)
	if threads, workers := len(r.threads.Load()), len(r.workers.Load()); threads != 2 || workers != 4 {
		t.Errorf("%d threads and %d workers are left", threads, workers)
	}
	if grown := heap() - live; grown > 4<<20 {
		t.Errorf("the heap has grown by %d bytes", grown)
	}
	t.Logf("%d additions and removals, %d dropped changes, %v", x.made, x.dropped, sys.Now())
}

// heap returns the live bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
