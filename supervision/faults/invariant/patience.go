package invariant

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// busStruck records a fault of the actor of a bus. It may act once in any later incarnation.
func (w *Watch) busStruck(e messages.Event) {
	for _, m := range w.worlds {
		for i := range m.buses {
			if b := &m.buses[i]; b.Path == e.Source {
				b.struck = true
			}
		}
	}
}

// lost checks that a bus that fails by itself has missed as many answers in a row as it tolerates:
// V38. Single losses are normal on a bus, and a robot that adds them up stops after a while without
// a cause. The last exchange without an answer publishes nothing. A bus that fails while it stops
// has not sent the safe command yet, or for another cause, as where the application ends. One that
// fails while it starts has found no drives. From the first fault of the actor itself on, its
// failures are not judged.
func (w *Watch) lost(b *bus, e messages.Event) {
	if e.Cause != messages.CauseError || b.down || b.ending || b.struck || b.told != e.Time || b.toldFor != messages.CauseError || b.mute >= lostAfter-1 {
		return
	}
	w.violate("V38", b.Path, "", fmt.Sprintf("it failed after %d exchanges in a row without an answer; expected %d", b.mute+1, lostAfter))
}

// spoil records a panic in the stop function of a bus.
func (w *Watch) spoil(target string, f actors.Fault) {
	for _, m := range w.worlds {
		for i := range m.buses {
			if b := &m.buses[i]; b.Path == target && f.Kind == actors.FaultPanic && f.Choice != "" && f.Choice != "tick" {
				b.spoilt = true
			}
		}
	}
}
