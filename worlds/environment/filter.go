package environment

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/planning/spheres"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// filter decides most configurations by balls, many times faster than the exact shapes do. Where
// the balls around the moving parts are free, the parts are; where the balls within them touch, the
// parts do. What neither decides is left to the exact check, so that a space with the filter and
// one without it give the same answers.
type filter struct {
	around *spheres.Checker
	within *spheres.Checker // nil where no balls are known
	places []int            // degree of freedom of the checkers -> place in the position of the world
	// lower and upper are the limits within which the checkers hold: they use how far slides go.
	lower, upper []float64
	q, from      []float64
}

// slack is more than the error of the exact distances, m: a distance within the slack of the margin
// is for the exact check.
const slack = 2e-6

// newFilter returns the filter of a checker. It is nil where the robot moves in a way, or carries a
// shape, that package spheres does not know.
func newFilter(c *checker, mover []int, p *Space) *filter {
	f := &filter{}
	links := f.frames(c, mover, p)
	if links == nil {
		return nil
	}
	around, within := f.parts(c, links)
	if around == nil {
		return nil
	}
	var allowed [][2]string
	for b := range c.moving {
		for a := range b {
			if !slices.Contains(c.parts[b].others, a) {
				allowed = append(allowed, [2]string{partName(a), partName(b)})
			}
		}
	}
	if f.around = newBalls(around, allowed, c.obstacles(c.margin/2+slack, obstaclesAround)); f.around == nil {
		return nil
	}
	f.within = newBalls(within, allowed, c.obstacles(0, obstaclesWithin))
	return f
}

func partName(i int) string { return fmt.Sprint("part ", i) }

// newBalls returns a checker, nil where it has nothing to check.
func newBalls(links []spheres.Link, allowed [][2]string, obstacles []spheres.Obstacle) *spheres.Checker {
	if links == nil || obstacles == nil {
		return nil
	}
	model, err := spheres.NewModel(links, allowed)
	if err != nil {
		return nil // more than it can take
	}
	scene, err := model.NewScene(obstacles, 1)
	if err != nil {
		return nil
	}
	return scene.NewChecker()
}

// frames returns a link for each frame that moves, in the order of the links of the robot, nil for
// joints that package spheres does not know.
func (f *filter) frames(c *checker, mover []int, p *Space) (links []spheres.Link) {
	world, poses := c.robot.world, c.robot.linkPoses()
	joint := make([]int, len(mover))
	for i := range world.NumJoints() {
		joint[world.BodyOfJoint(i)] = i
	}
	index := make([]int, len(mover))
	for frame, m := range mover {
		if m != frame {
			continue
		}
		j, slot := world.Joint(joint[frame]), world.Slot(joint[frame])
		link := spheres.Link{Name: fmt.Sprint("frame ", frame), Parent: -1, Axis: j.Axis}
		var back spatial.Pose
		switch j.Type {
		case worlds.Revolute, worlds.Continuous:
			link.Motion = spheres.Revolute
			back = spatial.Pose{R: spatial.Exp(spatial.VecOf(j.Axis).Unit().Scale(-c.robot.position[slot.Position])).Rotation()}
		case worlds.Prismatic:
			link.Motion = spheres.Prismatic
			back = spatial.Pose{R: spatial.IdentityRotation(), P: spatial.VecOf(j.Axis).Unit().Scale(-c.robot.position[slot.Position]).Array()}
		default:
			return nil
		}
		before := poses[frame].Times(&back) // the frame of the joint, in that of the root
		link.Origin = c.base.Times(&before)
		for up := c.robot.parent[frame]; up >= 0; up = c.robot.parent[up] {
			if above := mover[up]; above >= 0 {
				link.Parent, link.Origin = index[above], poses[above].InverseTimes(&before)
				break
			}
		}
		link.Lower, link.Upper = p.limitsAt(joint[frame])
		index[frame] = len(links)
		links = append(links, link)
		f.places, f.lower, f.upper = append(f.places, slot.Position), append(f.lower, link.Lower), append(f.upper, link.Upper)
	}
	f.q, f.from = make([]float64, len(f.places)), make([]float64, len(f.places))
	for i := range c.parts[:c.moving] {
		c.parts[i].link = index[c.parts[i].frame]
	}
	return links
}

// limitsAt returns the limits of a joint of one degree of freedom that moves with the space.
func (p *Space) limitsAt(joint int) (lower, upper float64) {
	world := p.robot.world
	leader, multiplier, offset := world.Reduction().Leader(joint)
	for i, at := range p.places {
		if at == world.Slot(leader).Position {
			a, b := p.lower[i]*multiplier+offset, p.upper[i]*multiplier+offset
			return min(a, b), max(a, b)
		}
	}
	return math.Inf(-1), math.Inf(1) // no filter
}

