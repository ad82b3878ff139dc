package actors

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/state"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// complaints collects what actors find wrong, also at the same time.
type complaints struct {
	sync.Mutex
	all []string
}

func (c *complaints) add(format string, arguments ...any) {
	c.Lock()
	defer c.Unlock()
	c.all = append(c.all, fmt.Sprintf(format, arguments...))
}

// counter counts in its output, and checks that its input counts up, in virtual time without a gap.
type counter struct {
	In  In[note]  `port:"in" optional:"true"`
	Out Out[note] `port:"out"`

	N, Seen, Ticks int64
	wrong          *complaints `state:"-"`
	virtual        bool        `state:"-"`
	first          int64       `state:"-"` // the largest number of the first value
}

func (c *counter) Configure(s *Setup) error {
	c.virtual = s.Virtual()
	return nil
}

func (c *counter) Tick(t *Tick) error {
	c.Ticks++
	if v, _, ok := c.In.Latest(); ok && c.In.Changed() {
		if v.N <= c.Seen || c.virtual && v.N > max(c.Seen+1, c.first) {
			c.wrong.add("%s: %d follows %d", t.Name(), v.N, c.Seen)
		}
		c.Seen, c.first = v.N, 0
	}
	c.N++
	return c.Out.Send(t, note{N: c.N})
}

func (c *counter) SaveState(w *StateWriter) error { return w.Save(c) }
func (c *counter) LoadState(r *StateReader) error { return r.Load(c) }

// postman sends numbered messages to another actor, and checks that those that it receives have no
// gap.
type postman struct {
	to       string
	Sent, Of int64
	wrong    *complaints `state:"-"`
}

func (n *postman) Start(c *Context) error {
	if n.to != "" {
		c.After("next", 3*ms, "next")
	}
	return nil
}

func (n *postman) Receive(c *Context, message any) error {
	if of, is := message.(int64); is {
		if of != n.Of+1 {
			n.wrong.add("%s: message %d follows %d", c.Name(), of, n.Of)
		}
		n.Of = of
		return nil
	}
	n.Sent++
	c.After("next", 3*ms, "next")
	return c.Send(n.to, n.Sent)
}

func (n *postman) SaveState(w *StateWriter) error { return w.Save(n) }
func (n *postman) LoadState(r *StateReader) error { return r.Load(n) }

// twoThreads has two domains and two goroutines that exchange values and messages.
func twoThreads(wrong *complaints) Application {
	count := func(name, domain string) Spec { // on any machine, however late it is
		return Spec{Name: name, Period: 2 * ms, Domain: domain, Tolerance: Tolerance{Missed: -1}, HangAfter: time.Minute, New: func() any { return &counter{wrong: wrong} }}
	}
	return Application{Name: "two threads",
		Domains: []DomainSpec{{Name: "one"}, {Name: "two"}},
		Actors: []Spec{count("w/a", "one"), count("w/b", "two"), count("w/c", "two"), {Name: "w/d", New: func() any { return &postman{to: "w/e", wrong: wrong} }},
			{Name: "w/e", New: func() any { return &postman{wrong: wrong} }}},
		Links: []Link{{From: "w/a.out", To: "w/b.in"}, {From: "w/b.out", To: "w/c.in"}, {From: "w/c.out", To: "w/a.in"}}}
}

func TestATwinOfARunInRealTimeLosesAndRepeatsNothing(t *testing.T) {
	r := testkit.Random(t)
	sys := started(t, twoThreads(&complaints{}))
	for range testkit.Scaled(30) {
		var at messages.Instant
		for at = sys.Now().Add(time.Duration(r.IntN(4000)) * time.Microsecond); sys.Now() < at; {
			time.Sleep(100 * time.Microsecond)
		}
		wrong := &complaints{}
		by := newSayings()
		twin, err := sys.Twin(twoThreads(wrong), WithRecorder(by))
		if err != nil {
			t.Fatal(err)
		}
		if !twin.Virtual() || twin.Now() > sys.Now() || twin.Now() < at-instant(20*ms) {
			t.Errorf("the twin is at %s, the original was between %s and %s", twin.Now(), at, sys.Now())
		}
		for _, j := range twin.roster.Load().joints { // newer values replace those on their way
			in, out := j.in.owner, j.out.owner
			in.context.actor.(*counter).first = out.context.actor.(*counter).N + max(0, int64(in.grid.next-out.grid.next)/int64(2*ms)+1)
		}
		a := twin.named("w/a")
		next, before := a.grid.next, a.context.actor.(*counter).Ticks
		advance(t, twin, 100*ms)
		if ticks, want := a.context.actor.(*counter).Ticks-before, int64(twin.Now()-next)/int64(2*ms)+1; ticks != want {
			t.Errorf("w/a ticked %d times, want %d", ticks, want)
		}
		if e := twin.named("w/e").context.actor.(*postman); e.Of < 30 || len(wrong.all) > 0 {
			t.Errorf("%d messages arrived; %q", e.Of, wrong.all)
		}
		stop(t, twin)
	}
	for _, h := range sys.Health() {
		if h.State != "running" || h.Restarts > 0 {
			t.Errorf("the original: %+v", h)
		}
	}
}

func TestATwinOfARunInRealTimeHasTheStateOfTheOriginal(t *testing.T) {
	r := testkit.Random(t)
	sys := started(t, twoThreads(&complaints{}))
	for range testkit.Scaled(10) {
		time.Sleep(time.Duration(r.IntN(3000)) * time.Microsecond)
		shot, err := sys.snapshot(nil)
		if err != nil {
			t.Fatal(err)
		}
		twin := virtual(t, twoThreads(&complaints{}))
		if err := twin.become(sys, shot); err != nil {
			t.Fatal(err)
		}
		for i, p := range twin.parts() {
			m := &mover{w: &state.Writer{}, live: true}
			if m.part(twin, p); m.err != nil {
				t.Fatal(m.err)
			}
			if want, got := shot.saved[i+1], m.w.Saved(); !got.Equal(want) {
				t.Errorf("part %d has another state: %d bytes, want %d", i, got.Size(), want.Size())
			}
		}
	}
}

func TestWhatTwoThreadsWriteIsNotClonedInRealTime(t *testing.T) {
	share := func(name, domain string) Spec {
		return Spec{Name: name, Domain: domain, Period: ms, New: func() any { return &sharer{} }}
	}
	app := Application{Domains: []DomainSpec{{Name: "one"}, {Name: "two"}}, Actors: []Spec{share("w/a", "one"), share("w/b", "one"), share("w/c", "two")}}
	_, err := started(t, app).Twin(app)
	var refused *TwinError
	if !errors.As(err, &refused) || len(refused.Obstacles) != 1 || refused.Obstacles[0].Passing || !strings.Contains(err.Error(), "w/c: it shares variables with w/a, which runs on another thread") {
		t.Errorf("%v", err)
	}
	twin, err := virtual(t, app).Twin(app)
	if err != nil {
		t.Fatal(err)
	}
	stop(t, twin)
}

// sharer says that all of its kind write one variable.
type sharer struct{}

func (*sharer) Tick(*Tick) error             { return nil }
func (*sharer) SharesState() any             { return "all" }
func (*sharer) SaveState(*StateWriter) error { return nil }
func (*sharer) LoadState(*StateReader) error { return nil }
