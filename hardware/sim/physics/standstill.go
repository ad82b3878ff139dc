package physics

import "math"

const (
	// A robot whose velocities are below stillVelocity is at rest, rad/s and m/s: joints and wheels
	// that dry friction holds creep at most at CreepVelocity.
	stillVelocity = 2 * CreepVelocity
	// stillDistance is how far a robot may creep before its mass matrix and its weight are found
	// anew, rad and m: for an arm that takes 100 N m to hold, the error is some 1e-6 N m.
	stillDistance = 1e-8
)

// standstill is what a robot that stands keeps from step to step: after a stop nothing moves for
// seconds.
type standstill struct {
	known bool      // mass matrix and weight are those of where the robot stands
	slow  int       // how many steps in a row have begun slowly
	crept float64   // how far it has crept since they were found, at most, rad and m
	hold  []float64 // what holds it against gravity, N m or N
}

// stands reports whether the robot is close enough to the position of its stored mass matrix and
// weight.
func (p *Mechanism) stands() bool {
	s, fastest, slow := &p.standstill, 0.0, p.solver.constraints == nil
	for i := 0; i < len(p.velocity) && slow; i++ { // a robot that moves is seen by its first joint
		v := math.Abs(p.velocity[i])
		if v > fastest {
			fastest = v
		}
		slow = v < stillVelocity
	}
	if !slow {
		s.known, s.slow = false, 0
		return false
	}
	s.slow++
	s.crept += fastest * p.dt
	s.known = s.known && s.crept <= stillDistance
	return s.known
}

// learnWeight notes what holds the robot where it is, given the impulses M v - dt h of the step.
// The velocities of a robot that stands cause no forces worth a digit. One that only turns round
// does not stand.
func (p *Mechanism) learnWeight() {
	s := &p.standstill
	if s.slow < 2 {
		return
	}
	s.known, s.crept = true, 0
	for i, x := range p.solver.impulse {
		s.hold[i] = (p.solver.momentum(i, p.velocity) - x) / p.dt
	}
}

// weigh fills the impulses of a robot at rest.
func (p *Mechanism) weigh() {
	for i, hold := range p.standstill.hold {
		p.solver.impulse[i] = p.solver.momentum(i, p.velocity) - p.dt*hold
	}
	p.mimics.Clear(p.solver.impulse)
}
