package campaign

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

func TestCommandsComeAgainAfterTheWorldWasStoppedAndReset(t *testing.T) {
	wholeTestOnly(t)
	seen := 0
	for seed, p := range plans(t, 500) {
		for _, e := range p.Schedule {
			if e.Fault.Kind != actors.FaultReplay {
				continue
			}
			seen++
			from, again := time.Duration(e.At), time.Duration(e.At)+e.Fault.Delay
			if !between(p, faults.Stop, from+100*time.Millisecond, again) || !between(p, faults.Reset, from+400*time.Millisecond, again) {
				t.Errorf("seed %d: no stop and reset of base between %v and %v:\n%s", seed, from, again, p.Schedule)
			}
			if e.Fault.Duration-e.Fault.Delay < 200*time.Millisecond || e.Fault.Target != "base/gate.wheels->base/wheels.command" {
				t.Errorf("seed %d: %s", seed, e)
			}
			if ends := from + e.Fault.Duration; ends > length || p.Heals && ends > p.Ends {
				t.Errorf("seed %d ends at %v: %s", seed, p.Ends, e)
			}
		}
	}
	if seen < 25 || seen > 50 {
		t.Errorf("%d of 500 plans have commands that come again", seen)
	}
}

func between(p Plan, verb faults.Verb, from, to time.Duration) bool {
	for _, e := range p.Schedule {
		if at := time.Duration(e.At); e.Verb == verb && e.World == "base" && at >= from && at < to {
			return true
		}
	}
	return false
}

func TestOneFaultMoreLeavesTheOthersOfAPlanAsTheyAre(t *testing.T) {
	kinds, targets := sights()
	var others []faults.Kind
	for _, k := range kinds {
		if k.Name != string(actors.FaultReplay) {
			others = append(others, k)
		}
	}
	for seed, p := range plans(t, 50) {
		without, err := drawPlan(uint64(seed), length, others, targets)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(without.Schedule.String(), "\n") {
			if !strings.Contains(p.Schedule.String(), line) {
				t.Errorf("seed %d has no %q any more:\n%s", seed, line, p.Schedule)
			}
		}
	}
}
