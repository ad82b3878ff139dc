package physics

import "math"

// halved is how exactly the share of a bounce is found that brings no energy: to 2^-20 of it.
const halved = 20

// bounce is the speed with which a pair leaves by its restitution, 0 where it does not bounce, and
// the one with which it leaves without.
type bounce struct{ speed, least float64 }

// aim makes the pairs that bounce leave with a share of their bounce.
func (c *contacts) aim(share float64) {
	for i := range c.pairs {
		if x := &c.pairs[i]; x.near && x.bounce.speed > 0 {
			x.target[0] = max(x.bounce.least, share*x.bounce.speed)
		}
	}
}

// temper lessens the bounces of a step until they bring no energy into the motion. Where friction
// turns what bounces, or several points strike at once, the speeds that restitution asks for may be
// those of more energy than there was (T. Kane, D. Levinson, Dynamics, 1985, section 5.8): without
// bounce there is always less.
func (p *Mechanism) temper() bool {
	if !p.gains() {
		return true
	}
	low, high := 0.0, 1.0
	for range halved {
		middle := (low + high) / 2
		p.contacts.aim(middle)
		if !p.solveAhead() {
			return false
		}
		if p.gains() {
			high = middle
		} else {
			low = middle
		}
	}
	p.contacts.aim(low)
	return p.solveAhead()
}

// gains reports whether the constraints brought energy into the motion in the step that was solved,
// beyond rounding.
func (p *Mechanism) gains() bool {
	const rounding = 1e-9
	work, size := 0.0, 0.0 // J
	for _, c := range p.solver.constraints {
		c.along(p.before, &c.begin)
		for d := range c.dims {
			work += c.impulse[d] * (c.begin[d] + c.speed[d]) / 2
			size += math.Abs(c.impulse[d] * c.begin[d])
		}
	}
	return work > rounding*size
}
