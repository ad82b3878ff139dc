package actors

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func (a *scripted) SaveState(w *StateWriter) error { return w.Save(a) }
func (a *scripted) LoadState(r *StateReader) error { return r.Load(a) }

// sayings collects events and values as lines.
type sayings struct {
	lines []string
	hashing
}

func newSayings() *sayings { return &sayings{hashing: *newHashing()} }

func (s *sayings) Record(id int, stamp messages.Stamp, value any) {
	s.hashing.Record(id, stamp, value)
	s.lines = append(s.lines, fmt.Sprint(s.hashing.topics[id], " ", stamp, " ", *value.(*note)))
}

func (s *sayings) Event(e messages.Event) {
	s.hashing.Event(e)
	s.lines = append(s.lines, e.String())
}

func (s *sayings) sum() string { return fmt.Sprintf("%x", s.hash.Sum(nil)) }

// twinOf clones a system at its next instant without a passing obstacle.
func twinOf(t *testing.T, sys *System, app Application, options ...Option) *System {
	t.Helper()
	for range 1000 {
		twin, err := sys.Twin(app, options...)
		var refused *TwinError
		if errors.As(err, &refused) {
			for _, o := range refused.Obstacles {
				if !o.Passing {
					t.Fatal(err)
				}
			}
			advance(t, sys, ms/2)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		return twin
	}
	t.Fatal("no instant without an obstacle")
	return nil
}

// expectSame lets original and twin run, and compares what they say.
func expectSame(t *testing.T, sys, twin *System, of, by *sayings, d time.Duration) {
	t.Helper()
	from := len(of.lines)
	for _, s := range []*System{sys, twin} {
		if err := s.Advance(d); err != nil {
			t.Fatal(err)
		}
	}
	want, got := of.lines[from:], by.lines
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			t.Fatalf("line %d of %d after the cut:\n  twin     %s\n  original %s", i, len(want), got[i], want[i])
		}
	}
	if len(want) != len(got) || len(want) == 0 {
		t.Fatalf("the twin said %d lines, the original %d", len(got), len(want))
	}
	if a, b := fmt.Sprintf("%+v", sys.Health()), fmt.Sprintf("%+v", twin.Health()); a != b {
		t.Errorf("health:\n  twin     %s\n  original %s", b, a)
	}
	stop(t, twin)
}

// simple has a periodic actor with draws and an event-driven one with a timer.
func simple() Application {
	source := &script{tick: func(a *scripted, t *Tick) error {
		a.ticks++
		return a.Out.Send(t, note{N: a.ticks, X: t.Rand().Float64()})
	}}
	timed := &script{
		start: func(a *scripted, c *Context) error { c.After("often", 7*ms, "often"); return nil },
		receive: func(a *scripted, c *Context, m any) error {
			if m == "often" {
				c.After("often", time.Duration(1+c.Rand().IntN(9))*ms, "often")
				c.Emit(messages.Event{Text: fmt.Sprint("often ", a.ticks)})
			}
			return nil
		},
		tick: func(a *scripted, t *Tick) error {
			v, _, ok := a.In.Latest()
			if a.ticks++; !ok {
				return nil
			}
			return a.Out.Send(t, *v)
		},
	}
	spec := timed.spec("w/timed", 0)
	return Application{Name: "simple", Actors: []Spec{source.spec("w/source", 2*ms), spec}, Links: []Link{{From: "w/source.out", To: "w/timed.in", MaxAge: 30 * ms}}}
}

func TestATwinContinuesLikeTheOriginal(t *testing.T) {
	of := newSayings()
	sys := virtual(t, simple(), WithRecorder(of))
	advance(t, sys, 101*ms)
	by := newSayings()
	twin := twinOf(t, sys, simple(), WithRecorder(by))
	if twin.Now() != sys.Now() {
		t.Errorf("the twin is at %s, the original at %s", twin.Now(), sys.Now())
	}
	expectSame(t, sys, twin, of, by, 2*time.Second)
}

func TestATwinOfABusyWorldContinuesLikeTheOriginal(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(8) {
		seed := r.Uint64()
		of := newSayings()
		sys, err := New(busyWorld(), WithVirtualTime(), WithSeed(seed), WithFaults(), WithRecorder(of))
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		inject(t, sys, Fault{Kind: FaultDelay, Target: "w1/*->*", Delay: 300 * ms, Duration: 20 * ms}) // values arrive after its end
		advance(t, sys, time.Duration(40+r.IntN(300))*ms+time.Duration(r.IntN(1_000_000)))
		by := newSayings()
		twin := twinOf(t, sys, busyWorld(), WithRecorder(by))
		if a, b := fmt.Sprintf("%+v", sys.Links()), fmt.Sprintf("%+v", twin.Links()); a != b {
			t.Errorf("seed %d: links:\n  twin     %s\n  original %s", seed, b, a)
		}
		expectSame(t, sys, twin, of, by, 300*ms)
		stop(t, sys)
	}
}

func TestATwinHasTheSameHashOfEvents(t *testing.T) {
	of := newSayings()
	sys := virtual(t, simple(), WithRecorder(of))
	advance(t, sys, 50*ms)
	by := newSayings()
	twin := twinOf(t, sys, simple(), WithRecorder(by))
	of.hash.Reset()
	advance(t, sys, time.Second)
	advance(t, twin, time.Second)
	if of.sum() != by.sum() {
		t.Error("the hashes of original and twin differ")
	}
	advance(t, sys, time.Millisecond)
	advance(t, sys, time.Millisecond)
	if of.sum() == by.sum() {
		t.Error("the hash does not depend on what happens")
	}
	stop(t, twin)
}

// stateless does not implement StateSaver.
type stateless struct{}

func (*stateless) Receive(*Context, any) error { return nil }

func TestAnActorWithoutStateIsNamed(t *testing.T) {
	app := simple()
	app.Actors = append(app.Actors, Spec{Name: "w/plain", New: func() any { return &stateless{} }})
	sys := virtual(t, app)
	_, err := sys.Twin(app)
	var refused *TwinError
	if !errors.As(err, &refused) || len(refused.Obstacles) != 1 || refused.Obstacles[0].Actor != "w/plain" || refused.Obstacles[0].Passing {
		t.Fatalf("%v", err)
	}
	if !strings.Contains(err.Error(), "w/plain (*actors.stateless): it has no methods SaveState and LoadState") {
		t.Error(err)
	}
}

func TestATwinOfOtherPartsIsRefused(t *testing.T) {
	sys := virtual(t, simple())
	other := simple()
	other.Actors = other.Actors[:1]
	other.Links = nil
	if _, err := sys.Twin(other); err == nil || !strings.Contains(err.Error(), "the twin has other parts: nothing more") && !strings.Contains(err.Error(), "where the original has actor w/timed") {
		t.Errorf("%v", err)
	}
}

func TestWhatCannotBeClonedNowIsAPassingObstacle(t *testing.T) {
	sys := virtual(t, simple())
	inject(t, sys, Fault{Kind: FaultSuspend, Target: "w/timed", Delay: 5 * ms})
	_, err := sys.Twin(simple())
	var refused *TwinError
	if !errors.As(err, &refused) || !refused.Obstacles[0].Passing {
		t.Fatalf("%v", err)
	}
	advance(t, sys, 6*ms)
	twin, err := sys.Twin(simple())
	if err != nil {
		t.Fatal(err)
	}
	stop(t, twin)
}
