package drives

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/remote"
	"github.com/robo-actors/robo-actors/messages"
)

// watcher looks at every drive after each step of the plant, in the plant's thread.
type watcher struct {
	host   *Host
	drives []watched
	before messages.Instant // the step before
}

// watched is what is known of one drive.
type watched struct {
	bus, joint string
	server     *remote.Server
	model      hardware.DriveModel
	tell       func(*hardware.Truth)

	mode    messages.Mode
	rests   bool
	restsAt float64
	moved   float64
	command messages.Instant
	gap     time.Duration
}

// standstill is the speed below which a joint rests, rad/s or m/s.
const standstill = 0.02

// Tick compares the drives with how they were.
func (w *watcher) Tick(t *actors.Tick) error {
	gap := t.Release.Sub(w.before)
	w.before = t.Release
	var truth hardware.Truth
	for i := range w.drives {
		d := &w.drives[i]
		d.tell(&truth)
		if command := d.server.LastCommand(); command != d.command {
			d.command, d.gap = command, 0
		}
		d.gap = max(d.gap, gap)
		d.rest(&truth)
		if truth.Mode == d.mode {
			continue
		}
		w.host.tell(Change{At: t.Release, Bus: d.bus, Joint: d.joint, From: d.mode.String(), To: truth.Mode.String(), Arm: truth.Arm,
			Command: d.command, Gap: d.gap, Moved: d.moved, Watchdog: d.model.Watchdog.Timeout, Mode: d.model.Watchdog.Mode.String()})
		if d.mode.Passes() != truth.Mode.Passes() {
			d.rests, d.moved = false, 0
		}
		d.mode = truth.Mode
	}
	return nil
}

// rest notes how far a joint that has stopped goes from where it came to rest.
func (d *watched) rest(truth *hardware.Truth) {
	switch {
	case d.mode.Passes():
	case !d.rests && math.Abs(truth.Velocity) <= standstill:
		d.rests, d.restsAt = true, truth.Position
	case d.rests:
		d.moved = max(d.moved, math.Abs(truth.Position-d.restsAt))
	}
}

// tell hands a change on; the plant does not wait for the reader.
func (h *Host) tell(c Change) {
	select {
	case h.changes <- c:
	default:
		h.lost++
	}
}
