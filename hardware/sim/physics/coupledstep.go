package physics

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
)

const (
	// mostCoupled bounds the coupled Newton steps of a step of the plant. Standing robots need one,
	// sliding ones two or three.
	mostCoupled = 10
	// mostSlipping bounds the contacts whose slip is coupled with their load.
	mostSlipping = 64
	// turned is how exactly the heading of a contact that slips is found: the error of its drag
	// over its drag.
	turned = 1e-8
)

// solveCoupled finds velocities and impulses that fulfil Coulomb's law at all contacts at once, by
// Newton's method on the law itself: a contact that slips drags with its coefficient times its
// normal impulse, which is an unknown beside the velocities (P. Alart, A. Curnier, A mixed
// formulation for frictional contact problems prone to Newton like solution methods, Computer
// Methods in Applied Mechanics and Engineering 1991). It begins with what contacts did in the last
// step. It converges within few steps or not at all, and then leaves v as it was.
func (s *drySolver) solveCoupled(v []float64) bool {
	s.classify(v, s.stick)
	for _, c := range s.constraints {
		c.guess(v)
	}
	for s.residual.iterations = 1; s.residual.iterations <= mostCoupled; s.residual.iterations++ {
		s.couple()
		s.assemble()
		if !s.newton() {
			return false
		}
		s.classify(s.target, s.next)
		done := same(s.stick, s.next)
		for _, c := range s.constraints {
			pull := 0.0
			if c.dual >= 0 {
				pull = s.lambda[c.dual]
			}
			done = c.follow(s.target, pull) && done
		}
		copy(s.stick, s.next)
		if done {
			copy(v, s.target)
			return true
		}
	}
	return false
}

// guess is where a constraint begins: with what it did in the last step, or where it did nothing,
// by the velocities.
func (c *constraint) guess(v []float64) {
	c.along(v, &c.speed)
	if c.law == bondLaw {
		c.region = contact.Sticks
		return
	}
	if c.law == rollLaw && c.region == contact.Apart {
		c.region = c.answer(&c.speed, &c.impulse)
	}
	if c.region == contact.Apart {
		c.touch()
		return
	}
	if c.region == contact.Slips && math.Hypot(c.speed[1], c.speed[2]) <= c.compliance[0]*c.bound {
		c.region = contact.Sticks
	}
	c.head()
}

// touch decides by the speed what a contact or stop does that was apart.
func (c *constraint) touch() {
	over := (c.target[0] - c.speed[0]) / c.compliance[0]
	if !(over > 0) {
		c.impulse = [6]float64{}
		c.bound = 0
		return
	}
	c.impulse[0] = over
	if c.law == stopLaw {
		c.region = contact.Sticks
		return
	}
	c.bound = c.cone.Friction * over
	c.region = c.answer(&c.speed, &c.impulse)
	c.head()
}

// couple gives the contacts that slip their places among the unknowns.
func (s *drySolver) couple() {
	s.slipping = s.slipping[:0]
	for _, c := range s.constraints {
		c.dual = -1
		if c.region == contact.Slips && c.law == coneLaw && len(s.slipping) < mostSlipping {
			c.dual = len(s.slipping)
			s.slipping = append(s.slipping, c)
		}
	}
}

// follow takes the velocities of a coupled Newton step, and the normal impulse where it was an
// unknown. It reports whether the constraint does what the step assumed of it.
func (c *constraint) follow(v []float64, unknown float64) bool {
	before := c.region
	c.along(v, &c.speed)
	if c.law == bondLaw {
		c.answer(&c.speed, &c.impulse)
		return true
	}
	if before == contact.Apart {
		c.touch()
		return c.region == contact.Apart
	}
	if c.law == rollLaw {
		return c.followDrag(0)
	}
	stiff := 1 / c.compliance[0]
	normal := (c.target[0] - c.speed[0]) * stiff
	if c.dual >= 0 {
		normal = unknown
	}
	if !(normal > 0) {
		c.impulse, c.bound, c.region = [6]float64{}, 0, contact.Apart
		return false
	}
	c.impulse[0] = normal
	if c.law == stopLaw {
		return true
	}
	c.bound = c.cone.Friction * normal
	return c.followDrag(normal)
}

