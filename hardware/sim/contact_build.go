package sim

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/hardware/sim/contact"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	// mostPairs bounds the pairs of a point and a surface.
	mostPairs = 4096
	// deepest is how deep a point may begin in a surface, m.
	deepest = 0.01
)

// shape is what surfaces are made of.
type shape interface {
	Gap(centre contact.Vec, radius float64) contact.Near
	Ahead(centre, way contact.Vec, radius float64) contact.Near
}

// surface is a Surface, resolved.
type surface struct {
	name        string
	carrier     int          // index of its carrier, -1 for the room
	inBody      spatial.Pose // of its frame
	pose        spatial.Pose // of its frame in the room, in the middle of the step
	shape       shape
	friction    float64
	restitution float64
}

// contactSet is a ContactSet, resolved.
type contactSet struct {
	name    string
	body    int
	carrier int
	pairs   []int // of it
}

// contacts is all that may touch.
type contacts struct {
	carriers []carrier
	surfaces []surface
	sets     []contactSet
	pairs    []pair
}

// buildContacts resolves surfaces and sets. The plant stands at its start.
func (p *Plant) buildContacts(o *Options) []error {
	c := &checker{where: fmt.Sprintf("plant of world %q", p.world.Name())}
	for i := range o.Surfaces {
		p.addSurface(c, i, &o.Surfaces[i])
	}
	for i := range o.Contacts {
		p.addContactSet(c, i, &o.Contacts[i])
	}
	p.addGrasps(c, o.Grasps)
	return c.errors
}

func (p *Plant) addSurface(c *checker, i int, o *Surface) {
	where := fmt.Sprintf("surfaces[%d] (%s)", i, o.Name)
	s := surface{name: o.Name, carrier: -1, friction: o.Friction, restitution: o.Restitution, shape: contact.Plane{}}
	if o.Name == "" {
		c.report("surfaces[%d]: name is empty; expected a name of its own", i)
	}
	for k := range p.contacts.surfaces {
		if p.contacts.surfaces[k].name == o.Name {
			c.report("%s: another surface has that name; expected a name of its own", where)
		}
	}
	if o.Body != "" {
		body, err := p.world.BodyIndex(o.Body)
		if err != nil {
			c.report("%s: body: %v", where, err)
			return
		}
		s.carrier = p.carrierOf(body)
	}
	if !(o.Friction > 0) || !isFinite(o.Friction) {
		c.report("%s: friction is %g; expected a coefficient above 0", where, o.Friction)
	}
	if !(o.Restitution >= 0 && o.Restitution <= 1) {
		c.report("%s: restitution is %g; expected 0 to 1", where, o.Restitution)
	}
	if o.Box != ([3]float64{}) {
		for _, x := range o.Box {
			if !(x > 0) || !isFinite(x) {
				c.report("%s: box is %v m; expected three lengths above 0, or none for a plane", where, o.Box)
				break
			}
		}
		s.shape = contact.Box{Half: contact.Vec{o.Box[0] / 2, o.Box[1] / 2, o.Box[2] / 2}}
	}
	pose, err := poseOf(o.Pose)
	if err != nil {
		c.report("%s: pose: %v", where, err)
	}
	s.inBody = pose
	p.contacts.surfaces = append(p.contacts.surfaces, s)
}

// poseOf turns a pose of an option into a matrix; one that is all zero is that of the frame itself.
func poseOf(m messages.Pose) (spatial.Pose, error) {
	if m.Orientation == ([4]float64{}) {
		m.Orientation[0] = 1
	}
	length := 0.0
	for _, x := range m.Orientation {
		length += x * x
	}
	if !(math.Abs(length-1) < 1e-3) || !isFinite(sum(m.Position[:])) {
		return spatial.IdentityPose(), fmt.Errorf("position %v and orientation %v; expected finite numbers and a unit quaternion w, x, y, z", m.Position, m.Orientation)
	}
	length = math.Sqrt(length)
	for i := range m.Orientation {
		m.Orientation[i] /= length
	}
	return spatial.Pose{R: spatial.QuatOf(m.Orientation).Rotation(), P: m.Position}, nil
}

