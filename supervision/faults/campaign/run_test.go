package campaign

import (
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

const file = "../../../examples/mobile_manipulator/app.yaml"

var manipulator = sync.OnceValues(func() (*app.Config, error) { return load(file) })

func load(path string) (*app.Config, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	return app.LoadFile(path, registry)
}

func config(t testing.TB) *app.Config {
	t.Helper()
	c, err := manipulator()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// schedule reads lines.
func schedule(t testing.TB, lines string) faults.Schedule {
	t.Helper()
	s, err := faults.ParseSchedule("plan", lines)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run makes one run of the mobile manipulator with a plan.
func run(t testing.TB, seed uint64, length time.Duration, lines string, checks ...invariant.Check) *runOutcome {
	t.Helper()
	o, err := plannedRun{Config: config(t), Seed: seed, Duration: length, Plan: Plan{Schedule: schedule(t, lines)}, Checks: checks}.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestARunWithoutFaultsBreaksNoInvariant(t *testing.T) {
	wholeTestOnly(t)
	o := run(t, 1, 2*time.Second, "")
	if o.Violation != nil || o.Ended != nil || o.Simulated != 2*time.Second {
		t.Fatalf("%v, ended %v after %v", o.Violation, o.Ended, o.Simulated)
	}
	if o.Decisions < 200*7+1000*4-20 || len(o.Health) == 0 || len(o.Events) == 0 {
		t.Errorf("%d decisions, health of %d actors, %d events", o.Decisions, len(o.Health), len(o.Events))
	}
	if o.Visited.Modes[messages.ModeRun] != 11 || len(o.Visited.Met) != 0 {
		t.Errorf("%+v", o.Visited)
	}
}

func TestARunIsTheSameEachTimeAndAnotherOneWithAnotherSeed(t *testing.T) {
	wholeTestOnly(t)
	const lines = "at 600ms for 50ms drop whole_body/arm.state->whole_body/gate.arm_state p=0.5\nat 700ms panic mobile_base/wheels\nat 900ms acknowledge mobile_base"
	a, b, c := run(t, 7, time.Second, lines), run(t, 7, time.Second, lines), run(t, 8, time.Second, lines)
	if a.Hash != b.Hash {
		t.Errorf("one seed has the hashes %x and %x", a.Hash, b.Hash)
	}
	if a.Hash == c.Hash {
		t.Errorf("two seeds have one hash %x", a.Hash)
	}
	if a.Visited.Met["panic"]["run"] != 1 || a.Visited.Met["drop"]["run"] != 1 {
		t.Errorf("%v", a.Visited.Met)
	}
}

func TestARunEndsAtItsFirstViolation(t *testing.T) {
	o := run(t, 1, 2*time.Second, "", invariant.Always("short", func(v *invariant.View) error {
		if v.Now() >= messages.Instant(700*time.Millisecond) {
			return errSpent
		}
		return nil
	}))
	if o.Violation == nil || o.Violation.Invariant != "short" || o.Ended != nil || o.Simulated != 700*time.Millisecond {
		t.Errorf("%v, ended %v after %v", o.Violation, o.Ended, o.Simulated)
	}
}

var errSpent = constantError("time is spent")

type constantError string

func (e constantError) Error() string { return string(e) }

func TestARunThatMustHealAndDoesNotBreaksV19(t *testing.T) {
	wholeTestOnly(t)
	stops := schedule(t, "at 500ms stop mobile_base mode=damp")
	comesBack := append(stops, schedule(t, "at 2s acknowledge mobile_base")...)
	for name, c := range map[string]struct {
		plan Plan
		want string
	}{
		"it stays as it is": {Plan{Schedule: stops, Heals: true, Ends: 500 * time.Millisecond}, "V19"},
		"it comes back":     {Plan{Schedule: comesBack, Heals: true, Ends: 500 * time.Millisecond}, ""},
		"it need not":       {Plan{Schedule: stops}, ""},
		"too little time":   {Plan{Schedule: stops, Heals: true, Ends: time.Second}, ""},
	} {
		o, err := plannedRun{Config: config(t), Seed: 3, Duration: 4600 * time.Millisecond, Plan: c.plan}.Do(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Violation; c.want == "" && got != nil || c.want != "" && (got == nil || got.Invariant != c.want) {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
}

func TestAnApplicationThatForbidsFaultsIsRefused(t *testing.T) {
	c := *config(t)
	c.FaultsAllowed = false
	if _, err := (plannedRun{Config: &c, Seed: 1, Duration: time.Second}).Do(t.Context()); err == nil {
		t.Error("it was run")
	}
}

func TestAPlanThatCannotBeIsRefused(t *testing.T) {
	p := Plan{Schedule: faults.Schedule{{Action: faults.Action{Verb: faults.Inject}}}}
	if _, err := (plannedRun{Config: config(t), Seed: 1, Duration: time.Second, Plan: p}).Do(t.Context()); err == nil {
		t.Error("it was run")
	}
}

func TestWhatIsSurveyedCanBeActedOn(t *testing.T) {
	targets, kinds, err := survey(config(t), true, newAttacher(config(t)))
	if err != nil {
		t.Fatal(err)
	}
	if len(targets.Joints) != 11 || len(targets.Worlds) != 2 || len(targets.Actors) < 10 || len(targets.Links) < 20 {
		t.Errorf("%d joints, %d worlds, %d actors, %d links", len(targets.Joints), len(targets.Worlds), len(targets.Actors), len(targets.Links))
	}
	for _, a := range targets.Actors {
		if a == app.PlantActor {
			t.Error("the robot itself is a target")
		}
	}
	if len(kinds) < 55 {
		t.Errorf("%d kinds run in virtual time; expected at least 55", len(kinds))
	}
	names := map[string]bool{}
	for _, k := range kinds {
		names[k.Name] = true
	}
	for _, name := range []string{"slow", "panic", "drop", "sensor_off", "delay", "clock_skew"} {
		if !names[name] {
			t.Errorf("%s is not drawn", name)
		}
	}
}

func BenchmarkARunOfOneSecond(b *testing.B) {
	c := config(b)
	for b.Loop() {
		if o, err := (plannedRun{Config: c, Seed: 1, Duration: time.Second}).Do(b.Context()); err != nil || o.Violation != nil {
			b.Fatal(err, o.Violation)
		}
	}
}
