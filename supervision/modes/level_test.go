package modes

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// demanded is a joint that a fault stopped, and whose cause is gone.
func demanded(t *testing.T, r *Rules, leaves ...Requirement) State {
	t.Helper()
	s := running()
	for _, l := range leaves {
		s, _ = Step(r, s, Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeRampHold, Requires: l, Now: 0})
		s, _ = Step(r, s, Event{Kind: Gone, Cause: messages.CauseStale, Now: 100 * ms})
	}
	return s
}

func TestAStopIsLeftAsItsMostDemandingFaultAsks(t *testing.T) {
	d := Declared{Kind: Gravity}
	rules := d.Rules(Auto)
	request := func(s State, way Rearm) Effects {
		_, effects := Step(&rules, s, Event{Kind: Request, Way: way, Nonce: s.Nonce, Incarnation: s.Incarnation})
		return effects
	}
	for name, c := range map[string]struct {
		leaves                          []Requirement
		passes, acknowledged, resetDone Effects
		takes                           Level
	}{
		"auto":                   {[]Requirement{{Level: LevelAuto}}, Changed | Arm, Changed | Arm, Changed | Arm, LevelAuto},
		"acknowledge":            {[]Requirement{{Level: LevelAcknowledge}}, 0, Changed | Arm, Changed | Arm, LevelAcknowledge},
		"reset":                  {[]Requirement{{Level: LevelReset}}, 0, RefusedWay, Changed | Arm, LevelReset},
		"never":                  {[]Requirement{{Level: LevelNever}}, 0, RefusedWay, RefusedWay, LevelNever},
		"reset, then auto":       {[]Requirement{{Level: LevelReset}, {Level: LevelAuto}}, 0, RefusedWay, Changed | Arm, LevelReset},
		"auto, then reset":       {[]Requirement{{Level: LevelAuto}, {Level: LevelReset}}, 0, RefusedWay, Changed | Arm, LevelReset},
		"a stop that is too old": {[]Requirement{{Level: LevelAuto, Within: 99 * time.Millisecond}}, 0, Changed | Arm, Changed | Arm, LevelAuto},
		"one that is not":        {[]Requirement{{Level: LevelAuto, Within: 100 * time.Millisecond}}, Changed | Arm, Changed | Arm, Changed | Arm, LevelAuto},
		"the shorter bound":      {[]Requirement{{Level: LevelAuto, Within: 50 * time.Millisecond}, {Level: LevelAuto, Within: time.Second}}, 0, Changed | Arm, Changed | Arm, LevelAuto},
	} {
		s := demanded(t, &rules, c.leaves...)
		_, passes := Step(&rules, s, Event{Kind: Pass, Now: 1e12})
		if got := rules.Level(&s); got != c.takes || passes != c.passes || request(s, Acknowledge) != c.acknowledged || request(s, Reset) != c.resetDone {
			t.Errorf("%s takes %s: time %s, acknowledgement %s, reset %s", name, got, passes, request(s, Acknowledge), request(s, Reset))
		}
	}
}

func TestAFaultMayAskForMoreTimeThanTheRules(t *testing.T) {
	d := Declared{Kind: Balancing}
	rules := d.Rules(Auto)
	rules.Settle = time.Second
	s := demanded(t, &rules, Requirement{Level: LevelAuto, Clean: 5 * time.Second})
	step(t, &rules, s, Event{Kind: Pass, Now: 5100*ms - 1}, 0)
	armed := step(t, &rules, s, Event{Kind: Pass, Now: 5100 * ms}, Changed|Arm)
	if armed.Requires != (Requirement{}) {
		t.Errorf("what was asked for outlives the stop: %+v", armed.Requires)
	}
	s = demanded(t, &rules, Requirement{Level: LevelAuto})
	step(t, &rules, s, Event{Kind: Pass, Now: 1100*ms - 1}, 0)
	step(t, &rules, s, Event{Kind: Pass, Now: 1100 * ms}, Changed|Arm)
}

func TestAnotherDemandIsNewToAnOperator(t *testing.T) {
	d := Declared{Kind: Gravity}
	rules := d.Rules(Auto)
	demand := Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeRampHold, Requires: Requirement{Level: LevelAcknowledge}}
	s := step(t, &rules, running(), demand, Changed|Stop|Latched)
	same := step(t, &rules, s, demand, 0)
	if same != s {
		t.Errorf("the same again is news: %+v", same)
	}
	demand.Requires.Level = LevelReset
	if more := step(t, &rules, s, demand, Latched); more.Nonce == s.Nonce {
		t.Error("an acknowledgement of less must not count for more")
	}
}

func TestTheRulesOfAKindAskForAPersonWhereOneHasStopped(t *testing.T) {
	for _, k := range JointKinds() {
		d := Declared{Kind: k}
		for _, start := range []Rearm{Acknowledge, Auto, Reset} {
			r := d.Rules(start)
			if err := r.Check(); err != nil {
				t.Errorf("%s: %v", k, err)
			}
			if r.By[messages.CauseStartup] != start || r.By[messages.CauseOperator] != Acknowledge || r.By[messages.CauseError] != Acknowledge {
				t.Errorf("%s, start %s: %v", k, start, r.By)
			}
		}
	}
}

func TestAClassNamesTheWayThatAPersonGoes(t *testing.T) {
	for c, want := range map[Level]Rearm{LevelAuto: Auto, LevelAcknowledge: Acknowledge, LevelReset: Reset, LevelNever: Reset, LevelByRules: Acknowledge} {
		if c.Way() != want {
			t.Errorf("%s is %s, want %s", c, c.Way(), want)
		}
	}
	for _, r := range Rearms() {
		if levelOf(r).Way() != r {
			t.Errorf("%s is of class %s", r, levelOf(r))
		}
	}
}

func TestTwoRequirementsJoinToTheStricterOne(t *testing.T) {
	for _, c := range []struct{ a, b, want time.Duration }{{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}} {
		a, b := Requirement{Level: LevelAuto, Clean: c.a, Within: c.a}, Requirement{Level: LevelReset, Clean: c.b, Within: c.b}
		if got := a.and(b); got != (Requirement{Level: LevelReset, Clean: max(c.a, c.b), Within: c.want}) {
			t.Errorf("%v and %v give %+v; expected within %v", c.a, c.b, got, c.want)
		}
	}
}
