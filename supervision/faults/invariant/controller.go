package invariant

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// book records the newest good command of a controller for one joint.
type book struct {
	good   bool           // a good command has named the joint
	stamp  messages.Stamp // of the newest good one
	any    messages.Stamp // of the newest that arrived and named it, good or not
	newest [2]content     // the newest two good ones

	omitted  messages.Stamp // of the newest good one that omitted the joint
	released bool           // the newest good one omitted it, without a doubt
}

type verdict struct {
	judged uint64 // sequence of the newest command that was judged
	gone   bool   // the newest value is a withdrawal
}

func newBook(worlds.Slot) book { return book{} }

// far bounds every position, velocity and effort of a joint that has no limit.
const far = 1e9

// rounding is how far, relative to it, a command may exceed a limit.
const rounding = 1e-9

// controlled judges a command when it is sent.
func (w *Watch) controlled(m *world, c *controller, stamp messages.Stamp, v *messages.JointCommand) {
	m.settleUnseen(c, w.now())
	l := inFlightValue{stamp: stamp, valid: true, good: true, share: -1, scale: 1}
	if len(v.Control) != len(c.joints) || len(v.Position) != c.nq || len(v.Velocity) != c.nv || len(v.Effort) != c.nv {
		l.good = false
		l.named = ^uint64(0)
		c.link.post(l, w.now())
		return
	}
	for k, i := range c.joints {
		j := &m.joints[i]
		if v.Control[k] == messages.ControlNone {
			continue
		}
		l.named |= 1 << k
		if !j.sound(v, k) {
			l.good = false
			w.kept(c, j, v, k)
		}
	}
	l.content, l.share = stamp.Sequence, m.share(c, v)
	m.caps(c, v, w.now())
	for _, lease := range m.leases {
		if lease.path == c.path {
			w.leased(m, lease, v, stamp.Time)
		}
	}
	c.speeds.note(stamp.Sequence, v.Velocity)
	c.efforts.note(stamp.Sequence, v.Effort)
	w.passedOn(m, c, v)
	if c.course != nil {
		c.course.follows(w, m, c, stamp, v)
	}
	c.link.post(l, w.now())
}

// keepLimits are the kinds of standard controllers that command nothing beyond limits, whatever
// arrives at them. Others pass on what a world or an agent sends.
var keepLimits = []string{"joint_space", "joint_trajectory", "whole_body", "mecanum_base", "differential_drive_base"}

// kept checks that a standard controller keeps the limits of its joints: V41. A joint without
// bounds of position is held where it was measured, wherever a fault has it.
func (w *Watch) kept(c *controller, j *joint, v *messages.JointCommand, k int) {
	bounded := j.limits[0].Upper < math.Inf(1) || !v.Control[k].Has(messages.ControlPosition)
	if bounded && slices.Contains(keepLimits, c.kind) {
		n := j.at.VelocityLength
		w.violate("V41", c.path, j.name, fmt.Sprintf("it commands %s of position %v, velocity %v, effort %v", v.Control[k], v.Position[j.cq:j.cq+j.at.PositionLength], v.Velocity[j.cv:j.cv+n], v.Effort[j.cv:j.cv+n]))
	}
}

// retracted records that a controller withdrew its command.
func (w *Watch) retracted(m *world, c *controller, stamp messages.Stamp) {
	m.settleUnseen(c, w.now())
	c.link.post(inFlightValue{stamp: stamp}, w.now())
	for _, lease := range m.leases {
		if lease.path == c.path {
			lease.withdrawn(w.now())
		}
	}
}

// share returns the largest share of a velocity limit that a command requests, or a negative number
// if it names other quantities.
func (m *world) share(c *controller, v *messages.JointCommand) float64 {
	most := 0.0
	for k, i := range c.joints {
		j := &m.joints[i]
		if v.Control[k] == messages.ControlNone {
			continue
		}
		if v.Control[k] != messages.ControlVelocity {
			return -1
		}
		for d := range j.limits {
			most = max(most, math.Abs(v.Velocity[j.cv+d])/min(j.limits[d].Velocity, far))
		}
	}
	return most
}

