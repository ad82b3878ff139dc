package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/internal/mutant"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// runLength is the virtual time of each run, as that of the campaign that the defects are to be found by.
const runLength = 10 * time.Second

// trial is what one process does.
type trial struct {
	file string
	// seed is the only one to run; zero runs them all, from 1 on.
	seed uint64
	// shrink bounds the runs that may be spent on a smaller plan that fails too; zero does not look for one.
	shrink int
	// limit bounds the time of the processor; zero is none.
	limit time.Duration
}

// trialResult is what it prints.
type trialResult struct {
	Mutant    string   `json:"mutant,omitempty"`
	Seeds     uint64   `json:"seeds"`
	Found     bool     `json:"found"`
	Seed      uint64   `json:"seed,omitempty"`
	Invariant string   `json:"invariant,omitempty"`
	Text      string   `json:"text,omitempty"`
	Plan      []string `json:"plan,omitempty"`
}

// errLimit ends a campaign that has looked for long enough.
var errLimit = errors.New("the limit of time is reached")

// do runs the campaign.
func (t *trial) do(ctx context.Context) (*trialResult, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	config, err := app.LoadFile(t.file, registry)
	if err != nil {
		return nil, err
	}
	o := campaign.Options{Config: config, First: 1, Seeds: math.MaxInt64, For: runLength, Workers: 1, MostFailures: 1, ShrinkRuns: -1}
	if t.seed > 0 {
		o.First, o.Seeds = t.seed, 1
	}
	if t.shrink > 0 {
		o.ShrinkRuns = t.shrink
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	o.Progress = func(*campaign.Result) {
		if t.limit > 0 && spent() > t.limit {
			cancel(errLimit)
		}
	}
	r, err := campaign.Do(ctx, o)
	if r == nil || err != nil && !errors.Is(err, errLimit) {
		return nil, err
	}
	result := &trialResult{Seeds: r.Seeds}
	if m, on := mutant.Active(); on {
		result.Mutant = m.Name
	}
	if len(r.Failures) > 0 {
		f := r.Failures[0]
		result.Found, result.Seed, result.Invariant, result.Text, result.Plan = true, f.Seed, f.Invariant, f.Error(), f.Plan
	}
	return result, nil
}

// print is what the process does in the end.
func (r *trialResult) print(to io.Writer) error { return json.NewEncoder(to).Encode(r) }
