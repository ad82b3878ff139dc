package wholebody

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestABehaviourGoesRoundItsStates(t *testing.T) {
	for name, o := range map[string]Options{"own": armOptions(), "actor": fromActor(armOptions())} {
		if testing.Short() && name == "own" {
			continue // under the race detector, which the short run is for, the one with more actors
		}
		t.Run(name, func(t *testing.T) {
			r := newRig(t, o, rigOptions{})
			r.arm.each = r.inside
			seen := map[string]int{}
			last := ""
			r.each = func(_ messages.Stamp, s *messages.TaskStatus) {
				if state := r.state(); state != last {
					seen[state]++
					last = state
				}
			}
			r.start()
			r.run(time.Duration(soon(20)) * time.Second)
			for _, state := range []string{"hold", "reach_left", "reach_right", "loose"} {
				if seen[state] < 1 {
					t.Errorf("state %s was entered %d times; the last state is %s", state, seen[state], last)
				}
			}
			if f := r.failures(); len(f) > 0 {
				t.Errorf("it failed: %q", f)
			}
		})
	}
}
