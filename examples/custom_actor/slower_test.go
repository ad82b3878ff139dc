package main

import (
	"errors"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
)

// beat is slower than the actors that read it.
type beat struct {
	Pace actors.Out[messages.Signals] `port:"pace"`
}

func (b *beat) Configure(s *actors.Setup) error {
	s.Size(&b.Pace, actors.Sizes{"signals": 1})
	return nil
}

func (b *beat) Tick(t *actors.Tick) error {
	b.Pace.Loan().Value[0] = 1
	return b.Pace.Publish(t)
}

// reader reads a slower actor. It waits for the first value.
type reader struct {
	Pace    actors.In[messages.Signals]  `port:"pace"`
	Doubled actors.Out[messages.Signals] `port:"doubled"`
}

func (r *reader) Configure(s *actors.Setup) error {
	s.Size(&r.Doubled, actors.Sizes{"signals": 1})
	return nil
}

func (r *reader) Tick(t *actors.Tick) error {
	pace, err := r.Pace.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return r.Doubled.Withdraw(t)
	}
	if err != nil {
		return err
	}
	r.Doubled.Loan().Value[0] = 2 * pace.Value[0]
	return r.Doubled.Publish(t)
}

// The guide says to wait for the first value of a slower actor: it is missing after each start.
func TestAnActorWaitsForTheFirstValueOfASlowerOne(t *testing.T) {
	lab := actortest.New(t, actors.Application{Actors: []actors.Spec{
		{Name: "arm/reader", Period: 5 * time.Millisecond, New: func() any { return &reader{} }},
		{Name: "arm/beat", Period: 70 * time.Millisecond, New: func() any { return &beat{} }},
	}, Links: []actors.Link{{From: "arm/beat.pace", To: "arm/reader.pace"}}}, 1)
	lab.Inject("at 1s panic arm/reader")
	lab.Run(2 * time.Second)
	value, _, ok := actortest.Value[messages.Signals](lab.View(), "arm/reader.doubled")
	if n := lab.View().Health("arm/reader").Incarnation; !ok || value.Value[0] != 2 || n != 2 {
		t.Errorf("the output is %v (%t) of incarnation %d, expected 2 of incarnation 2, which the panic started", value, ok, n)
	}
}
