package physics

import (
	"fmt"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
)

// SpringOptions describe a spring and a damper at a joint of one degree of freedom: the return
// spring of a handle, a door closer. The joint's own damping and friction act beside them.
type SpringOptions struct {
	Joint     string  `option:"joint" doc:"joint that the spring pulls" required:"true"`
	Stiffness float64 `option:"stiffness" unit:"N m/rad|N/m" doc:"of the spring" min:"0"`
	Rest      float64 `option:"rest" unit:"rad|m" doc:"position to which it pulls the joint"`
	Damping   float64 `option:"damping" unit:"N m s/rad|N s/m" doc:"of the damper" min:"0"`
}

// spring is a spring of the options, resolved.
type spring struct {
	position, velocity int
	stiffness, rest    float64
}

// stiffestSpring bounds stiffness times the step's square over the inertia: the step is stable up
// to 4.
const stiffestSpring = 1.0

// addSprings resolves the springs. Inverse is that of the mass matrix at the start.
func (p *Mechanism) addSprings(c *optioncheck.Errors, springs []SpringOptions, inverse []float64) {
	n := p.model.NV()
	for i, o := range springs {
		path := fmt.Sprintf("springs[%d]", i)
		slot, ok := p.slotOf(c, path+".joint", o.Joint)
		if !ok {
			continue
		}
		if !(o.Stiffness >= 0) || !(o.Damping >= 0) || !allFinite(o.Stiffness, o.Damping, o.Rest) {
			c.Add(path, "finite numbers, stiffness and damping at least 0", "stiffness is %g, rest %g and damping %g", o.Stiffness, o.Rest, o.Damping)
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
			c.Add(path+".stiffness", fmt.Sprintf("at most %.3g, or a shorter step", most), "the stiffness%s is %g, too stiff for a step of %s and the inertia that the joint moves", with, together, p.step)
		}
		p.springs = append(p.springs, spring{position: slot.Position, velocity: slot.Velocity, stiffness: o.Stiffness, rest: o.Rest})
		p.damping[slot.Velocity] += o.Damping
	}
}

// pull adds the force of the spring in the middle of the step.
func (s *spring) pull(p *Mechanism) {
	p.solver.impulse[s.velocity] -= p.dt * s.stiffness * (p.position[s.position] - s.rest)
}

// energy returns the energy of the spring, J.
func (s *spring) energy(position []float64) float64 {
	x := position[s.position] - s.rest
	return s.stiffness * x * x / 2
}
