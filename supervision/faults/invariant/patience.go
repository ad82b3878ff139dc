package invariant

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// busStruck records a fault of the actor of a bus. One that acts once has no end event.
func (w *Watch) busStruck(e messages.Event, f *actors.Fault, known bool) {
	for _, m := range w.worlds {
		for i := range m.buses {
			b := &m.buses[i]
			if b.Path != e.Source {
				continue
			}
			kind, _ := faults.KindOf(string(f.Kind))
			switch b.struck = true; {
			case e.Kind == messages.EventFaultEnded:
				b.strikes--
			case !known || f.Duration > 0 || kind.Lasts == faults.UntilEnd:
				b.strikes++
			default:
				b.waiting++
			}
		}
	}
}

// lost checks that a bus that fails by itself has missed as many answers in a row as it tolerates:
// V38. Single losses are normal on a bus, and a robot that adds them up stops after a while without
// a cause. The last exchange without an answer publishes nothing. A bus that fails while it stops
// has not sent the safe command yet, or for another cause, as where the application ends. A fault
// of the actor itself, in this incarnation, excuses everything.
func (w *Watch) lost(b *bus, e messages.Event) {
	if e.Cause != messages.CauseError || b.down || b.struck || b.told != e.Time || b.toldFor != messages.CauseError || b.mute >= lostAfter-1 {
		return
	}
	w.violate("V38", b.Path, "", fmt.Sprintf("it failed after %d exchanges in a row without an answer; expected %d", b.mute+1, lostAfter))
}
