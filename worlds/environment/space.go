package environment

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// SpaceOptions say which configurations a [Space] has, and how it checks them.
type SpaceOptions struct {
	// Group is a declared joint group of the robot's world. Empty: Joints, or all joints that follow
	// no other where Joints is empty, too.
	Group string
	// Joints are the joints of a configuration, in its order. Set Group or Joints.
	Joints []string
	// Margin is the least distance of parts that move relative to each other, m.
	Margin float64
	// Step is the greatest distance of the points at which a motion is checked, as a Euclidean
	// distance between configurations, rad or m. 0 means 1/64. Between two points no part is
	// checked: see [Space].
	Step float64
	// Exact leaves out the filter of balls; see [Space]. It changes no answer.
	Exact bool
	// Lower and Upper replace the limits of position, one for each number of a configuration. Nil:
	// the limits of the world narrowed to what mimic joints tolerate, and two turns about 0 for a
	// continuous joint.
	Lower, Upper []float64
}

// Space is the configuration space of a joint group of a robot in a scene. It is a
// [planning.Space]. It stays at the scene that it was made of, and serves one goroutine; make one
// for each worker. Free and FreeEdge do not allocate, but once, for the filter.
//
// Most answers come from a filter of balls, by package spheres: where balls that cover the moving
// parts are free, the parts are, and where balls that are parts of them touch, the parts do. The
// rest, and every distance, comes from the exact shapes. The filter changes no answer. It is made
// once the space has checked a few configurations, and left out for robots with planar or floating
// joints in the group, and beside infinite shapes.
//
// FreeEdge checks the points of a grid, and not the way between them. There a point of the robot
// whose distance from the axes of the joints is at most R1, R2 ... moves by at most Step
// sqrt(R1^2 + R2^2 ...), 0.03 m for an arm that reaches 1 m and a step of 1/64, so what it can
// touch unnoticed is no deeper than half of that. A Margin of as much excludes it. FreeSweep checks
// the whole way.
type Space struct {
	checker
	filter       *filter // see lazily; nil without one
	mover        []int
	waiting      int // configurations to check until the filter is made
	path         string
	joints       []string
	lower, upper []float64
	places       []int // number of a configuration -> place in the position of the world
	position     []float64
	edges        planning.Edges
	swept        *sweep // see sweeps
}

var (
	_ planning.Space     = (*Space)(nil)
	_ planning.Explainer = (*Space)(nil)
)

