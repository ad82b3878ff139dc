package operationalspace

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/operationalspace/switchtest"
)

// The measure that applications use, on the arm under both laws: from outside, at every ordered pair of states.
func TestSeenFromOutsideEveryChangeOfTaskSetsKeepsTheBound(t *testing.T) {
	for _, law := range []string{"exact", "constrained"} {
		o := steady(armOptions())
		o.Law = law
		changes, err := switchtest.Run(switchtest.Config{Controller: "arm/controller", States: []string{"hold", "reach_left", "reach_right", "loose"},
			Limits: []float64{60, 60, 30, 10}, Settle: 500 * time.Millisecond, Stay: 300 * time.Millisecond, Within: 200 * time.Millisecond,
			New: func() (*actors.System, error) { return newRig(t, o, rigOptions{}).sys, nil }})
		if err != nil {
			t.Fatal(err)
		}
		if len(changes) != 12 {
			t.Errorf("%s: %d changes, want every ordered pair of four states", law, len(changes))
		}
		for _, c := range changes {
			t.Logf("%s: %s", law, c)
			if c.Step > switchtest.Bound {
				t.Errorf("%s: %s", law, c)
			}
		}
	}
}

// Without the fading of the hand-over the measure would tell: it does so of a law that is given another bound.
func TestTheMeasureTellsOfAStep(t *testing.T) {
	o := steady(armOptions())
	config := switchtest.Config{Controller: "arm/controller", States: []string{"hold", "loose"}, Limits: []float64{60, 60, 30, 10}, Settle: 300 * time.Millisecond,
		Stay: 100 * time.Millisecond, Within: 200 * time.Millisecond, New: func() (*actors.System, error) {
			r := newRig(t, o, rigOptions{})
			r.arm.each = func() { // every hand-over is forgotten at once
				if r.shell != nil && r.shell.law != nil {
					r.shell.law.handover.Begin(r.shell.law.now, r.shell.law.now)
				}
			}
			return r.sys, nil
		}}
	changes, err := switchtest.Run(config)
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for _, c := range changes {
		worst = max(worst, c.Step, c.Fade)
	}
	if worst < 1.5*switchtest.Bound {
		t.Errorf("the greatest step is %g of the limit without a hand-over", worst)
	}
	config.States = []string{"hold", "nowhere"}
	if _, err := switchtest.Run(config); err == nil {
		t.Error("a state that is not there was no error")
	}
	config.States, config.Limits = []string{"hold", "loose"}, []float64{60}
	if _, err := switchtest.Run(config); err == nil {
		t.Error("limits of one axis were no error")
	}
}
