package protoactor_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// reading is the value that these tests send.
type reading struct{ N int64 }

// outgoing ticks, sends readings, and does with foreign actors what its functions say.
type outgoing struct {
	Out actors.Out[reading] `port:"out"`

	start   func(*actors.Context) error
	tick    func(*actors.Tick) error
	receive func(*actors.Context, any) error
}

func (o *outgoing) Start(c *actors.Context) error {
	if o.start == nil {
		return nil
	}
	return o.start(c)
}

func (o *outgoing) Tick(t *actors.Tick) error {
	if o.tick != nil {
		if err := o.tick(t); err != nil {
			return err
		}
	}
	return o.Out.Send(t, reading{int64(t.Sequence)})
}

func (o *outgoing) Receive(c *actors.Context, message any) error {
	if o.receive == nil {
		return nil
	}
	return o.receive(c, message)
}

// within runs one actor inside host.
func within(t *testing.T, host *actor.ActorSystem, o *outgoing, options ...actors.Option) *actors.System {
	t.Helper()
	sys, err := actors.New(actors.Application{Name: "out", Actors: []actors.Spec{
		{Name: "w/out", Period: time.Millisecond, New: func() any { c := *o; return &c }, Tolerance: actors.Tolerance{Missed: -1}}}},
		append(options, protoactor.WithActorSystem(host))...)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, sys) })
	return sys
}

func spawn(host *actor.ActorSystem, receive func(actor.Context), options ...actor.PropsOption) *actor.PID {
	return host.Root.Spawn(actor.PropsFromFunc(receive, options...))
}

// get waits for a value. The bound is that of a test which hangs.
func get[T any](t *testing.T, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(20 * time.Second):
		t.Fatal("nothing came")
	}
	return v
}

func TestAnActorSendsToAndAsksForeignActors(t *testing.T) {
	host := actor.NewActorSystem()
	foreign := spawn(host, func(c actor.Context) {
		switch m := c.Message().(type) {
		case string:
			c.Respond("foreign " + m)
		case int:
			c.Send(c.Sender(), m+1) // to the actor itself, as a message
		case error:
			c.Respond(m)
		}
	})
	dead := spawn(host, func(actor.Context) {})
	if err := host.Root.StopFuture(dead).Wait(); err != nil {
		t.Fatal(err)
	}
	answers := make(chan string, 10)
	note := func(what string) func(*actors.Context, any, error) error {
		return func(c *actors.Context, reply any, err error) error {
			answers <- fmt.Sprintf("%s: %v, %v", what, reply, err)
			return nil
		}
	}
	refusal := errors.New("no")
	within(t, host, &outgoing{
		start: func(c *actors.Context) error {
			return errors.Join(
				protoactor.Ask(c, foreign, "hello", time.Second, note("asked")),
				protoactor.Ask(c, foreign, refusal, time.Second, note("refused")),
				protoactor.Ask(c, dead, "hello", time.Second, note("dead")),
				protoactor.Ask(c, foreign, 3.0, 20*time.Millisecond, note("silent")),
				protoactor.Send(c, foreign, 41))
		},
		receive: func(_ *actors.Context, m any) error { answers <- fmt.Sprintf("received: %v", m); return nil },
	})
	got := map[string]bool{}
	for range 5 {
		got[get(t, answers)] = true
	}
	for _, want := range []string{"asked: foreign hello, <nil>", "refused: no, no", "dead: <nil>, " + protoactor.ErrDead.Error(), "received: 42"} {
		if !got[want] {
			t.Errorf("%q is missing", want)
		}
	}
	for answer := range got {
		if strings.HasPrefix(answer, "silent") && !strings.Contains(answer, actors.ErrTimeout.Error()) {
			t.Error(answer)
		}
	}
}

// The end of a foreign actor reaches each actor that watches it, also one that watches it
// afterwards.
func TestTheEndOfAForeignActorIsReceivedAndIsAnEvent(t *testing.T) {
	host := actor.NewActorSystem()
	foreign := spawn(host, func(actor.Context) {})
	ended, events := make(chan *actor.PID, 10), make(chan string, 100)
	o := &outgoing{
		start: func(c *actors.Context) error { return protoactor.Watch(c, foreign) },
		receive: func(c *actors.Context, m any) error {
			if t, is := m.(protoactor.Terminated); is {
				ended <- t.Who
				if c.Incarnation() == 1 {
					return errors.New("restart") // the next incarnation watches an actor that has stopped
				}
			}
			return nil
		},
	}
	within(t, host, o, actors.WithEvents(func(e messages.Event) {
		if e.Kind == messages.EventForeign && e.Peer == foreign.Address+"/"+foreign.Id {
			events <- e.String()
		}
	}))
	host.Root.Stop(foreign)
	for range 2 {
		if who := get(t, ended); who.Id != foreign.Id {
			t.Errorf("%v has ended, want %v", who, foreign)
		}
		if e := get(t, events); !strings.Contains(e, "foreign actor "+foreign.Address+"/"+foreign.Id+" has stopped") {
			t.Errorf("the event is %s", e)
		}
	}
}

