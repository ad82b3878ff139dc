package sim

import (
	"fmt"

	"github.com/robo-actors/robo-actors/hardware/sim/contact"
	"github.com/robo-actors/robo-actors/worlds"
)

// limitReach is how near its limit a joint's stop may act in a step, rad or m, beside what the joint moves in two steps.
const limitReach = 0.002

// stop is one end of a joint's range, rigid: it gives what keeps the joint from passing it, and nothing else.
type stop struct {
	constraint
	position, velocity int
	limit              float64 // rad or m
	side               float64 // +1 for a lower limit, -1 for an upper one
}

// addStops makes rigid stops of a joint's limits.
func (p *Plant) addStops(joint worlds.Joint, slot worlds.Slot, ease float64) {
	column, multiplier := p.mimics.Column(slot.Velocity)
	for _, side := range [2]float64{1, -1} {
		s := stop{position: slot.Position, velocity: slot.Velocity, side: side, limit: joint.Limits[0].Lower}
		if side < 0 {
			s.limit = joint.Limits[0].Upper
		}
		s.law, s.dims, s.columns, s.rows = stopLaw, 1, []int32{int32(column)}, []float64{side * multiplier}
		s.compliance[0] = ease / stiffness
		p.stops = append(p.stops, s)
	}
}

// act hands the stop to the solver where the joint may reach it.
func (s *stop) act(p *Plant) {
	gap, speed := s.side*(p.position[s.position]-s.limit), p.velocity[s.velocity]
	if gap > limitReach+2*p.dt*max(speed, -speed) {
		s.impulse, s.region = [6]float64{}, contact.Apart
		return
	}
	s.target[0] = leaving(gap, p.dt)
	p.solver.constraints = append(p.solver.constraints, &s.constraint)
}

// leaving is the least speed with which a gap has to open: just not to close within the step, or where it is closed too
// far, to open again.
func leaving(gap, dt float64) float64 {
	if gap >= 0 {
		return -gap / dt
	}
	return min(-gap/leaveTime, leaveSpeed)
}

// Latch holds a joint in one place until another joint releases it: the bolt of a door and its handle.
type Latch struct {
	// Joint is what the latch holds, at the position At, rad or m. Joints of one degree of freedom.
	Joint string
	At    float64
	// Handle is the joint that releases it, at the position Release and beyond, away from zero. Release is not 0.
	Handle  string
	Release float64
	// Window is how near At the latch catches the joint, rad or m, above 0. Default: 0.005.
	Window float64
}

// latch is a Latch, resolved.
type latch struct {
	constraint
	joint               string
	position, handle    int
	at, release, window float64
	holds               bool
}

// addLatches resolves the latches.
func (p *Plant) addLatches(c *checker, latches []Latch, inverse []float64) {
	n := p.model.NV()
	for i, o := range latches {
		where := fmt.Sprintf("latches[%d]", i)
		slot, ok := p.slotOf(c, where+": joint", o.Joint)
		handle, found := p.slotOf(c, where+": handle", o.Handle)
		if !ok || !found {
			continue
		}
		window := or(o.Window, 0.005)
		if o.Release == 0 || !(window > 0) || !isFinite(o.Release+o.At+window) || o.Joint == o.Handle {
			c.report("%s (%s): at %g, handle %s, release %g and window %g; expected finite numbers, another joint for the handle, a release that is not 0 and a window above 0",
				where, o.Joint, o.At, o.Handle, o.Release, window)
			continue
		}
		l := latch{joint: o.Joint, position: slot.Position, handle: handle.Position, at: o.At, release: o.Release, window: window}
		column, multiplier := p.mimics.Column(slot.Velocity)
		l.law, l.dims, l.columns, l.rows = bondLaw, 1, []int32{int32(column)}, []float64{multiplier}
		l.compliance[0] = inverse[slot.Velocity*n+slot.Velocity] / stiffness
		p.latches = append(p.latches, l)
	}
}

// act lets the latch catch or release, and hands it to the solver while it holds.
func (l *latch) act(p *Plant) {
	off, handle := p.position[l.position]-l.at, p.position[l.handle]
	released := handle >= l.release
	if l.release < 0 {
		released = handle <= l.release
	}
	switch {
	case released:
		l.holds = false
	case off <= l.window && off >= -l.window:
		l.holds = true
	}
	if !l.holds {
		l.impulse = [6]float64{}
		return
	}
	l.target[0] = max(-leaveSpeed, min(leaveSpeed, -off/leaveTime))
	p.solver.constraints = append(p.solver.constraints, &l.constraint)
}

// slotOf finds a joint of one degree of freedom.
func (p *Plant) slotOf(c *checker, where, joint string) (worlds.Slot, bool) {
	i, err := p.world.JointIndex(joint)
	if err != nil {
		c.report("%s: %v", where, err)
		return worlds.Slot{}, false
	}
	slot := p.world.Slot(i)
	if slot.VelocityLength != 1 {
		c.report("%s: joint %q is %s; expected a joint of one degree of freedom", where, joint, slot.Type)
		return worlds.Slot{}, false
	}
	return slot, true
}
