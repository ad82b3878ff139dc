package campaign

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// consents draws the operator's acknowledgements and resets after the start or the end of a fault.
func (d *drawer) consents(from, to time.Duration) {
	for _, world := range d.targets.Worlds {
		since := from
		if d.Float64() < 0.4 {
			since = to
		}
		if d.Float64() < 0.6 {
			d.handover(since+d.span(shortest, 3*time.Second), "acknowledge "+world)
		}
		if d.Float64() < 0.25 {
			d.handover(since+d.span(20*time.Millisecond, 3*time.Second), "reset "+world)
		}
	}
}

// handover adds an operator's request to re-arm a world.
func (d *drawer) handover(at time.Duration, what string) {
	d.person(at, what)
	d.handovers = append(d.handovers, at)
}

// Probabilities of an operator's own actions.
const (
	stopShare = 0.3 // of a stop, in a world
	tendShare = 0.4 // of plans with repeated resets
)

// people draws the operator's own actions: an occasional stop, in some plans repeated resets, so
// that faults meet a running robot, and in a liveness run everything that recovery requires.
func (d *drawer) people() {
	stops := []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeRampOff, messages.ModeOff}
	tended := d.Float64() < tendShare
	for _, world := range d.targets.Worlds {
		if d.Float64() < stopShare {
			at := d.moment()
			d.person(at, "stop "+world+" mode="+stops[d.IntN(len(stops))].String())
			if d.heals {
				d.ends = max(d.ends, at)
			}
		}
		if tended {
			every := d.span(250*time.Millisecond, 2*time.Second)
			for at := every; at < d.until; at += every {
				d.person(at, "reset "+world)
			}
		}
		if d.heals {
			for at := d.until + 50*time.Millisecond; at < d.length; at += 250 * time.Millisecond {
				d.person(at, "reset "+world)
			}
		}
	}
}

func (d *drawer) person(at time.Duration, what string) {
	if at < d.length {
		d.lines = append(d.lines, "at "+at.Round(100*time.Microsecond).String()+" "+what)
	}
}
