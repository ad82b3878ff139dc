package modes

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// A gate hands no times of a Leave on to its next life: there they count for nothing.
func TestAfterItsGateFailedNoJointResumesByItselfWhereATimeOfAFaultWouldCount(t *testing.T) {
	for kind := range JointKind(numKinds) {
		for _, fault := range FaultClasses() {
			for _, auto := range []bool{false, true} {
				d := &Declared{Kind: kind, SafeMode: messages.ModeRampHold, Rearm: Auto, RearmGiven: auto}
				leave := Resolve(fault, d).Requires
				if kind == AnyJoint {
					if leave != (Requirement{}) {
						t.Errorf("fault %s of a joint without a kind asks for %+v; expected what the rules ask", fault, leave)
					}
					continue
				}
				rules := d.Rules(Auto)
				s := Begin(SetOf(messages.CauseError), 2, 0)
				s.Requires.Level = leave.Level
				s, _ = Step(&rules, s, Event{Kind: Gone, Cause: messages.CauseStartup, Now: 1})
				if s, effects := Step(&rules, s, Event{Kind: Pass, Now: messages.Instant(24 * time.Hour)}); s.Present != 0 || effects != 0 {
					t.Errorf("a %s joint after %s and a failure of its gate: %s in %+v", kind, fault, effects, s)
				}
				s, effects := Step(&rules, s, Event{Kind: Request, Way: Reset, Nonce: s.Nonce, Incarnation: 2})
				if armed := s.Mode == messages.ModeRun; armed == (leave.Level == LevelNever) || armed && s.Requires != (Requirement{}) {
					t.Errorf("a %s joint after %s and a failure of its gate is asked to reset: %s leads to %+v", kind, fault, effects, s)
				}
			}
		}
	}
}
