package actors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// asking asks another actor at its first tick and notes what comes back.
func asking(j *journal, to string, timeout time.Duration, questions ...any) *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		if a.ticks > 1 {
			return nil
		}
		for _, q := range questions {
			err := t.Ask(to, q, timeout, func(c *Context, reply any, err error) error {
				j.add("%v %v: %v, %v", time.Duration(c.Time()), q, reply, err)
				return nil
			})
			if err != nil {
				j.add("%v not asked: %v", q, err)
			}
		}
		return nil
	}}
}

func TestAReplyComesBackAsACallInTheAskingActor(t *testing.T) {
	var j journal
	oracle := &script{receive: func(a *scripted, c *Context, m any) error {
		switch m {
		case "refuse":
			c.Refuse(errors.New("not today"))
		case "ignore":
		default:
			if !c.Reply(fmt.Sprintf("%v!", m)) || c.Reply("twice") || c.Refuse(nil) {
				return errors.New("the first reply counts, and only it")
			}
		}
		return nil
	}}
	sys := virtual(t, Application{Actors: []Spec{
		asking(&j, "w/oracle", time.Second, "hello", "refuse", "ignore").spec("w/asker", 10*ms),
		oracle.spec("w/oracle", 10*ms)}})
	advance(t, sys, 20*ms)
	j.wants(t,
		"10ms hello: hello!, <nil>",
		"10ms refuse: <nil>, not today",
		"10ms ignore: <nil>, w/oracle received a string: the receiver did not reply")
}

func TestAMessageThatWantsNoReplyHasNone(t *testing.T) {
	var answered, deferred bool
	sys := virtual(t, Application{Actors: []Spec{(&script{receive: func(a *scripted, c *Context, m any) error {
		answered = c.Reply(1) || c.Refuse(nil)
		d := c.Defer()
		deferred = d.Open() || d.Reply(1) || d.Refuse(nil)
		return nil
	}}).spec("w/a", 0)}})
	if err := sys.Send("w/a", "hello"); err != nil {
		t.Fatal(err)
	}
	if answered || deferred {
		t.Errorf("answered %v, deferred %v", answered, deferred)
	}
}

func TestARequestMayBeAnsweredLater(t *testing.T) {
	var j journal
	var kept *Deferred
	slow := &script{
		receive: func(a *scripted, c *Context, m any) error {
			kept = c.Defer()
			return nil
		},
		tick: func(a *scripted, t *Tick) error {
			if t.Now == instant(50*ms) && (!kept.Open() || !kept.Reply("at last") || kept.Reply("twice") || kept.Open()) {
				return errors.New("a deferred request is answered once")
			}
			return nil
		},
	}
	sys := virtual(t, Application{Actors: []Spec{asking(&j, "w/slow", time.Second, "when").spec("w/asker", 10*ms), slow.spec("w/slow", 10*ms)}})
	advance(t, sys, 100*ms)
	j.wants(t, "60ms when: at last, <nil>")
	if s := healthOf(t, sys, "w/slow"); s.State != "running" {
		t.Error(s.LastError)
	}
}

func TestNoReplyInTimeIsAnErrorAndALateOneCountsForNothing(t *testing.T) {
	for _, period := range []time.Duration{10 * ms, 0} {
		var j journal
		var kept *Deferred
		late := &script{receive: func(a *scripted, c *Context, m any) error {
			kept = c.Defer()
			return nil
		}}
		asker := asking(&j, "w/late", 35*ms, "when").spec("w/asker", 10*ms)
		if period == 0 { // an event-driven actor has its own alarm
			asker.Period = 0
			asker.New = (&script{start: func(a *scripted, c *Context) error {
				return c.Ask("w/late", "when", 35*ms, func(c *Context, reply any, err error) error {
					j.add("%v when: %v, %v", time.Duration(c.Time()), reply, err)
					return nil
				})
			}}).new
		}
		sys := virtual(t, Application{Actors: []Spec{asker, late.spec("w/late", 0)}})
		advance(t, sys, 50*ms)
		at := "40ms"
		if period == 0 {
			at = "35ms"
		}
		j.wants(t, at+" when: <nil>, w/asker asked w/late: no reply in time (35ms)")
		if kept.Open() || kept.Reply("too late") {
			t.Error("somebody still waits")
		}
		advance(t, sys, 50*ms)
		if n := len(j.all()); n != 1 {
			t.Errorf("%d answers", n)
		}
		stop(t, sys)
	}
}

