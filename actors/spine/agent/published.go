package agent

import (
	"context"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
)

// A Published is an observation that a spine published in one of its cycles.
type Published struct {
	dictionary.Observation
	// Sequence counts the spine's observations, from 1 on. A gap means that observations were
	// skipped.
	Sequence uint64
	// Stamp is the time on the spine's clock, which simulated time drives in a simulation.
	Stamp time.Duration
}

// Newest returns the newest observation, ErrNoObservation before the first one.
func (a *Agent) Newest() (Published, error) {
	live, err := a.published()
	if err != nil {
		return Published{}, err
	}
	return parse(live.Newest(a.newest))
}

// Next waits for an observation that is newer than the last one that Newest or Next returned. It
// returns the context's error when the context ends, and ErrNoSpine when the spine has ended.
func (a *Agent) Next(ctx context.Context) (Published, error) {
	live, err := a.published()
	if err != nil {
		return Published{}, err
	}
	return parse(live.Next(ctx, a.newest))
}

func parse(raw sharedmemory.Observation, err error) (Published, error) {
	if err != nil {
		return Published{}, err
	}
	o, err := dictionary.ParseObservation(raw.Data)
	return Published{Observation: o, Sequence: raw.Sequence, Stamp: raw.Stamp}, err
}

// published opens the file of published observations when it is needed first.
func (a *Agent) published() (*sharedmemory.Live, error) {
	if a.live != nil {
		return a.live, nil
	}
	live, err := sharedmemory.OpenLive(a.name, a.options)
	if err != nil {
		return nil, err
	}
	a.live, a.newest = live, make([]byte, live.Capacity())
	return live, nil
}
