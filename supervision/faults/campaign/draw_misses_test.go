package campaign

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAGateMissesReleasesWhileItsCommandsJump(t *testing.T) {
	kinds, targets := sights()
	targets.Links = append(targets.Links, "base/controller.command->base/gate.command_controller")
	seen := 0
	for seed := uint64(missesTurn); seed < 400; seed += missesEvery {
		p, err := drawPlan(seed, length, kinds, targets)
		if err != nil {
			t.Fatal(err)
		}
		var from, to messages.Instant
		for _, e := range p.Schedule {
			if e.Fault.Kind == actors.FaultTickMissed && e.Fault.Target == "base/gate" && e.Fault.Probability == missesOf {
				from, to = e.At, e.At.Add(e.Fault.Duration)
			}
		}
		if from == 0 {
			continue // it has too many faults already
		}
		seen++
		jumps := 0
		for _, e := range p.Schedule {
			if e.Fault.Kind == actors.FaultExtreme && e.Fault.Choice == "scaled" && e.Fault.Amount < 1 && e.Fault.Amount > 0 && e.At > from && e.At.Add(e.Fault.Duration) < to {
				jumps++
			}
		}
		if jumps < missesJumps || len(p.injected()) > mostFaults || time.Duration(to) > length || p.Heals && time.Duration(to) > p.Ends {
			t.Errorf("seed %d has %d jumps between %v and %v, and %d faults; it ends at %v:\n%s", seed, jumps, from, to, len(p.injected()), p.Ends, p.Schedule)
		}
	}
	if seen < 15 {
		t.Errorf("%d of 40 plans have them", seen)
	}
}
