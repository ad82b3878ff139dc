package campaign

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// A campaign draws what the application can carry out: a fault that is refused, or that comes after
// the end, breaks nothing and would be counted as one that did not. Two exceptions are known: of
// the links that a value can be misdirected from, one carries a type of its own, and the wheels
// have no brakes that could fail. They are drawn seldom, are counted as refused, and stay, since a
// seed gives the plan that it always gave.
func TestDrawnPlansSuitTheApplication(t *testing.T) {
	c := config(t)
	targets, kinds, err := survey(c, true, newAttacher(c))
	if err != nil {
		t.Fatal(err)
	}
	b, err := plannedRun{Config: c, Seed: 1, Duration: length}.build()
	if err != nil {
		t.Fatal(err)
	}
	entries, alone := 0, 0
	for seed := range uint64(500) {
		p, err := drawPlan(seed, length, kinds, targets)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Schedule {
			entries++
			switch err := (faults.Schedule{e}).CheckApplicable(b.system, faults.ScopeOf(c), messages.Instant(length)); {
			case err == nil:
			case e.Fault.Kind == actors.FaultMisdirect && e.Fault.Target == "whole_body/path.reference->whole_body/controller.reference":
				alone++
			case e.Fault.Kind == actors.FaultBrake && strings.HasPrefix(e.Fault.Target, "mobile_"):
				alone++
			default:
				t.Errorf("seed %d: %v", seed, err)
			}
		}
	}
	if entries < 500 || alone*200 > entries {
		t.Errorf("%d entries in 500 plans, of which %d are refused", entries, alone)
	}
}

// The check of the test above sees what does not suit in a plan that was drawn.
func TestAPlanOfAnotherApplicationDoesNotSuit(t *testing.T) {
	kinds, targets := sights()
	p, err := drawPlan(1, length, kinds, targets)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.suits(config(t), length); err == nil {
		t.Errorf("a plan for other names suits:\n%s", p.Schedule)
	}
	own := Plan{Schedule: append(faults.Schedule{}, schedule(t, "at 1s panic mobile_base/wheels")...)}
	if err := own.suits(config(t), length); err != nil {
		t.Error(err)
	}
}
