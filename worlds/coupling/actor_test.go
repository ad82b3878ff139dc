package coupling

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// A clock that is ahead must not make a command live longer than one that is right.
func TestACommandFromTheFutureBecomesStaleAsSoonAsOneOfNow(t *testing.T) {
	for ahead, taken := range map[messages.Instant]bool{-20 * ms: true, 0: true, 30 * ms: true, 31 * ms: false, 3600 * 1000 * ms: false} {
		c := config(messages.ControlVelocity, RampToZero)
		a := Actor{Config: c, receiver: receiver(t, c)}
		now := 1000 * ms
		err := a.arrived(now, now+ahead, command(messages.ControlVelocity, 0, 0.5, 0))
		if (err == nil) != taken {
			t.Errorf("%v ahead: %v", time.Duration(ahead), err)
		}
		if !taken {
			if !strings.Contains(err.Error(), "ahead of this clock; expected at most 30ms") {
				t.Errorf("%v ahead: %v", time.Duration(ahead), err)
			}
			continue
		}
		out := command(messages.ControlNone, 0, 0, 0)
		first := a.receiver.Step(now, 0.002, out)
		begun := out.Velocity[0]
		if !first || !(begun > 0) {
			t.Errorf("%v ahead: it is stale at once", time.Duration(ahead))
		}
		if a.receiver.Step(now+31*ms, 0.002, out); !(out.Velocity[0] < begun) {
			t.Errorf("%v ahead: velocity %g after %g; expected the ramp of a stale value after 31 ms", time.Duration(ahead), out.Velocity[0], begun)
		}
	}
}