func TestAnActorMayHaveSixteenRequestsOpen(t *testing.T) {
	var j journal
	var questions []any
	for i := range MaxAsks + 2 {
		questions = append(questions, i)
	}
	sys := virtual(t, Application{Actors: []Spec{
		asking(&j, "w/oracle", time.Second, questions...).spec("w/asker", 10*ms),
		(&script{receive: func(a *scripted, c *Context, m any) error { c.Reply(m); return nil }}).spec("w/oracle", 10*ms)}})
	advance(t, sys, 10*ms)
	lines := j.all()
	if len(lines) != MaxAsks+2 {
		t.Fatalf("got %d lines", len(lines))
	}
	testkit.MustContain(t, lines[0], "16 not asked: w/asker has 16 open requests already")
	if want := "10ms 15: 15, <nil>"; lines[len(lines)-1] != want {
		t.Errorf("the last reply is %q, want %q", lines[len(lines)-1], want)
	}
	if n := len(sys.cells()[0].context.asks.open); n != 0 {
		t.Errorf("%d requests are still open", n)
	}
}

func TestARequestThatCannotBeSentIsRefusedAtOnce(t *testing.T) {
	var errs []error
	called := false
	then := func(*Context, any, error) error { called = true; return nil }
	sys := virtual(t, Application{Actors: []Spec{(&script{tick: func(a *scripted, t *Tick) error {
		errs = append(errs, t.Ask("w/nobody", 1, ms, then), t.Ask("w/a", 1, 0, then), t.Ask("w/a", nil, ms, then), t.Ask("w/a", 1, ms, nil), t.Send("w/a", t))
		return nil
	}}).spec("w/a", 10*ms)}})
	advance(t, sys, 5*ms)
	for i, want := range []string{`actor "w/nobody" is unknown; known: w/a`, "expected a positive duration", "is nil; expected a value", "Send needs none", "a *actors.Tick, which is valid in its own actor only"} {
		if errs[i] == nil {
			t.Errorf("request %d was sent", i)
			continue
		}
		testkit.MustContain(t, errs[i].Error(), want)
	}
	if called {
		t.Error("a continuation was called")
	}
}

// A requester gets an error when the reply can never come.
func TestARequestIsAnsweredWhateverBecomesOfItsReceiver(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(t *testing.T, sys *System)
		want error
	}{
		{"failure while it is received", func(t *testing.T, sys *System) {}, errScripted},
		{"restart while it is kept", func(t *testing.T, sys *System) { inject(t, sys, Fault{Kind: FaultError, Target: "w/oracle"}) }, ErrRestarted},
		{"restart while it is queued", func(t *testing.T, sys *System) { inject(t, sys, Fault{Kind: FaultError, Target: "w/oracle"}) }, ErrRestarted},
		{"stop while it is kept", func(t *testing.T, sys *System) { sys.cells()[0].node.Stop() }, ErrStopped},
		{"stop while it is queued", func(t *testing.T, sys *System) { sys.cells()[0].node.Stop() }, ErrStopped},
	} {
		t.Run(c.name, func(t *testing.T) {
			oracle := &script{receive: func(a *scripted, ctx *Context, m any) error {
				if strings.HasPrefix(c.name, "failure") {
					return errScripted
				}
				ctx.Defer()
				return nil
			}}
			sys := virtual(t, Application{Actors: []Spec{oracle.spec("w/oracle", 10*ms)}})
			advance(t, sys, 5*ms)
			var got []error
			if err := sys.Request("w/oracle", "question", func(_ any, err error) { got = append(got, err) }); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(c.name, "kept") {
				advance(t, sys, 10*ms)
			}
			c.do(t, sys)
			advance(t, sys, 300*ms)
			if len(got) != 1 || !errors.Is(got[0], c.want) {
				t.Errorf("got %v, want %v once", got, c.want)
			}
		})
	}
}

var errScripted = errors.New("as the script says")

func TestAStoppedActorRefusesMessages(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{(&script{}).spec("w/a", 10*ms)}})
	sys.cells()[0].node.Stop()
	if err := sys.Send("w/a", 1); !errors.Is(err, ErrStopped) {
		t.Errorf("got %v", err)
	}
	if _, err := New(Application{}, WithVirtualTime()); err != nil {
		t.Error(err)
	}
}

