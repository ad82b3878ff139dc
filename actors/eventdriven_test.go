package actors

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestAnEventDrivenActorRunsWhenSomethingArrives(t *testing.T) {
	var j journal
	listener := &script{
		start: func(a *scripted, c *Context) error {
			c.After("first", 15*ms, "timer")
			return nil
		},
		receive: func(a *scripted, c *Context, m any) error {
			j.add("%v received %v", time.Duration(c.Time()), m)
			return nil
		},
		tick: func(a *scripted, t *Tick) error {
			j.add("%v tick %d, step %v, measured %v, changed %v", time.Duration(t.Now), t.Sequence, t.Step, t.Measured, a.In.Changed())
			return nil
		},
	}
	app := pair(sendingWhile(func(n uint64) bool { return n == 1 }), listener, 0)
	app.Actors[1].Period = 0
	sys := virtual(t, app)
	advance(t, sys, 20*ms)
	if err := sys.Send("w/b_sink", "message"); err != nil {
		t.Fatal(err)
	}
	j.wants(t,
		"10ms tick 1, step 0s, measured 10ms, changed true",
		"15ms received timer",
		"15ms tick 2, step 0s, measured 5ms, changed false",
		"20ms received message",
		"20ms tick 3, step 0s, measured 5ms, changed false")
	if h := healthOf(t, sys, "w/b_sink"); h.Ticks != 3 || h.Domain != "" {
		t.Errorf("got %+v", h)
	}
}

func TestAnEventDrivenActorSendsInTheTickAfterItsMessage(t *testing.T) {
	var j journal
	relay := (&script{tick: func(a *scripted, t *Tick) error { return a.Out.Send(t, note{N: int64(t.Sequence)}) }}).spec("w/a_relay", 0)
	sys := virtual(t, Application{
		Actors: []Spec{relay, telling(&j).spec("w/b_sink", 10*ms)},
		Links:  []Link{{From: "w/a_relay.out", To: "w/b_sink.in"}},
	})
	advance(t, sys, 5*ms)
	if err := sys.Send("w/a_relay", "now"); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, 5*ms)
	j.wants(t, "0s none", "10ms fresh")
}

func TestTimersOfAnEventDrivenActorKeepOneAlarm(t *testing.T) {
	count := 0
	sys := virtual(t, Application{Actors: []Spec{(&script{
		start: func(a *scripted, c *Context) error {
			c.After("silence", time.Second, "silence")
			return nil
		},
		receive: func(a *scripted, c *Context, m any) error {
			if m != "silence" {
				c.After("silence", time.Second, "silence") // a watchdog that every message feeds
				return nil
			}
			count++
			return nil
		},
	}).spec("w/a", 0)}})
	for range 500 {
		if err := sys.Send("w/a", "feed"); err != nil {
			t.Fatal(err)
		}
		advance(t, sys, 10*ms)
	}
	if n := sys.virtual.events.Len(); count != 0 || n > 2 {
		t.Errorf("fired %d times, %d events are queued", count, n)
	}
	advance(t, sys, 2*time.Second)
	if count != 1 {
		t.Errorf("fired %d times after the silence", count)
	}
}

func TestATimerOfZeroDoesNotStarveTheStep(t *testing.T) {
	n := 0
	sys := virtual(t, Application{Actors: []Spec{(&script{
		start: func(a *scripted, c *Context) error { c.After("again", 0, "again"); return nil },
		receive: func(a *scripted, c *Context, m any) error {
			n++
			c.After("again", 0, "again")
			return nil
		},
	}).spec("w/a", 10*ms)}})
	advance(t, sys, 50*ms)
	if n != 6 {
		t.Errorf("%d in 6 ticks, want one each", n)
	}
}

// Two actors that answer each other without end would hold virtual time forever; the run ends with
// their names instead.
func TestEndlessMessagesAtOneInstantEndTheRun(t *testing.T) {
	if testing.Short() {
		t.Skip("a million messages on one goroutine have nothing for the race detector; the whole test sends them")
	}
	reply := func(to string) *script {
		return &script{receive: func(a *scripted, c *Context, m any) error { return c.Send(to, m) }}
	}
	sys := virtual(t, Application{Actors: []Spec{reply("w/pong").spec("w/ping", 0), reply("w/ping").spec("w/pong", 0)}})
	sys.At(instant(10*ms), func() {
		if err := sys.Send("w/ping", "ball"); err != nil {
			t.Error(err)
		}
	})
	err := sys.Advance(time.Second)
	if err == nil {
		t.Fatal("it ended without an error")
	}
	testkit.MustContain(t, err.Error(), "does not advance beyond 0.010000s", "w/p")
}

func TestEventDrivenActorsRunInRealTime(t *testing.T) {
	var j journal
	const rounds = 200
	done := make(chan struct{})
	player := func(to string) *script {
		return &script{receive: func(a *scripted, c *Context, m any) error {
			n := m.(int)
			j.add("%s %d", c.Name(), n)
			if n == rounds {
				close(done)
				return nil
			}
			return c.Send(to, n+1)
		}}
	}
	sys := started(t, Application{Actors: []Spec{player("w/pong").spec("w/ping", 0), player("w/ping").spec("w/pong", 0)}})
	if err := sys.Send("w/ping", 1); err != nil {
		t.Fatal(err)
	}
	<-done
	stop(t, sys)
	for i, line := range j.all() {
		name := "w/ping"
		if i%2 == 1 {
			name = "w/pong"
		}
		if want := fmt.Sprintf("%s %d", name, i+1); line != want {
			t.Fatalf("message %d was %q, want %q", i, line, want)
		}
	}
}

// numbered is a message of one of several writers.
type numbered struct{ writer, n int }

// From many goroutines, every message that was accepted is received, in the order of its sender.
func TestNoMessageToAnEventDrivenActorIsLost(t *testing.T) {
	const senders = 4
	each := testkit.Scaled(20_000)
	last, received := [senders]int{}, 0
	sys := started(t, Application{Actors: []Spec{{Name: "w/a", Queue: 128, New: (&script{receive: func(a *scripted, c *Context, m any) error {
		n := m.(numbered)
		if n.n <= last[n.writer] {
			return fmt.Errorf("message %d of %d came after %d", n.n, n.writer, last[n.writer])
		}
		last[n.writer] = n.n
		received++
		return nil
	}}).new}}})
	accepted := make(chan int)
	for w := range senders {
		go func() {
			n := 0
			for i := 1; i <= each; i++ {
				if sys.Send("w/a", numbered{w, i}) == nil {
					n++
				}
			}
			accepted <- n
		}()
	}
	want := 0
	for range senders {
		want += <-accepted
	}
	eventually(t, "the queue has room for one more", func() bool {
		_, err := sys.Ask(context.Background(), "w/a", numbered{0, each + 1})
		return errors.Is(err, ErrNoReply) // it came to the end of the queue, and was received
	})
	stop(t, sys)
	if h := healthOf(t, sys, "w/a"); received != want+1 || h.LastError != "" || int(h.QueueDropped) < senders*each-want {
		t.Errorf("received %d of %d accepted, dropped %d: %s", received, want+1, h.QueueDropped, h.LastError)
	}
}
