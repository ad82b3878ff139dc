package campaign

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// fleetOf runs two applications in turn, which last for different times.
func fleetOf(t *testing.T, first, seeds uint64) Options {
	t.Helper()
	two := [2]*Drawn{{Config: config(t), Duration: 300 * time.Millisecond}, {Config: config(t), Duration: 400 * time.Millisecond}}
	return Options{Fleet: &Fleet{Version: "two", Draw: func(seed uint64) (*Drawn, error) { return two[seed%2], nil }},
		First: first, Seeds: seeds, Duration: time.Second, Rare: -1, Workers: 1}
}

func TestAFleetResumesWithTheSameResult(t *testing.T) {
	whole := do(t, fleetOf(t, 1, 4))
	if whole.Application != FleetName || whole.Simulated != 1400*time.Millisecond {
		t.Errorf("%s simulated %v", whole.Application, whole.Simulated)
	}
	rest := fleetOf(t, 1, 4)
	rest.Before = do(t, fleetOf(t, 1, 2))
	if got := do(t, rest); text(t, got) != text(t, whole) {
		t.Errorf("in two slices:\n%s\nin one go:\n%s", text(t, got), text(t, whole))
	}
	other := fleetOf(t, 5, 1)
	other.Fleet.Version, other.Before = "three", whole
	if _, err := Do(t.Context(), other); err == nil || !strings.Contains(err.Error(), "expected the same application") {
		t.Errorf("fleets of two versions were added: %v", err)
	}
}

func TestAFailureOfAFleetNamesTheApplicationAndTheLengthOfItsSeed(t *testing.T) {
	o := fleetOf(t, 3, 1)
	o.ShrinkRuns = -1
	o.Checks = []invariant.Check{invariant.Always("no time passes", func(v *invariant.View) error {
		if v.Now() > messages.Instant(200*time.Millisecond) {
			return errors.New("it passes")
		}
		return nil
	})}
	r := do(t, o)
	if len(r.Failures) != 1 {
		t.Fatalf("%d failures", len(r.Failures))
	}
	r.Failures[0].Application = "kept/app.yaml"
	if got := r.Failures[0].Command("mybot", "--fleet", o.Duration); !strings.HasPrefix(got, "mybot campaign kept/app.yaml --first 3 --seeds 1 --duration 400ms") {
		t.Error(got)
	}
}

// Drawn applications that broke an invariant once, with their shrunk plans.
func TestDrawnApplicationsThatBrokeAnInvariantOnce(t *testing.T) {
	wholeTestOnly(t)
	folders, err := filepath.Glob("testdata/fleet/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("%d folders: %v", len(folders), err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			config, err := load(filepath.Join(folder, "app.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range regressions(t, filepath.Join(folder, "plan.txt")) {
				if err := r.plan.suits(config, r.length); err != nil {
					t.Fatal(err)
				}
				o, err := plannedRun{Config: config, Seed: r.seed, Duration: r.length, Plan: r.plan}.Do(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if o.Violation != nil {
					t.Errorf("%s: %v", r.why, o.Violation)
				}
			}
		})
	}
}

func TestAFleetRunsEachOfItsGivenApplicationsInTurn(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	first, second := config(t), config(t)
	f := NewFleet(registry, first, second)
	for seed, want := range map[uint64]*app.Config{4: second, 8: first, 12: second} {
		drawn, err := f.Draw(seed)
		if err != nil || drawn.Config != want {
			t.Errorf("seed %d runs another application: %v", seed, err)
		}
	}
	drawn, err := f.Draw(5)
	if err != nil || drawn.Config == first || drawn.Config == second {
		t.Errorf("seed 5 runs a given application: %v", err)
	}
	if alone := NewFleet(registry); alone.Version == f.Version {
		t.Error("a fleet with other applications has the same version")
	}
}
