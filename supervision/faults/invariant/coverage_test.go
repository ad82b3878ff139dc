package invariant

import (
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestCellsAndTransitionsAreReadAsTheyAreWritten(t *testing.T) {
	cell := Cell{"panic", messages.ModeDamp.String(), VirtualJoint, messages.ControlPositionVelocity.String()}
	if got, err := ParseCell(cell.String()); err != nil || got != cell {
		t.Errorf("%v, %v", got, err)
	}
	step := Transition{LifeAutomaton, alive, broken}
	if got, err := ParseTransition(step.String()); err != nil || got != step {
		t.Errorf("%v, %v", got, err)
	}
	for _, wrong := range []string{"", "panic", "panic run any", "panic run any velocity more"} {
		if _, err := ParseCell(wrong); err == nil {
			t.Errorf("%q is a cell", wrong)
		}
	}
	if _, err := ParseTransition("mode run"); err == nil {
		t.Error("two words are a transition")
	}
}

func TestModesClimbOrReturnToRun(t *testing.T) {
	all := Transitions(ModeAutomaton)
	if len(all) != 21+6 { // pairs of 7 modes, and returns from 6 of them
		t.Errorf("%d transitions", len(all))
	}
	if slices.Contains(all, Transition{ModeAutomaton, "off", "damp"}) || !slices.Contains(all, Transition{ModeAutomaton, "brake", "run"}) {
		t.Errorf("%v", all)
	}
}