// parts adds a link for each moving part, with balls around its shapes and with balls within them.
// It returns nil for a shape that balls cannot cover.
func (f *filter) parts(c *checker, frames []spheres.Link) (around, within []spheres.Link) {
	around, within = append(around, frames...), append(within, frames...)
	found := false
	for i := range c.parts[:c.moving] {
		p := &c.parts[i]
		link := spheres.Link{Name: partName(i), Parent: p.link, Origin: spatial.IdentityPose()}
		inner := link
		for k := p.first; k < p.last; k++ {
			s := &c.shapes[k]
			covering, inside := s.balls.of(s.placed.Shape)
			if covering == nil {
				return nil, nil
			}
			link.Spheres = addBalls(link.Spheres, s, covering, c.margin/2+slack)
			inner.Spheres = addBalls(inner.Spheres, s, inside, c.margin/2-slack)
		}
		found = found || len(inner.Spheres) > 0
		around, within = append(around, link), append(within, inner)
	}
	if !found {
		within = nil
	}
	return around, within
}

// addBalls adds balls of a shape that are larger by a length, without those that vanish.
func addBalls(to []spheres.Sphere, s *shape, all []geometry.Ball, larger float64) []spheres.Sphere {
	for _, b := range all {
		if r := b.Radius + larger; r > 0 {
			to = append(to, spheres.Sphere{Center: s.local.Apply(spatial.VecOf(b.Centre)).Array(), Radius: r})
		}
	}
	return to
}

// obstacles returns the shapes that do not move, each larger by a length, with the parts that may
// touch them.
func (c *checker) obstacles(larger float64, of func(to []spheres.Obstacle, s *geometry.Placed, larger float64) []spheres.Obstacle) []spheres.Obstacle {
	all := []spheres.Obstacle{}
	for k := c.moving; k < len(c.parts); k++ {
		var may []string
		for i := range c.moving {
			if !c.parts[i].checks[k-c.moving] {
				may = append(may, partName(i))
			}
		}
		if len(may) == c.moving {
			continue
		}
		begin := len(all)
		for i := c.parts[k].first; i < c.parts[k].last; i++ {
			if all = of(all, &c.shapes[i].placed, larger); all == nil {
				return nil
			}
		}
		for i := begin; i < len(all); i++ {
			all[i] = all[i].Allow(may...)
		}
	}
	return all
}

// obstaclesAround adds obstacles that cover a shape and everything within a length of it. It
// returns nil for a shape of infinite size.
func obstaclesAround(to []spheres.Obstacle, s *geometry.Placed, larger float64) []spheres.Obstacle {
	switch shape := s.Shape.(type) {
	case *geometry.Plane:
		return nil
	case *geometry.Sphere:
		return append(to, spheres.Ball("", s.Pose.P, shape.Radius()+larger))
	case *geometry.Cylinder:
		return append(to, spheres.Cylinder("", s.Pose, shape.Radius()+larger, shape.Length()+2*larger))
	case *geometry.Capsule:
		return addCapsule(to, s, shape.Length(), shape.Radius()+larger)
	}
	box := s.Shape.Bounds()
	grown := box.Grown(larger)
	low, high := spatial.VecOf(grown.Min), spatial.VecOf(grown.Max)
	pose := spatial.Pose{R: s.Pose.R, P: s.Pose.Apply(low.Add(high).Scale(0.5)).Array()}
	return append(to, spheres.Box("", pose, high.Sub(low).Array()))
}

// obstaclesWithin adds obstacles that are parts of a shape, none where they are not known.
func obstaclesWithin(to []spheres.Obstacle, s *geometry.Placed, _ float64) []spheres.Obstacle {
	switch shape := s.Shape.(type) {
	case *geometry.Sphere:
		if shape.Radius() > 0 {
			return append(to, spheres.Ball("", s.Pose.P, shape.Radius()))
		}
	case *geometry.Cylinder:
		if shape.Radius() > 0 && shape.Length() > 0 {
			return append(to, spheres.Cylinder("", s.Pose, shape.Radius(), shape.Length()))
		}
	case *geometry.Capsule:
		if shape.Radius() > 0 {
			return addCapsule(to, s, shape.Length(), shape.Radius())
		}
	case *geometry.Box:
		if size := shape.Size(); min(size[0], size[1], size[2]) > 0 {
			return append(to, spheres.Box("", s.Pose, size))
		}
	}
	return to
}

// addCapsule adds a capsule as a cylinder and two balls.
func addCapsule(to []spheres.Obstacle, s *geometry.Placed, length, radius float64) []spheres.Obstacle {
	for _, z := range []float64{-length / 2, length / 2} {
		to = append(to, spheres.Ball("", s.Pose.Apply(spatial.Vec{Z: z}).Array(), radius))
	}
	if length > 0 {
		to = append(to, spheres.Cylinder("", s.Pose, radius, length))
	}
	return to
}

// decision is what the filter finds.
type decision uint8

const (
	undecided decision = iota
	surelyFree
	surelyTouching
)

// decide looks at a position of the robot's world. A filter that is nil decides nothing.
func (f *filter) decide(position []float64) decision {
	switch {
	case f == nil || !f.read(f.q, position):
		return undecided
	case f.around.Free(f.q):
		return surelyFree
	case f.within != nil && !f.within.Free(f.q):
		return surelyTouching
	}
	return undecided
}

// read takes the degrees of freedom from a position, and reports whether they are within limits.
func (f *filter) read(q, position []float64) bool {
	for i, at := range f.places {
		v := position[at]
		if !(v >= f.lower[i] && v <= f.upper[i]) {
			return false
		}
		q[i] = v
	}
	return true
}
