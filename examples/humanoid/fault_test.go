package humanoid

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// The controller panics while the hand draws. All joints hold where they come to rest, and so the
// robot stands like a statue; the controller is started again, and when somebody has acknowledged,
// it takes over and goes on.
func TestItHoldsWhenItsControllerPanicsAndDrawsOnAfterwards(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("3 s of virtual time take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	config, push := load(t)
	push.From, config.Duration = time.Minute, 3300*time.Millisecond // nobody pushes
	const panicAt, acknowledgeAt = 1300 * time.Millisecond, 1700 * time.Millisecond
	disturbed := &physics.PushOptions{From: panicAt, Duration: acknowledgeAt - panicAt} // what the figures look at

	f := stand(t, config, disturbed, func(s *actors.System) {
		s.At(messages.Instant(panicAt), func() {
			if err := s.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "humanoid/controller"}); err != nil {
				t.Error(err)
			}
		})
		s.At(messages.Instant(acknowledgeAt), func() {
			gate.RequestRearm(s, "humanoid", modes.Acknowledge, func(_ gate.Status, err error) {
				if err != nil {
					t.Error(err)
				}
			})
		})
	})
	f.log(t)
	t.Logf("the hand was back after %s", f.caught)
	if len(f.failed) != 1 || !strings.Contains(f.failed[0], "humanoid/controller: panic: injected") {
		t.Errorf("failed: %q; expected the controller's panic", f.failed)
	}
	if f.margin <= 0 || f.slips+f.loose > 0 || f.moved > feetMove {
		t.Errorf("the feet slipped %d times, lost points %d times and moved by %g m; the least margin is %g", f.slips, f.loose, f.moved, f.margin)
	}
	if f.tilt > 5*math.Pi/180 || f.sway > 0.03 {
		t.Errorf("the torso turned by %g rad, and the centre of mass moved by %g m", f.tilt, f.sway)
	}
	if waited := acknowledgeAt - panicAt; f.caught < waited || f.caught > waited+time.Second {
		t.Errorf("it drew as before %s after the panic, which was acknowledged after %s", f.caught, waited)
	}
}
