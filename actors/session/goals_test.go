package session

import (
	"encoding/json"
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
