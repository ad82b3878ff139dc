package messages

import (
	"errors"
	"fmt"
	"testing"
)

func TestAnOptionErrorPrintsPathJointProblemExpectationAndNames(t *testing.T) {
	err := &OptionError{Path: "servos[2].control", Joint: "Start", Err: errors.New(`unknown control mode "torque"`),
		Expected: "a control mode", Unknown: "torque", Known: []string{"position", "effort"}}
	const want = `servos[2].control: joint "Start": unknown control mode "torque"; expected a control mode; known: position, effort`
	if got := err.Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestInOptionLocatesEveryJoinedError(t *testing.T) {
	problem := errors.New("must be positive")
	joined := errors.Join(&OptionError{Path: "gain", Err: problem}, errors.Join(&OptionError{Path: "[3]", Err: problem}, problem))
	var paths []string
	for _, err := range Each(InOption("servos", joined)) {
		var located *OptionError
		if !errors.As(err, &located) || !errors.Is(err, problem) {
			t.Fatalf("%v is not located, or lost its cause", err)
		}
		paths = append(paths, located.Path)
	}
	if got, want := fmt.Sprint(paths), "[servos.gain servos[3] servos]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if InOption("servos", nil) != nil {
		t.Error("no error became one")
	}
}

func TestInOptionDoesNotChangeTheErrorItIsGiven(t *testing.T) {
	inner := &OptionError{Path: "gain", Err: errors.New("must be positive")}
	_ = InOption("servos[0]", inner)
	if inner.Path != "gain" {
		t.Errorf("the path of the given error is %q now", inner.Path)
	}
}

func TestEachKeepsAnErrorThatWrapsSeveralWithATextOfItsOwn(t *testing.T) {
	one := fmt.Errorf("%w, after %w", errors.New("a"), errors.New("b"))
	if got := Each(errors.Join(one)); len(got) != 1 || got[0] != one {
		t.Errorf("got %v", got)
	}
}
