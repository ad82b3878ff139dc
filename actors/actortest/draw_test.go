package actortest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// Every plan that is drawn is one that can be carried out and that a run comes to: it can be
// repeated to the letter.
func TestDrawnPlansSuitTheirApplication(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	for _, bound := range []time.Duration{0, time.Second} {
		lab := FromFile(t, "../../examples/mobile_manipulator/app.yaml", registry, 1)
		lab.quiet, lab.searching = true, true
		if bound > 0 {
			lab.Recovers("it is well", bound, func(*View) bool { return true })
		}
		lab.start()
		s, problem := spaceOf(Space{Duration: 3 * time.Second, Faults: 4}, lab)
		if problem != "" {
			t.Fatal(problem)
		}
		heals := 0
		rapid.Check(t, func(t *rapid.T) {
			d := s.draw(t)
			if err := errors.Join(d.plan.Check(), d.plan.CheckApplicable(lab.sys, faults.Scope{Worlds: lab.worlds()}, messages.Instant(s.Duration))); err != nil {
				t.Fatalf("%v\nin the plan\n%s", err, d.plan)
			}
			if d.heals {
				heals++
			}
		})
		if (heals > 0) != (bound > 0) {
			t.Errorf("%d of the plans end in time, with a bound of %v", heals, bound)
		}
	}
}

// A kind is drawn for what it acts on, and for nothing else of the same sort.
func TestAKindIsDrawnForTheTargetsThatItCanHave(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	lab := FromFile(t, "../../examples/mobile_manipulator/app.yaml", registry, 1)
	lab.quiet = true
	lab.start()
	s, problem := spaceOf(Space{Duration: 3 * time.Second, Faults: 4}, lab)
	if problem != "" {
		t.Fatal(problem)
	}
	if all := s.of["link"]; !slices.Equal(s.hits["drop"], all) || !slices.Equal(s.hits["delay"], all) {
		t.Errorf("%d links are lost, %d delayed; there are %d", len(s.hits["drop"]), len(s.hits["delay"]), len(all))
	}
	if with := s.hits["quaternion"]; len(with) == 0 || len(with) >= len(s.of["link"]) {
		t.Errorf("quaternions are broken on %d of %d links", len(with), len(s.of["link"]))
	}
	if !slices.Equal(s.hits["slow"], s.of["actor"]) {
		t.Errorf("of %v are slow: %v", s.of["actor"], s.hits["slow"])
	}
	for _, k := range s.kinds {
		if len(s.hits[k.Name]) == 0 || !k.Virtual {
			t.Errorf("%s has no target", k.Name)
		}
	}
}
