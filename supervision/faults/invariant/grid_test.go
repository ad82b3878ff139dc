package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// drifts delays a release of a receiver, and shifts those after it by a time.
func drifts(shift time.Duration) func(*play) {
	return func(p *play) {
		const late = "tick_late " + receiver + " delay=1ms"
		inject(p, receiver, late)
		p.run(10)
		clears(p, receiver, late)
		p.run(2100)
		due := func(p *play) bool { return p.now%(2*millisecond) == messages.Instant(shift) }
		p.spoil = func(p *play, topic string, _ *messages.Stamp, _ any) bool {
			return actorOf(topic) != receiver || due(p)
		}
		for range 1500 {
			if p.run(1); due(p) && shift > 0 {
				p.record(receiver+".out", &messages.JointCommand{Control: []messages.ControlMode{messages.ControlVelocity},
					Position: make([]float64, 3), Velocity: make([]float64, 3), Effort: make([]float64, 3)})
			}
		}
	}
}

func TestV22OfALateReleaseThatShiftsThoseAfterIt(t *testing.T) {
	try(t, []trial{
		{"a grid that drifts", "V22", []string{receiver, "beside the grid of its period of 2ms, now by 1ms"}, drifts(time.Millisecond), drifts(0)},
	})
}
