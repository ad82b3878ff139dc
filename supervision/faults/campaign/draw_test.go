package campaign

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// sights is a small application as a drawer sees it, with every kind that runs in virtual time.
func sights() (kinds []faults.Kind, targets *faultTargets) {
	targets = &faultTargets{
		Actors: []string{"base/gate", "base/controller", "base/wheels", "arm/gate", "arm/controller"},
		Links:  []string{"base/gate.wheels->base/wheels.command", "base/wheels.state->base/gate.wheels_state", "arm/gate.joint->base/coupling.in"},
		Joints: []string{"left", "right", "elbow"},
		Worlds: []string{"base", "arm"},
	}
	for _, k := range faults.Kinds() {
		if k.Verb == faults.Inject && k.Virtual && len(targets.of(k.Acts)) > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds, targets
}

// drawn are the plans of the seeds from zero on.
var drawn = sync.OnceValues(func() (all []Plan, err error) {
	kinds, targets := sights()
	for seed := range uint64(2000) {
		p, err := drawPlan(seed, length, kinds, targets)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
})

// plans are the first plans of all seeds.
func plans(t *testing.T, n int) []Plan {
	t.Helper()
	all, err := drawn()
	if err != nil {
		t.Fatal(err)
	}
	return all[:n]
}

const length = 10 * time.Second

func draw(t *testing.T, seed uint64) Plan {
	t.Helper()
	kinds, targets := sights()
	p, err := drawPlan(seed, length, kinds, targets)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// injected are the faults of a plan.
func (p Plan) injected() (all faults.Schedule) {
	for _, e := range p.Schedule {
		if e.Verb == faults.Inject {
			all = append(all, e)
		}
	}
	return all
}

func TestASeedGivesThePlanThatItAlwaysGave(t *testing.T) {
	for seed := range uint64(200) {
		a, b := draw(t, seed), draw(t, seed)
		if a.Schedule.String() != b.Schedule.String() || a.Heals != b.Heals || a.Ends != b.Ends {
			t.Fatalf("seed %d gives two plans:\n%s\n%s", seed, a.Schedule, b.Schedule)
		}
	}
	if a, b := draw(t, 1), draw(t, 2); a.Schedule.String() == b.Schedule.String() {
		t.Error("two seeds give one plan")
	}
}

func TestAPlanHasOneToEightFaultsInTheOrderOfTheirTimes(t *testing.T) {
	seen := map[int]int{}
	for seed, p := range plans(t, 2000) {
		n := len(p.injected())
		seen[n]++
		if n < 1 || n > 8 {
			t.Fatalf("seed %d has %d faults:\n%s", seed, n, p.Schedule)
		}
		if err := p.Schedule.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !slices.IsSortedFunc(p.Schedule, func(a, b faults.Entry) int { return int(a.At - b.At) }) {
			t.Fatalf("seed %d is not in order:\n%s", seed, p.Schedule)
		}
		for _, e := range p.Schedule {
			if e.At < 0 || time.Duration(e.At) >= length {
				t.Fatalf("seed %d: %s is outside of the run", seed, e)
			}
		}
	}
	for n := 1; n <= 8; n++ {
		if seen[n] < 150 {
			t.Errorf("%d of 2000 plans have %d faults", seen[n], n)
		}
	}
}

func TestALineOfAPlanReadsAsTheEntryThatItIs(t *testing.T) {
	for seed, p := range plans(t, 300) {
		for _, e := range p.Schedule {
			again, err := faults.ParseEntry(e.String())
			if err != nil || again != e {
				t.Fatalf("seed %d: %q reads as %q, %v", seed, e, again, err)
			}
		}
	}
}

func TestEveryKindAndEveryTargetIsDrawn(t *testing.T) {
	kinds, targets := sights()
	kind, met := map[string]int{}, map[string]int{}
	for _, p := range plans(t, 2000) {
		for _, e := range p.injected() {
			kind[string(e.Fault.Kind)]++
			met[e.Fault.Target]++
		}
	}
	for _, k := range kinds {
		if kind[k.Name] < 20 {
			t.Errorf("%s was drawn %d times in 2000 plans", k.Name, kind[k.Name])
		}
	}
	for _, all := range [][]string{targets.Actors, targets.Links, targets.Joints, {"base/gate.*"}} {
		for _, name := range all {
			if met[name] == 0 {
				t.Errorf("nothing acts on %s", name)
			}
		}
	}
}

// Rates are drawn anew for each seed: some kind is often much more frequent in one plan than over
// all of them.
func TestRatesDifferFromSeedToSeed(t *testing.T) {
	repeated := 0
	for _, p := range plans(t, 1000) {
		count := map[string]int{}
		for _, e := range p.injected() {
			if count[string(e.Fault.Kind)]++; count[string(e.Fault.Kind)] == 2 {
				repeated++
			}
		}
	}
	// With 4.5 of some 70 kinds and equal rates, a kind would come twice in about an eighth of the
	// plans.
	if repeated < 200 {
		t.Errorf("in %d of 1000 plans a kind comes twice; expected at least 200", repeated)
	}
}

func TestALivenessRunEndsItsFaultsAndLeavesTimeToHeal(t *testing.T) {
	heals := 0
	for seed, p := range plans(t, 1000) {
		if !p.Heals {
			continue
		}
		heals++
		asked := map[string]time.Duration{}
		for _, e := range p.Schedule {
			if e.Verb == faults.Reset {
				asked[e.World] = max(asked[e.World], time.Duration(e.At))
			}
			if e.Verb == faults.Stop && time.Duration(e.At) > p.Ends {
				t.Fatalf("seed %d: a stop at %s after the end of the faults at %v", seed, e.At, p.Ends)
			}
			if e.Verb != faults.Inject {
				continue
			}
			k, _ := faults.KindOf(string(e.Fault.Kind))
			if !k.Heals {
				t.Fatalf("seed %d: %s does not heal", seed, e)
			}
			if k.Lasts == faults.UntilEnd && e.Fault.Duration == 0 {
				t.Fatalf("seed %d: %s has no end", seed, e)
			}
			if end := time.Duration(e.At) + e.Fault.Duration; end > p.Ends {
				t.Fatalf("seed %d: %s ends after %v", seed, e, p.Ends)
			}
		}
		for _, world := range []string{"base", "arm"} {
			if asked[world] < length-time.Second {
				t.Fatalf("seed %d: %s is reset last at %v", seed, world, asked[world])
			}
		}
	}
	if heals < 200 || heals > 300 {
		t.Errorf("%d of 1000 plans are liveness runs; expected a quarter", heals)
	}
}

func TestARunTooShortToHealIsASafetyRun(t *testing.T) {
	kinds, targets := sights()
	for seed := range uint64(200) {
		p, err := drawPlan(seed, 4*time.Second, kinds, targets)
		if err != nil || p.Heals {
			t.Fatalf("seed %d: %v, heals %v", seed, err, p.Heals)
		}
	}
}

// inTurn is the fault that is a seed's turn in the application of sights.
func inTurn(t *testing.T, seed uint64, heals bool) pair {
	t.Helper()
	kinds, targets := sights()
	d := &drawer{targets: targets}
	for _, k := range kinds {
		if (k.Heals || !heals) && k.Name != string(actors.FaultReplay) {
			d.kinds = append(d.kinds, k)
		}
	}
	p, any := d.turn(seed)
	if !any {
		t.Fatalf("nothing is seed %d's turn", seed)
	}
	return p
}

// Times are guided where they are drawn: far more faults than an even draw would have come at the
// start, at once after another one, in the restart after the back-off, in the hand-over behind an
// acknowledgement, and at the end.
func TestTimesAreGuidedByPhases(t *testing.T) {
	var start, close, restart, handover, end, all int
	for seed, p := range plans(t, 2000) {
		var before, asked []time.Duration
		turn, found := inTurn(t, uint64(seed), p.Heals), false
		for _, e := range p.Schedule {
			at := time.Duration(e.At)
			if string(e.Fault.Kind) == turn.kind.Name && e.Fault.Target == turn.target && at >= 500*time.Millisecond && !found {
				found = true // which begins once the robot runs
				before = append(before, at)
				continue
			}
			if e.Verb != faults.Inject {
				asked = append(asked, at)
				continue
			}
			if e.Fault.Kind == actors.FaultReplay { // it is placed by the re-arm that it comes with
				continue
			}
			all++
			near := func(times []time.Duration, from, to time.Duration) bool {
				return slices.ContainsFunc(times, func(b time.Duration) bool { return at-b >= from && at-b <= to })
			}
			if at <= 20*time.Millisecond {
				start++
			}
			if near(before, 0, 30*time.Millisecond) {
				close++
			}
			if near(before, 100*time.Millisecond, 130*time.Millisecond) {
				restart++
			}
			if near(asked, 0, 200*time.Millisecond) {
				handover++
			}
			if !p.Heals && length-at <= 300*time.Millisecond {
				end++
			}
			before = append(before, at)
		}
		if !found {
			t.Errorf("seed %d has no %s of %s, which is its turn:\n%s", seed, turn.kind.Name, turn.target, p.Schedule)
		}
	}
	for phase, c := range map[string]struct{ n, least int }{"start": {start, 8}, "at once": {close, 8}, "restart": {restart, 4}, "hand-over": {handover, 10}, "end": {end, 5}} {
		if c.n*100 < c.least*all {
			t.Errorf("%s: %d of %d faults; expected at least %d in a hundred", phase, c.n, all, c.least)
		}
	}
}

func TestParametersAreWithinTheirRanges(t *testing.T) {
	required := 0
	for seed, p := range plans(t, 2000) {
		for _, e := range p.injected() {
			if err := e.Fault.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			k, _ := faults.KindOf(string(e.Fault.Kind))
			for _, p := range k.Parameters {
				if p.Required {
					required++
					if !strings.Contains(e.String(), " "+p.Name+"=") {
						t.Fatalf("seed %d: %s lacks %s", seed, e, p.Name)
					}
				}
			}
		}
	}
	if required == 0 {
		t.Error("no parameter is required")
	}
}

func TestAPlanTouchesTheWorldsOfItsTargets(t *testing.T) {
	s, err := faults.ParseSchedule("plan", "at 1s panic base/gate\nat 2s drop arm/gate.joint->base/coupling.in\nat 3s stop legs mode=damp\nat 4s sensor_off elbow")
	if err != nil {
		t.Fatal(err)
	}
	if got := (Plan{Schedule: s}).touched(); !slices.Equal(got, []string{"base", "arm", "legs", "elbow"}) {
		t.Errorf("%v", got)
	}
}

func FuzzNoSeedAndNoLengthDrawsAnImpossiblePlan(f *testing.F) {
	for _, seed := range []uint64{0, 1, 10503, 1 << 63, 1<<64 - 1} {
		f.Add(seed, int64(length))
	}
	f.Add(uint64(3), int64(2*time.Millisecond))
	f.Fuzz(func(t *testing.T, seed uint64, nanoseconds int64) {
		lasts := time.Duration(nanoseconds)
		if lasts < 2*time.Millisecond || lasts > time.Hour {
			return
		}
		kinds, targets := sights()
		p, err := drawPlan(seed, lasts, kinds, targets)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Schedule.Check(); err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Schedule {
			if time.Duration(e.At) > lasts {
				t.Fatalf("%s is outside of a run of %v", e, lasts)
			}
		}
	})
}

// The fault that is in turn goes through every kind at every link of commands, and at every actor.
func TestConsecutiveSeedsHaveEveryKindAtEveryLinkOfCommandsAndActorInTurn(t *testing.T) {
	kinds, targets := sights()
	d := &drawer{targets: targets, kinds: kinds}
	wanted := map[string]bool{}
	for _, k := range kinds {
		switch k.Acts {
		case "link":
			for _, link := range commandsOf(targets.Links) {
				wanted[k.Name+" "+link] = true
			}
		case "actor":
			for _, actor := range targets.Actors {
				wanted[k.Name+" "+actor] = true
			}
		}
	}
	n, kind := len(wanted), map[string]bool{}
	for seed := range uint64(2 * n) {
		p, any := d.turn(seed)
		if !any {
			t.Fatalf("nothing is seed %d's turn", seed)
		}
		if delete(wanted, p.kind.Name+" "+p.target); seed < 60 {
			kind[p.kind.Name] = true
		}
	}
	for missed := range wanted {
		t.Errorf("no seed of %d has %s", 2*n, missed)
	}
	if len(kind) < 25 {
		t.Errorf("60 seeds have %d kinds in turn; expected that they spread", len(kind))
	}
}

func TestAStrideHasNoDivisorInCommon(t *testing.T) {
	for n := uint64(1); n < 300; n++ {
		if s := stride(n); s == 0 || gcd(s, n) != 1 {
			t.Errorf("stride of %d is %d", n, s)
		}
	}
}

// What a bus of drives has in common can fail for all of them, which is one fault.
func TestAFaultOfADriveSometimesHitsAllOfItsBus(t *testing.T) {
	kinds, targets := sights()
	targets.Buses = [][]string{{"left", "right"}, {"elbow"}}
	both, one := 0, 0
	for seed := range uint64(400) {
		p, err := drawPlan(seed, length, kinds, targets)
		if err != nil {
			t.Fatal(err)
		}
		at := map[string]string{}
		for _, e := range p.injected() {
			key := e.At.String() + string(e.Fault.Kind)
			if at[key] == "left" && e.Fault.Target == "right" {
				both++
			}
			if at[key] = e.Fault.Target; e.Fault.Target == "left" {
				one++
			}
		}
	}
	if both < one/20 || both > one/2 {
		t.Errorf("%d of %d faults of a drive hit its neighbour too", both, one)
	}
}