// Space returns the configuration space of joints of a robot. All other joints, robots and bodies
// stay where the scene has them; what the robot holds moves along.
func (s *Scene) Space(h Handle, options SpaceOptions) (*Space, error) {
	o, err := s.robotOf(h)
	if err != nil {
		return nil, err
	}
	p := &Space{path: objectPath(s.Name(), o.name), position: slices.Clone(o.robot.position)}
	group, err := groupOf(o.robot.world, &options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	if err := p.setLimits(o.robot, group, &options); err != nil {
		return nil, err
	}
	if !(options.Margin >= 0) || math.IsInf(options.Margin, 0) {
		return nil, fmt.Errorf("%s: the margin is %v m; expected a finite length of at least 0", p.path, options.Margin)
	}
	step := options.Step
	if step == 0 {
		step = 1.0 / 64
	}
	if !(step > 0) || math.IsInf(step, 0) {
		return nil, fmt.Errorf("%s: the step is %v; expected a finite number above 0, or 0 for 1/64", p.path, options.Step)
	}
	p.edges = planning.Edges{Step: step, Free: p.Free}
	p.mover = movers(o.robot, group)
	p.checker.init(s, o, p.mover, options.Margin)
	if !options.Exact {
		p.waiting = few
	}
	return p, nil
}

// groupOf returns the joints of the options.
func groupOf(world *worlds.World, options *SpaceOptions) (*worlds.JointGroup, error) {
	switch {
	case options.Group != "" && len(options.Joints) > 0:
		return nil, fmt.Errorf("the space has both the joint group %s and a list of joints; expected one of them", source.Quote(options.Group))
	case options.Group != "":
		return world.Group(options.Group)
	case len(options.Joints) > 0:
		return world.NewGroup("joints", options.Joints...)
	}
	names := world.JointNames()
	var independent []string
	for _, i := range world.Reduction().Independent() {
		independent = append(independent, names[i])
	}
	return world.NewGroup("joints", independent...)
}

// setLimits fills joints, limits and places.
func (p *Space) setLimits(r *robot, group *worlds.JointGroup, options *SpaceOptions) error {
	limits := r.world.Reduction().Limits()
	for i := range group.NumJoints() {
		k := group.WorldJoint(i)
		joint := r.world.Joint(k)
		slot := r.world.Slot(k)
		path := p.path + ".joints[" + joint.Name + "]"
		switch {
		case joint.Mimic != nil:
			return fmt.Errorf("%s: the joint follows %s; expected joints that follow no other", path, source.Quote(joint.Mimic.Joint))
		case slot.PositionLength != slot.VelocityLength:
			return fmt.Errorf("%s: the joint is %v, and its positions are no vector space; expected a joint of another type", path, joint.Type)
		}
		p.joints = append(p.joints, joint.Name)
		for n := range slot.PositionLength {
			lower, upper := limits[slot.Velocity+n].Lower, limits[slot.Velocity+n].Upper
			if joint.Type == worlds.Continuous || joint.Type == worlds.Planar && n == 2 {
				lower, upper = max(lower, -2*math.Pi), min(upper, 2*math.Pi)
			}
			p.lower, p.upper = append(p.lower, lower), append(p.upper, upper)
			p.places = append(p.places, slot.Position+n)
		}
	}
	if len(p.places) == 0 {
		return fmt.Errorf("%s: the joint group has no joint; expected at least one", p.path)
	}
	if err := replaceLimits(p.path+".lower", p.lower, options.Lower); err != nil {
		return err
	}
	if err := replaceLimits(p.path+".upper", p.upper, options.Upper); err != nil {
		return err
	}
	for i := range p.lower {
		if !(p.lower[i] <= p.upper[i]) || math.IsInf(p.lower[i], 0) || math.IsInf(p.upper[i], 0) {
			return fmt.Errorf("%s: number %d of a configuration has the limits %g .. %g; expected finite ones in ascending order: give Lower and Upper",
				p.path, i, p.lower[i], p.upper[i])
		}
	}
	return nil
}

func replaceLimits(path string, limits, replacement []float64) error {
	if replacement == nil {
		return nil
	}
	if len(replacement) != len(limits) {
		return fmt.Errorf("%s has %d numbers; expected %d", path, len(replacement), len(limits))
	}
	copy(limits, replacement)
	return nil
}

// movers returns for each link the last link at or above it whose joint moves with the joints of a
// group, -1 for a link that stays.
func movers(r *robot, group *worlds.JointGroup) []int {
	moves := make([]bool, r.world.NumJoints())
	for i := range group.NumJoints() {
		moves[group.WorldJoint(i)] = true
	}
	for i := range moves {
		leader, _, _ := r.world.Reduction().Leader(i)
		moves[i] = moves[i] || moves[leader]
	}
	mover := slices.Repeat([]int{-1}, len(r.names))
	for i, m := range moves {
		if link := r.world.BodyOfJoint(i); m {
			mover[link] = link
		}
	}
	for i, parent := range r.parent {
		if mover[i] < 0 && parent >= 0 {
			mover[i] = mover[parent]
		}
	}
	return mover
}

// Dim returns the length of a configuration.
func (p *Space) Dim() int { return len(p.places) }

// Lower returns the lower limits of position. The caller does not change them.
func (p *Space) Lower() []float64 { return p.lower }

// Upper returns the upper limits of position. The caller does not change them.
func (p *Space) Upper() []float64 { return p.upper }

// Joints returns the names of the joints in the order of a configuration.
func (p *Space) Joints() []string { return slices.Clone(p.joints) }

// Configuration writes the joints' part of a position of the robot's world into q, length Dim.
func (p *Space) Configuration(q, position []float64) error {
	if len(q) != len(p.places) || len(position) != len(p.position) {
		return fmt.Errorf("%s: vectors of length %d and %d; expected %d for the configuration and %d for the position",
			p.path, len(q), len(position), len(p.places), len(p.position))
	}
	for i, at := range p.places {
		q[i] = position[at]
	}
	return nil
}

// Position writes the position of the robot's world at a configuration into position, mimic joints
// included.
func (p *Space) Position(position, q []float64) error {
	if len(q) != len(p.places) || len(position) != len(p.position) {
		return fmt.Errorf("%s: vectors of length %d and %d; expected %d for the configuration and %d for the position",
			p.path, len(q), len(position), len(p.places), len(p.position))
	}
	copy(position, p.position)
	for i, at := range p.places {
		position[at] = q[i]
	}
	return p.robot.world.Reduction().Follow(position, nil)
}

// few is the number of configurations that are checked before the filter is made, which takes about
// as long.
const few = 16

// lazily returns the filter, which is made once some more configurations exceed the first few.
func (p *Space) lazily(more int) *filter {
	if p.waiting > 0 {
		if p.waiting -= more; p.waiting <= 0 {
			p.filter = newFilter(&p.checker, p.mover, p)
		}
	}
	return p.filter
}

// set takes over a configuration of the right length.
func (p *Space) set(q []float64) {
	for i, at := range p.places {
		p.position[at] = q[i]
	}
	p.followers.Positions(p.position)
}

// move brings the moving parts to a configuration of the right length.
func (p *Space) move(q []float64) {
	p.set(q)
	p.place(p.position)
}

// Free reports whether the moving parts are free at a configuration. A configuration of another
// length, or with a number that is not finite, is not free.
func (p *Space) Free(q []float64) bool {
	if !p.valid(q) || p.blocked.found {
		return false
	}
	p.set(q)
	if d := p.lazily(1).decide(p.position); d != undecided {
		return d == surelyFree
	}
	p.place(p.position)
	return !p.anyPair()
}

// valid reports whether a configuration has the length Dim and finite numbers.
func (p *Space) valid(q []float64) bool {
	for _, v := range q {
		if v-v != 0 {
			return false
		}
	}
	return len(q) == len(p.places)
}

// FreeEdge reports whether all points of the straight motion from a to b are free, a excluded.
func (p *Space) FreeEdge(a, b []float64) bool {
	if !p.valid(a) || !p.valid(b) || p.blocked.found {
		return false
	}
	n := planning.Parts(a, b, p.edges.Step)
	if f := p.lazily(n); f != nil {
		p.set(a)
		inside := f.read(f.from, p.position)
		p.set(b)
		if inside && f.read(f.q, p.position) && f.around.FreeParts(f.from, f.q, n) {
			return true
		}
	}
	return p.edges.FreeEdge(a, b)
}

// Explain names two parts that are in contact at a configuration, or is empty for a free one.
func (p *Space) Explain(q []float64) string {
	if !p.valid(q) {
		return fmt.Sprintf("%s: the configuration is %v; expected %d finite numbers", p.path, q, len(p.places))
	}
	if p.blocked.found {
		return p.text(p.blocked.a, p.blocked.b) + " whatever these joints do"
	}
	p.move(q)
	if !p.anyPair() {
		return ""
	}
	return p.text(p.hitA, p.hitB)
}

// LinkPose returns the pose in the world of a link of the robot at a configuration. The error is a
// *[worlds.UnknownNameError], or reports a wrong length.
func (p *Space) LinkPose(q []float64, link string) (spatial.Pose, error) {
	if len(q) != len(p.places) {
		return spatial.Pose{}, fmt.Errorf("%s: the configuration has %d numbers; expected %d", p.path, len(q), len(p.places))
	}
	i, err := p.robot.world.BodyIndex(link)
	if err != nil {
		return spatial.Pose{}, err
	}
	p.move(q)
	pose := p.workspace.Pose(i)
	return p.base.Times(&pose), nil
}
