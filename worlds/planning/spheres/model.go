package spheres

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Sphere covers a part of a link.
type Sphere struct {
	// Center is in the frame of the link, m.
	Center [3]float64
	// Radius is positive, m.
	Radius float64
}

// Motion is the kind of joint that carries a link.
type Motion uint8

// The values of Motion.
const (
	Fixed Motion = iota
	Revolute
	Prismatic
)

// Link is a link of a robot with the joint that carries it.
type Link struct {
	// Name is unique.
	Name string
	// Parent is the index of an earlier link, -1 for the world.
	Parent int
	// Origin is the pose of the joint in the frame of the parent. The link's frame is the joint's
	// frame, moved by the joint.
	Origin spatial.Pose
	// Motion is the kind of the joint.
	Motion Motion
	// Axis is the axis of the joint in its frame, of any length; a fixed joint needs none.
	Axis [3]float64
	// Lower and Upper are the finite limits of the joint, rad or m; a fixed joint has none.
	Lower, Upper float64
	// Spheres cover the link; none for a link that needs no check.
	Spheres []Sphere
}

// maxLinks and maxSpheres bound a model.
const (
	maxLinks   = 1024
	maxSpheres = 65536
)

// body is a set of links without a joint between them that moves. Its joint turns about, or slides
// along, the z axis of its frame.
type body struct {
	parent int // -1 for the world
	joint  spatial.Pose
	slides bool
	groups [2]int // first and end
}

// group holds the spheres of one link. Centres are in the frame of its body.
type group struct {
	link   string
	body   int // -1: fixed to the world
	bound  Sphere
	first  int // sphere
	end    int
	radius float64 // the largest of its spheres
	// reach[j] bounds the distance of the spheres' centres from the axis of joint j, for every
	// configuration; 0 for a joint that does not move the group. A sliding joint has 1.
	reach []float64
}

// pair is two groups that must not touch, with the sum of the radii of their bounds.
type pair struct {
	a, b  int
	radii float64
}

// Model is a robot covered by spheres. It never changes.
type Model struct {
	bodies       []body // one for each joint that moves, in the order of a configuration
	groups       []group
	x, y, z, r   []float64 // spheres, in the frames of their bodies
	pairs        []pair
	lower, upper []float64
	names        []string
}

// NewModel returns the model of links, which are listed after their parents. The joints that move
// are the degrees of freedom, in the order of the links. Pairs of links in allowed, in either
// order, and links without a joint between them that moves, may touch.
func NewModel(links []Link, allowed [][2]string) (*Model, error) {
	if err := checkLinks(links, allowed); err != nil {
		return nil, err
	}
	m := &Model{}
	at := make([]int, len(links))          // link -> body
	in := make([]spatial.Pose, len(links)) // link -> its pose in the frame of its body
	for i := range links {
		m.addLink(links, i, at, in)
	}
	m.addGroups(links, at, in)
	m.addPairs(allowed)
	return m, nil
}

// addLink fuses a link with its parent's body, or begins a body.
func (m *Model) addLink(links []Link, i int, at []int, in []spatial.Pose) {
	l := &links[i]
	parent, origin := -1, l.Origin
	if l.Parent >= 0 {
		parent = at[l.Parent]
		origin = in[l.Parent].Times(&l.Origin)
	}
	if l.Motion == Fixed {
		at[i], in[i] = parent, origin
		return
	}
	turn := alignZ(spatial.VecOf(l.Axis).Unit())
	joint := origin.Times(&spatial.Pose{R: turn})
	at[i] = len(m.bodies)
	in[i] = spatial.Pose{R: turn.Inverse()}
	m.bodies = append(m.bodies, body{parent: parent, joint: joint, slides: l.Motion == Prismatic})
	m.names = append(m.names, l.Name)
	m.lower, m.upper = append(m.lower, l.Lower), append(m.upper, l.Upper)
}

// alignZ returns a rotation that turns z into an axis of length one.
func alignZ(axis spatial.Vec) spatial.Rotation {
	if axis.X == 0 && axis.Y == 0 && axis.Z > 0 {
		return spatial.IdentityRotation()
	}
	side := spatial.Vec{X: 1}
	if math.Abs(axis.X) > 0.6 {
		side = spatial.Vec{Y: 1}
	}
	x := side.Cross(axis).Unit()
	y := axis.Cross(x)
	return spatial.Rotation{x.X, y.X, axis.X, x.Y, y.Y, axis.Y, x.Z, y.Z, axis.Z}
}

// addGroups sorts the spheres by the bodies of their links.
func (m *Model) addGroups(links []Link, at []int, in []spatial.Pose) {
	for b := -1; b < len(m.bodies); b++ {
		first := len(m.groups)
		for i := range links {
			if at[i] == b && len(links[i].Spheres) > 0 {
				m.addGroup(&links[i], b, &in[i])
			}
		}
		if b >= 0 {
			m.bodies[b].groups = [2]int{first, len(m.groups)}
		}
	}
}

func (m *Model) addGroup(l *Link, b int, pose *spatial.Pose) {
	g := group{link: l.Name, body: b, first: len(m.x)}
	for _, s := range l.Spheres {
		c := pose.Apply(spatial.VecOf(s.Center))
		m.x, m.y, m.z, m.r = append(m.x, c.X), append(m.y, c.Y), append(m.z, c.Z), append(m.r, s.Radius)
		g.radius = max(g.radius, s.Radius)
	}
	g.end = len(m.x)
	g.bound = m.enclose(g.first, g.end)
	g.reach = m.reaches(&g)
	m.groups = append(m.groups, g)
}

