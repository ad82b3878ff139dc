package wholebody

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/switchtest"
)

// switching measures the rig's changes of task sets, in the middle of motions.
func switching(t *testing.T, o Options, ro rigOptions, states ...string) switchtest.Config {
	return switchtest.Config{Controller: "arm/controller", States: states, Ready: 500 * time.Millisecond, Dwell: 300 * time.Millisecond, After: 150 * time.Millisecond,
		New: func() (switchtest.Application, error) { return newRig(t, o, ro).application(), nil }}
}

func (r *rig) application() switchtest.Application {
	return switchtest.Application{System: r.sys, Controller: func() switchtest.Controller { return r.shell }}
}

// Every ordered pair of states of the behaviour, under both laws, with matrices of its own and of a
// model actor.
func TestEveryChangeOfTaskSetsKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	states := []string{"hold", "reach_left", "reach_right", "loose"}
	if testing.Short() {
		states = []string{"hold", "reach_left", "loose"} // one of each task set
	}
	constrained := steady(armOptions())
	constrained.Law = "constrained"
	for name, c := range map[string]struct {
		options Options
		rig     rigOptions
		atMost  float64 // at the tick of the change: with matrices of its own, the law before is put out to the last digits
	}{
		"exact":                          {steady(armOptions()), rigOptions{}, 1e-9},
		"constrained":                    {constrained, rigOptions{}, 1e-9},
		"exact, with a model actor":      {fromActor(steady(armOptions())), rigOptions{period: 4 * time.Millisecond, jitter: 3 * time.Millisecond}, switchtest.Share},
		"constrained, and a model actor": {fromActor(constrained), rigOptions{period: 4 * time.Millisecond, jitter: 3 * time.Millisecond}, switchtest.Share},
	} {
		if testing.Short() && name != "constrained" && name != "exact, with a model actor" {
			continue // the others differ from these by the law alone
		}
		pairs, err := switchtest.Measure(switching(t, c.options, c.rig, states...))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pairs {
			if t.Logf("%s: %s", name, p); !p.Bounded() || p.AtChange > c.atMost {
				t.Errorf("%s: beyond the bound: %s", name, p)
			}
		}
		if n := len(states); len(pairs) != n*(n-1) {
			t.Errorf("%s: %d changes, want every ordered pair of %d states", name, len(pairs), n)
		}
	}
}

// The measure can fail: of a controller whose hand-overs are forgotten at once it tells the step.
func TestTheMeasureDetectsAStep(t *testing.T) {
	config := switching(t, steady(armOptions()), rigOptions{}, "hold", "reach_left")
	config.New = func() (switchtest.Application, error) {
		r := newRig(t, steady(armOptions()), rigOptions{})
		r.arm.each = func() {
			if r.shell != nil && r.shell.law != nil {
				r.shell.law.handover.Clear()
			}
		}
		return r.application(), nil
	}
	pairs, err := switchtest.Measure(config)
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for _, p := range pairs {
		t.Log(p)
		worst = max(worst, p.Worst)
	}
	if worst < 1.5*switchtest.Share {
		t.Errorf("the greatest step is %g of the limit a millisecond without a hand-over", worst)
	}
	config.States = []string{"hold", "nowhere"}
	if _, err := switchtest.Measure(config); err == nil {
		t.Error("a state that is not there was no error")
	}
}

// The way of the behaviour from state to state, as nobody disturbs it.
func TestTheCourseOfABehaviorKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	course, err := switchtest.Follow(newRig(t, armOptions(), rigOptions{}).application(), "arm/controller", 100*time.Millisecond, 7*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if t.Log(course); !course.Bounded() || course.Changes < 3 {
		t.Errorf("%s; expected 3 changes at least", course)
	}
}
