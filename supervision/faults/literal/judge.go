package literal

import (
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
)

// farthest bounds the numbers of joints without a limit, and rounding is the relative excess over a
// limit that is clamped instead of rejected.
const (
	farthest = 1e9
	rounding = 1e-9
)

// tooMany rejected commands within window stop the joints of a controller.
const tooMany = 3

const window = messages.Instant(1e9)

// judge accepts or rejects the newest command of a controller.
func (g *world) judge(c *controller, in *actors.InputValue) {
	c.have = in.Have
	if !in.Have || in.Stamp.Sequence == c.sequence && in.Stamp.Incarnation == c.life {
		return
	}
	v := in.Value.(*messages.JointCommand)
	stamp := in.Stamp
	transport := stamp.Incarnation < c.life || stamp.Incarnation <= c.fence || stamp.Incarnation == c.life && stamp.Sequence <= c.sequence ||
		g.now.Sub(stamp.Time) > c.maxAge || stamp.Time.Sub(g.now) > g.period
	if stamp.Incarnation >= c.life {
		c.life, c.sequence = stamp.Incarnation, stamp.Sequence
	}
	if transport {
		return
	}
	if !g.sound(c, v) {
		g.count(c)
		return
	}
	if c.failed && stamp.Incarnation > c.fence {
		c.failed = false
		for _, i := range c.joints {
			for k := range messages.Cause(numCauses) {
				g.joints[i].gone(k, reasonController)
			}
		}
	}
	c.releases(stamp, g.now)
	q, n := 0, 0
	for k, i := range c.joints {
		j := &g.joints[i]
		j.gone(messages.CauseInvalid, reasonInvalid)
		if v.Control[k] != messages.ControlNone || j.virtual {
			j.good = command{any: true, at: min(stamp.Time, g.now), control: v.Control[k], life: stamp.Incarnation}
		}
		q, n = q+j.at.PositionLength, n+j.at.VelocityLength
	}
}

// count notes a fault of the controller; three in a second stop its joints.
func (g *world) count(c *controller) {
	c.bad = slices.DeleteFunc(append(c.bad, g.now), func(at messages.Instant) bool { return g.now-at > window })
	c.invalid = len(c.bad) >= tooMany
}

// stopInvalid stops the joints of a controller that has sent too many bad commands by this cycle.
func (g *world) stopInvalid(c *controller) {
	if !c.invalid {
		return
	}
	c.invalid = false
	for _, i := range c.joints {
		g.faultAlone(&g.joints[i], modes.CommandInvalid, messages.CauseInvalid, reasonInvalid)
	}
}

// A controller overruns when it misses inARow releases in a row, or more than inAll in a window.
const (
	inARow = 3
	inAll  = 5
)

// releases counts the releases that a controller has missed between two good commands, in whole
// periods. After a restart and after commands that were too late it does not count them.
func (c *controller) releases(stamp messages.Stamp, now messages.Instant) {
	before := c.good
	c.good = stamp
	periods := int(math.Round(float64(stamp.Time.Sub(before.Time)) / float64(c.period)))
	if before.Incarnation != stamp.Incarnation || time.Duration(periods)*c.period > c.maxAge {
		return
	}
	for range periods - 1 {
		c.missed = append(c.missed, now)
	}
	c.missed = slices.DeleteFunc(c.missed, func(at messages.Instant) bool { return now-at > window })
	if periods > inARow || periods > 1 && len(c.missed) > inAll {
		c.overrunAt, c.overran = now, true
	}
}

// overrun stops or limits the joints with a kind of a controller that has missed too many releases
// in the last second, each by itself.
func (g *world) overrun(c *controller) {
	for _, i := range c.joints {
		switch j := &g.joints[i]; {
		case j.kind == modes.AnyJoint:
		case c.overran && g.now-c.overrunAt <= window:
			g.faultAlone(j, modes.Overrun, messages.CauseOverrun, reasonOverrun)
		default:
			j.gone(messages.CauseOverrun, reasonOverrun)
		}
	}
}

// sound reports whether a command has the right lengths, and numbers within the limits.
func (g *world) sound(c *controller, v *messages.JointCommand) bool {
	if len(v.KpScale) != c.scales || len(v.KdScale) != c.scales || len(v.MaxEffort) != c.caps {
		return false
	}
	if len(v.Control) != len(c.joints) || len(v.Position) != c.nq || len(v.Velocity) != c.nv || len(v.Effort) != c.nv {
		return false
	}
	q, n := 0, 0
	for k, i := range c.joints {
		j := &g.joints[i]
		if !j.accepts(v.Control[k], v.Position[q:q+j.at.PositionLength], v.Velocity[n:n+j.at.VelocityLength], v.Effort[n:n+j.at.VelocityLength]) {
			return false
		}
		if v.Control[k] != messages.ControlNone && !tunes(v, k) {
			return false
		}
		q, n = q+j.at.PositionLength, n+j.at.VelocityLength
	}
	return true
}

// tunes reports whether a command has gain scales of 0 to 1 and no negative effort cap for a joint.
func tunes(v *messages.JointCommand, joint int) bool {
	for _, scales := range [...][]float64{v.KpScale, v.KdScale} {
		if len(scales) > 0 && !(scales[joint] >= 0 && scales[joint] <= 1) {
			return false
		}
	}
	return len(v.MaxEffort) == 0 || v.MaxEffort[joint] >= 0
}

// accepts reports whether the part of a command for a joint is within its limits.
func (j *joint) accepts(control messages.ControlMode, position, velocity, effort []float64) bool {
	if control == messages.ControlNone {
		return true
	}
	if !control.Valid() || !j.controls.Has(control) {
		return false
	}
	if control.Has(messages.ControlPosition) && !j.acceptsPosition(position) {
		return false
	}
	for d := range j.limits {
		l := &j.limits[d]
		if control.Has(messages.ControlVelocity) && !within(velocity[d], -l.Velocity, l.Velocity) {
			return false
		}
		if control.Has(messages.ControlEffort) && !within(effort[d], -l.Effort, l.Effort) {
			return false
		}
	}
	return true
}

// acceptsPosition looks at a position. Those of a planar or floating joint have no bounds of their
// own.
func (j *joint) acceptsPosition(position []float64) bool {
	for _, q := range position {
		low, high := -farthest, farthest
		if len(j.limits) == 1 {
			low, high = j.limits[0].Lower, j.limits[0].Upper
		}
		if !within(q, low, high) {
			return false
		}
	}
	if j.typ != worlds.Floating {
		return true
	}
	w, x, y, z := position[3], position[4], position[5], position[6]
	return math.Abs(math.Sqrt(w*w+x*x+y*y+z*z)-1) <= 1e-6
}

// within reports whether a number is finite and within bounds, up to rounding.
func within(x, low, high float64) bool {
	low, high = max(low, -farthest), min(high, farthest)
	return x >= low-rounding*math.Abs(low) && x <= high+rounding*math.Abs(high)
}
