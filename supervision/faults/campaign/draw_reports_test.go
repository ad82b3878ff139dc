package campaign

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestEveryFaultThatIsReportedInALivenessRunIsClearedAgain(t *testing.T) {
	kinds, targets := sights()
	targets.Reports = []string{"base/left", "base/right", "arm/elbow"}
	classes, whole, healed := map[string]int{}, 0, 0
	for seed := range uint64(500) {
		p, err := drawPlan(seed, length, kinds, targets)
		if err != nil {
			t.Fatal(err)
		}
		reported := map[string]bool{}
		for _, e := range p.Schedule {
			what := e.World + "/" + e.Joint + " " + e.Class
			switch {
			case e.Verb == faults.Report:
				reported[what] = true
				classes[e.Class]++
				if e.Joint == "" {
					whole++
				}
				if p.Heals && time.Duration(e.At) > p.Ends {
					t.Errorf("seed %d: %s after the end of the faults at %v", seed, e, p.Ends)
				}
			case e.Verb == faults.Clear && time.Duration(e.At) >= p.Ends:
				delete(reported, what)
			}
		}
		if p.Heals && len(reported) > 0 {
			t.Errorf("seed %d ends its faults at %v, and %v still hold", seed, p.Ends, reported)
		}
		if p.Heals {
			healed++
		}
	}
	if healed < 50 || whole < 50 || len(classes) != len(modes.ExternalFaults()) {
		t.Errorf("%d liveness runs, %d reports about whole worlds, classes %v", healed, whole, classes)
	}
}
