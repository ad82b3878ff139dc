package wholebody

import (
	"slices"
	"testing"
)

func TestTasksAreLabelledWithTheUnitsOfTheirErrorsAndSpeeds(t *testing.T) {
	o := Options{Tasks: []TaskOptions{{Name: "reach", Kind: "frame_position"}, {Name: "turned", Kind: "frame_orientation"},
		{Name: "still", Kind: "posture"}, {Name: "press", Kind: "force"}, {Name: "odd", Kind: "dance"}}}
	errors, speeds := o.TaskLabels()
	if want := []string{"reach (m)", "turned (rad)", "still (rad|m)", "press (N)", "odd"}; !slices.Equal(errors, want) {
		t.Errorf("errors %q, want %q", errors, want)
	}
	if want := []string{"reach (m/s)", "turned (rad/s)", "still (rad/s|m/s)", "press (m/s)", "odd"}; !slices.Equal(speeds, want) {
		t.Errorf("speeds %q, want %q", speeds, want)
	}
}

func TestStatesAreNamedInTheirOrderOrAfterTheTaskSets(t *testing.T) {
	o := Options{TaskSets: []TaskSetOptions{{Name: "a"}, {Name: "b"}}}
	if got := o.StateNames(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("without states they are %q", got)
	}
	o.Behavior.States = []StateOptions{{Name: "outer", Initial: "inner"}, {Name: "inner", Parent: "outer"}}
	if got := o.StateNames(); !slices.Equal(got, []string{"outer", "inner"}) {
		t.Errorf("the states are %q", got)
	}
}
