package spheres

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

type shape uint8

const (
	box shape = iota
	cylinder
	ball
)

// Obstacle is a body that does not move. It is made by Box, Cylinder and Ball.
type Obstacle struct {
	name  string
	shape shape
	pose  spatial.Pose
	// half holds half the sides of a box; the radius, twice, and half the height of a cylinder; the
	// radius of a ball, three times.
	half spatial.Vec
	may  []string // links that may touch it
}

// Allow returns the obstacle as one that links, by their names, may touch.
func (o Obstacle) Allow(links ...string) Obstacle {
	o.may = append(slices.Clip(o.may), links...)
	return o
}

// Box returns a box with its centre at a pose and sides along the axes of the pose, m.
func Box(name string, pose spatial.Pose, size [3]float64) Obstacle {
	return Obstacle{name: name, shape: box, pose: pose, half: spatial.VecOf(size).Scale(0.5)}
}

// Cylinder returns a cylinder with its centre at a pose and its axis along z of the pose, m.
func Cylinder(name string, pose spatial.Pose, radius, height float64) Obstacle {
	return Obstacle{name: name, shape: cylinder, pose: pose, half: spatial.Vec{X: radius, Y: radius, Z: height / 2}}
}

// Ball returns a ball, m.
func Ball(name string, center [3]float64, radius float64) Obstacle {
	return Obstacle{name: name, shape: ball, pose: spatial.Pose{R: spatial.IdentityRotation(), P: center}, half: spatial.Vec{X: radius, Y: radius, Z: radius}}
}

// maxObstacles bounds a scene.
const maxObstacles = 1 << 20

// Scene is a robot among obstacles. It never changes.
type Scene struct {
	model     *Model
	obstacles []Obstacle
	step      float64
	near      [][]int32 // group -> obstacles that it can reach and must not touch
	blocked   string    // a link that is fixed to the world and touches an obstacle
}

// NewScene returns a scene whose checkers visit the points of motions that are at most step apart,
// rad or m (see [Checker.FreeEdge]).
func (m *Model) NewScene(obstacles []Obstacle, step float64) (*Scene, error) {
	var all []error
	if !finite(step) || step <= 0 {
		all = append(all, fmt.Errorf("spheres: the step is %g; expected a positive number", step))
	}
	if len(obstacles) > maxObstacles {
		return nil, fmt.Errorf("spheres: %d obstacles; expected at most %d", len(obstacles), maxObstacles)
	}
	for i := range obstacles {
		o := &obstacles[i]
		if !o.pose.R.Valid() || !finite(o.pose.P[:]...) || !finite(o.half.X, o.half.Y, o.half.Z) || o.half.X <= 0 || o.half.Y <= 0 || o.half.Z <= 0 {
			all = append(all, fmt.Errorf("spheres: obstacle %d, %q, has the pose %v and half the size %v; expected a pose and positive sizes", i, o.name, o.pose, o.half))
		}
	}
	if err := errors.Join(all...); err != nil {
		return nil, err
	}
	s := &Scene{model: m, obstacles: append([]Obstacle(nil), obstacles...), step: step, near: make([][]int32, len(m.groups))}
	for g := range m.groups {
		s.listNear(g)
	}
	return s, nil
}

// listNear lists the obstacles that a group can reach, whatever the configuration, and must not
// touch.
func (s *Scene) listNear(g int) {
	m := s.model
	at := &m.groups[g]
	if at.body < 0 {
		for i := range s.obstacles {
			if o := &s.obstacles[i]; s.blocked == "" && !slices.Contains(o.may, at.link) && m.touches(at, o) {
				s.blocked = fmt.Sprintf("link %q, which does not move, touches obstacle %q", at.link, o.name)
			}
		}
		return
	}
	root := at.body
	reach := at.reach[root]
	for i := at.first; i < at.end; i++ {
		reach = max(reach, spatial.Vec{X: m.x[i], Y: m.y[i], Z: m.z[i]}.Norm())
	}
	for ; m.bodies[root].parent >= 0; root = m.bodies[root].parent {
		reach += spatial.VecOf(m.bodies[root].joint.P).Norm() + m.travel(root)
	}
	reach += m.travel(root) + at.radius
	for i := range s.obstacles {
		o := &s.obstacles[i]
		if !slices.Contains(o.may, at.link) && o.squared(spatial.VecOf(m.bodies[root].joint.P), math.Inf(1)) <= reach*reach*(1+1e-12) {
			s.near[g] = append(s.near[g], int32(i))
		}
	}
}

// travel returns how far a sliding joint moves its body from its origin, m.
func (m *Model) travel(b int) float64 {
	if !m.bodies[b].slides {
		return 0
	}
	return max(math.Abs(m.lower[b]), math.Abs(m.upper[b]))
}

// touches reports whether a group that is fixed to the world touches an obstacle.
func (m *Model) touches(g *group, o *Obstacle) bool {
	for i := g.first; i < g.end; i++ {
		if r := m.r[i] * m.r[i]; o.squared(spatial.Vec{X: m.x[i], Y: m.y[i], Z: m.z[i]}, r) <= r {
			return true
		}
	}
	return false
}

// squared returns the squared distance of a point from the obstacle, 0 inside of it, m^2. Where it
// is more than enough, any number greater than enough is returned.
func (o *Obstacle) squared(p spatial.Vec, enough float64) float64 {
	dx, dy, dz := p.X-o.pose.P[0], p.Y-o.pose.P[1], p.Z-o.pose.P[2]
	r := &o.pose.R
	sum := 0.0
	z := math.Abs(r[2]*dx+r[5]*dy+r[8]*dz) - o.half.Z
	switch o.shape {
	case box:
		if z > 0 {
			if sum = z * z; sum > enough {
				return sum
			}
		}
		if x := math.Abs(r[0]*dx+r[3]*dy+r[6]*dz) - o.half.X; x > 0 {
			if sum += x * x; sum > enough {
				return sum
			}
		}
		if y := math.Abs(r[1]*dx+r[4]*dy+r[7]*dz) - o.half.Y; y > 0 {
			sum += y * y
		}
		return sum
	case cylinder:
		if z > 0 {
			if sum = z * z; sum > enough {
				return sum
			}
		}
		along := z + o.half.Z
		if radial := dx*dx + dy*dy + dz*dz - along*along; radial > o.half.X*o.half.X {
			out := math.Sqrt(radial) - o.half.X
			sum += out * out
		}
		return sum
	}
	if out := math.Sqrt(dx*dx+dy*dy+dz*dz) - o.half.X; out > 0 {
		sum = out * out
	}
	return sum
}
