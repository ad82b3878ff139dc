package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestJointsOfAControllerStopAndComeBackTogether(t *testing.T) {
	stop := func(cause messages.Cause, joints ...string) func(*play) {
		return func(p *play) {
			p.together(true)
			for _, joint := range joints {
				p.stop(joint, messages.ModeDamp, cause)
			}
			p.run(20)
		}
	}
	back := func(joints ...string) func(*play) {
		return func(p *play) {
			stop(messages.CauseStale, wheelNames[:]...)(p)
			for _, joint := range joints {
				p.truths[joint].Mode, p.truths[joint].Arm = messages.ModeRun, 2
				if err := p.rearmed(joint); err != "" {
					p.t.Fatal(err)
				}
			}
			p.run(20)
		}
	}
	try(t, []trial{
		{"a fault stops one of them", "V5", []string{baseGate, wheel, "mobile_base/controller", "in damp"}, stop(messages.CauseDrive, wheel), stop(messages.CauseDrive, wheelNames[:]...)},
		{"all but one", "V5", []string{wheelNames[3], "is in run"}, stop(messages.CauseStale, wheelNames[:3]...), stop(messages.CauseOperator, wheelNames[:3]...)},
		{"some come back", "V5", []string{wheelNames[3], "in damp"}, back(wheelNames[:3]...), back(wheelNames[:]...)},
	})
}
