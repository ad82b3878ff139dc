package sim

import "fmt"

// Spring is a spring and a damper at a joint: the return spring of a handle, a door closer.
type Spring struct {
	// Joint is a joint of one degree of freedom. Required.
	Joint string
	// Stiffness, N m/rad or N/m, at least 0, pulls the joint to Rest, rad or m; Damping, N m s/rad or N s/m, at least 0,
	// brakes it. The joint's own damping and friction act beside them.
	Stiffness, Rest, Damping float64
}

// spring is a Spring, resolved.
type spring struct {
	position, velocity int
	stiffness, rest    float64
}

// stiffestSpring bounds stiffness times the step's square over the inertia: the step is stable up to 4.
const stiffestSpring = 1.0

// addSprings resolves the springs. Inverse is that of the mass matrix at the start.
func (p *Plant) addSprings(c *checker, springs []Spring, inverse []float64) {
	n := p.model.NV()
	for i, o := range springs {
		where := fmt.Sprintf("springs[%d]", i)
		slot, ok := p.slotOf(c, where+": joint", o.Joint)
		if !ok {
			continue
		}
		if !(o.Stiffness >= 0) || !(o.Damping >= 0) || !isFinite(o.Stiffness+o.Damping+o.Rest) {
			c.report("%s (%s): stiffness %g, rest %g and damping %g; expected finite numbers, stiffness and damping at least 0", where, o.Joint, o.Stiffness, o.Rest, o.Damping)
			continue
		}
		ease, together := inverse[slot.Velocity*n+slot.Velocity], o.Stiffness
		for _, other := range p.springs {
			if other.velocity == slot.Velocity {
				together += other.stiffness
			}
		}
		if most := stiffestSpring / (p.dt * p.dt * ease); together > most {
			with := ""
			if together > o.Stiffness {
				with = " with the other springs of the joint"
			}
			c.report("%s (%s): stiffness%s is %g; the step of %s bears at most %.3g with the inertia that the joint moves; lower it or shorten Step", where, o.Joint, with, together, p.step, most)
		}
		p.springs = append(p.springs, spring{position: slot.Position, velocity: slot.Velocity, stiffness: o.Stiffness, rest: o.Rest})
		p.damping[slot.Velocity] += o.Damping
	}
}

// pull adds the force of the spring in the middle of the step.
func (s *spring) pull(p *Plant) {
	p.solver.impulse[s.velocity] -= p.dt * s.stiffness * (p.position[s.position] - s.rest)
}

// energy is what the spring holds, J.
func (s *spring) energy(position []float64) float64 {
	x := position[s.position] - s.rest
	return s.stiffness * x * x / 2
}
