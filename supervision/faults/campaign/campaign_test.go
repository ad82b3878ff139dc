package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// short are the options of a campaign that takes a moment: runs of 600 ms, in which the joints come
// to run once.
func short(t *testing.T, first, seeds uint64) Options {
	return Options{Config: config(t), First: first, Seeds: seeds, Duration: 600 * time.Millisecond, Rare: -1, Workers: 1}
}

// wholeTestOnly skips what runs in virtual time on one goroutine when the test is short: the race
// detector, which the short test is for, slows it down twenty times and sees nothing there.
func wholeTestOnly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs on one goroutine; the whole test has it")
	}
}

func do(t *testing.T, o Options) *Result {
	t.Helper()
	r, err := Do(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// text is a result without the time that it took, and which slices it came in.
func text(t *testing.T, r *Result) string {
	t.Helper()
	same := *r
	same.Wall = 0
	data, err := same.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// rejects fails in some seeds only: those in which the wheels come to damp.
var rejects = invariant.Always("wheels never damp", func(v *invariant.View) error {
	if v.Mode("mobile_front_left") == messages.ModeDamp {
		return errors.New("they damp")
	}
	return nil
})

func TestACampaignIsTheSameOnAnyNumberOfWorkers(t *testing.T) {
	one, three := short(t, 1, 8), short(t, 1, 8)
	three.Workers = 3
	a, b := do(t, one), do(t, three)
	if text(t, a) != text(t, b) {
		t.Errorf("on one worker:\n%s\non three:\n%s", text(t, a), text(t, b))
	}
	if a.Seeds != 8 || a.Simulated == 0 || a.Decisions == 0 || a.Faults == 0 || len(a.Failures) != 0 {
		t.Errorf("%s", text(t, a))
	}
}

func TestACampaignResumes(t *testing.T) {
	wholeTestOnly(t)
	whole := do(t, short(t, 1, 6))
	first := do(t, short(t, 1, 2))
	data, err := first.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if first, err = Decode(data); err != nil {
		t.Fatal(err)
	}
	rest := short(t, 1, 6)
	rest.Before = first
	var seen []uint64
	rest.Progress = func(r *Result) { seen = append(seen, r.Seeds) }
	if got := do(t, rest); text(t, got) != text(t, whole) {
		t.Errorf("in two slices:\n%s\nin one go:\n%s", text(t, got), text(t, whole))
	}
	if !slices.Equal(seen, []uint64{3, 4, 5, 6}) {
		t.Errorf("progress was reported at %v seeds", seen)
	}
	rest.Before = whole // nothing is left to do
	if got := do(t, rest); text(t, got) != text(t, whole) {
		t.Error("a campaign that was done changed when it went on")
	}
}

// The commands of the arm and of the wheels reach the drives of eleven joints in each cycle.
func TestTheLiteralModelAgreesWithTheGatesWhereItJudgesThem(t *testing.T) {
	wholeTestOnly(t)
	o := short(t, 1, 8)
	r := do(t, o)
	o.SupervisorsOnly = true
	supervisors := do(t, o).Compared
	if cycles := uint64(r.Simulated / (10 * time.Millisecond)); len(r.Failures) != 0 || r.Compared < supervisors+11*cycles {
		t.Errorf("%d decisions were compared in %v, %d without those of gates; failures %v", r.Compared, r.Simulated, supervisors, r.Failures)
	}
}

func TestSlicesAddUpInAnyOrder(t *testing.T) {
	wholeTestOnly(t)
	whole := do(t, short(t, 1, 6))
	a, b, c := do(t, short(t, 1, 1)), do(t, short(t, 2, 3)), do(t, short(t, 5, 2))
	sum := do(t, short(t, 1, 1))
	for _, s := range []*Result{c, b} {
		if err := sum.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	if text(t, sum) != text(t, whole) {
		t.Errorf("slices:\n%s\nin one go:\n%s", text(t, sum), text(t, whole))
	}
	before := text(t, sum)
	if err := sum.Add(a); err == nil || !strings.Contains(err.Error(), "both results have seeds 1 to 1") {
		t.Errorf("a slice was counted twice: %v", err)
	}
	if text(t, sum) != before {
		t.Error("what was refused has changed the result")
	}
}

func TestACampaignEndsAfterSoManyFailures(t *testing.T) {
	wholeTestOnly(t)
	for _, workers := range []int{1, 3} {
		o := short(t, 1, 60)
		o.Workers, o.MostFailures, o.ShrinkRuns, o.Checks = workers, 2, -1, []invariant.Check{rejects}
		r := do(t, o)
		if len(r.Failures) != 2 || r.Seeds >= 60 || r.Failures[1].Seed != r.Seeds {
			t.Fatalf("%d workers: %d failures in %d seeds", workers, len(r.Failures), r.Seeds)
		}
		if last := r.Done; len(last) != 1 || last[0] != (Range{1, r.Seeds}) {
			t.Errorf("%d workers: done are %v", workers, last)
		}
		again := o
		again.Before = r
		if got := do(t, again); text(t, got) != text(t, r) {
			t.Error("a campaign with maximum number of failures went on")
		}
	}
}

func TestAFailureIsShrunkAndRepeated(t *testing.T) {
	wholeTestOnly(t)
	plan := Plan{Schedule: schedule(t, `at 100ms for 7.3ms sensor_noise arm_joint_2
at 412.3ms for 3.1ms duplicate mobile_base/wheels.state->mobile_base/gate.wheels_state p=0.31 delay=2.1ms
at 517.3ms stop mobile_base mode=damp
at 530ms tick_late whole_body/model delay=1ms
at 550ms acknowledge whole_body`)}
	o := short(t, 5, 1)
	o.Plan, o.Checks = &plan, []invariant.Check{rejects}
	r := do(t, o)
	if len(r.Failures) != 1 {
		t.Fatalf("%d failures", len(r.Failures))
	}
	f := r.Failures[0]
	if len(f.Plan) != 1 || !strings.HasSuffix(f.Plan[0], "stop mobile_base mode=damp") || len(f.Drawn) != 5 {
		t.Errorf("%q is left of %q", f.Plan, f.Drawn)
	}
	if f.Seed != 5 || f.Invariant != "wheels never damp" || f.Time == 0 || f.Text != "they damp" || f.ShrinkRuns == 0 || len(f.Events) == 0 {
		t.Errorf("%+v", f)
	}
	if want := "seed 5: wheels never damp at " + f.Time.String() + ": they damp"; f.Error() != want {
		t.Errorf("%q, want %q", f.Error(), want)
	}
	small, err := f.Shrunk()
	if err != nil {
		t.Fatal(err)
	}
	o.Plan = &small
	if again := do(t, o); len(again.Failures) != 1 || again.Failures[0].Time != f.Time {
		t.Errorf("the shrunk plan is repeated as %+v", again.Failures)
	}
}

func TestEveryRunOfACampaignCanBeRepeatedAndCompared(t *testing.T) {
	wholeTestOnly(t)
	o := short(t, 1, 3)
	o.Twice = true
	if r := do(t, o); r.Twice != 3 || len(r.Failures) != 0 {
		t.Errorf("%d runs were repeated, %d failures", r.Twice, len(r.Failures))
	}
}

func TestARunThatIsAnotherOneTheSecondTimeBreaksV21(t *testing.T) {
	wholeTestOnly(t)
	c, err := newCampaign(short(t, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	first := run(t, 1, c.Duration, "at 510ms stop mobile_base mode=damp")
	second := plannedRun{Config: c.Config, Seed: 1, Duration: c.Duration, Plan: Plan{Schedule: schedule(t, "at 520ms stop mobile_base mode=damp")}}
	v, err := c.again(t.Context(), second, first)
	if err != nil || v == nil || v.Invariant != "V21" || !strings.Contains(v.Text, "that differs is") {
		t.Errorf("%v, %v", v, err)
	}
}

func TestOneSeedInSoManyIsCheckedForTheRest(t *testing.T) {
	wholeTestOnly(t)
	o := short(t, 9, 3)
	o.Rare = 10
	if r := do(t, o); r.Rare != 1 || r.Twice != 1 || len(r.Failures) != 0 {
		t.Errorf("%d seeds, %d runs were repeated, failures %v", r.Rare, r.Twice, r.Failures)
	}
}

func TestWhatIsInterruptedCountsAsFarAsItCame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := short(t, 1, 1000)
	o.Progress = func(r *Result) {
		if r.Seeds == 3 {
			cancel()
		}
	}
	var saved *Result
	o.Save = func(r *Result) error { saved = r; return nil }
	r, err := Do(ctx, o)
	if !errors.Is(err, context.Canceled) || r == nil || r.Seeds < 3 || r.Seeds > 5 || saved != r {
		t.Errorf("%v, %+v", err, r)
	}
	if err := r.check(); err != nil {
		t.Errorf("what is left cannot be read again: %v", err)
	}
}

func TestACampaignThatCannotBeSavedEnds(t *testing.T) {
	o := short(t, 1, 1000)
	full := errors.New("no space")
	o.Save = func(*Result) error { return full }
	if _, err := Do(t.Context(), o); !errors.Is(err, full) {
		t.Error(err)
	}
}

func TestSituationsOfUsersAreCountedOverAllRuns(t *testing.T) {
	wholeTestOnly(t)
	o := short(t, 1, 5)
	o.Checks = []invariant.Check{
		invariant.Sometimes("it runs", func(v *invariant.View) bool { return v.Mode("arm_joint_1") == messages.ModeRun }),
		invariant.Sometimes("it flies", func(*invariant.View) bool { return false }),
	}
	r := do(t, o)
	if r.Sometimes["it runs"] == 0 || r.Sometimes["it flies"] != 0 {
		t.Errorf("%v", r.Sometimes)
	}
	if situations, _ := r.Unreached(); !slices.Equal(situations, []string{"it flies"}) {
		t.Errorf("%v", situations)
	}
}

func TestBadOptionsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"no time":             func(o *Options) { o.Duration = 0 },
		"an impossible plan":  func(o *Options) { o.Plan = &Plan{Schedule: schedule(t, "at 1s panic a/b")}; o.Plan.Schedule[0].At = -1 },
		"another application": func(o *Options) { o.Before = &Result{Application: "other", Duration: o.Duration} },
		"another length":      func(o *Options) { o.Before = newResult(&Options{Config: o.Config, Duration: time.Hour}, nil) },
	} {
		o := short(t, 1, 1)
		change(&o)
		if r, err := Do(t.Context(), o); err == nil || r != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func ExampleFailure_Command() {
	f := &Failure{Seed: 7, Plan: []string{"at 1s panic b/bus"}, Ends: 2 * time.Second, Recording: "a.mcap"}
	fmt.Println(f.Command("robo-actors", "a.yaml", 10*time.Second))
	fmt.Println(f.View("robo-actors"))
	// Output:
	// robo-actors campaign a.yaml --first 7 --seeds 1 --duration 10s --heals 2s --inject 'at 1s panic b/bus'
	// robo-actors view 'a.mcap'
}

// The robot of the first example under the strategies that the first example does not have.
func TestOneForAllAndDegradeHoldTheirInvariantsToo(t *testing.T) {
	wholeTestOnly(t)
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile("../../../examples/mobile_manipulator/app_strategies.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Config: c, First: 141, Seeds: 6, Duration: 10 * time.Second, Rare: -1, Workers: 2}
	if testing.Short() {
		o.Duration = time.Second // the race detector takes ten times as long
	}
	r := do(t, o)
	for _, f := range r.Failures {
		t.Error(f.Error())
	}
	if r.Seeds != o.Seeds || r.Faults == 0 {
		t.Errorf("%d runs of %d, %d faults", r.Seeds, o.Seeds, r.Faults)
	}
}