// followDrag is follow for the tangents of a contact with a normal impulse.
func (c *constraint) followDrag(normal float64) bool {
	before, bend, heading := c.region, c.bend, c.heading
	settled := c.dual >= 0 || c.law == rollLaw // the step had the bound that drag has
	if before == contact.Slips && c.speed[1]*heading[0]+c.speed[2]*heading[1] <= 0 {
		c.region = contact.Sticks // it came to rest on the way
		return false
	}
	c.region = c.answer(&c.speed, &c.impulse)
	c.impulse[0] = normal
	c.head()
	if c.region == contact.Sticks || before == contact.Sticks {
		return c.region == before
	}
	// The drag that the step had, against the one that the speed has.
	across := c.speed[2]*heading[0] - c.speed[1]*heading[1]
	d1 := c.impulse[1] + c.bound*heading[0] - bend*heading[1]*across
	d2 := c.impulse[2] + c.bound*heading[1] + bend*heading[0]*across
	return settled && math.Hypot(d1, d2) <= turned*c.bound
}

// holdCoupled is holdContacts with the unknown normal impulses of slipping contacts: beside the
// rows that hold, it adds for each of them
//
//	n H^-1 (rest + sum of (n - mu h) lambda) + R lambda = target
//
// with normal row n and the row h of its heading, a system without symmetry.
func (s *drySolver) holdCoupled() bool {
	k, m := len(s.slipping), len(s.slipping)+len(s.active)
	for a, c := range s.slipping {
		push, hold := s.half(2*a), s.half(2*a+1)
		clear(push)
		clear(hold)
		c.addTo(push, &[6]float64{1, -c.cone.Friction * c.heading[0], -c.cone.Friction * c.heading[1]})
		c.addTo(hold, &[6]float64{1})
		s.factor.half(push)
		s.factor.half(hold)
		s.lambda[a] = c.target[0] - dot(hold, s.right)
	}
	for a, r := range s.active {
		half := s.half(2*k + a)
		clear(half)
		s.rows[r].addTo(half, 1)
		s.factor.half(half)
		s.lambda[k+a] = -dot(half, s.right)
	}
	for a := range m {
		for b := range m {
			s.gram[a*m+b] = dot(s.holder(a, k), s.pusher(b, k))
		}
		if a < k {
			s.gram[a*m+a] += s.slipping[a].compliance[0]
		} else {
			s.gram[a*m+a] += rollingCompliance*s.gram[a*m+a] + CreepVelocity/s.rows[s.active[a-k]].hold
		}
	}
	if !solveGeneral(s.gram[:m*m], s.lambda[:m]) {
		return false
	}
	for a := range m {
		for i, y := range s.pusher(a, k) {
			s.right[i] += s.lambda[a] * y
		}
		if a >= k {
			s.force[s.active[a-k]] = s.lambda[a]
		}
	}
	return true
}

// pusher and holder are the half solutions of how an unknown acts and of what it holds.
func (s *drySolver) pusher(a, slipping int) []float64 {
	if a < slipping {
		return s.half(2 * a)
	}
	return s.half(slipping + a)
}

func (s *drySolver) holder(a, slipping int) []float64 {
	if a < slipping {
		return s.half(2*a + 1)
	}
	return s.half(slipping + a)
}

// solveGeneral solves the m x m system a, row-major, in place of b, by elimination with the largest
// pivot of a column.
func solveGeneral(a, b []float64) bool {
	m := len(b)
	for k := range m {
		pivot := k
		for i := k + 1; i < m; i++ {
			if math.Abs(a[i*m+k]) > math.Abs(a[pivot*m+k]) {
				pivot = i
			}
		}
		if x := a[pivot*m+k]; !(math.Abs(x) > 0) || math.IsInf(x, 0) {
			return false
		}
		if pivot != k {
			for j := k; j < m; j++ {
				a[k*m+j], a[pivot*m+j] = a[pivot*m+j], a[k*m+j]
			}
			b[k], b[pivot] = b[pivot], b[k]
		}
		inverse := 1 / a[k*m+k]
		for i := k + 1; i < m; i++ {
			x := a[i*m+k] * inverse
			if x == 0 {
				continue
			}
			for j := k + 1; j < m; j++ {
				a[i*m+j] -= x * a[k*m+j]
			}
			b[i] -= x * b[k]
		}
	}
	for i := m - 1; i >= 0; i-- {
		b[i] = (b[i] - dot(a[i*m+i+1:i*m+m], b[i+1:m])) / a[i*m+i]
	}
	return true
}