func (p *Plant) addContactSet(c *checker, i int, o *ContactSet) {
	name := o.Name
	if name == "" {
		name = o.Body
	}
	where := fmt.Sprintf("contacts[%d] (%s)", i, name)
	before := len(c.errors)
	body, err := p.world.BodyIndex(o.Body)
	if err != nil {
		c.report("%s: body: %v", where, err)
		return
	}
	for k := range p.contacts.sets {
		if p.contacts.sets[k].name == name {
			c.report("%s: another set has that name; expected a name of its own", where)
		}
	}
	if len(o.Points) == 0 {
		c.report("%s: points is empty; expected at least one point", where)
	}
	for k, x := range o.Points {
		if !isFinite(sum(x[:])) {
			c.report("%s: points[%d] is %v; expected finite numbers", where, k, x)
		}
	}
	if !(o.Radius >= 0) || !isFinite(o.Radius) {
		c.report("%s: radius is %g m; expected at least 0", where, o.Radius)
	}
	if o.Friction != 0 && (!(o.Friction > 0) || !isFinite(o.Friction)) {
		c.report("%s: friction is %g; expected a coefficient above 0, or none for that of the surface", where, o.Friction)
	}
	surfaces := p.surfacesOf(c, where, o.Surfaces, body)
	if len(p.contacts.pairs)+len(o.Points)*len(surfaces) > mostPairs {
		c.report("%s: more than %d pairs of points and surfaces; name surfaces that each set may touch", where, mostPairs)
	}
	if len(c.errors) > before {
		return
	}
	set := contactSet{name: name, body: body, carrier: p.carrierOf(body)}
	for _, at := range o.Points {
		for _, s := range surfaces {
			set.pairs = append(set.pairs, len(p.contacts.pairs))
			p.contacts.pairs = append(p.contacts.pairs, p.newPair(len(p.contacts.sets), set.carrier, s, at, o))
		}
	}
	p.contacts.sets = append(p.contacts.sets, set)
}

// surfacesOf lists the surfaces that a set on a body may touch: those that are named, or all that can move against it.
func (p *Plant) surfacesOf(c *checker, where string, names []string, body int) (all []int) {
	known := make([]string, len(p.contacts.surfaces))
	for i := range known {
		known[i] = p.contacts.surfaces[i].name
	}
	own := p.wayTo(body)
	movable := func(s int) bool {
		carrier := p.contacts.surfaces[s].carrier
		if carrier < 0 {
			return len(own) > 0
		}
		return !slices.Equal(own, p.contacts.carriers[carrier].way)
	}
	for i, name := range names {
		s := slices.Index(known, name)
		switch {
		case s < 0:
			c.report("%s: surfaces[%d]: no surface is named %q; known: %s", where, i, name, strings.Join(known, ", "))
		case !movable(s):
			c.report("%s: surfaces[%d]: no joint lies between body %s and surface %q", where, i, p.world.BodyNames()[body], name)
		default:
			all = append(all, s)
		}
	}
	if len(names) > 0 {
		return all
	}
	for s := range known {
		if movable(s) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		c.report("%s: there is no surface that it may touch; expected ground or surfaces", where)
	}
	return all
}

// wayTo lists the velocities on the way from the root to a body, ascending.
func (p *Plant) wayTo(body int) []int32 {
	var way []int32
	for ; body >= 0; body = p.model.Body(body).Parent {
		start, length := p.model.VelocityRange(body)
		for k := range length {
			way = append(way, int32(start+length-1-k))
		}
	}
	slices.Reverse(way)
	return way
}

// carrierOf finds or makes the carrier of a body.
func (p *Plant) carrierOf(body int) int {
	for i := range p.contacts.carriers {
		if p.contacts.carriers[i].body == body {
			return i
		}
	}
	way := p.wayTo(body)
	p.contacts.carriers = append(p.contacts.carriers, carrier{body: body, way: way, columns: p.mimics.columns(way), mimics: p.mimics.on(way),
		jacobian: make([]float64, 6*p.model.NV())})
	return len(p.contacts.carriers) - 1
}

// coupled lists the sets of velocities that constraints and mimic joints couple, beyond those on one way to the root.
func (p *Plant) coupled(tree []int) (cliques [][]int32) {
	cliques = p.mimics.coupled(tree)
	for i := range p.contacts.pairs {
		x := &p.contacts.pairs[i]
		if p.contacts.surfaces[x.surface].carrier >= 0 {
			cliques = append(cliques, x.columns)
		}
	}
	for i := range p.grasps {
		cliques = append(cliques, p.grasps[i].columns)
	}
	return cliques
}

// eliminationParents are the parents with which a factor has room for a matrix with the entries of a tree and of cliques:
// the elimination tree, root last (J. Liu, The role of elimination trees in sparse factorization, 1990).
func eliminationParents(tree []int, cliques [][]int32) []int {
	n := len(tree)
	filled := make([][]bool, n)
	for i := range filled {
		filled[i] = make([]bool, n)
		for j := tree[i]; j >= 0; j = tree[j] {
			filled[i][j] = true
		}
	}
	for _, clique := range cliques {
		for a, i := range clique {
			for _, j := range clique[:a] {
				filled[i][j] = true
			}
		}
	}
	parents := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		parents[i] = -1
		for j := i - 1; j >= 0; j-- {
			if !filled[i][j] {
				continue
			}
			if parents[i] < 0 {
				parents[i] = j
			} else {
				filled[parents[i]][j] = true
			}
		}
	}
	return parents
}

// union merges two ascending lists.
func union(a, b []int32) []int32 {
	all := append(slices.Clone(a), b...)
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	return slices.Compact(all)
}
