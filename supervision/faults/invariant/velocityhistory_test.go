package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Between two commands a position goes on for the time between them. A gate that goes on for longer
// runs away from a controller that is late.
func TestAPositionDoesNotRunAwayFromACommandThatIsLate(t *testing.T) {
	late := func(slows float64) func(*play) { // rad/s in each cycle of 10 ms
		return func(p *play) {
			for _, m := range p.w.worlds {
				for i := range m.controllers {
					if c := &m.controllers[i]; c.path == commander {
						c.maxAge = time.Second
					}
				}
			}
			cycle, q, v := 0, p.at[elbow], 0.0
			p.spoil = func(p *play, topic string, _ *messages.Stamp, value any) bool {
				if topic != armGate+".arm" {
					return topic != commander+".command" || cycle < 100
				}
				if cycle++; cycle < 100 {
					v = min(v+0.01, 0.5)
				} else if cycle > 101 {
					v = max(v-slows, 0)
				}
				q += 0.01 * v
				p.at[elbow] = q
				d := value.(*messages.DriveCommand)
				d.Position[3], d.Velocity[3] = q, v
				return true
			}
			p.run(1150)
		}
	}
	try(t, []trial{{"a position that runs on", "V3", []string{armGate, elbow, "at most 0.0275"}, late(0), late(0.1)}})
}