func TestAFullQueueRefusesTheNewestMessage(t *testing.T) {
	var got []any
	s := (&script{receive: func(a *scripted, c *Context, m any) error { got = append(got, m); return nil }}).spec("w/a", 10*ms)
	s.Queue = 5 // no power of two
	sys := virtual(t, Application{Actors: []Spec{s}})
	advance(t, sys, 5*ms)
	for i := range 7 {
		err := sys.Send("w/a", i)
		if (err != nil) != (i >= 5) || err != nil && !errors.Is(err, ErrQueueFull) {
			t.Errorf("message %d: %v", i, err)
		}
	}
	advance(t, sys, 5*ms)
	if fmt.Sprint(got) != "[0 1 2 3 4]" || healthOf(t, sys, "w/a").QueueDropped != 2 {
		t.Errorf("received %v, dropped %d", got, healthOf(t, sys, "w/a").QueueDropped)
	}
}

func TestAFullQueueMayDropTheOldestAndAnswersItsSender(t *testing.T) {
	var got []any
	s := (&script{receive: func(a *scripted, c *Context, m any) error { got = append(got, m); return nil }}).spec("w/a", 10*ms)
	s.Queue, s.Overflow = 3, DropOldest
	sys := virtual(t, Application{Actors: []Spec{s}})
	advance(t, sys, 5*ms)
	var answer error
	if err := sys.Request("w/a", "asked", func(_ any, err error) { answer = err }); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if err := sys.Send("w/a", i); err != nil {
			t.Fatal(err)
		}
	}
	if !errors.Is(answer, ErrQueueFull) {
		t.Errorf("the requester received %v", answer)
	}
	advance(t, sys, 5*ms)
	if fmt.Sprint(got) != "[1 2 3]" || healthOf(t, sys, "w/a").QueueDropped != 2 {
		t.Errorf("received %v, dropped %d", got, healthOf(t, sys, "w/a").QueueDropped)
	}
}

// A flood keeps no news of a watched actor from its watcher, and they come in their order.
func TestNewsOfAWatchedActorFindRoomBesideAFullQueue(t *testing.T) {
	for _, overflow := range []Overflow{DropNewest, DropOldest} {
		var got []string
		watcher := (&script{receive: func(a *scripted, c *Context, m any) error {
			if e, is := m.(messages.Event); is && e.Kind != messages.EventRestarting && e.Kind != messages.EventStopSent {
				got = append(got, e.Kind.String())
			}
			return nil
		}}).spec("w/watcher", 100*ms)
		watcher.Queue, watcher.Overflow, watcher.Watch = 3, overflow, []string{"w/watched"}
		sys := virtual(t, Application{
			Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: 20 * ms}}}},
			Actors: []Spec{watcher, failAt(30*ms).spec("w/watched", 10*ms)},
		})
		advance(t, sys, 10*ms)
		got = nil // of the start
		for i := range 10 {
			_ = sys.Send("w/watcher", i) // the last ones are refused, or make room
		}
		advance(t, sys, 60*ms)
		for i := range 10 {
			_ = sys.Send("w/watcher", i)
		}
		advance(t, sys, 30*ms)
		if fmt.Sprint(got) != "[failed started]" {
			t.Errorf("%s: it received %v", overflow, got)
		}
	}
}

// A watcher that takes nothing receives no more events than its queue has room for.
func TestNewsThatNobodyTakesAreCounted(t *testing.T) {
	watcher := (&script{}).spec("w/watcher", 10*ms)
	watcher.Watch = []string{"w/watched"}
	sys := virtual(t, Application{Actors: []Spec{watcher, (&script{}).spec("w/watched", 10*ms)}})
	m := sys.cells()[0].mailbox
	before := m.queue.Length()
	for range DefaultQueue + lifeEventsKept + 5 {
		m.postLifeEvent(messages.Event{Kind: messages.EventNote, Source: "w/watched"})
	}
	if dropped := healthOf(t, sys, "w/watcher").QueueDropped; dropped != uint64(5+before) {
		t.Errorf("%d are counted as lost, want %d", dropped, 5+before)
	}
	advance(t, sys, 10*ms)
	if m.queue.Length() != 0 || m.lifeEvents.Length() != 0 {
		t.Errorf("%d and %d wait still", m.queue.Length(), m.lifeEvents.Length())
	}
}

