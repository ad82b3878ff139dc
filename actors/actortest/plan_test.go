package actortest_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

func TestLinesOfAPlanHappenAtTheirTimes(t *testing.T) {
	lab := swinging(5)(t, 1)
	lab.Inject("at 100ms for 200ms drop arm/spring.state", "at 500ms panic arm/spring")
	lab.Run(time.Second)
	var at []string
	for _, e := range lab.Events() {
		if e.Kind == messages.EventFaultInjected || e.Kind == messages.EventFaultEnded || e.Kind == messages.EventFailed {
			at = append(at, e.Time.String()+" "+e.Kind.String())
		}
	}
	want := "0.100000s fault_injected, 0.300000s fault_ended, 0.500000s fault_injected, 0.500000s failed"
	if got := strings.Join(at, ", "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAPlanMayComeDuringARun(t *testing.T) {
	lab := swinging(5)(t, 1)
	lab.Run(100 * ms)
	plan, err := faults.ParseSchedule("plan", "every 100ms from 200ms until 400ms error arm/spring")
	if err != nil {
		t.Fatal(err)
	}
	lab.Apply(plan)
	lab.Run(900 * ms)
	failed := 0
	for _, e := range lab.Events() {
		if e.Kind == messages.EventFailed {
			failed++
		}
	}
	if failed == 0 {
		t.Error("nothing has failed")
	}
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := swinging(5)(t, 1)
		lab.Run(100 * ms)
		lab.Inject("at 50ms error arm/spring")
	}), "is in the past: it is 0.100000s")
}

func TestAPlanThatCannotBeReadOrObeyedEndsTheTest(t *testing.T) {
	mustContain(t, fails(t, func(t actortest.TB) { swinging(5)(t, 1).Inject("at 1s burn arm/spring") }), `unknown kind "burn"`)
	mustContain(t, fails(t, func(t actortest.TB) { swinging(5)(t, 1).Apply(faults.Schedule{{Every: time.Nanosecond}}) }), "it repeats every 1ns")
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := swinging(5)(t, 1)
		lab.Inject("at 10ms panic leg/spring")
		lab.Run(time.Second)
	}), "at 10ms panic leg/spring", "leg/spring")
}

func TestDrawsOfAPlanComeFromTheSeed(t *testing.T) {
	injected := func(seed uint64) (times string) {
		lab := swinging(5)(t, seed)
		lab.Inject("every 50ms until 900ms p 0.5 for 10ms drop arm/spring.state")
		lab.Run(time.Second)
		for _, e := range lab.Events() {
			if e.Kind == messages.EventFaultInjected {
				times += e.Time.String() + " "
			}
		}
		return times
	}
	if a, b, c := injected(1), injected(1), injected(2); a != b || a == c || a == "" {
		t.Errorf("seed 1: %s and %s; seed 2: %s", a, b, c)
	}
}

func TestWhatComesAfterTheLastFaultIsAskedForAtTheRightTime(t *testing.T) {
	looks := func(lines ...string) (first messages.Instant) {
		lab := swinging(5)(t, 1)
		lab.Inject(lines...)
		lab.Recovers("looked at", 100*ms, func(v *actortest.View) bool {
			if first == 0 {
				first = v.Now()
			}
			return true
		})
		lab.Run(time.Second)
		lab.Close()
		return first
	}
	for want, lines := range map[messages.Instant][]string{
		messages.Instant(450 * ms): {"at 200ms for 150ms drop arm/spring.state", "at 300ms error arm/spring"},
		messages.Instant(345 * ms): {"at 200ms for 20ms delay arm/spring.state delay=25ms"},
		messages.Instant(700 * ms): {"every 100ms until 600ms error arm/spring"},
		messages.Instant(400 * ms): {"at 200ms suspend arm/spring"}, // for 100 ms, its default
		messages.Instant(100 * ms): nil,
	} {
		if got := looks(lines...); got != want {
			t.Errorf("%v: looked at from %s on, want %s", lines, got, want)
		}
	}
	lab := swinging(5)(t, 1)
	lab.At(200*ms, actortest.Drop("arm/spring.state", 50*ms))
	var first messages.Instant
	lab.Recovers("looked at", 100*ms, func(v *actortest.View) bool { first = max(first, 1); return true })
	lab.Run(300 * ms)
	if first != 0 {
		t.Error("looked at too early")
	}
	lab.Run(60 * ms)
	if first == 0 {
		t.Error("not looked at")
	}
}

func TestALabThatRunsByItselfHasToReachItsSituations(t *testing.T) {
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := swinging(5)(t, 1)
		lab.Sometimes("pigs fly", func(*actortest.View) bool { return false })
		lab.Run(100 * ms)
	}), `"pigs fly" does not hold`, "not reached before the end of the run at 0.100000s")
}

// manipulator is the application of the first example.
func manipulator(t actortest.TB, seed uint64) *actortest.Lab {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return actortest.FromFile(t, "../../examples/mobile_manipulator/app.yaml", registry, seed)
}

func TestAFileIsRunWithItsInvariants(t *testing.T) {
	lab := manipulator(t, 1)
	reached := false
	lab.Check(invariant.Always("no wheel is faster than 25 rad/s", func(v *invariant.View) error {
		if d, ok := v.Drive("mobile_front_left"); !ok || math.Abs(d.Velocity) > 25 {
			return errors.New("it is")
		}
		return nil
	}))
	lab.Inject("at 600ms panic mobile_base/wheels", "at 900ms acknowledge mobile_base")
	lab.Within("the wheel runs again", 900*ms, 100*ms, func(v *actortest.View) bool {
		mode, ok := v.Mode("mobile_front_left")
		reached = ok && mode == messages.ModeRun
		return reached
	})
	lab.Run(time.Second)
	if !reached {
		t.Error("it was never acknowledged")
	}
}

func TestWhatAFileBreaksIsReported(t *testing.T) {
	text := fails(t, func(t actortest.TB) {
		lab := manipulator(t, 1)
		lab.Check(invariant.Always("the wheels never stop", func(v *invariant.View) error {
			if v.Now() > messages.Instant(600*ms) && v.Mode("mobile_front_left").Stops() {
				return errors.New("front left stops")
			}
			return nil
		}))
		lab.Inject("at 700ms stop mobile_base mode=damp")
		lab.Run(time.Second)
	})
	mustContain(t, text, `"the wheels never stop" does not hold at 0.70`, "front left stops", "at 700ms stop mobile_base mode=damp", "mode_changed joint mobile_front_left run -> damp", "recording of the run: "+kept)
	mustContain(t, fails(t, func(t actortest.TB) {
		registry, err := kinds.Standard()
		if err != nil {
			t.Fatalf("%v", err)
		}
		actortest.FromFile(t, "nowhere.yaml", registry, 1)
	}), "nowhere.yaml")
}

// The search knows joints, worlds and operators of a file, and a robot whose application has ended
// is looked at.
func TestAFileIsSearched(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the whole robot take a minute under the race detector, which the short run is for; the plain run searches it, and the short one searches a spring")
	}
	t.Setenv(actortest.SeedVariable, "3")
	for _, plan := range []string{
		"at 300ms crash_loop plant/robot; at 500ms acknowledge mobile_base",
		"at 300ms for 100ms no_reply mobile_front_left; at 200ms panic whole_body/gate; every 250ms from 450ms reset mobile_base; every 250ms from 450ms reset whole_body",
	} {
		t.Setenv(actortest.PlanVariable, plan)
		actortest.Search(t, actortest.Space{Duration: 1500 * ms}, manipulator)
	}
}
