package campaign

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// fails is an invariant that every run with a stopped arm violates.
func fails() invariant.Check {
	return invariant.Always("arm", func(v *invariant.View) error {
		if v.Now() > messages.Instant(510*time.Millisecond) && v.Mode("arm_joint_1").Stops() {
			return errFull
		}
		return nil
	})
}

// An operator who sees that a failure was found may end the campaign at once: the failure stays,
// with the plan as small as it is by then.
func TestAnInterruptionWhileAPlanIsShrunkKeepsTheFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	plan := Plan{Schedule: schedule(t, "at 521.7ms stop whole_body mode=damp\nat 612.3ms stop mobile_base mode=damp\nat 650ms reset mobile_base")}
	var found []uint64
	r, err := Do(ctx, Options{Config: config(t), First: 7, Seeds: 1, Duration: 700 * time.Millisecond, Workers: 1, Rare: -1, Plan: &plan,
		Checks: []invariant.Check{fails()}, Found: func(seed uint64, v *invariant.Violation) {
			found = append(found, seed)
			if v.Invariant != "arm" {
				t.Errorf("found %v", v)
			}
			cancel()
		}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if len(found) != 1 || found[0] != 7 || len(r.Failures) != 1 || r.Failures[0].Seed != 7 || r.Failures[0].Invariant != "arm" || len(r.Failures[0].Plan) != 3 {
		t.Errorf("found %v, failures %+v", found, r.Failures)
	}
}

// The failure of a seed behind an interrupted one stays as well, and the checkpoint knows that the
// seed was run.
func TestFailuresBehindAnInterruptedSeedAreKept(t *testing.T) {
	c := &campaign{Options: Options{First: 1, Seeds: 9, MostFailures: 10, Config: config(t)}}
	c.result = newResult(&c.Options, nil)
	outcome := func(seed uint64, failed bool) *seedResult {
		r := &seedResult{runOutcome: &runOutcome{Seed: seed, Visited: &invariant.Visited{}}}
		if failed {
			r.failure = &Failure{Seed: seed, Invariant: "V1"}
		}
		return r
	}
	results := make(chan *seedResult, 9)
	for _, r := range []*seedResult{outcome(1, false), outcome(4, true), outcome(5, false), outcome(3, true)} { // 2 was interrupted
		results <- r
	}
	close(results)
	c.inOrder(&Result{}, results, func(error) {})
	if len(c.result.Failures) != 2 || c.result.Failures[0].Seed != 3 || c.result.Failures[1].Seed != 4 || c.result.has(2) || c.result.has(5) || !c.result.has(4) {
		t.Errorf("failures %+v, done %v", c.result.Failures, c.result.Done)
	}
}
