package physics

import (
	"fmt"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/worlds"
)

// LatchOptions describe a latch, which holds a joint in one place until another joint releases it:
// the bolt of a door and its handle. Both joints have one degree of freedom. The handle releases
// the latch from Release on, away from zero.
type LatchOptions struct {
	Joint       string  `option:"joint" doc:"joint that the latch holds" required:"true"`
	At          float64 `option:"at" unit:"rad|m" doc:"position at which it holds the joint"`
	HandleJoint string  `option:"handle_joint" doc:"joint that releases it" required:"true"`
	Release     float64 `option:"release" unit:"rad|m" doc:"position of that joint from which the latch is released; not 0" required:"true"`
	Window      float64 `option:"window" unit:"rad|m" doc:"how near it catches; 0: 0.005" min:"0"`
}

// latch is a latch of the options, resolved.
type latch struct {
	constraint
	joint               string
	position, handle    int
	at, release, window float64
	holds               bool
}

// addLatches resolves the latches.
func (p *Mechanism) addLatches(c *optioncheck.Errors, latches []LatchOptions, inverse []float64) {
	n := p.model.NV()
	for i, o := range latches {
		path := fmt.Sprintf("latches[%d]", i)
		slot, ok := p.slotOf(c, path+".joint", o.Joint)
		handle, found := p.slotOf(c, path+".handle_joint", o.HandleJoint)
		if !ok || !found {
			continue
		}
		window, before := optioncheck.Or(o.Window, 0.005), c.Count()
		if o.Joint == o.HandleJoint {
			c.Add(path+".handle_joint", "another joint", "joint %q cannot release itself", o.Joint)
		}
		if o.Release == 0 || !allFinite(o.Release) {
			c.Add(path+".release", "a finite number other than 0", "the release is %g", o.Release)
		}
		if !allFinite(o.At) {
			c.Add(path+".at", "a finite number", "the position is %g", o.At)
		}
		if c.Positive(path+".window", window); c.Count() > before {
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
func (l *latch) act(p *Mechanism) {
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
func (p *Mechanism) slotOf(c *optioncheck.Errors, path, joint string) (worlds.Slot, bool) {
	i, err := p.world.JointIndex(joint)
	if err != nil {
		c.Unknown(path, "joint", joint, p.world.JointNames())
		return worlds.Slot{}, false
	}
	slot := p.world.Slot(i)
	if slot.VelocityLength != 1 {
		c.Add(path, "a joint of one degree of freedom", "joint %q is %s", joint, slot.Type)
		return worlds.Slot{}, false
	}
	return slot, true
}
