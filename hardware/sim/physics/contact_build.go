package physics

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	// mostPairs bounds the pairs of a point and a surface.
	mostPairs = 4096
	// deepest is how deep a point may begin in a surface, m.
	deepest = 0.01
)

// surface is a Surface, resolved.
type surface struct {
	name        string
	carrier     int          // index of its carrier, -1 for the room
	inBody      spatial.Pose // of its frame
	pose        spatial.Pose // of its frame in the room, in the middle of the step
	of          *contact.Surface
	placed      geometry.Placed // in the room, at pose
	friction    float64
	restitution float64
}

// contactSet is a ContactSet, resolved.
type contactSet struct {
	name    string
	path    string // of its options
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
	patches  []patch
	query    *geometry.Query    // of the patches
	found    []geometry.Contact // of one patch
}

// buildContacts resolves ground, surfaces, contacts and grasps. The mechanism is at its start.
func (p *Mechanism) buildContacts(c *optioncheck.Errors, o *Options) {
	if o.Ground != (GroundOptions{}) {
		p.addSurface(c, groundName, &SurfaceOptions{Name: groundName, Position: [3]float64{0, 0, float64(o.Ground.Height)},
			Friction: o.Ground.Friction, Restitution: o.Ground.Restitution})
	}
	for i := range o.Surfaces {
		p.addSurface(c, fmt.Sprintf("surfaces[%d]", i), &o.Surfaces[i])
	}
	for i := range o.Contacts {
		p.addContactSet(c, fmt.Sprintf("contacts[%d]", i), &o.Contacts[i])
	}
	p.addGrasps(c, o.Grasps)
}

func (p *Mechanism) addSurface(c *optioncheck.Errors, path string, o *SurfaceOptions) {
	s := surface{name: o.Name, carrier: -1, friction: o.Friction, restitution: o.Restitution}
	if o.Name == "" {
		c.Add(path+".name", "a unique name", "the name is empty")
	}
	for k := range p.contacts.surfaces {
		if p.contacts.surfaces[k].name == o.Name {
			c.Add(path+".name", "a unique name", "another surface is named %q", o.Name)
		}
	}
	if o.Body != "" {
		body, err := p.world.BodyIndex(o.Body)
		if err != nil {
			c.Unknown(path+".body", "body", o.Body, p.world.BodyNames())
			return
		}
		s.carrier = p.carrierOf(body)
	}
	if !(o.Friction > 0) || !allFinite(o.Friction) {
		c.Add(path+".friction", "a coefficient above 0", "the friction is %g", o.Friction)
	}
	if !(o.Restitution >= 0 && o.Restitution <= 1) {
		c.Add(path+".restitution", "0 to 1", "the restitution is %g", o.Restitution)
	}
	shape := o.shape(c, path)
	s.of, s.placed.Shape = contact.NewSurface(shape), shape
	s.inBody = poseOf(c, path, "", o.Position, o.Orientation)
	p.contacts.surfaces = append(p.contacts.surfaces, s)
}

// shape returns the shape of a surface, a plane where the options have an error.
func (o *SurfaceOptions) shape(c *optioncheck.Errors, path string) geometry.Shape {
	if o.Shape != "" || o.Box == ([3]float64{}) && (o.Radius != 0 || len(o.Size)+len(o.Points) > 0) {
		if o.Box != ([3]float64{}) {
			c.Add(path+".box", "the key shape or the key box", "the surface is a %s and a box", o.Shape)
		}
		shape, err := o.Build()
		if c.In(path, err); err != nil {
			return geometry.NewPlane()
		}
		return shape
	}
	if o.Box == ([3]float64{}) {
		return geometry.NewPlane()
	}
	for _, x := range o.Box {
		if !(x > 0) || !allFinite(x) {
			c.Add(path+".box", "three lengths above 0, or none for a plane", "the box is %v m", o.Box)
			return geometry.NewPlane()
		}
	}
	shape, err := geometry.NewBox(o.Box)
	if c.In(path+".box", err); err != nil {
		return geometry.NewPlane()
	}
	return shape
}

// PoseOf returns the pose of a frame whose position and orientation are options; an orientation of
// zeros means no rotation. The error says which of the two is invalid.
func PoseOf(position [3]float64, orientation [4]float64) (spatial.Pose, error) {
	c := &optioncheck.Errors{}
	pose := poseOf(c, "", "", position, orientation)
	return pose, c.Err()
}

