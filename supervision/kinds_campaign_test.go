package supervision_test

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// TestACampaignOfACartReachesEveryModeAndFindsNothing draws plans, and adds two that lead to the
// modes which few plans lead to: limited by a drive that limits itself, and brake by a command that
// stays away for long.
func TestACampaignOfACartReachesEveryModeAndFindsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the whole cart take a minute under the race detector; they are made without -short, and by robo-actors campaign")
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile("testdata/kinds/app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	const seeds = 24
	all, err := campaign.Do(t.Context(), campaign.Options{Config: c, First: 1, Seeds: seeds, Duration: 5 * time.Second, Workers: 1, Rare: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, lines := range [][]string{
		{"at 1s for 500ms derating left", "at 2s acknowledge cart", "at 2500ms for 200ms derating lift", "at 3s acknowledge cart"},
		{"at 1s for 3s drop cart/mast.command", "at 4500ms acknowledge cart"},
	} {
		var plan campaign.Plan
		for _, line := range lines {
			action, err := faults.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			plan.Schedule = append(plan.Schedule, faults.Entry{Action: action})
		}
		r, err := campaign.Do(t.Context(), campaign.Options{Config: c, First: 1, Seeds: 1, Duration: 5 * time.Second, Workers: 1, Rare: -1, Plan: &plan})
		if err != nil {
			t.Fatal(err)
		}
		all.Failures = append(all.Failures, r.Failures...)
		for m := range r.Modes {
			all.Modes[m] += r.Modes[m]
		}
	}
	for _, f := range all.Failures {
		t.Errorf("%v", f)
	}
	for _, m := range messages.Modes() {
		if all.Modes[m] == 0 {
			t.Errorf("mode %s was never reached", m)
		}
	}
	if all.Seeds != seeds {
		t.Errorf("%d seeds were run, want %d", all.Seeds, seeds)
	}
}
