package actors_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// takes writes down what an actor reads and receives.
type takes struct{ lines []string }

func (r *takes) Channel(string, reflect.Type) (int, bool) { return 0, false }
func (r *takes) Record(int, messages.Stamp, any)          {}
func (r *takes) Event(messages.Event)                     {}
func (r *takes) Dropped(int, uint64)                      {}

func (r *takes) Intake(actor string) actors.Intake {
	if actor == "w/reader" {
		return r
	}
	return nil
}

func (r *takes) Ticks(t *actors.Tick, inputs []actors.InputValue) {
	line := fmt.Sprintf("tick %s", t.Now)
	for _, in := range inputs {
		if line += " " + in.Port; in.Value != nil {
			line += fmt.Sprintf(" %g of %s, have %t", in.Value.(*reading).Number, in.Stamp.Time, in.Have)
		}
	}
	r.lines = append(r.lines, line)
}

func (r *takes) Receives(now messages.Instant, message any) {
	r.lines = append(r.lines, fmt.Sprintf("message %v at %s", message, now))
}

func (r *takes) Decided(group string, f *actors.Failure, siblings []string, draw float64, d actors.Decision) {
	r.lines = append(r.lines, fmt.Sprintf("group %q decides %s about %s of %v", group, d.Action, f.Actor, siblings))
}

type reading struct{ Number float64 }

type writer struct {
	Out   actors.Out[reading] `port:"out"`
	ticks int
}

func (w *writer) Tick(t *actors.Tick) error {
	if w.ticks++; w.ticks == 3 {
		return errors.New("broken")
	}
	return w.Out.Send(t, reading{Number: float64(w.ticks)})
}

type reader struct {
	In actors.In[reading] `port:"in"`
}

func (*reader) Tick(*actors.Tick) error                      { return nil }
func (*reader) Receive(_ *actors.Context, message any) error { return nil }

func TestARecorderTakesWhatAnActorReadsAndWhatSupervisorsDecide(t *testing.T) {
	r := &takes{}
	period := 10 * time.Millisecond
	sys, err := actors.New(actors.Application{
		Actors: []actors.Spec{
			{Name: "w/writer", World: "w", New: func() any { return &writer{} }, Period: period},
			{Name: "w/reader", World: "w", New: func() any { return &reader{} }, Period: period, Phase: actors.Actuation},
		},
		Links: []actors.Link{{From: "w/writer.out", To: "w/reader.in"}},
	}, actors.WithVirtualTime(), actors.WithRecorder(r))
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := sys.Send("w/reader", "hello"); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(25 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if err := sys.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"message hello at", "tick 0.000000s in 1 of 0.000000s, have true", "tick 0.020000s in 0 of 0.020000s, have false",
		`decides restart about w/writer of [w/writer w/reader]`,
	} {
		if !slices.ContainsFunc(r.lines, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("no %q in\n%s", want, strings.Join(r.lines, "\n"))
		}
	}
}
