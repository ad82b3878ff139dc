package campaign

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// mapper is an observer that starts a job whenever the last one has ended.
type mapper struct{ running bool }

func (m *mapper) Tick(t *actors.Tick) (err error) {
	if !m.running {
		m.running = true
		_, err = t.StartJob(actors.JobSpec{Name: "map", Deadline: 300 * time.Millisecond, Duration: 120 * time.Millisecond,
			Run: func(j *actors.JobContext) (any, error) { return nil, j.Progress(0.5, "half") }})
	}
	return err
}

func (m *mapper) Receive(_ *actors.Context, message any) error {
	if _, ended := message.(actors.JobEnded); ended {
		m.running = false
	}
	return nil
}

// withJobs is the mobile manipulator with a mapper in its base.
func withJobs(t *testing.T) *app.Config {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "mapper", actors.RoleObserver, "builds a map in jobs", mapper{}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../examples/mobile_manipulator")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(dir + "/app.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const before = "    processors:\n      controller:\n        type: mecanum_base\n"
	if !strings.Contains(string(text), before) {
		t.Fatal("the example's base has no such controller")
	}
	edited := strings.Replace(string(text), before, strings.Replace(before, "      controller:", "      mapper:\n        type: mapper\n      controller:", 1), 1)
	if err := os.WriteFile(dir+"/app.yaml", []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(dir+"/app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func TestCampaignsDrawFaultsOfJobsWhereThereAreJobs(t *testing.T) {
	wholeTestOnly(t)
	config := withJobs(t)
	targets, all, err := survey(config, true, newAttacher(config))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(targets.Jobs, []string{"mobile_base/mapper"}) {
		t.Fatalf("jobs are started by %v", targets.Jobs)
	}
	drawn := map[string]int{}
	for seed := range uint64(400) {
		p, err := drawPlan(seed, 5*time.Second, all, targets)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Schedule {
			if k, _ := faults.KindOf(string(e.Fault.Kind)); k.Acts == string(actors.SeamJob) {
				drawn[k.Name]++
				if p.Heals && !k.Heals {
					t.Errorf("seed %d must heal and draws %s", seed, e)
				}
			}
		}
	}
	for _, k := range faults.Kinds() {
		if k.Acts == string(actors.SeamJob) && drawn[k.Name] == 0 {
			t.Errorf("%s was not drawn in 400 plans", k.Name)
		}
	}
}

// A robot whose jobs fail in every way moves on: its ticks do not wait for them.
func TestFaultsOfJobsStopNoJoint(t *testing.T) {
	wholeTestOnly(t)
	config := withJobs(t)
	plan := Plan{Schedule: schedule(t, `at 500ms for 600ms job_slow mobile_base/mapper delay=400ms
at 1200ms for 300ms job_error mobile_base/mapper
at 1600ms for 200ms job_panic mobile_base/mapper
at 1900ms job_hang mobile_base/mapper time=600ms
at 2700ms job_hang mobile_base/mapper`)}
	var hashes []uint64
	for range 2 {
		o, err := plannedRun{Config: config, Seed: 5, Duration: 4 * time.Second, Plan: plan}.Do(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if o.Violation != nil || o.Ended != nil {
			t.Errorf("violation %v, ended by %v", o.Violation, o.Ended)
		}
		hashes = append(hashes, o.Hash)
	}
	if hashes[0] != hashes[1] {
		t.Error("two runs differ")
	}
}
