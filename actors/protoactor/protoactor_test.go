package protoactor_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/protoactor"
)

var errRefused = errors.New("it does not want to")

// guest answers the requests of an embedding program.
type guest struct{}

func (guest) Receive(c *actors.Context, message any) error {
	switch message {
	case "ignore":
	case "refuse":
		c.Refuse(errRefused)
	default:
		c.Reply(fmt.Sprintf("guest %v", message))
	}
	return nil
}

// ticking does nothing every millisecond.
type ticking struct{}

func (ticking) Tick(*actors.Tick) error { return nil }

func application() actors.Application {
	return actors.Application{Name: "guest", Actors: []actors.Spec{
		{Name: "w/a", Period: time.Millisecond, New: func() any { return &ticking{} }},
		{Name: "w/b", New: func() any { return &guest{} }},
	}}
}

func started(t *testing.T, options ...actors.Option) *actors.System {
	t.Helper()
	sys, err := actors.New(application(), options...)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	return sys
}

func stop(t *testing.T, sys *actors.System) {
	t.Helper()
	if err := sys.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// healthOf returns the health of the guest.
func healthOf(sys *actors.System) (h struct {
	State       string
	Incarnation uint32
}) {
	for _, one := range sys.Health() {
		if one.Actor == "w/b" {
			h.State, h.Incarnation = one.State, uint32(one.Incarnation)
		}
	}
	return h
}

func TestAnActorHasAPIDFromItsStartOn(t *testing.T) {
	sys, err := actors.New(application(), protoactor.WithActorSystem(nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := protoactor.PIDOf(sys, "w/b"); err == nil || !strings.Contains(err.Error(), "no PID before") {
		t.Errorf("before the start: %v", err)
	}
	if _, err := protoactor.PIDOf(sys, "w/c"); err == nil || !strings.Contains(err.Error(), "w/c") {
		t.Errorf("of an actor that does not exist: %v", err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if pid, err := protoactor.PIDOf(sys, "w/b"); err != nil || !strings.HasSuffix(pid.Id, "w/b") {
		t.Errorf("after the start: %v, %v", pid, err)
	}
	stop(t, sys)
}

// echo is an actor of an embedding program.
type echo struct{ name string }

func (e *echo) Receive(c actor.Context) {
	if text, ok := c.Message().(string); ok {
		c.Respond(e.name + " " + text)
	}
}

// A program that has an ActorSystem with a thousand actors keeps every one of them, whatever this
// package does.
func TestAnEmbeddingProgramKeepsItsThousandActors(t *testing.T) {
	host := actor.NewActorSystem()
	var pids []*actor.PID
	for i := range 1000 {
		name := fmt.Sprintf("echo%d", i)
		pid, err := host.Root.SpawnNamed(actor.PropsFromProducer(func() actor.Actor { return &echo{name} }), name)
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	ask := func(when string) {
		for i, pid := range pids {
			fresh := actor.NewPID(pid.Address, pid.Id) // without what the other one has cached
			got, err := host.Root.RequestFuture(fresh, when, 10*time.Second).Result()
			if want := fmt.Sprintf("echo%d %s", i, when); err != nil || got != want {
				t.Fatalf("%s: actor %d answered %v, %v", when, i, got, err)
			}
		}
	}
	ask("before")
	var systems []*actors.System
	for range 3 {
		systems = append(systems, started(t, protoactor.WithActorSystem(host)))
	}
	ask("while guests live")
	for _, sys := range systems {
		pid, err := protoactor.PIDOf(sys, "w/b")
		if err != nil {
			t.Fatal(err)
		}
		for question, want := range map[string]string{"hello": "guest hello", "refuse": errRefused.Error(), "ignore": "w/b received a string: the receiver did not reply"} {
			got, err := host.Root.RequestFuture(pid, question, 10*time.Second).Result()
			if err != nil || fmt.Sprint(got) != want {
				t.Errorf("asked %q by PID: %v, %v; want %q", question, got, err, want)
			}
		}
		for _, forged := range []any{nil, &actor.Stopped{}, &actor.Started{}, &actor.Restarting{}, &actor.Terminated{}, &actor.SuspendMailbox{}} {
			host.Root.Send(pid, forged)
		}
		if got, err := host.Root.RequestFuture(pid, "still there", 10*time.Second).Result(); err != nil || got != "guest still there" {
			t.Errorf("after forged messages: %v, %v", got, err)
		}
		if h := healthOf(sys); h.State != "running" || h.Incarnation != 1 {
			t.Errorf("after forged messages it is %s in incarnation %d", h.State, h.Incarnation)
		}
	}
	pid, _ := protoactor.PIDOf(systems[0], "w/b")
	if err := host.Root.PoisonFuture(pid).Wait(); err != nil {
		t.Error(err)
	}
	for end := time.Now().Add(10 * time.Second); healthOf(systems[0]).State != "stopped"; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the poisoned one has not stopped")
		}
	}
	for _, sys := range systems {
		stop(t, sys)
	}
	ask("after")
	if n := host.ProcessRegistry.LocalPIDs; n == nil {
		t.Error("no registry")
	}
	for _, pid := range pids {
		if err := host.Root.StopFuture(pid).Wait(); err != nil {
			t.Fatal(err)
		}
	}
}
