package campaign

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// regression is a plan that broke an invariant once.
type regression struct {
	invariant, why string
	seed           uint64
	length         time.Duration
	plan           Plan
}

// regressions reads blocks of lines, which empty lines part.
func regressions(t *testing.T, name string) (all []regression) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(data), "\n\n") {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		if strings.HasPrefix(lines[0], "#") {
			continue
		}
		r, err := readRegression(lines)
		if err != nil {
			t.Fatalf("%s: %q: %v", name, lines[0], err)
		}
		all = append(all, r)
	}
	return all
}

func readRegression(lines []string) (r regression, err error) {
	if len(lines) < 3 {
		return r, fmt.Errorf("it has %d lines; expected why, seed and length, and a plan", len(lines))
	}
	var known bool
	if r.invariant, r.why, known = strings.Cut(lines[0], ": "); !known {
		return r, fmt.Errorf("its first line names no invariant")
	}
	words := strings.Fields(lines[1])
	if len(words) != 4 && len(words) != 6 {
		return r, fmt.Errorf("%q; expected seed N for TIME [ends TIME]", lines[1])
	}
	if _, err := fmt.Sscanf(words[1], "%d", &r.seed); err != nil {
		return r, err
	}
	if r.length, err = time.ParseDuration(words[3]); err != nil {
		return r, err
	}
	if len(words) == 6 {
		if r.plan.Ends, err = time.ParseDuration(words[5]); err != nil {
			return r, err
		}
		r.plan.Heals = true
	}
	r.plan.Schedule, err = faults.ParseSchedule("plan", strings.Join(lines[2:], "\n"))
	return r, err
}

// What was found once is not found again: neither by the application's fault, nor by the watch's.
func TestPlansThatBrokeAnInvariantOnce(t *testing.T) {
	ids := map[string]bool{}
	for _, i := range invariant.List() {
		ids[i.ID] = true
	}
	all := regressions(t, "testdata/regressions.txt")
	if len(all) == 0 {
		t.Fatal("there is no plan")
	}
	for _, r := range all {
		if !ids[r.invariant] || r.why == "" {
			t.Errorf("%s: %s is no invariant with a reason", r.invariant, r.why)
		}
		t.Run(fmt.Sprintf("%s of seed %d", r.invariant, r.seed), func(t *testing.T) {
			if testing.Short() && r.length > time.Second {
				t.Skip("runs of more than a second take minutes in all under the race detector, which the short run is for; the plain run of this test makes every one")
			}
			o, err := plannedRun{Config: config(t), Seed: r.seed, Duration: r.length, Plan: r.plan}.Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if o.Violation != nil {
				t.Errorf("%s: %v", r.why, o.Violation)
			}
		})
	}
}

// The torque-controlled arm is held by servos that derive their velocity from encoders: with coarse
// ones, joints 1 and 3 shook each other for as long as they were held.
func TestAHeldArmWithTorqueSensorsComesToRest(t *testing.T) {
	c, err := load("../../../examples/mobile_manipulator/app_torque.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan{Schedule: schedule(t, "at 1.2s for 160ms extreme whole_body/gate.arm->whole_body/arm.command")}
	o, err := plannedRun{Config: c, Seed: 12, Duration: 2700 * time.Millisecond, Plan: plan}.Do(t.Context())
	if err != nil || o.Violation != nil {
		t.Errorf("%v, %v", err, o.Violation)
	}
}
