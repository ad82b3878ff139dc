package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// capWindow keeps the largest cap of the effort of a joint that its controller has sent for one
// window of time at least, and for two at most.
type capWindow struct {
	from            messages.Instant
	current, before float64
}

// note records a cap, N m or N.
func (c *capWindow) note(now messages.Instant, window time.Duration, effort float64) {
	switch since := now.Sub(c.from); {
	case since > 2*window:
		c.before, c.current, c.from = effort, effort, now
	case since > window:
		c.before, c.current, c.from = c.current, effort, now
	}
	c.current = max(c.current, effort)
}

// most returns the largest cap of the window, infinity before the first one.
func (c *capWindow) most() float64 {
	if c.from == 0 {
		return math.Inf(1)
	}
	return max(c.before, c.current)
}

// capsOf is how long a command may act: until it is too old at gate and bus, and the watchdog of
// the drive has expired.
func (m *world) capsOf(c *controller, b *bus, j *joint) time.Duration {
	watchdog := time.Duration(0)
	if j.truth != nil {
		watchdog = j.truth.model.Watchdog.Timeout
	}
	return c.maxAge + b.MaxAge + watchdog + 3*max(m.Period, b.Period)
}

// caps records the caps of a command.
func (m *world) caps(c *controller, v *messages.JointCommand, now messages.Instant) {
	for k, i := range c.joints {
		j := &m.joints[i]
		if j.bus < 0 || v.Control[k] == messages.ControlNone {
			continue
		}
		effort := math.Inf(1)
		if k < len(v.MaxEffort) && !math.IsNaN(v.MaxEffort[k]) {
			effort = v.MaxEffort[k]
		}
		j.cap.note(now, m.capsOf(c, &m.buses[j.bus], j), effort)
	}
}

// Tolerance of efforts beside what frames of 32 bits round.
const (
	effortShare = 1e-5
	effortSlack = 1e-6 // N m or N
)

// capped checks the effort that a drive delivers against its own limit and, while it obeys
// commands, against the caps of its controller: V24.
func (w *Watch) capped(m *world, b *bus, j *joint, now messages.Instant) {
	t := j.truth
	if now < t.exempt {
		return
	}
	most, whose := math.Inf(1), "the drive's limit"
	if limit := t.model.Limits.Effort; limit > 0 {
		most = limit
	}
	if t.Mode.Passes() && j.controller >= 0 {
		c := &m.controllers[j.controller]
		if within := 2 * m.capsOf(c, b, j); j.cap.most() < most && c.link.calm(now, within) && b.command.calm(now, within) {
			most, whose = j.cap.most(), "the largest cap that "+c.path+" has sent lately"
		}
	}
	if effort := math.Abs(t.Effort); effort > most*(1+effortShare)+effortSlack {
		w.violate("V24", b.Path, j.name, fmt.Sprintf("in %s the drive delivers an effort of %g; %s is %g", t.Mode, t.Effort, whose, most))
	}
}