// A mailbox of the program that blocks its senders delays no tick: messages wait, and are rejected
// once too many do.
func TestAMailboxThatBlocksDelaysNoTick(t *testing.T) {
	host := actor.NewActorSystem()
	var release sync.Once
	gate := make(chan struct{})
	open := func() { release.Do(func() { close(gate) }) }
	foreign := spawn(host, func(c actor.Context) {
		if _, is := c.Message().(string); is {
			<-gate
		}
	}, actor.WithMailbox(actor.Bounded(2))) // one of size 1 overwrites its message and never blocks
	var full atomic.Bool
	fulls := make(chan error, 1)
	sys := within(t, host, &outgoing{tick: func(k *actors.Tick) error {
		for range 100 {
			if err := protoactor.Send(k.Context, foreign, "much"); err != nil && full.CompareAndSwap(false, true) {
				fulls <- err
			}
		}
		return nil
	}})
	t.Cleanup(open) // before the system stops
	if err := get(t, fulls); !errors.Is(err, actors.ErrQueueFull) {
		t.Errorf("the error is %v", err)
	}
	before := sys.Health()[0].Ticks
	for end := time.Now().Add(20 * time.Second); sys.Health()[0].Ticks < before+20; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it ticks no more")
		}
	}
	open()
}

// A foreign actor that takes its time gets the newest value, and never a backlog.
func TestAForeignActorSubscribesToAnOutput(t *testing.T) {
	host := actor.NewActorSystem()
	type taken struct {
		value reading
		stamp messages.Stamp
		lost  uint64
		ok    bool
	}
	all, hold := make(chan taken, 100), make(chan struct{})
	foreign := spawn(host, func(c actor.Context) {
		if v, is := c.Message().(*protoactor.NewValue[reading]); is {
			<-hold
			var k taken
			k.value, k.stamp, k.lost, k.ok = v.Take()
			all <- k
		}
	})
	sys := within(t, host, &outgoing{})
	end, err := protoactor.Subscribe[reading](sys, "w/out.out", foreign)
	if err != nil {
		t.Fatal(err)
	}
	before := sys.Health()[0].Ticks
	for sys.Health()[0].Ticks < before+20 {
		time.Sleep(time.Millisecond)
	}
	hold <- struct{}{}
	first := get(t, all)
	if !first.ok || first.lost < 10 || first.stamp.Sequence < first.lost {
		t.Errorf("the first value is %+v: expected the newest of twenty", first)
	}
	hold <- struct{}{}
	if second := get(t, all); !second.ok || second.value.N <= first.value.N {
		t.Errorf("%+v follows %+v", second, first)
	}
	end()
	close(hold)
	for name, call := range map[string]func() error{
		"an unknown output":    func() error { _, err := protoactor.Subscribe[reading](sys, "w/out.in", foreign); return err },
		"another type":         func() error { _, err := protoactor.Subscribe[int64](sys, "w/out.out", foreign); return err },
		"an actor without PID": func() error { _, err := protoactor.Subscribe[reading](sys, "w/out.out", nil); return err },
	} {
		if call() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// In virtual time, and without an ActorSystem of the program, foreign actors are rejected by a
// clear error, as is what Proto.Actor does not tolerate.
func TestForeignActorsAreRejectedWhereTheyCannotBeReached(t *testing.T) {
	host := actor.NewActorSystem()
	foreign := spawn(host, func(actor.Context) {})
	for name, c := range map[string]struct {
		host    *actor.ActorSystem
		options []actors.Option
		want    string
	}{
		"virtual time": {host, []actors.Option{actors.WithVirtualTime()}, "in virtual time"},
		"another host": {nil, nil, "protoactor.WithActorSystem"},
	} {
		t.Run(name, func(t *testing.T) {
			errs := make(chan error, 10)
			sys := within(t, c.host, &outgoing{start: func(k *actors.Context) error {
				errs <- protoactor.Send(k, foreign, "hello")
				errs <- protoactor.Ask(k, foreign, "hello", time.Second, func(*actors.Context, any, error) error { return nil })
				errs <- protoactor.Watch(k, foreign)
				return nil
			}}, c.options...)
			_, err := protoactor.Subscribe[reading](sys, "w/out.out", foreign)
			errs <- err
			for range 4 {
				if err := get(t, errs); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("the error is %v", err)
				}
			}
		})
	}
	errs := make(chan error, 10)
	within(t, host, &outgoing{start: func(k *actors.Context) error {
		errs <- protoactor.Send(k, foreign, nil)
		errs <- protoactor.Send(k, nil, "hello")
		errs <- protoactor.Send(k, foreign, &actor.Stop{})
		errs <- protoactor.Watch(k, nil)
		return nil
	}})
	for range 4 {
		if get(t, errs) == nil {
			t.Error("it is accepted")
		}
	}
}
