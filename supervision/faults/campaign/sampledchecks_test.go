package campaign

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestV10(t *testing.T) {
	health := func(world string, ticks uint64, restarts uint64) []messages.Health {
		h := messages.Health{World: world, Actor: world + "/controller", Ticks: ticks}
		h.Restarts = restarts
		return []messages.Health{h}
	}
	plan := Plan{Schedule: schedule(t, "at 1s panic arm/controller")}
	outcome := func(h []messages.Health) *runOutcome { return &runOutcome{Simulated: time.Second, Health: h} }
	for name, c := range map[string]struct {
		with, without *runOutcome
		want          bool
	}{
		"as often":                         {outcome(health("base", 100, 0)), outcome(health("base", 100, 0)), false},
		"once less":                        {outcome(health("base", 99, 0)), outcome(health("base", 100, 0)), false},
		"twice less":                       {outcome(health("base", 98, 0)), outcome(health("base", 100, 0)), true},
		"twice more":                       {outcome(health("base", 102, 0)), outcome(health("base", 100, 0)), true},
		"in the world of the fault":        {outcome(health("arm", 2, 0)), outcome(health("arm", 100, 0)), false},
		"an actor that was restarted":      {outcome(health("base", 2, 1)), outcome(health("base", 100, 0)), false},
		"a run that ended before its time": {&runOutcome{Simulated: time.Second, Ended: errFull, Health: health("base", 2, 0)}, outcome(health("base", 100, 0)), false},
	} {
		v := isolation(&app.Config{}, plan, c.with, c.without)
		if (v != nil) != c.want || v != nil && (v.Invariant != "V10" || v.Actor != "base/controller" || !strings.Contains(v.Text, "[arm]")) {
			t.Errorf("%s: %v", name, v)
		}
	}
}

func TestWhatIsMeasuredBeginsWhenEarlierSystemsAreGone(t *testing.T) {
	run(t, 1, 600*time.Millisecond, "at 300ms panic mobile_base/wheels")
	bygone()
	stacks := make([]byte, 1<<20)
	if stacks = stacks[:runtime.Stack(stacks, true)]; ending(stacks) {
		t.Errorf("a system is still ending:\n%s", stacks)
	}
	for range 3 {
		c := &campaign{}
		calm := plannedRun{Config: config(t), Seed: 1, Duration: 300 * time.Millisecond}
		if _, heap, err := c.footprint(t.Context(), calm); err != nil || heap < 10_000 {
			t.Errorf("%v, a system that is held takes %.0f bytes; expected at least what its ports take", err, heap)
		}
	}
}

func TestCodeThatTakesLongHoldsUpItsDomain(t *testing.T) {
	c := &app.Config{Plants: []*app.Plant{{Domain: "room"}}, Worlds: []app.World{{Name: "base", Domain: "main"}, {Name: "legs", Domain: "other"},
		{Name: "arm", Domain: "fast", Actors: []app.Actor{{Domain: "main"}}}}}
	for line, want := range map[string][]string{
		"at 1s for 1s slow base/controller delay=1ms": {"base", "arm"},
		"at 1s hang legs/gate time=20ms":              {"legs"},
		"at 1s slow arm/gate factor=3":                {"base", "arm"},
		"at 1s for 1s tick_late base/gate delay=5ms":  {"base", "arm"},
		"at 1s panic base/controller":                 nil,
		"at 1s drop base/gate.out":                    nil,
	} {
		if got := (Plan{Schedule: schedule(t, line)}).heldUp(c); !slices.Equal(got, want) {
			t.Errorf("%s holds up %v; expected %v", line, got, want)
		}
	}
	c.Plants[0].Domain = "other"
	if got := (Plan{Schedule: schedule(t, "at 1s slow legs/gate delay=1ms")}).heldUp(c); !slices.Equal(got, []string{"legs", "plant"}) {
		t.Errorf("%v", got)
	}
}

func TestARunLeavesNoGoroutineAndASimilarHeap(t *testing.T) {
	c, err := newCampaign(short(t, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	r := plannedRun{Config: c.Config, Seed: 1, Duration: c.Duration}
	if _, _, err := c.footprint(t.Context(), r); err != nil { // what the first run of all keeps, pools above all
		t.Fatal(err)
	}
	bound, calm, err := c.footprint(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	r.Plan.Schedule = schedule(t, "at 500ms flood whole_body/gate\nat 510ms panic whole_body/arm")
	left, heap, err := c.footprint(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v are left, %+v without faults", left, bound)
	if bound.Timers += len(r.Plan.Schedule); left.Beyond(bound) != "" || left.Goroutines > 0 || left.Descriptors > 0 || calm < 1e5 || heap > 1.2*calm {
		t.Errorf("%+v are left, %.0f bytes, %.0f without faults", left, heap, calm)
	}
}

func TestQueuesAreThoseOfDisturbedLinks(t *testing.T) {
	p := Plan{Schedule: schedule(t, "at 1s panic a/b\nat 2s for 1s drop a/b.out->c/d.in p=0.2\nat 3s sensor_off elbow\nat 4s clog a/b.*\nat 4s delay a/e.* delay=5ms\nat 5s acknowledge a")}
	got := p.queues().Schedule
	if err := got.Check(); err != nil {
		t.Fatal(err)
	}
	full := p.Schedule[4] // its receiver may have stopped
	full.Fault.Delay = time.Second
	if len(got) != 3 || got[2] != full || got[0].Fault.Target != "a/b.out->c/d.in" || got[0].Fault.Kind != actors.FaultDelay || got[0].At != 0 || got[1] != p.Schedule[3] {
		t.Errorf("%s", got)
	}
}

func TestV18HoldsForARecordingThatIsCutOffAnywhere(t *testing.T) {
	wholeTestOnly(t)
	c, err := newCampaign(short(t, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(6) { // each cuts at another byte
		r := plannedRun{Config: c.Config, Seed: seed, Duration: c.Duration, Plan: Plan{Schedule: schedule(t, "at 520ms panic mobile_base/wheels")}}
		if v, err := c.recording(t.Context(), r); v != nil || err != nil {
			t.Errorf("seed %d: %v, %v", seed, v, err)
		}
	}
}

func TestWhatIsCheckedSeldomHoldsForAQuietRun(t *testing.T) {
	wholeTestOnly(t)
	c, err := newCampaign(short(t, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	r := plannedRun{Config: c.Config, Seed: 1, Duration: c.Duration}
	first, err := r.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if v, err := c.seldom(t.Context(), r, first); v != nil || err != nil {
		t.Errorf("%v, %v", v, err)
	}
}

// What hangs when the run ends is never let go of, with all that it holds.
func TestTheHeapOfARunThatHangsIsNotJudged(t *testing.T) {
	wholeTestOnly(t)
	c, err := newCampaign(short(t, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	r := plannedRun{Config: c.Config, Seed: 1, Duration: c.Duration, Plan: Plan{Schedule: schedule(t, "at 595ms hang mobile_base/coupling_mobile_planar")}}
	first, err := r.Do(t.Context())
	if err != nil || first.Violation != nil {
		t.Fatalf("%v, %v", first, err)
	}
	if !slices.ContainsFunc(first.Health, func(h messages.Health) bool { return h.State == "lost" }) {
		t.Errorf("nothing hangs: %+v", first.Health)
	}
	if v, err := c.seldom(t.Context(), r, first); v != nil || err != nil {
		t.Errorf("%v, %v", v, err)
	}
}
