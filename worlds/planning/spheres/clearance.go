package spheres

import (
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Clearance returns the least distance of a sphere from an obstacle, or between spheres of two
// links that must not touch, m, and writes into gradient (length Dim) how it changes with each
// joint, m/rad or m/m: the direction away from what is nearest. It is a planning.Clearance.
//
// It is negative where spheres touch: by the depth while a centre is outside of the obstacle, and
// by the radius where it is inside, with a gradient away from the obstacle's centre. It is +Inf,
// with a gradient of zero, where nothing can be touched. It looks at every sphere and takes longer
// than Free.
func (c *Checker) Clearance(q, gradient []float64) float64 {
	m := c.scene.model
	for b := range m.bodies {
		c.move(b, q[b])
	}
	n := nearest{distance: math.Inf(1)}
	for g := range m.groups {
		c.nearestObstacle(g, &n)
	}
	for i := range m.pairs {
		c.nearestPair(&m.pairs[i], &n)
	}
	clear(gradient)
	if !math.IsInf(n.distance, 1) {
		c.addMotion(gradient, n.bodyA, n.at, n.away)
		c.addMotion(gradient, n.bodyB, n.other, n.away.Neg())
	}
	return n.distance
}

// nearest is the pair of a sphere and an obstacle, or of two spheres, with the least distance.
type nearest struct {
	distance  float64
	bodyA     int         // of the sphere
	bodyB     int         // of the other sphere, -1 for an obstacle
	at, other spatial.Vec // centres of the spheres, in the world
	away      spatial.Vec // direction from the other one to the sphere, of length 1
}

// nearestObstacle looks at the obstacles of a group.
func (c *Checker) nearestObstacle(g int, n *nearest) {
	m := c.scene.model
	at := &m.groups[g]
	if at.body < 0 {
		return // no joint changes its distance
	}
	for k := at.first; k < at.end; k++ {
		p := c.place(at.body, m.x[k], m.y[k], m.z[k])
		for i := range c.scene.obstacles {
			o := &c.scene.obstacles[i]
			if o.may != nil && slices.Contains(o.may, at.link) {
				continue
			}
			enough := math.Max(n.distance+m.r[k], 0)
			d := math.Sqrt(o.squared(p, enough*enough))
			if d-m.r[k] < n.distance {
				*n = nearest{distance: d - m.r[k], bodyA: at.body, bodyB: -1, at: p, away: o.away(p)}
			}
		}
	}
}

// nearestPair looks at two groups.
func (c *Checker) nearestPair(pair *pair, n *nearest) {
	m := c.scene.model
	a, b := &m.groups[pair.a], &m.groups[pair.b]
	for i := a.first; i < a.end; i++ {
		p := c.place(a.body, m.x[i], m.y[i], m.z[i])
		for k := b.first; k < b.end; k++ {
			q := c.place(b.body, m.x[k], m.y[k], m.z[k])
			between := p.Sub(q)
			if d := between.Norm() - m.r[i] - m.r[k]; d < n.distance {
				*n = nearest{distance: d, bodyA: a.body, bodyB: b.body, at: p, other: q, away: between.Unit()}
			}
		}
	}
}

// away returns the direction from the obstacle's nearest point to a point, of length 1. Inside it
// is the direction from the centre.
func (o *Obstacle) away(p spatial.Vec) spatial.Vec {
	local := o.pose.ApplyInverse(p)
	on := local
	switch o.shape {
	case box:
		on = spatial.Vec{X: within(local.X, o.half.X), Y: within(local.Y, o.half.Y), Z: within(local.Z, o.half.Z)}
	case cylinder:
		on.Z = within(local.Z, o.half.Z)
		if radial := math.Hypot(local.X, local.Y); radial > o.half.X {
			on.X, on.Y = local.X*o.half.X/radial, local.Y*o.half.X/radial
		}
	default:
		if r := local.Norm(); r > o.half.X {
			on = local.Scale(o.half.X / r)
		}
	}
	out := local.Sub(on)
	if out.Norm() == 0 {
		out = local
	}
	return o.pose.R.Apply(out.Unit())
}

func within(v, half float64) float64 { return math.Min(math.Max(v, -half), half) }

// addMotion adds to the gradient how far each joint moves a point of a body in a direction.
func (c *Checker) addMotion(gradient []float64, body int, point, direction spatial.Vec) {
	for b := body; b >= 0; b = c.scene.model.bodies[b].parent {
		pose := &c.poses[b]
		axis := pose.R.Axis(2)
		if c.scene.model.bodies[b].slides {
			gradient[b] += axis.Dot(direction)
		} else {
			gradient[b] += axis.Cross(point.Sub(spatial.VecOf(pose.P))).Dot(direction)
		}
	}
}