// enclose returns a sphere around spheres: the centre begins in the first one and moves towards
// the farthest one in ever smaller steps (Badoiu and Clarkson, SODA 2003).
func (m *Model) enclose(first, end int) Sphere {
	c := spatial.Vec{X: m.x[first], Y: m.y[first], Z: m.z[first]}
	farthest := func() (far spatial.Vec, r float64) {
		for i := first; i < end; i++ {
			p := spatial.Vec{X: m.x[i], Y: m.y[i], Z: m.z[i]}
			if d := p.Sub(c).Norm() + m.r[i]; d > r {
				far, r = p, d
			}
		}
		return far, r
	}
	_, least := farthest()
	best := c
	for step := 2; step < 200; step++ {
		far, r := farthest()
		if r < least {
			best, least = c, r
		}
		c = c.AddScaled(1/float64(step), far.Sub(c))
	}
	return Sphere{Center: best.Array(), Radius: least * (1 + 1e-12)}
}

// reaches bounds the distance of a group's centres from the axis of each joint that moves it, by
// the lengths along the chain from the joint to the group.
func (m *Model) reaches(g *group) []float64 {
	reach := make([]float64, len(m.bodies))
	length := 0.0
	for i := g.first; i < g.end; i++ {
		length = max(length, math.Sqrt(m.x[i]*m.x[i]+m.y[i]*m.y[i]+m.z[i]*m.z[i]))
	}
	for b := g.body; b >= 0; b = m.bodies[b].parent {
		at := &m.bodies[b]
		reach[b] = length
		if at.slides {
			reach[b] = 1
			length += max(math.Abs(m.lower[b]), math.Abs(m.upper[b]))
		} else if b == g.body { // a joint's own links have a known distance from its axis
			reach[b] = 0
			for i := g.first; i < g.end; i++ {
				reach[b] = max(reach[b], math.Hypot(m.x[i], m.y[i]))
			}
		}
		length += spatial.VecOf(at.joint.P).Norm()
	}
	return reach
}

// addPairs lists the pairs of groups that move against each other and must not touch.
func (m *Model) addPairs(allowed [][2]string) {
	may := map[[2]string]bool{}
	for _, p := range allowed {
		may[p], may[[2]string{p[1], p[0]}] = true, true
	}
	for i := range m.groups {
		for j := range i {
			a, b := &m.groups[j], &m.groups[i]
			if a.body != b.body && !may[[2]string{a.link, b.link}] {
				m.pairs = append(m.pairs, pair{j, i, a.bound.Radius + b.bound.Radius})
			}
		}
	}
}

// Dim returns the number of joints that move.
func (m *Model) Dim() int { return len(m.bodies) }

// Names returns the links that the joints move, in the order of a configuration.
func (m *Model) Names() []string { return append([]string(nil), m.names...) }

func checkLinks(links []Link, allowed [][2]string) error {
	var all []error
	if len(links) == 0 || len(links) > maxLinks {
		return fmt.Errorf("spheres: %d links; expected 1 to %d", len(links), maxLinks)
	}
	known, total, moving := map[string]bool{}, 0, 0
	for i := range links {
		l := &links[i]
		bad := func(format string, args ...any) {
			all = append(all, fmt.Errorf("spheres: link %q: %s", l.Name, fmt.Sprintf(format, args...)))
		}
		if l.Name == "" || known[l.Name] {
			bad("the name is empty or used twice")
		}
		known[l.Name] = true
		if l.Parent < -1 || l.Parent >= i {
			bad("the parent is link %d; expected an earlier link, or -1 for the world", l.Parent)
		}
		if !l.Origin.R.Valid() || !finite(l.Origin.P[:]...) {
			bad("the origin is not a pose")
		}
		checkJoint(l, bad)
		if l.Motion != Fixed {
			moving++
		}
		for k, s := range l.Spheres {
			if !finite(s.Center[:]...) || !finite(s.Radius) || s.Radius <= 0 {
				bad("sphere %d has the centre %v and the radius %g; expected finite numbers and a positive radius", k, s.Center, s.Radius)
			}
		}
		total += len(l.Spheres)
	}
	if total > maxSpheres {
		all = append(all, fmt.Errorf("spheres: %d spheres; expected at most %d", total, maxSpheres))
	}
	if moving == 0 {
		all = append(all, errors.New("spheres: no link moves; expected at least one revolute or prismatic joint"))
	}
	for _, p := range allowed {
		if !known[p[0]] || !known[p[1]] {
			all = append(all, fmt.Errorf("spheres: the allowed pair %q, %q names an unknown link", p[0], p[1]))
		}
	}
	return errors.Join(all...)
}

func checkJoint(l *Link, bad func(format string, args ...any)) {
	switch l.Motion {
	case Fixed:
		return
	case Revolute, Prismatic:
	default:
		bad("the motion is %d; expected Fixed, Revolute or Prismatic", l.Motion)
		return
	}
	if !finite(l.Axis[:]...) || spatial.VecOf(l.Axis).Norm() == 0 {
		bad("the axis is %v; expected a finite vector that is not zero", l.Axis)
	}
	if !finite(l.Lower, l.Upper) || l.Lower > l.Upper {
		bad("the limits are %g .. %g; expected finite limits in ascending order", l.Lower, l.Upper)
	}
}

func finite(all ...float64) bool {
	for _, v := range all {
		if v-v != 0 {
			return false
		}
	}
	return true
}
