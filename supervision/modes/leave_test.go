package modes

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// demanded is a joint that a fault stopped, and whose cause is gone.
func demanded(t *testing.T, r *Rules, leaves ...Leave) State {
	t.Helper()
	s := running()
	for _, l := range leaves {
		s, _ = Step(r, s, Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeRampHold, Leave: l, Now: 0})
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
		leaves                          []Leave
		passes, acknowledged, resetDone Effects
		takes                           Class
	}{
		"resume":                 {[]Leave{{Class: LeaveResume}}, Changed | Arm, Changed | Arm, Changed | Arm, LeaveResume},
		"acknowledge":            {[]Leave{{Class: LeaveAcknowledge}}, 0, Changed | Arm, Changed | Arm, LeaveAcknowledge},
		"reset":                  {[]Leave{{Class: LeaveReset}}, 0, RefusedWay, Changed | Arm, LeaveReset},
		"never":                  {[]Leave{{Class: LeaveNever}}, 0, RefusedWay, RefusedWay, LeaveNever},
		"reset, then resume":     {[]Leave{{Class: LeaveReset}, {Class: LeaveResume}}, 0, RefusedWay, Changed | Arm, LeaveReset},
		"resume, then reset":     {[]Leave{{Class: LeaveResume}, {Class: LeaveReset}}, 0, RefusedWay, Changed | Arm, LeaveReset},
		"a stop that is too old": {[]Leave{{Class: LeaveResume, Within: 99 * time.Millisecond}}, 0, Changed | Arm, Changed | Arm, LeaveResume},
		"one that is not":        {[]Leave{{Class: LeaveResume, Within: 100 * time.Millisecond}}, Changed | Arm, Changed | Arm, Changed | Arm, LeaveResume},
		"the shorter bound":      {[]Leave{{Class: LeaveResume, Within: 50 * time.Millisecond}, {Class: LeaveResume, Within: time.Second}}, 0, Changed | Arm, Changed | Arm, LeaveResume},
	} {
		s := demanded(t, &rules, c.leaves...)
		_, passes := Step(&rules, s, Event{Kind: Pass, Now: 1e12})
		if got := rules.Takes(&s); got != c.takes || passes != c.passes || request(s, Acknowledge) != c.acknowledged || request(s, Reset) != c.resetDone {
			t.Errorf("%s takes %s: time %s, acknowledgement %s, reset %s", name, got, passes, request(s, Acknowledge), request(s, Reset))
		}
	}
}

func TestAFaultMayAskForMoreTimeThanTheRules(t *testing.T) {
	d := Declared{Kind: Balancing}
	rules := d.Rules(Auto)
	rules.Settle = time.Second
	s := demanded(t, &rules, Leave{Class: LeaveResume, Clean: 5 * time.Second})
	step(t, &rules, s, Event{Kind: Pass, Now: 5100*ms - 1}, 0)
	armed := step(t, &rules, s, Event{Kind: Pass, Now: 5100 * ms}, Changed|Arm)
	if armed.Leave != (Leave{}) {
		t.Errorf("what was asked for outlives the stop: %+v", armed.Leave)
	}
	s = demanded(t, &rules, Leave{Class: LeaveResume})
	step(t, &rules, s, Event{Kind: Pass, Now: 1100*ms - 1}, 0)
	step(t, &rules, s, Event{Kind: Pass, Now: 1100 * ms}, Changed|Arm)
}

func TestWhoeverAsksForMoreIsNewsToAnOperator(t *testing.T) {
	d := Declared{Kind: Gravity}
	rules := d.Rules(Auto)
	demand := Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeRampHold, Leave: Leave{Class: LeaveAcknowledge}}
	s := step(t, &rules, running(), demand, Changed|Stop|Latched)
	same := step(t, &rules, s, demand, 0)
	if same != s {
		t.Errorf("the same again is news: %+v", same)
	}
	demand.Leave.Class = LeaveReset
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
	for c, want := range map[Class]Rearm{LeaveResume: Auto, LeaveAcknowledge: Acknowledge, LeaveReset: Reset, LeaveNever: Reset, LeaveByRules: Acknowledge} {
		if c.Way() != want {
			t.Errorf("%s is %s, want %s", c, c.Way(), want)
		}
	}
	for _, r := range Rearms() {
		if classOf(r).Way() != r {
			t.Errorf("%s is of class %s", r, classOf(r))
		}
	}
}
