package campaign

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim"
)

// opensSlowly runs the mobile manipulator with wheels whose bus blocks for 60 ms when it opens, in
// a domain; the bus panics once. An empty domain leaves the choice to the builder.
func opensSlowly(t *testing.T, domain string) *runOutcome {
	t.Helper()
	c, err := load(file)
	if err != nil {
		t.Fatal(err)
	}
	wheels := &c.World("mobile_base").Drives[0]
	wheels.Domain = domain
	wheels.Instance.(*sim.DriverOptions).OpenTime = 60 * time.Millisecond
	plan := Plan{Schedule: schedule(t, "at 1s panic mobile_base/wheels")}
	o, err := plannedRun{Config: c, Seed: 1, Duration: 2 * time.Second, Plan: plan}.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestABusThatBlocksTheThreadOfItsWorldStarvesIt(t *testing.T) {
	wholeTestOnly(t)
	c := config(t)
	if v := opensSlowly(t, c.World("mobile_base").Domain).Violation; v == nil || v.Invariant != "V22" {
		t.Errorf("a bus in the thread of its world: %v; expected V22", v)
	}
	if v := opensSlowly(t, "").Violation; v != nil {
		t.Errorf("a bus in a thread of its own: %v", v)
	}
}
