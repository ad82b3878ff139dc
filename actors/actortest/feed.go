package actortest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Feeder feeds an input.
type Feeder[T any] struct {
	lab   *Lab
	actor string
}

// feeds is the path prefix of the feeding actors.
const feeds = "actortest/feeds/"

// Feed feeds an input that has no link: it adds an actor that sends what the test provides. The
// input is written "world/actor.port". Sizes are those of the dimensions of T that the input does
// not declare itself.
func Feed[T any](l *Lab, input string, sizes ...actors.Sizes) *Feeder[T] {
	l.t.Helper()
	if l.sys != nil {
		l.t.Fatalf("input %s must be fed before the application starts", input)
	}
	if slices.ContainsFunc(l.app.Links, func(have actors.Link) bool { return have.To == input && strings.HasPrefix(have.From, feeds) }) {
		l.t.Fatalf("input %s is fed already; expected one Feed for each input", input)
	}
	f := &Feeder[T]{lab: l, actor: feeds + strings.NewReplacer(".", "/").Replace(input)}
	all := actors.Sizes{}
	for _, s := range sizes {
		for dimension, n := range s {
			all[dimension] = n
		}
	}
	l.app.Actors = append(l.app.Actors, actors.Spec{Name: f.actor, World: "actortest", Sizes: all, New: func() any { return &feedActor[T]{input: input, refused: l.misfeed} }})
	l.app.Links = append(l.app.Links, actors.Link{From: f.actor + ".value", To: input})
	return f
}

// Send sends a value now, stamped with the current instant.
func (f *Feeder[T]) Send(value T) {
	f.lab.t.Helper()
	f.post(feeding[T]{value: value})
}

// SendAt sends a value now that was true at an earlier instant.
func (f *Feeder[T]) SendAt(value T, when messages.Instant) {
	f.lab.t.Helper()
	f.post(feeding[T]{value: value, when: &when})
}

// Withdraw withdraws the newest value.
func (f *Feeder[T]) Withdraw() {
	f.lab.t.Helper()
	f.post(feeding[T]{withdraw: true})
}

// Every sends the value that the function returns, now and once per period, until the function
// returns false.
func (f *Feeder[T]) Every(period time.Duration, value func(now messages.Instant) (T, bool)) {
	f.lab.t.Helper()
	if period <= 0 {
		f.lab.t.Fatalf("%s has the period %v; expected a positive period", f.actor, period)
		return
	}
	var send func()
	send = func() {
		now := f.lab.sys.Now()
		v, ok := value(now)
		if !ok {
			return
		}
		f.post(feeding[T]{value: v})
		f.lab.sys.At(now.Add(period), send)
	}
	f.lab.At(time.Duration(f.lab.Now()), send)
}

func (f *Feeder[T]) post(what feeding[T]) {
	if err := f.lab.System().Send(f.actor, what); err != nil {
		f.lab.t.Helper() // here, because it is slow
		f.lab.t.Fatalf("%v", err)
	}
}

// feeding is a command to a feed.
type feeding[T any] struct {
	value    T
	when     *messages.Instant
	withdraw bool
}

// misfeed ends the run at a value that an input cannot take.
func (l *Lab) misfeed(input string, err error) {
	if l.misfed == nil {
		l.misfed = fmt.Errorf("input %s cannot take the value: %w", input, err)
	}
}

// feedActor sends the values of a Feeder.
type feedActor[T any] struct {
	Value actors.Out[T] `port:"value" doc:"the values of the test"`

	todo    []feeding[T]
	input   string
	refused func(input string, err error) // of the lab
}

func (a *feedActor[T]) Receive(_ *actors.Context, message any) error {
	what, ok := message.(feeding[T])
	if !ok {
		return fmt.Errorf("expected a value of the test, not a %T", message)
	}
	a.todo = append(a.todo, what)
	return nil
}

// Tick sends in the tick that follows a message: outputs are written in ticks only.
func (a *feedActor[T]) Tick(t *actors.Tick) error {
	for _, what := range a.todo {
		if err := a.act(t, what); errors.Is(err, actors.ErrLength) {
			a.refused(a.input, err)
		} else if err != nil {
			return err
		}
	}
	a.todo = a.todo[:0]
	return nil
}

func (a *feedActor[T]) act(t *actors.Tick, what feeding[T]) error {
	switch {
	case what.withdraw:
		return a.Value.Withdraw(t)
	case what.when != nil:
		return a.Value.SendAt(t, &what.value, *what.when)
	}
	return a.Value.Send(t, what.value)
}
