package taskspace

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestBadTasksAreAllNamedAtOnce(t *testing.T) {
	_, err := NewSet(
		Task{Name: "hand", Kind: FramePose, Frame: "tool", Gains: Gains{Proportional: []float64{-1}}},
		Task{Name: "hand", Kind: CentreOfMass, Level: 2, Goal: Goal{Position: [3]float64{0, math.NaN(), 0}}},
		Task{Name: "look", Kind: Gaze, Level: 2, Axes: X, Weight: -2},
	)
	if !errors.Is(err, ErrTask) {
		t.Fatalf("error %v is no ErrTask", err)
	}
	for _, part := range []string{"gains.proportional[0]: -1", "the same name", "goal.position", "frame: a gaze needs", "gaze has no axes",
		"weight: -2"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in:\n%v", part, err)
		}
	}
	if _, err := NewSet(Task{Name: "a", Kind: CentreOfMass, Level: 1}); err == nil || !strings.Contains(err.Error(), "level 0 of 2 is empty") {
		t.Errorf("an empty level gave %v", err)
	}
}

func TestALevelOutlivesItsTasks(t *testing.T) {
	s, err := NewSet(Task{Name: "a", Kind: CentreOfMass}, Task{Name: "b", Kind: Momentum, Level: 1}, Task{Name: "c", Kind: CentreOfMass, Level: 2})
	if err != nil {
		t.Fatal(err)
	}
	less, err := s.Without("b")
	if err != nil {
		t.Fatal(err)
	}
	if less.Levels() != 3 || less.Len() != 2 || less.Task(1).Level != 2 || s.Len() != 3 {
		t.Errorf("without b: %d levels, %d tasks, c in level %d; the old set has %d tasks", less.Levels(), less.Len(), less.Task(1).Level, s.Len())
	}
	if _, err := s.Without("d"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "a, b, c") {
		t.Errorf("taking out an unknown task: %v", err)
	}
}

func TestASetSharesNothingWithWhatItWasMadeOf(t *testing.T) {
	gains := []float64{1}
	s, err := NewSet(Task{Name: "a", Kind: CentreOfMass, Gains: Gains{Proportional: gains}})
	if err != nil {
		t.Fatal(err)
	}
	gains[0] = 7
	s.Task(0).Gains.Proportional[0] = 8
	if got := s.Task(0).Gains.Proportional[0]; got != 1 {
		t.Errorf("the set's gain became %g", got)
	}
}

func TestWithChangesACopyAndChecksIt(t *testing.T) {
	s, err := NewSet(Task{Name: "a", Kind: CentreOfMass}, Task{Name: "b", Kind: CentreOfMass, Level: 1})
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.With("a", "gains.proportional", Number(4))
	if err != nil || n.Task(0).Gains.Proportional[0] != 4 || s.Task(0).Gains.Proportional != nil {
		t.Fatalf("With: %v, %v, old %v", err, n.Task(0).Gains, s.Task(0).Gains)
	}
	for _, c := range []struct {
		task, parameter, says string
		value                 Value
		is                    error
	}{
		{"z", "weight", "known: a, b", Number(1), ErrUnknown},
		{"a", "wait", "known: level, weight", Number(1), ErrUnknown},
		{"a", "weight", "from 0.0001 to 10000", Number(0), ErrParameter},
		{"a", "weight", "from 0.0001 to 10000", Number(1e6), ErrParameter},
		{"a", "gains.derivative", "at least 0", Number(-1), ErrParameter},
		{"a", "gains.derivative", "1 or 3", Number(1, 2), ErrParameter},
		{"a", "goal.position", "finite", Number(0, math.NaN(), 0), ErrParameter},
		{"a", "gains.saturation", "per_component", Word("hard"), ErrUnknown},
		{"a", "axes", "has the axes x,y,z", Word("rx"), ErrTask},
		{"b", "level", "level 1 of 3 is empty", Number(2), ErrTask},
		{"a", "level", "whole number", Number(0.5), ErrParameter},
	} {
		if _, err := s.With(c.task, c.parameter, c.value); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s.%s = %v: %v; expected %v with %q", c.task, c.parameter, c.value, err, c.is, c.says)
		}
	}
}

func TestEveryParameterCanBeSetToWhatItIs(t *testing.T) {
	for k := range kinds {
		task := example(k)
		s, err := NewSet(task)
		if err != nil {
			t.Fatalf("%v: %v", k, err)
		}
		list, err := s.Parameters(task.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.Doc == "" {
				t.Errorf("%v: parameter %s has no doc", k, p.Name)
			}
			if len(p.Value.Real) == 0 && p.Type == Vector {
				continue // left out
			}
			if p.Name == "weight" || p.Open && p.Value.Real[0] == 0 {
				continue // left out
			}
			if _, err := s.With(task.Name, p.Name, p.Value); err != nil {
				t.Errorf("%v: %v", k, err)
			}
		}
	}
}

// example is a task of each kind, with names that the test robots have.
func example(k Kind) Task {
	t := Task{Name: "it", Kind: k}
	if k.has(usesFrame) {
		t.Frame, t.Point = "tool", [3]float64{0.03, -0.02, 0.05}
	}
	if !k.has(usesPoint) {
		t.Point = [3]float64{}
	}
	if k.has(usesBase) {
		t.Base = "middle"
	}
	if k == Posture {
		t.Goal.Measured = true
	}
	if k == Gaze {
		t.Direction, t.Goal.Position = [3]float64{0.2, 1, -0.4}, [3]float64{2, 1, 0.5}
	}
	return t
}

// The error has the path of its field and a text that reads without it.
func TestAFrameRelativeToItselfIsNamed(t *testing.T) {
	task := example(RelativePose)
	task.Base = task.Frame
	_, err := NewSet(task)
	if want := `frame: "tool" is its own base`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error reads %v; want %s in it", err, want)
	}
}
