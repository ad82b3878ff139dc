package sim

import "math"

// borne is the share of what a servo pulls with at its velocity limit that may hang on its joint. Beside more than that the
// joint would move at less than half of the limit, and beside all of it sink.
const borne = 0.5

// weight is the most that gravity does to a joint at the start, however the robot were turned, with what mimics it. N m or N.
// By the principle of virtual work it is the weight of the robot times how far its centre of mass moves with the joint.
func (p *Plant) weight(velocity int) float64 {
	n := p.model.NV()
	jacobian, moved := make([]float64, 3*n), [3]float64{}
	if err := p.workspace.CentreOfMassJacobian(jacobian); err != nil {
		return 0 // the plant is not built where the position is none
	}
	for i := range n {
		share := p.mimics.share(i, velocity)
		for axis := range moved {
			moved[axis] += share * jacobian[axis*n+i]
		}
	}
	g := p.model.Gravity()
	return p.model.Mass() * norm3(g) * norm3(moved)
}

func norm3(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

// bear is pull for a joint with more weight than the loop pulls with below the velocity limit: while it is pulled with all of
// that, it takes over what is missing, as the integral part of a velocity loop does. The rate is the one at which position
// loop and velocity loop are both critically damped.
func (s *servo) bear(position, velocity, limit float64) float64 {
	if !s.takes {
		return s.pull(position, velocity, limit)
	}
	asked := velocity + s.corner*(position-s.encoder.position)
	if wanted := within(asked, -limit, limit); asked != wanted {
		most := s.info.Limits.Effort
		s.taken = within(s.taken+s.corner*s.damping*(wanted-s.encoder.velocity)*s.dt, -most, most)
	}
	return s.pull(position, velocity, limit) + s.taken
}
