package literal

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestTheReactionsOfModesAreThoseOfTheTableByHand(t *testing.T) {
	compared := 0
	each := func(d modes.Declared) {
		if d.Check() != nil {
			return
		}
		all := modes.ResolveAll(&d)
		for _, f := range modes.FaultClasses() {
			is, want := &all[f], react(f, &d)
			compared++
			agree := len(is.Stages) == len(want.stages) && is.Keeps == want.stays
			for i := range min(len(is.Stages), len(want.stages)) {
				agree = agree && is.Stages[i] == modes.Stage{Mode: want.stages[i].mode, When: want.stages[i].when, After: want.stages[i].after}
			}
			if len(want.stages) > 0 || want.stays {
				agree = agree && is.Requires.Level == want.level
			}
			if !agree {
				t.Errorf("%+v, %s: %s; expected %+v", d, f, is, want)
			}
		}
	}
	for _, kind := range modes.JointKinds() {
		for _, rearm := range modes.Rearms() {
			for _, given := range []bool{false, true} {
				for k := range 8 {
					d := modes.Declared{Kind: kind, Rearm: rearm, RearmGiven: given, Brake: k&1 > 0, Redundant: k&2 > 0, CategoryZero: k&4 > 0}
					each(d)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("no declaration is valid")
	}
}

func TestTheRulesOfReArmAreThoseOfTheTableByHand(t *testing.T) {
	for _, rearm := range modes.Rearms() {
		for _, start := range modes.Rearms() {
			rules := modes.NewRules(rearm, start, 0)
			for _, c := range modes.StopCauses() {
				s := modes.State{Mode: messages.ModeOff, Causes: modes.SetOf(c)}
				if is, want := rules.Level(&s), requires(c, rearm, start); is != want {
					t.Errorf("rearm %s, start %s, cause %s: %s; expected %s", rearm, start, c, is, want)
				}
			}
		}
	}
}
