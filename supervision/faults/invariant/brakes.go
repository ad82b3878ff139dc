package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// falls reports whether a joint with a brake just lost its torque before the brake closed, or is
// caught by its brake. Both shake the joints connected with it.
func (t *truth) falls() bool {
	p := &t.before
	return t.model.Brake && !t.Torque && (p.Torque && !t.BrakeClosed || t.BrakeClosed && !p.BrakeClosed)
}

// interlock checks brake and torque: V14. A brake closes at standstill if the joint was at rest
// when the brake was commanded. A load may move the joint while the brake closes.
func (w *Watch) interlock(b *bus, j *joint, now messages.Instant, step time.Duration) {
	t := j.truth
	p := &t.before
	changed := t.Torque != p.Torque || t.BrakeClosed != p.BrakeClosed
	if !changed && !(t.BrakeClosed && t.Mode.Passes()) || !t.model.Brake {
		return
	}
	ramped := p.Mode == messages.ModeRampOff || p.Mode == messages.ModeBrake
	switch {
	case t.Mode.Passes() && t.BrakeClosed && p.Mode.Passes():
		w.violate("V14", b.Path, j.name, fmt.Sprintf("the brake is closed in mode %s", t.Mode))
	case p.Torque && !t.Torque && ramped && !t.BrakeClosed && t.Fault == 0 && !w.switchedOff(b, j, now):
		w.violate("V14", b.Path, j.name, fmt.Sprintf("torque was removed in %s while the brake was open", p.Mode))
	case t.BrakeClosed && !p.BrakeClosed && t.Torque && now.Sub(t.stood) > t.model.BrakeCloses+max(step, w.period()) && now >= w.shaken && !w.places[b.Plant].tumbles(now) && (!t.ramp.on || now < t.ramp.by):
		w.violate("V14", b.Path, j.name, fmt.Sprintf("the brake closed at %.4f %s/s in %s with torque on; standstill is %.4f", t.Velocity, j.unit, t.Mode, t.still()))
	case !t.BrakeClosed && p.BrakeClosed && !t.Torque:
		w.violate("V14", b.Path, j.name, fmt.Sprintf("the brake opened without torque in %s", t.Mode))
	}
}

// switchedOff reports whether the gate has sent mode off, which removes torque at once, so recently
// that the drive may obey now, whatever the gate has sent since.
func (w *Watch) switchedOff(b *bus, j *joint, now messages.Instant) bool {
	return j.sent.mode == messages.ModeOff || j.sent.off > 0 && now.Sub(j.sent.off) <= b.Period+w.period()
}
