package environment

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

var _ planning.Clearance = (*Space)(nil)

// Contact is the nearest place of two parts.
type Contact struct {
	// A moves with the joints of the space; B moves, too, or stays. Both are empty if no pair of
	// parts is checked.
	A, B string
	// Witness has the distance and the nearest points, in the world.
	geometry.Witness
}

// nearestPair is a pair of parts with its nearest place.
type nearestPair struct {
	a, b int
	geometry.Witness
}

// Nearest returns the pair of parts that are nearest to each other at a configuration, among the
// pairs that Free checks with the margin. Its distance is +Inf if there is none, and -Inf
// for a configuration of another length or with a number that is not finite.
func (p *Space) Nearest(q []float64) Contact {
	if !p.valid(q) {
		return Contact{Witness: geometry.Witness{Distance: math.Inf(-1)}}
	}
	p.move(q)
	n := p.nearest()
	if n.a < 0 {
		return Contact{Witness: n.Witness}
	}
	return Contact{A: p.parts[n.a].name, B: p.parts[n.b].name, Witness: n.Witness}
}

// differenceStep is the step of the differences of Clearance, rad or m.
const differenceStep = 1e-5

// Clearance returns the distance of [Space.Nearest], without the margin, and writes into gradient
// (length Dim, m/rad or m/m) how it changes with each number of the configuration. The gradient is
// that of the two nearest points, which move with their parts: of central differences of their
// positions. It jumps where another pair becomes the nearest. A nil gradient is not written, which
// is faster. It does not allocate.
func (p *Space) Clearance(q, gradient []float64) float64 {
	clear(gradient)
	if !p.valid(q) || gradient != nil && len(gradient) != len(q) {
		return math.Inf(-1)
	}
	p.move(q)
	n := p.nearest()
	if n.a < 0 || gradient == nil {
		return n.Distance
	}
	onA, onB := p.fixed(n.a, n.OnA), p.fixed(n.b, n.OnB)
	normal := spatial.VecOf(n.Normal)
	for i, at := range p.places {
		var gap [2]float64
		for side, h := range [2]float64{-differenceStep, differenceStep} {
			p.position[at] = q[i] + h
			p.followers.Positions(p.position)
			_ = p.workspace.SetPosition(p.position) // its length is that of the robot's position
			gap[side] = normal.Dot(p.where(n.a, onA).Sub(p.where(n.b, onB)))
		}
		p.position[at] = q[i]
		gradient[i] = (gap[1] - gap[0]) / (2 * differenceStep)
	}
	p.followers.Positions(p.position)
	return n.Distance
}

// fixed returns a point of the world in the frame of a part.
func (c *checker) fixed(part int, point [3]float64) spatial.Vec {
	if part >= c.moving {
		return spatial.VecOf(point)
	}
	frame := c.frame(part)
	return frame.ApplyInverse(spatial.VecOf(point))
}

// where returns a point of the frame of a part in the world, at the position of the workspace.
func (c *checker) where(part int, point spatial.Vec) spatial.Vec {
	if part >= c.moving {
		return point
	}
	frame := c.frame(part)
	return frame.Apply(point)
}

// frame returns the pose of the frame of a moving part.
func (c *checker) frame(part int) spatial.Pose {
	at := c.workspace.Pose(c.parts[part].frame)
	return c.base.Times(&at)
}

// nearest returns the nearest of all pairs that are checked; its parts are -1 without one.
func (c *checker) nearest() nearestPair {
	best := nearestPair{a: -1, b: -1, Witness: geometry.Witness{Distance: math.Inf(1)}}
	for i := range c.moving {
		for _, k := range c.parts[i].others {
			c.nearer(&best, i, k)
		}
		for k, checked := range c.parts[i].checks {
			if checked {
				c.nearer(&best, i, c.moving+k)
			}
		}
	}
	return best
}

// nearer replaces best if two parts are nearer.
func (c *checker) nearer(best *nearestPair, a, b int) {
	if ballsApart(&c.parts[a].ball, &c.parts[b].ball) >= best.Distance {
		return
	}
	p, q := c.placed(a), c.placed(b)
	for i := range p {
		x := &p[i]
		for k := range q {
			y := &q[k]
			if b >= c.moving && !ballNear(&x.ball, &y.box, best.Distance) || b < c.moving && ballsApart(&x.ball, &y.ball) >= best.Distance {
				continue
			}
			if w := c.query.Distance(&x.placed, &y.placed); w.Distance < best.Distance {
				*best = nearestPair{a, b, w}
			}
		}
	}
}

// ballsApart returns the signed distance of two balls.
func ballsApart(a, b *geometry.Ball) float64 {
	return spatial.VecOf(a.Centre).Sub(spatial.VecOf(b.Centre)).Norm() - a.Radius - b.Radius
}
