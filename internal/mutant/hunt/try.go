package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
	"github.com/robo-actors/robo-actors/supervision/faults/fleet"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// defect is the name of the defect that this program was built with. The linker sets it.
var defect string

// runLength is the virtual time of each run of an application file.
const runLength = 10 * time.Second

// trial is the campaign that one process runs.
type trial struct {
	// file of the application; campaign.FleetName stands for those that a fleet draws.
	file string
	// seed is the only seed to run; zero runs all seeds from 1 on.
	seed uint64
	// shrink is the maximum number of runs to shrink the plan; zero keeps the plan.
	shrink int
	// limit is the maximum processor time; zero is unlimited.
	limit time.Duration
}

// trialResult is what the process prints.
type trialResult struct {
	Mutant    string   `json:"mutant,omitempty"`
	Seeds     uint64   `json:"seeds"`
	Found     bool     `json:"found"`
	Seed      uint64   `json:"seed,omitempty"`
	Invariant string   `json:"invariant,omitempty"`
	Text      string   `json:"text,omitempty"`
	Plan      []string `json:"plan,omitempty"`
}

// errLimit ends a campaign at the limit of processor time.
var errLimit = errors.New("processor time limit reached")

// do runs the campaign.
func (t *trial) do(ctx context.Context) (*trialResult, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	o := campaign.Options{First: 1, Seeds: math.MaxInt64, Duration: runLength, Workers: 1, MostFailures: 1, ShrinkRuns: -1}
	if t.file == campaign.FleetName {
		o.Fleet, o.Duration = campaign.NewFleet(registry), fleet.Longest
	} else if o.Config, err = app.LoadFile(t.file, registry); err != nil {
		return nil, err
	}
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
	result := &trialResult{Mutant: defect, Seeds: r.Seeds}
	if len(r.Failures) > 0 {
		f := r.Failures[0]
		result.Found, result.Seed, result.Invariant, result.Text, result.Plan = true, f.Seed, f.Invariant, f.Error(), f.Plan
	}
	return result, nil
}

// print writes the result as one line of JSON.
func (r *trialResult) print(to io.Writer) error { return json.NewEncoder(to).Encode(r) }
