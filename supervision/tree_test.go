package supervision

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// robot is an application of two worlds, one of them with a bus of its own.
func robot() []Supervisor {
	r := DefaultRestart()
	r.BackoffJitter, r.Max = 0, 1
	return []Supervisor{
		{Name: "robot", Level: ApplicationLevel, Restart: r, Children: []Child{{Name: "base"}, {Name: "arm"}}},
		{Name: "base", Parent: "robot", Level: WorldLevel, Restart: r, Children: []Child{{Name: "base/wheels"}}},
		{Name: "arm", Parent: "robot", Level: WorldLevel, Restart: r, Children: []Child{{Name: "can0"}, {Name: "arm/controller"}}},
		{Name: "can0", Parent: "arm", Level: JointGroup, Restart: r, Children: []Child{{Name: "arm/can0"}}},
	}
}

func TestFailuresClimbFromTheJointGroupToAProtectiveStop(t *testing.T) {
	tree, err := NewTree(robot())
	if err != nil {
		t.Fatal(err)
	}
	h := Histories{}
	var got []string
	for i := range 8 {
		text := ""
		for _, s := range tree.Decide(h, "can0", Failure{Child: "arm/can0", Cause: messages.CausePanic, Time: messages.Instant(i) * messages.Instant(100*time.Millisecond)}, 0) {
			text += fmt.Sprintf("%s %s %v; ", s.Supervisor, s.Action, s.Start)
		}
		got = append(got, strings.TrimSuffix(text, "; "))
	}
	// One restart at each level, and what an upper level starts again has its own restarts anew.
	want := []string{
		"can0 start_again [arm/can0]",
		"can0 ask_parent []; arm start_again [can0]",
		"can0 start_again [arm/can0]",
		"can0 ask_parent []; arm ask_parent []; robot start_again [arm]",
		"can0 start_again [arm/can0]",
		"can0 ask_parent []; arm start_again [can0]",
		"can0 start_again [arm/can0]",
		"can0 ask_parent []; arm ask_parent []; robot protective_stop []",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestOtherWorldsAreNotTouchedByAnEscalation(t *testing.T) {
	tree, err := NewTree(robot())
	if err != nil {
		t.Fatal(err)
	}
	h := Histories{}
	for i := range 4 {
		for _, s := range tree.Decide(h, "can0", Failure{Child: "arm/can0", Time: messages.Instant(i)}, 0) {
			if slices.Contains(s.Stop, "base") || slices.Contains(s.Start, "base") {
				t.Errorf("%s: %s", s.Supervisor, s.Decision)
			}
		}
	}
	if d := tree.Decide(h, "base", Failure{Child: "base/wheels", Time: 9}, 0); len(d) != 1 || d[0].Action != StartAgain {
		t.Errorf("%v", d)
	}
}

func TestTheEndOfASignificantChildEndsItsSupervisor(t *testing.T) {
	all := robot()
	all[2].Children[1].Lifetime, all[2].Children[1].Significant = Transient, true
	all[0].Children[1].Lifetime = Transient
	tree, err := NewTree(all)
	if err != nil {
		t.Fatal(err)
	}
	steps := tree.Decide(Histories{}, "arm", Failure{Child: "arm/controller", Normal: true}, 0)
	if len(steps) != 2 || steps[0].Action != EndAll || !slices.Equal(steps[0].Stop, []string{"can0"}) || steps[1].Action != LeaveEnded {
		t.Errorf("%v", steps)
	}
}

func TestTheEndOfASignificantChildOfTheTopIsNoFailure(t *testing.T) {
	all := robot()
	all[0].Children[1].Lifetime, all[0].Children[1].Significant = Transient, true
	tree, err := NewTree(all)
	if err != nil {
		t.Fatal(err)
	}
	steps := tree.Decide(Histories{}, "robot", Failure{Child: "arm", Normal: true}, 0)
	if len(steps) != 1 || steps[0].Action != EndAll || !slices.Equal(steps[0].Stop, []string{"base"}) {
		t.Errorf("%v", steps)
	}
}

func TestAnUnknownSupervisorIsAProtectiveStop(t *testing.T) {
	tree, err := NewTree(robot())
	if err != nil {
		t.Fatal(err)
	}
	if steps := tree.Decide(Histories{}, "leg", Failure{Child: "x"}, 0); len(steps) != 1 || steps[0].Action != ProtectiveStop {
		t.Errorf("%v", steps)
	}
	if tree.Supervisor("leg") != nil || tree.Supervisor("arm").Name != "arm" || !slices.Equal(tree.Names(), []string{"robot", "base", "arm", "can0"}) {
		t.Error("names")
	}
}

func TestWhatDoesNotHangTogetherIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(all []Supervisor) []Supervisor
		want  string
	}{
		"two tops":       {func(all []Supervisor) []Supervisor { all[1].Parent = ""; return all }, "2 supervisors have no parent; expected one"},
		"no top":         {func(all []Supervisor) []Supervisor { all[0].Parent = "arm"; return all }, "0 supervisors have no parent"},
		"a circle":       {func(all []Supervisor) []Supervisor { all[2].Parent = "can0"; return all }, `supervisor "arm": it is above itself`},
		"unknown parent": {func(all []Supervisor) []Supervisor { all[3].Parent = "leg"; return all }, `its parent "leg" is unknown; expected one of ["robot" "base" "arm" "can0"]`},
		"no child of it": {func(all []Supervisor) []Supervisor { all[3].Parent = "base"; return all }, `supervisor "can0": it is not a child of its parent "base"`},
		"upside down":    {func(all []Supervisor) []Supervisor { all[3].Level = ApplicationLevel; return all }, `its level application is above the level world of its parent "arm"`},
		"two owners": {func(all []Supervisor) []Supervisor {
			all[1].Children = append(all[1].Children, Child{Name: "arm/can0"})
			return all
		}, `its child "arm/can0" belongs to "base" too`},
		"declared twice": {func(all []Supervisor) []Supervisor { return append(all, all[3]) }, `supervisor "can0" is declared twice`},
		"a bad policy":   {func(all []Supervisor) []Supervisor { all[3].Within = 0; return all }, `supervisor "can0": restart policy: within is 0s`},
	} {
		_, err := NewTree(c.spoil(robot()))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
}
