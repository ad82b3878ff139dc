package session

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestTheControllerOfAGoalIsFoundOrNamed(t *testing.T) {
	two := twoArms(t, "joint_trajectory", "", "joint_space", "")
	for name, want := range map[string]string{
		"":               "several controllers pursue goals: left/controller, right/controller; name one",
		"left/cntroller": `controller "left/cntroller" pursues no goals; controllers with goals: left/controller, right/controller`,
	} {
		if _, err := two.Goals(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is answered %v; expected %s", name, err, want)
		}
	}
	goals, err := two.Goals("left/controller")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := goals.Goals(t.Context(), ""); err == nil {
		t.Error("a system that does not run has goals")
	}
}

func TestAGoalFindsTheOnlyControllerThatItCanBeFor(t *testing.T) {
	all := twoArms(t, "joint_trajectory", "", "joint_space", "").goalControllers()
	for _, c := range []struct {
		task, names, want string
	}{
		{"", "left_elbow", "left/controller"},
		{"", "right_shoulder right_elbw", "right/controller"},
		{"trajectory", "", "left/controller"},
		{"joints", "right_elbow", "right/controller"},
		{"", "left_elbow right_elbow", "name one, as --controller left/controller"},
		{"", "", "several controllers pursue goals: left/controller (joints left_shoulder, left_elbow), right/controller (joints right_shoulder, right_elbow); name one"},
		{"", "right_elbw", `did you mean "right_elbow"?`},
	} {
		got, err := ChooseGoalController(all, c.task, strings.Fields(c.names))
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("a goal of task %q for %q goes to %s; expected %s", c.task, c.names, got, c.want)
		}
	}
	if got, err := ChooseGoalController(all[:1], "", []string{"unknown"}); got != "" || err != nil {
		t.Errorf("of one controller, %q is chosen, with %v", got, err)
	}
}

func TestAControllerListsWhatItsGoalsMayName(t *testing.T) {
	s, err := newSession(t, "../../examples/mobile_manipulator/app.yaml", []Option{})
	if err != nil {
		t.Fatal(err)
	}
	all := s.goalControllers()
	if len(all) != 1 || all[0].Path != "whole_body/controller" || !slices.Contains(all[0].Parts, "position") || len(all[0].Joints) == 0 || len(all[0].Tasks) == 0 {
		t.Errorf("%+v", all)
	}
}

func TestAWorldThatIsMistypedOrIsAJointIsNamed(t *testing.T) {
	s := twoArms(t, "joint_trajectory", "", "joint_space", "")
	for name, want := range map[string]string{
		"lefft":      `known: left, right; did you mean "left"?`,
		"left_elbow": `; "left_elbow" is a joint of world left: robo-actors stop left --joint left_elbow stops it alone`,
		"nowhere":    `has no world "nowhere"; known: left, right`,
	} {
		if _, err := s.Rearm(t.Context(), name); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// Some clients write NaN as null, which JSON reads as no change: a goal of NaN would have become
// one of 0.
func TestANullInAGoalIsRefused(t *testing.T) {
	raw := json.RawMessage(`{"Request": {"Verb": "send", "Goal": {"Values": [{"Name": "elbow", "Numbers": [0.3, null]}]}}}`)
	if _, err := readGoal(raw); err == nil || !strings.Contains(err.Error(), `number 1 of value "elbow" is null`) {
		t.Errorf("%v", err)
	}
	want := GoalArguments{Controller: "arm/controller", Request: messages.GoalRequest{Verb: messages.GoalSend, ID: messages.NewGoalID(2, 7),
		Goal: messages.Goal{Task: "reach", Values: []messages.GoalValue{{Name: "position", Numbers: []float64{1, 0, -3}}}}}}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := readGoal(data)
	if again, _ := json.Marshal(got); err != nil || string(again) != string(data) {
		t.Errorf("%s, %v; expected %s", again, err, data)
	}
	if _, err := readGoal(json.RawMessage(`"send"`)); err == nil || !strings.Contains(err.Error(), "invalid arguments") {
		t.Errorf("%v", err)
	}
}

func TestTheWorldThatRealisesAStoppedJointIsNamed(t *testing.T) {
	s, err := newSession(t, "../kinds/testdata/realised/app.yaml", []Option{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.realises("plan", "wish"); got != "gantry" {
		t.Errorf("joint wish of plan is realised by %q", got)
	}
	if got := s.realises("gantry", "wish"); got != "" {
		t.Errorf("joint wish of gantry is realised by %q", got)
	}
}
