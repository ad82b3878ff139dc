package humanoid

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/handover"
)

func TestEveryChangeOfTaskSetsKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	if testing.Short() {
		t.Skip("four runs take minutes under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	pairs, err := handover.Measure(handover.Options{File: "app.yaml", Controller: "humanoid/controller", States: []string{"stand", "draw"},
		Ready: 700 * time.Millisecond, Dwell: 600 * time.Millisecond, After: 110 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		t.Logf("%s to %s: %.2g %% at the change (%.1f %% without a hand-over), then %.2f %% a millisecond", p.From, p.To, 100*p.AtChange, 100*p.Without, 100*p.Worst)
		if p.AtChange > handover.Share || p.Worst > handover.Share*(1+1e-9) {
			t.Errorf("%s to %s: a step of %.2f %% at the change and of %.2f %% a millisecond after it; the bound is 2 %%", p.From, p.To, 100*p.AtChange, 100*p.Worst)
		}
	}
	if len(pairs) != 2 {
		t.Errorf("%d pairs were measured; expected 2", len(pairs))
	}
}
