package session

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Each fault stops joints by another way: through a bus, through the simulated robot, through a
// thread that several actors share, through a drive that does not answer, or through a coupling.
func TestEveryStopIsExplainedByTheFaultThatWasInjected(t *testing.T) {
	wholeTestOnly(t)
	for _, line := range []string{
		"at 1s error plant/robot",
		"at 1s suspend plant/robot pause=300ms",
		"at 1s for 500ms tick_late plant/robot delay=300ms",
		"at 1s suspend mobile_base/gate pause=300ms",
		"at 1s error mobile_base/gate",
		"at 1s for 500ms tick_late mobile_base/controller delay=300ms",
		"at 1s for 500ms drop mobile_base/gate.wheels",
		"at 1s for 500ms nan mobile_base/gate.wheels",
		"at 1s for 500ms no_reply mobile_front_left",
		"at 1s for 500ms repeated_reply arm_joint_4",
		"at 1s for 500ms sensor_off mobile_front_left",
	} {
		s, _, err := simulate(t, editedExample(t), []Option{WithDuration(2 * time.Second)}, line)
		if err != nil {
			t.Fatal(err)
		}
		config := s.parts.Config()
		h := s.history(s.observer.history(), config)
		past, stops := h.Until(s.System.Now()), 0
		for world, joints := range h.Joints {
			for _, joint := range joints {
				x := past.Explain(world, joint)
				if x.Mode == messages.ModeRun {
					continue
				}
				if stops++; x.Chain[0].Event.Kind != messages.EventFaultInjected {
					t.Errorf("%s: joint %s of world %s:\n%s", line, joint, world, x)
				}
			}
		}
		if stops == 0 {
			t.Errorf("%s stopped no joint", line)
		}
	}
}
