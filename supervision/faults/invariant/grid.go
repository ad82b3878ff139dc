package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// besideGrid is how long an actor may be released beside the grid of its period: one that waits for
// its thread once is late once.
const besideGrid = time.Second

// periodOfSender returns the period of the actor that sends a channel, or 0 for one that waits for
// events.
func (w *Watch) periodOfSender(actor string) time.Duration {
	if m := w.worldOf(actor); m != nil {
		return m.periodOf(actor)
	}
	return 0
}

// modelledTime returns how long the ticks of all actors take together, at most: as long as that a
// release may wait for its thread.
func modelledTime(config *app.Config) (sum time.Duration) {
	takes := func(e actors.Execution) { sum += e.Base + e.Jitter }
	for i := range config.Worlds {
		m := &config.Worlds[i]
		for k := range m.Actors {
			takes(m.Actors[k].Execution)
		}
		for k := range m.Drives {
			takes(m.Drives[k].Execution)
		}
	}
	for _, p := range config.Plants {
		takes(p.Execution)
	}
	return sum
}

// onGrid checks that an actor is released on the grid of its period, which begins with the run:
// V22. A release that is late must not shift those after it, or the worlds drift apart.
func (w *Watch) onGrid(c *channel) {
	if c.period <= 0 {
		return
	}
	now := w.now()
	late := time.Duration(now % messages.Instant(c.period))
	if !w.blocking.once && now <= messages.Instant(besideGrid) { // a driver that blocks in its thread
		c.usual = max(c.usual, late)
	}
	if late <= w.modelled+c.usual || w.blocking.at(now) {
		c.beside = 0
		return
	}
	if c.beside == 0 {
		c.beside = now
	}
	if since := now.Sub(c.beside); since > besideGrid {
		w.violate("V22", c.actor, "", fmt.Sprintf("for %v its releases have been beside the grid of its period of %v, now by %v, but no fault delays a thread", since, c.period, late))
	}
}
