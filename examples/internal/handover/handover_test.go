package handover

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
)

func TestAStateInsideAnotherOneHasItsTaskSet(t *testing.T) {
	states := []wholebody.StateOptions{{Name: "outer", TaskSet: "a"}, {Name: "inner", Parent: "outer"}, {Name: "own", Parent: "outer", TaskSet: "b"}}
	for name, want := range map[string]string{"outer": "a", "inner": "a", "own": "b", "none": ""} {
		if got := setOf(states, name); got != want {
			t.Errorf("state %q has the set %q, want %q", name, got, want)
		}
	}
}

func TestWhatCannotBeMeasuredIsNamed(t *testing.T) {
	const door = "../../door/app.yaml"
	for want, o := range map[string]Options{
		"no whole_body controller \"arm/motors\"":     {File: door, Controller: "arm/motors"},
		"has the task sets [grasp turn push release]": {File: door, Controller: "arm/controller", States: []string{"ready", "in_front"}},
		"nothing.yaml": {File: "nothing.yaml"},
	} {
		if _, err := o.measure(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	o := Options{File: door, Controller: "arm/controller", Ready: time.Millisecond, Dwell: time.Millisecond, After: time.Millisecond,
		States: []string{"redy", "ready", "in_front", "grasp", "turn", "push", "release"}}
	if _, err := o.measure(); err == nil || !strings.Contains(err.Error(), "redy") {
		t.Errorf("a state that is not there gives %v", err)
	}
}