// poseOf is PoseOf for options below path, whose names begin with prefix.
func poseOf(c *optioncheck.Errors, path, prefix string, position [3]float64, orientation [4]float64) spatial.Pose {
	at := func(option string) string { return strings.TrimPrefix(path+"."+prefix+option, ".") }
	if !allFinite(position[:]...) {
		c.Add(at("position"), "finite numbers", "the position is %v m", position)
		return spatial.IdentityPose()
	}
	if orientation == ([4]float64{}) {
		orientation[0] = 1
	}
	length := 0.0
	for _, x := range orientation {
		length += x * x
	}
	if !(math.Abs(length-1) < 1e-3) {
		c.Add(at("orientation"), "a unit quaternion w, x, y, z", "the orientation is %v", orientation)
		return spatial.IdentityPose()
	}
	length = math.Sqrt(length)
	for i := range orientation {
		orientation[i] /= length
	}
	return spatial.Pose{R: spatial.QuatOf(orientation).Rotation(), P: position}
}

func (p *Mechanism) addContactSet(c *optioncheck.Errors, path string, o *ContactOptions) {
	name := o.Name
	if name == "" {
		name = o.Body
	}
	before := c.Count()
	body, err := p.world.BodyIndex(o.Body)
	if err != nil {
		c.Unknown(path+".body", "body", o.Body, p.world.BodyNames())
		return
	}
	for k := range p.contacts.sets {
		if p.contacts.sets[k].name == name {
			c.Add(path+".name", "a unique name", "another set of contacts is named %q", name)
		}
	}
	if len(o.Points)+len(o.Shapes) == 0 {
		c.Add(path+".points", "at least one point or shape", "there are no points")
	}
	for k, x := range o.Points {
		if !allFinite(x[:]...) {
			c.Add(fmt.Sprintf("%s.points[%d]", path, k), "finite numbers", "the point is %v m", x)
		}
	}
	if !(o.Radius >= 0) || !allFinite(o.Radius) {
		c.Add(path+".radius", "at least 0", "the radius is %g m", o.Radius)
	}
	if !(o.RollingFriction >= 0) || !allFinite(o.RollingFriction) {
		c.Add(path+".rolling_friction", "at least 0", "the rolling friction is %g m", o.RollingFriction)
	}
	if o.Friction != 0 && (!(o.Friction > 0) || !allFinite(o.Friction)) {
		c.Add(path+".friction", "a coefficient above 0, or none for that of the surface", "the friction is %g", o.Friction)
	}
	ball, err := geometry.NewSphere(o.Radius)
	if o.Radius > 0 && allFinite(o.Radius) {
		c.In(path+".radius", err)
	}
	shapes := o.shapes(c, path)
	surfaces := p.surfacesOf(c, path, o.Surfaces, body)
	if len(p.contacts.pairs)+(len(o.Points)+geometry.MostContacts*len(shapes))*len(surfaces) > mostPairs {
		c.Add(path, "named surfaces that each set may touch", "there are more than %d pairs of points and surfaces", mostPairs)
	}
	if c.Count() > before {
		return
	}
	set := contactSet{name: name, path: path, body: body, carrier: p.carrierOf(body)}
	for _, at := range o.Points {
		for _, s := range surfaces {
			set.pairs = append(set.pairs, len(p.contacts.pairs))
			p.contacts.pairs = append(p.contacts.pairs, p.newPair(len(p.contacts.sets), set.carrier, s, at, ball, o))
		}
	}
	for _, shape := range shapes {
		for _, s := range surfaces {
			p.addPatch(&set, shape, s, o)
		}
	}
	p.contacts.sets = append(p.contacts.sets, set)
}

// surfacesOf lists the surfaces that a set on a body may touch: the named ones, or all that can
// move against it.
func (p *Mechanism) surfacesOf(c *optioncheck.Errors, path string, names []string, body int) (all []int) {
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
		at, s := fmt.Sprintf("%s.surfaces[%d]", path, i), slices.Index(known, name)
		switch {
		case s < 0:
			c.Unknown(at, "surface", name, known)
		case !movable(s):
			c.Add(at, "a surface that can move against the body", "no joint lies between body %q and surface %q", p.world.BodyNames()[body], name)
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
		c.Add(path, "ground or surfaces", "there is no surface that the points may touch")
	}
	return all
}

// wayTo lists the velocities on the way from the root to a body, ascending.
func (p *Mechanism) wayTo(body int) []int32 {
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
func (p *Mechanism) carrierOf(body int) int {
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

// coupled lists the sets of velocities that constraints and mimic joints couple, beyond those on
// one way to the root.
func (p *Mechanism) coupled(tree []int) (cliques [][]int32) {
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

// eliminationParents are the parents with which a factor has room for a matrix with the entries of
// a tree and of cliques: the elimination tree, root last (J. Liu, The role of elimination trees in
// sparse factorization, 1990).
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