// sound reports whether the part of a command for a joint may be executed.
func (j *joint) sound(v *messages.JointCommand, k int) bool {
	control := v.Control[k]
	if !control.Valid() {
		return false
	}
	if control.Has(messages.ControlPosition) && !j.soundPosition(v.Position[j.cq:j.cq+j.at.PositionLength]) {
		return false
	}
	for i := range j.limits {
		if control.Has(messages.ControlVelocity) && !(math.Abs(v.Velocity[j.cv+i]) <= min(j.limits[i].Velocity, far)*(1+rounding)) {
			return false
		}
		if control.Has(messages.ControlEffort) && !(math.Abs(v.Effort[j.cv+i]) <= min(j.limits[i].Effort, far)*(1+rounding)) {
			return false
		}
	}
	return true
}

func (j *joint) soundPosition(q []float64) bool {
	for i, p := range q {
		if !(math.Abs(p) <= far) {
			return false
		}
		if j.virtual || len(q) > 1 || i >= len(j.limits) {
			continue // bounds of a planar or floating joint are those of the room
		}
		l := &j.limits[i]
		if p < l.Lower-rounding*math.Abs(l.Lower) || p > l.Upper+rounding*math.Abs(l.Upper) {
			return false
		}
	}
	return j.at.Type != worlds.Floating || math.Abs(math.Sqrt(q[3]*q[3]+q[4]*q[4]+q[5]*q[5]+q[6]*q[6])-1) <= 1e-6
}

// settle records the commands that have arrived at a gate.
func (m *world) settle(c *controller, now messages.Instant) {
	l := c.link
	l.settle(now)
	if !l.any {
		return
	}
	if l.unsure {
		c.speeds.unsure = now
	}
	if l.unsure { // anything that was sent may be what the gate knows
		m.enter(c, &l.sent, now)
	}
	c.last.gone = !l.arrived.valid
	if c.last.gone || l.arrived.stamp.Sequence == c.last.judged {
		return
	}
	c.last.judged = l.arrived.stamp.Sequence
	m.rejected(c, &l.arrived, now)
	m.enter(c, &l.arrived, now)
}

// settleUnseen records the commands that have arrived before the controller sends another value. A
// gate without drives may read a command and send nothing, in which case no command of the gate
// makes the watch look.
func (m *world) settleUnseen(c *controller, now messages.Instant) {
	if len(m.buses) == 0 {
		m.settle(c, now)
	}
}

func (m *world) enter(c *controller, l *inFlightValue, now messages.Instant) {
	if !l.valid {
		return
	}
	for k, i := range c.joints {
		b := &m.joints[i].book
		if l.named&(1<<k) == 0 && !l.vague {
			if l.good && l.stamp.Incarnation > c.fence {
				b.omit(l, c.link, now.Sub(l.latest()) <= c.maxAge)
			}
			continue
		}
		stamp := l.stamp
		stamp.Time = l.latest()
		b.any = stamp
		if !l.good && !l.vague || l.stamp.Incarnation <= c.fence {
			continue
		}
		// The content of a command counts by its number, its age by the newest stamp of its incarnation.
		b.newest[1], b.newest[0] = b.newest[0], content{l.content, l.scale}
		b.released = false
		if b.good = true; stamp.Time >= b.stamp.Time || stamp.Incarnation > b.stamp.Incarnation {
			b.stamp = stamp
		}
	}
}

// omit records a good command that omits the joint. The gate rejects one that is not fresh.
func (b *book) omit(l *inFlightValue, from *linkModel, fresh bool) {
	stamp := l.stamp
	stamp.Time = l.latest()
	if b.released = !from.unsure && (fresh || b.released); stamp.Time >= b.omitted.Time || stamp.Incarnation > b.omitted.Incarnation {
		b.omitted = stamp
	}
}

// permits returns the stamp of the newest good command by which the joint may pass. A controller
// that omits a virtual joint has it come to rest, which is no fault; a driven joint ages.
func (j *joint) permits() messages.Stamp {
	if j.virtual && j.book.omitted.Time > j.book.stamp.Time {
		return j.book.omitted
	}
	return j.book.stamp
}