// A reply to an actor whose own queue is full is not lost: neither where new messages are refused,
// nor where old ones make room.
func TestAReplyReachesAnActorWhoseQueueIsFull(t *testing.T) {
	for _, overflow := range []Overflow{DropNewest, DropOldest} {
		var j journal
		oracle := &script{receive: func(a *scripted, c *Context, m any) error {
			if overflow == DropOldest {
				c.Reply("answer")
			}
			for i := range 3 {
				_ = c.Send("w/asker", i) // fills the asker's queue, and drops the reply where it may
			}
			if overflow == DropNewest {
				c.Reply("answer")
			}
			return nil
		}}
		asker := asking(&j, "w/oracle", time.Second, "question").spec("w/asker", 10*ms)
		asker.Queue, asker.Overflow = 2, overflow
		sys := virtual(t, Application{Actors: []Spec{asker, oracle.spec("w/oracle", 0)}})
		advance(t, sys, 10*ms)
		j.wants(t, "10ms question: answer, <nil>")
		stop(t, sys)
	}
}

func TestAnActorKeepsAtMostAsManyRequestsAsItsQueueHolds(t *testing.T) {
	var kept []*Deferred
	keeper := (&script{receive: func(a *scripted, c *Context, m any) error {
		if d := c.Defer(); d != nil {
			kept = append(kept, d)
		}
		return nil
	}}).spec("w/keeper", 0)
	keeper.Queue = 3
	sys := virtual(t, Application{Actors: []Spec{keeper}})
	var answers []string
	request := func() {
		if err := sys.Request("w/keeper", 1, func(v any, err error) { answers = append(answers, fmt.Sprint(v, err)) }); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		request()
	}
	if len(kept) != 3 || len(answers) != 1 || !strings.Contains(answers[0], ErrQueueFull.Error()) {
		t.Fatalf("%d kept, answers %v", len(kept), answers)
	}
	if !kept[1].Reply("answered") {
		t.Fatal("nobody waited")
	}
	if request(); len(kept) != 4 {
		t.Errorf("%d kept after one was answered", len(kept))
	}
}

func TestRepliesToAnEarlierIncarnationCountForNothing(t *testing.T) {
	var j journal
	var kept *Deferred
	oracle := &script{receive: func(a *scripted, c *Context, m any) error { kept = c.Defer(); return nil }}
	asker := asking(&j, "w/oracle", time.Second, "question")
	sys := virtual(t, Application{Actors: []Spec{oracle.spec("w/oracle", 0), asker.spec("w/asker", 10*ms)}})
	advance(t, sys, 5*ms)
	first := kept
	inject(t, sys, Fault{Kind: FaultError, Target: "w/asker"})
	advance(t, sys, 200*ms)
	if first.Open() || first.Reply("for the dead") {
		t.Error("the request of an earlier incarnation is open")
	}
	if !kept.Reply("for the living") {
		t.Error("the new incarnation does not wait")
	}
	advance(t, sys, 10*ms)
	j.wants(t, "210ms question: for the living, <nil>")
}

func TestAContinuationThatFailsFailsItsActor(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{
		(&script{tick: func(a *scripted, t *Tick) error {
			if a.ticks > 1 {
				return nil
			}
			return t.Ask("w/oracle", 1, time.Second, func(*Context, any, error) error { return errScripted })
		}}).spec("w/asker", 10*ms),
		(&script{receive: func(a *scripted, c *Context, m any) error { c.Reply(1); return nil }}).spec("w/oracle", 0)}})
	advance(t, sys, 10*ms)
	if h := healthOf(t, sys, "w/asker"); h.State != "suspended" || !strings.Contains(h.LastError, errScripted.Error()) {
		t.Errorf("%s: %s", h.State, h.LastError)
	}
}

