package spheres

import (
	"fmt"
	"math"
	"math/bits"
	"unsafe"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Checker answers a planner's questions about a scene: it is a planning.Space. It belongs to one
// goroutine and does not allocate, except that FreeEdge grows a buffer for motions longer than all
// before.
type Checker struct {
	_     [cacheLines]byte
	scene *Scene
	poses []spatial.Pose // of bodies in the world
	bound []spatial.Vec  // centres of the groups' bounds in the world
	point []float64
	sweep []float64 // group -> how far its centres move in a whole motion at most, m
	queue []part
	close []int32 // obstacles whose distance from a group's bound is small
	_     [cacheLines]byte
}

// part is an interval of the grid of a motion: the points at most reach-1 steps from at.
type part struct{ at, reach int32 }

// verdict is what a check finds.
type verdict uint8

const (
	collides verdict = iota
	free             // the configuration is free
	roomy            // and all configurations are that keep the centres within the margins
)

// apart returns a slice with room around it, so that checkers of several workers share no cache
// line: they write all the time.
func apart[T any](n int) []T {
	var one T
	room := int(cacheLines/unsafe.Sizeof(one)) + 1
	return make([]T, n+2*room)[room : room+n : room+n]
}

// cacheLines is the size of two cache lines, which processors fetch together, bytes.
const cacheLines = 128

// NewChecker returns a checker of the scene.
func (s *Scene) NewChecker() *Checker {
	m := s.model
	c := &Checker{scene: s, poses: apart[spatial.Pose](len(m.bodies)), bound: apart[spatial.Vec](len(m.groups)), point: apart[float64](len(m.bodies)),
		sweep: apart[float64](len(m.groups)), queue: apart[part](256)[:0], close: apart[int32](len(s.obstacles))[:0]}
	for g := range m.groups { // of links that are fixed to the world; others move with each check
		c.bound[g] = spatial.VecOf(m.groups[g].bound.Center)
	}
	return c
}

// Dim returns the number of joints.
func (c *Checker) Dim() int { return len(c.poses) }

// Lower returns the lower limits of the joints, rad or m. The caller does not change them.
func (c *Checker) Lower() []float64 { return c.scene.model.lower }

// Upper returns the upper limits of the joints, rad or m. The caller does not change them.
func (c *Checker) Upper() []float64 { return c.scene.model.upper }

// Free reports whether no sphere touches an obstacle and no two links that must not touch do so. A
// configuration that is not finite is not free.
func (c *Checker) Free(q []float64) bool {
	return finite(q...) && c.check(q, 0) != collides
}

// FreeEdge reports whether the motion from a to b is free at each point of its grid, a excluded:
// the motion is divided into the smallest number of equal parts no longer than the step of the
// scene.
//
// A point that is free with a margin frees the points around it, where no sphere moves farther than
// the margin (Schwarzer, Saha and Latombe, IEEE Transactions on Robotics 21, 2005). Long parts come
// first. Motions that are free with margins everywhere are free between the points of the grid too.
func (c *Checker) FreeEdge(a, b []float64) bool { return c.FreeParts(a, b, parts(a, b, c.scene.step)) }

// FreeParts is FreeEdge with a grid of n equal parts, 1 <= n <= 2^20.
func (c *Checker) FreeParts(a, b []float64, n int) bool {
	if !c.Free(b) {
		return false
	}
	c.measure(a, b, 1/float64(n))
	c.queue = c.queue[:0]
	if n > 1 {
		half := int32(1) << (bits.Len(uint(n-1)) - 1)
		c.queue = append(c.queue, part{half, half})
	}
	for k := 0; k < len(c.queue); k++ {
		p := c.queue[k]
		if int(p.at) < n {
			share := float64(p.at) / float64(n)
			for i, v := range a {
				c.point[i] = v + share*(b[i]-v)
			}
			switch c.check(c.point, float64(p.reach)-1) {
			case collides:
				return false
			case roomy:
				continue
			}
		}
		half := p.reach / 2
		if half == 0 {
			continue
		}
		c.queue = append(c.queue, part{p.at - half, half})
		if int(p.at) < n-1 {
			c.queue = append(c.queue, part{p.at + half, half})
		}
	}
	return true
}

// maxParts bounds the parts of one motion.
const maxParts = 1 << 20

func parts(a, b []float64, step float64) int {
	sum := 0.0
	for i, v := range a {
		sum += (b[i] - v) * (b[i] - v)
	}
	n := math.Ceil(math.Sqrt(sum) / step)
	if !(n >= 1) {
		return 1
	}
	return int(min(n, maxParts))
}

// measure bounds how far the centres of each group move in a share of the motion from a to b.
func (c *Checker) measure(a, b []float64, share float64) {
	for g := range c.sweep {
		sum := 0.0
		for j, reach := range c.scene.model.groups[g].reach {
			sum += math.Abs(b[j]-a[j]) * reach
		}
		c.sweep[g] = sum * share
	}
}

// check looks at a configuration. The margins of the groups are steps times sweep.
func (c *Checker) check(q []float64, steps float64) verdict {
	if c.scene.blocked != "" {
		return collides
	}
	m := c.scene.model
	found := roomy
	for b := range m.bodies {
		c.move(b, q[b])
		for g := m.bodies[b].groups[0]; g < m.bodies[b].groups[1]; g++ {
			switch c.checkObstacles(g, steps*c.sweep[g]) {
			case collides:
				return collides
			case free:
				found, steps = free, 0 // margins do not matter any more
			}
		}
	}
	for i := range m.pairs {
		p := &m.pairs[i]
		margin := steps * (c.sweep[p.a] + c.sweep[p.b])
		a, b := &c.bound[p.a], &c.bound[p.b]
		x, y, z, wide := a.X-b.X, a.Y-b.Y, a.Z-b.Z, p.radii+margin
		if x*x+y*y+z*z > wide*wide {
			continue
		}
		switch c.checkPair(p.a, p.b, margin) {
		case collides:
			return collides
		case free:
			found, steps = free, 0
		}
	}
	return found
}

// move computes the pose of a body from that of its parent.
func (c *Checker) move(b int, q float64) {
	at, pose := &c.scene.model.bodies[b], &c.poses[b]
	if at.parent < 0 {
		*pose = at.joint
	} else {
		*pose = c.poses[at.parent].Times(&at.joint)
	}
	r := &pose.R
	if at.slides {
		pose.P[0] += q * r[2]
		pose.P[1] += q * r[5]
		pose.P[2] += q * r[8]
		return
	}
	sin, cos := math.Sincos(q)
	for i := 0; i < 9; i += 3 {
		x, y := r[i], r[i+1]
		r[i], r[i+1] = cos*x+sin*y, cos*y-sin*x
	}
}

// place returns a point of a body in the world.
func (c *Checker) place(body int, x, y, z float64) spatial.Vec {
	if body < 0 {
		return spatial.Vec{X: x, Y: y, Z: z}
	}
	p := &c.poses[body]
	r := &p.R
	return spatial.Vec{X: r[0]*x + r[1]*y + r[2]*z + p.P[0], Y: r[3]*x + r[4]*y + r[5]*z + p.P[1], Z: r[6]*x + r[7]*y + r[8]*z + p.P[2]}
}

// checkObstacles checks a group against the obstacles that it can reach.
func (c *Checker) checkObstacles(g int, margin float64) verdict {
	m := c.scene.model
	at := &m.groups[g]
	center := c.place(at.body, at.bound.Center[0], at.bound.Center[1], at.bound.Center[2])
	c.bound[g] = center
	c.close = c.close[:0]
	wide := at.bound.Radius + margin
	wide *= wide
	for _, i := range c.scene.near[g] {
		if c.scene.obstacles[i].squared(center, wide) <= wide {
			c.close = append(c.close, i)
		}
	}
	if len(c.close) == 0 {
		return roomy
	}
	found := roomy
	for k := at.first; k < at.end; k++ {
		p := c.place(at.body, m.x[k], m.y[k], m.z[k])
		touch, wide := m.r[k]*m.r[k], (m.r[k]+margin)*(m.r[k]+margin)
		for _, i := range c.close {
			d := c.scene.obstacles[i].squared(p, wide)
			if d <= touch {
				return collides
			}
			if d <= wide {
				found = free
			}
		}
	}
	return found
}

// checkPair checks two groups against each other.
func (c *Checker) checkPair(a, b int, margin float64) verdict {
	m := c.scene.model
	ga, gb := &m.groups[a], &m.groups[b]
	found := roomy
	center := c.bound[b]
	for i := ga.first; i < ga.end; i++ {
		p := c.place(ga.body, m.x[i], m.y[i], m.z[i])
		wide := m.r[i] + gb.bound.Radius + margin
		if d := p.Sub(center); d.Dot(d) > wide*wide {
			continue
		}
		for k := gb.first; k < gb.end; k++ {
			d := p.Sub(c.place(gb.body, m.x[k], m.y[k], m.z[k]))
			sum := m.r[i] + m.r[k]
			switch squared := d.Dot(d); {
			case squared <= sum*sum:
				return collides
			case squared <= (sum+margin)*(sum+margin):
				found = free
			}
		}
	}
	return found
}

// Explain names what touches in a configuration, empty where it is free.
func (c *Checker) Explain(q []float64) string {
	if c.scene.blocked != "" {
		return c.scene.blocked
	}
	m := c.scene.model
	for b := range m.bodies {
		c.move(b, q[b])
		for g := m.bodies[b].groups[0]; g < m.bodies[b].groups[1]; g++ {
			if c.checkObstacles(g, 0) == collides {
				return fmt.Sprintf("link %q touches obstacle %q", m.groups[g].link, c.touched(g))
			}
		}
	}
	for _, p := range m.pairs {
		if c.checkPair(p.a, p.b, 0) == collides {
			return fmt.Sprintf("link %q touches link %q", m.groups[p.a].link, m.groups[p.b].link)
		}
	}
	return ""
}

// touched returns the first obstacle that a group touches.
func (c *Checker) touched(g int) string {
	m := c.scene.model
	at := &m.groups[g]
	for k := at.first; k < at.end; k++ {
		p := c.place(at.body, m.x[k], m.y[k], m.z[k])
		for _, i := range c.close {
			if r := m.r[k] * m.r[k]; c.scene.obstacles[i].squared(p, r) <= r {
				return c.scene.obstacles[i].name
			}
		}
	}
	return ""
}
