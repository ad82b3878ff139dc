package wheelbalancer

import "math"

// pendulum is a robot on two wheels with locked legs, in the plane that it leans in: a wheel axis
// that rolls, and a body that tips about it. It is independent of the simulated robots of this
// module. Units: m, rad, kg, N m, s.
type pendulum struct {
	mass, inertia, height float64 // of the body: about its centre, which is that far above the axis
	wheels, radius        float64 // rolling mass of both wheels, with their inertia
	damping, effort       float64 // of the velocity loop of each wheel, N m s/rad; greatest torque of each

	x, v, pitch, rate float64
	push              float64 // N, at the body's centre
	slope             float64 // rad, upwards
	torque            float64 // of both wheels
}

func upkie() *pendulum {
	return &pendulum{mass: 5, inertia: 0.1, height: 0.275, wheels: 0.63, radius: 0.06, damping: 0.5, effort: 1.7}
}

const gravity = 9.81

// speed returns how fast the wheels turn against the body, as m/s.
func (p *pendulum) speed() float64 { return p.v - p.radius*p.rate }

// step advances the motion by h seconds under a commanded velocity.
func (p *pendulum) step(h, command float64) {
	const parts = 10
	for range parts {
		p.torque = 2 * math.Max(-p.effort, math.Min(p.effort, p.damping*(command-p.speed())/p.radius))
		s, c := math.Sincos(p.pitch)
		m11, m12, m22 := p.wheels+p.mass, p.mass*p.height*c, p.inertia+p.mass*p.height*p.height
		f1 := p.mass*p.height*s*p.rate*p.rate + p.torque/p.radius + p.push - (p.wheels+p.mass)*gravity*math.Sin(p.slope)
		f2 := p.mass*gravity*p.height*s - p.torque + p.push*p.height*c
		det := m11*m22 - m12*m12
		dt := h / parts
		p.v += dt * (m22*f1 - m12*f2) / det
		p.rate += dt * (m11*f2 - m12*f1) / det
		p.x += dt * p.v
		p.pitch += dt * p.rate
	}
}