func TestAProgramAsksInRealTime(t *testing.T) {
	double := &script{receive: func(a *scripted, c *Context, m any) error {
		if m == "fail" {
			return errScripted
		}
		c.Reply(2 * m.(int))
		return nil
	}}
	sys := started(t, Application{Actors: []Spec{double.spec("w/event_driven", 0), double.spec("w/periodic", ms)}})
	for _, name := range []string{"w/event_driven", "w/periodic"} {
		if got, err := sys.Ask(context.Background(), name, 21); err != nil || got != 42 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		var f *Failure
		if _, err := sys.Ask(context.Background(), name, "fail"); !errors.As(err, &f) || f.Actor != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := sys.Ask(context.Background(), "w/nobody", 1); err == nil {
		t.Error("nobody answered")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := sys.Ask(cancelled, "w/event_driven", 1); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, ErrRestarted) {
		t.Error(err)
	}
	stop(t, sys)
	if _, err := sys.Ask(context.Background(), "w/periodic", 1); !errors.Is(err, ErrStopped) {
		t.Errorf("after the stop: %v", err)
	}
}

// Who looks at the error alone must not take a refusal for a yes.
func TestAReplyThatIsAnErrorIsTheErrorOfTheRequest(t *testing.T) {
	refuses := &script{receive: func(a *scripted, c *Context, m any) error { c.Reply(errScripted); return nil }}
	var delivered []error
	asks := &script{tick: func(a *scripted, t *Tick) error {
		if t.Sequence != 1 {
			return nil
		}
		return t.Ask("w/refuses", 1, time.Second, func(_ *Context, reply any, err error) error {
			delivered = append(delivered, err, reply.(error))
			return nil
		})
	}}
	sys := virtual(t, Application{Actors: []Spec{asks.spec("w/asks", ms), refuses.spec("w/refuses", 0)}})
	advance(t, sys, 10*ms)
	err := sys.Request("w/refuses", 1, func(reply any, err error) { delivered = append(delivered, err, reply.(error)) })
	advance(t, sys, ms)
	if want := []error{errScripted, errScripted, errScripted, errScripted}; err != nil || !slices.Equal(delivered, want) {
		t.Errorf("%v; an actor and a program delivered %v", err, delivered)
	}
	real := started(t, Application{Actors: []Spec{refuses.spec("w/refuses", 0)}})
	if reply, err := real.Ask(context.Background(), "w/refuses", 1); err != errScripted || reply != errScripted {
		t.Errorf("in real time: %v, %v", reply, err)
	}
}

func TestAskingIsRefusedWhereNothingWouldMove(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{(&script{}).spec("w/a", 0)}})
	if _, err := sys.Ask(context.Background(), "w/a", 1); err == nil || !strings.Contains(err.Error(), "use Request and Advance") {
		t.Errorf("got %v", err)
	}
	if err := sys.Request("w/a", 1, nil); err == nil {
		t.Error("a request without a continuation was accepted")
	}
}

// Requests and replies between random actors, restarts among them: every request ends exactly once.
func TestEveryRequestEndsExactlyOnce(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(20) {
		ends := map[int]int{}
		asked := 0
		names := []string{"w/a", "w/b", "w/c", "w/d"}
		answer := func(a *scripted, c *Context, m any) error {
			switch c.Rand().IntN(6) {
			case 0:
				return nil
			case 1:
				c.Refuse(errScripted)
			case 2:
				if d := c.Defer(); d != nil && c.Rand().IntN(2) == 0 {
					c.After(fmt.Sprint(c.Rand().IntN(10)), time.Duration(c.Rand().IntN(20))*ms, func() { d.Reply(1) })
				}
			case 3:
				if c.Rand().IntN(20) == 0 {
					return errScripted
				}
				c.Reply(1)
			default:
				c.Reply(1)
			}
			return nil
		}
		random := &script{
			receive: func(a *scripted, c *Context, m any) error {
				if later, ok := m.(func()); ok {
					later()
					return nil
				}
				return answer(a, c, m)
			},
		}
		var specs []Spec
		for i, name := range names {
			s := random.spec(name, time.Duration(i%2)*5*ms)
			s.Queue, s.Overflow = 4, Overflow(i%2)
			specs = append(specs, s)
		}
		sys := virtual(t, Application{Actors: specs, Groups: []Group{{Name: "w", Policy: always{Decision{Action: Restart, After: 5 * ms}}}}}, WithSeed(r.Uint64()))
		for range 200 {
			id := asked
			if sys.Request(names[r.IntN(4)], id, func(any, error) { ends[id]++ }) == nil {
				asked++
			}
			advance(t, sys, time.Duration(r.IntN(3))*ms)
		}
		stop(t, sys)
		var once []int
		for id, n := range ends {
			if n == 1 {
				once = append(once, id)
			}
		}
		if len(once) != asked {
			slices.Sort(once)
			t.Fatalf("of %d requests %d ended once; ended: %v", asked, len(once), ends)
		}
	}
}

// always decides the same about everything.
type always struct{ d Decision }

func (p always) Decide(*Failure, []string, float64) Decision { return p.d }
