package physics

import (
	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/worlds"
)

// limitReach is how near its limit a joint's stop may act in a step, rad or m, beside what the
// joint moves in two steps.
const limitReach = 0.002

// rigidLimit is one end of a joint's range, rigid: it gives what keeps the joint from passing it,
// and nothing else.
type rigidLimit struct {
	constraint
	position, velocity int
	limit              float64 // rad or m
	side               float64 // +1 for a lower limit, -1 for an upper one
}

// addRigidLimits makes rigid stops of a joint's limits.
func (p *Mechanism) addRigidLimits(joint worlds.Joint, slot worlds.Slot, ease float64) {
	column, multiplier := p.mimics.Column(slot.Velocity)
	for _, side := range [2]float64{1, -1} {
		s := rigidLimit{position: slot.Position, velocity: slot.Velocity, side: side, limit: joint.Limits[0].Lower}
		if side < 0 {
			s.limit = joint.Limits[0].Upper
		}
		s.law, s.dims, s.columns, s.rows = stopLaw, 1, []int32{int32(column)}, []float64{side * multiplier}
		s.compliance[0] = ease / stiffness
		p.stops = append(p.stops, s)
	}
}

// act hands the stop to the solver where the joint may reach it.
func (s *rigidLimit) act(p *Mechanism) {
	gap, speed := s.side*(p.position[s.position]-s.limit), p.velocity[s.velocity]
	if gap > limitReach+2*p.dt*max(speed, -speed) {
		s.impulse, s.region = [6]float64{}, contact.Apart
		return
	}
	s.target[0] = leaving(gap, p.dt)
	p.solver.constraints = append(p.solver.constraints, &s.constraint)
}

// leaving is the least speed with which a gap has to open: just not to close within the step, or
// where it is closed too far, to open again.
func leaving(gap, dt float64) float64 {
	if gap >= 0 {
		return -gap / dt
	}
	return min(-gap/leaveTime, leaveSpeed)
}
