package environment

import (
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// checker finds contacts of the moving parts of one robot with each other and with everything else.
// A part is a link of a robot or a body.
type checker struct {
	scene     *Scene
	robot     *robot
	base      spatial.Pose // of the robot's root link in the world
	margin    float64
	workspace *rigidbody.Workspace
	followers rigidbody.Followers
	query     *geometry.Query

	parts   []part // moving ones first
	moving  int
	shapes  []shape        // of all parts, in their order
	tree    *geometry.Tree // boxes of the shapes that do not move
	still   []int          // the parts of these shapes
	found   []int32        // what the tree returned
	blocked struct {
		found bool
		a, b  int
	} // two parts that do not move relative to each other are in contact
	hitA, hitB int    // the last contact found
	move       uint64 // counts the calls of place
}

// part is a link or a body with a run of shapes.
type part struct {
	at          allowedPart // its place in the scene
	name        string
	hull        geometry.Ball // around its shapes, in its frame
	ball        geometry.Ball // the same at the place of the moment
	pose        spatial.Pose  // of its frame at that place
	move        uint64        // for which its shapes were placed
	frame       int           // the link that it moves with, for a moving part; see movers
	link        int           // that of the filter
	first, last int           // shapes
	others      []int         // moving parts of lower numbers that it is checked against
	checks      []bool        // whether it is checked against each part that does not move
}

// shape is a shape at its place of the moment.
type shape struct {
	local  spatial.Pose // in the frame of the part's link, for a moving part
	placed geometry.Placed
	balls  *balls
	ball   geometry.Ball
	box    geometry.AABB // for a part that does not move
}

// init compiles the parts of a scene.
func (c *checker) init(s *Scene, o *object, mover []int, margin float64) {
	*c = checker{scene: s, robot: o.robot, base: s.poseOf(o), margin: margin, workspace: o.robot.model.NewWorkspace(),
		followers: o.robot.world.Reduction().Followers(), query: &geometry.Query{}}
	all, shapes := s.carriedParts(o, mover), 0
	for i := range all {
		shapes += len(all[i].geoms())
	}
	c.parts, c.shapes = make([]part, 0, len(all)), make([]shape, 0, shapes)
	var still []carried
	for _, link := range all {
		if link.moves {
			c.addPart(link)
		} else {
			still = append(still, link)
		}
	}
	c.moving = len(c.parts)
	for _, link := range still {
		c.addPart(link)
	}
	c.place(o.robot.position)
	c.pairUp(o)
	c.fillTree()
}

// fillTree keeps the shapes that do not move.
func (c *checker) fillTree() {
	var boxes []geometry.AABB
	for k := c.moving; k < len(c.parts); k++ {
		for i := c.parts[k].first; i < c.parts[k].last; i++ {
			boxes, c.still = append(boxes, c.shapes[i].box), append(c.still, k)
		}
	}
	c.tree, c.found = geometry.NewTree(len(boxes)), make([]int32, 0, len(boxes))
	c.tree.Fill(boxes)
}

// carried is a part of the scene with its relation to the checked robot.
type carried struct {
	object  *object
	link    int
	moves   bool
	frame   int          // the link that it moves with
	inFrame spatial.Pose // its pose there, or in the world if it does not move
}

// carriedParts lists every part of the scene that has shapes.
func (s *Scene) carriedParts(robot *object, mover []int) []carried {
	var all []carried
	for _, o := range s.objects {
		if o.body != nil {
			all = append(all, s.carry(robot, mover, carried{object: o, inFrame: spatial.IdentityPose()}))
			continue
		}
		for link := range o.robot.names {
			if o == robot {
				all = append(all, s.carryLink(robot, mover, carried{object: o, link: link, inFrame: spatial.IdentityPose()}, link))
				continue
			}
			all = append(all, s.carry(robot, mover, carried{object: o, link: link, inFrame: o.robot.linkPoses()[link]}))
		}
	}
	return slices.DeleteFunc(all, func(p carried) bool { return len(p.geoms()) == 0 })
}

// carry finds out whether the robot's moving links carry an object.
func (s *Scene) carry(robot *object, mover []int, p carried) carried {
	for o := p.object; ; {
		p.inFrame = o.pose.Times(&p.inFrame)
		if o.hold.by == nil {
			return p // free in the world
		}
		link := o.hold.link
		o = s.objects[s.at(o.hold.by)]
		switch {
		case o == robot:
			return s.carryLink(robot, mover, p, link)
		case o.robot != nil:
			p.inFrame = o.robot.linkPoses()[link].Times(&p.inFrame)
		}
	}
}

// carryLink places a part, whose pose in a link is known, in the frame that the link moves with.
func (s *Scene) carryLink(robot *object, mover []int, p carried, link int) carried {
	if p.frame = mover[link]; p.frame < 0 {
		at := s.linkPose(robot, link)
		p.inFrame = at.Times(&p.inFrame)
		return p
	}
	p.moves = true
	poses := robot.robot.linkPoses()
	inFrame := poses[p.frame].InverseTimes(&poses[link])
	p.inFrame = inFrame.Times(&p.inFrame)
	return p
}

func (p *carried) geoms() []geom {
	if p.object.body != nil {
		return p.object.body.geoms
	}
	return p.object.robot.geoms[p.link]
}

func (c *checker) addPart(p carried) {
	at := allowedPart{p.object.token.id, p.link}
	name := p.object.name
	if p.object.robot != nil {
		name += "/" + p.object.robot.names[p.link]
	} else {
		at.link = -1
	}
	first := len(c.shapes)
	for _, g := range p.geoms() {
		s := shape{local: p.inFrame.Times(&g.pose), balls: g.balls}
		s.placed = geometry.Placed{Shape: g.shape, Pose: s.local}
		s.ball, s.box = s.placed.Ball(), s.placed.Bounds()
		c.shapes = append(c.shapes, s)
	}
	hull := ballAround(c.shapes[first:])
	c.parts = append(c.parts, part{hull: hull, ball: hull, at: at, name: name, frame: p.frame, first: first, last: len(c.shapes)})
}

// pairUp lists the pairs to check, and checks those that do not move relative to each other,
// without a margin.
func (c *checker) pairUp(robot *object) {
	for i := range c.moving {
		c.parts[i].checks = make([]bool, len(c.parts)-c.moving)
	}
	for b := range c.parts {
		for a := range b {
			if !c.checked(robot, a, b) {
				continue
			}
			switch {
			case a >= c.moving, b < c.moving && c.parts[a].frame == c.parts[b].frame: // one check is enough
				if !c.blocked.found && c.touch(a, b, 0) {
					c.blocked.found, c.blocked.a, c.blocked.b = true, a, b
				}
			case b < c.moving:
				c.parts[b].others = append(c.parts[b].others, a)
			default:
				c.parts[a].checks[b-c.moving] = true
			}
		}
	}
}

// checked reports whether two parts are checked against each other; a is lower than b.
func (c *checker) checked(robot *object, a, b int) bool {
	p, q, own := &c.parts[a], &c.parts[b], robot.token.id
	switch {
	case c.scene.mayTouch(p.at, q.at):
		return false
	case p.at.id == own && q.at.id == own:
		return !slices.Contains(robot.robot.near[max(p.at.link, q.at.link)], min(p.at.link, q.at.link))
	case p.at.id == own:
		return !c.scene.mayBeTouched(robot, p.at.link, q.at.id)
	case q.at.id == own:
		return !c.scene.mayBeTouched(robot, q.at.link, p.at.id)
	}
	// Two other objects that do not move relative to each other do not concern the robot.
	return a < c.moving && (b >= c.moving || p.frame != q.frame)
}

// mayBeTouched reports whether a link of the robot holds an object, or may touch one that the robot
// grabs.
func (s *Scene) mayBeTouched(robot *object, link int, id ID) bool {
	o := s.find(id)
	if o == nil {
		return false
	}
	h := &o.hold
	return h.by == robot.token && (h.link == link || slices.Contains(h.touch, link))
}

// place moves the balls around the moving parts to a position of the robot's world. Their shapes
// follow when they are needed: see placed.
func (c *checker) place(position []float64) {
	c.move++
	_ = c.workspace.SetPosition(position) // its length is that of the robot's position
	frame := -1
	var at spatial.Pose
	for i := range c.parts[:c.moving] {
		p := &c.parts[i]
		if p.frame != frame {
			frame = p.frame
			at = c.workspace.Pose(frame)
			at = c.base.Times(&at)
		}
		p.pose, p.ball.Centre = at, at.Apply(spatial.VecOf(p.hull.Centre)).Array()
	}
}

// placed returns the shapes of a part at their places.
func (c *checker) placed(i int) []shape {
	p := &c.parts[i]
	shapes := c.shapes[p.first:p.last]
	if i < c.moving && p.move != c.move {
		p.move = c.move
		for k := range shapes {
			s := &shapes[k]
			s.placed.Pose = p.pose.Times(&s.local)
			s.ball = s.placed.Ball()
		}
	}
	return shapes
}

// ballAround returns a ball around the balls of shapes, infinite around one that is.
func ballAround(shapes []shape) geometry.Ball {
	box := geometry.AABB{Min: shapes[0].ball.Centre, Max: shapes[0].ball.Centre}
	for i := range shapes {
		b := &shapes[i].ball
		point := geometry.AABB{Min: b.Centre, Max: b.Centre}
		around := point.Grown(b.Radius)
		box = box.Union(&around)
	}
	middle := spatial.VecOf(box.Min).Add(spatial.VecOf(box.Max)).Scale(0.5)
	radius := 0.0
	for i := range shapes {
		radius = max(radius, spatial.VecOf(shapes[i].ball.Centre).Sub(middle).Norm()+shapes[i].ball.Radius)
	}
	if math.IsNaN(radius) || math.IsInf(radius, 1) {
		return geometry.Ball{Radius: math.Inf(1)}
	}
	return geometry.Ball{Centre: middle.Array(), Radius: radius}
}

// anyPair reports whether two parts are in contact, and keeps which.
func (c *checker) anyPair() bool {
	for i := range c.moving {
		for _, k := range c.parts[i].others {
			if c.touch(i, k, c.margin) {
				c.hitA, c.hitB = i, k
				return true
			}
		}
		if k := c.nearStill(i); k >= 0 {
			c.hitA, c.hitB = i, k
			return true
		}
	}
	return false
}

// nearStill returns a part that does not move and that a moving part is in contact with, -1 for
// none.
func (c *checker) nearStill(moving int) int {
	p := &c.parts[moving]
	var box geometry.AABB
	for k, v := range p.ball.Centre {
		box.Min[k], box.Max[k] = v-p.ball.Radius-c.margin, v+p.ball.Radius+c.margin
	}
	first := len(c.shapes) - len(c.still) // of the shapes that do not move
	c.found = c.tree.Overlapping(c.found[:0], &box)
	for _, n := range c.found {
		y := &c.shapes[first+int(n)]
		if !p.checks[c.still[n]-c.moving] || !ballNear(&p.ball, &y.box, c.margin) {
			continue
		}
		shapes := c.placed(moving)
		for i := range shapes {
			x := &shapes[i]
			if ballNear(&x.ball, &y.box, c.margin) && c.query.Within(&x.placed, &y.placed, c.margin) {
				return c.still[n]
			}
		}
	}
	return -1
}

// touch reports whether two parts are at most margin apart, m.
func (c *checker) touch(a, b int, margin float64) bool {
	if ballsApart(&c.parts[a].ball, &c.parts[b].ball) > margin {
		return false
	}
	p, q := c.placed(a), c.placed(b)
	for i := range p {
		x := &p[i]
		for k := range q {
			y := &q[k]
			if c.query.Within(&x.placed, &y.placed, margin) {
				return true
			}
		}
	}
	return false
}

// ballNear reports whether a ball and a box are at most margin apart.
func ballNear(b *geometry.Ball, box *geometry.AABB, margin float64) bool {
	sum := 0.0
	for k, x := range b.Centre {
		gap := max(box.Min[k]-x, x-box.Max[k], 0)
		sum += gap * gap
	}
	reach := b.Radius + margin
	return reach >= 0 && (!(sum > reach*reach) || math.IsInf(reach, 1))
}

func (c *checker) text(a, b int) string { return c.parts[a].name + " touches " + c.parts[b].name }
