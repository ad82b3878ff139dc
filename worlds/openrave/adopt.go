package openrave

import (
	"fmt"
	"path"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// adopt adds the robot or body of a COLLADA file to b, with a prefix before its names. Its root may
// be a link that b has already: the rest then hangs from it.
func (r *reader) adopt(ref reference, part *Body, prefix string, b *kinbody) {
	d := part.Description.WithPrefix(prefix)
	if err := d.Check(); err != nil {
		r.refuse(ref, err.Error(), "a valid description")
		return
	}
	if b.name == "" {
		b.name = d.Name
	}
	for i := range d.Links {
		r.parts += 1 + len(d.Links[i].Visuals) + len(d.Links[i].Collisions)
	}
	r.parts += len(d.Joints)
	r.links += len(d.Links)
	if r.parts > mostParts || r.links > MaxLinks || len(b.joints)+len(d.Joints) > MaxLinks {
		r.refuse(ref, "with it, the bodies have too many parts", fmt.Sprintf("at most %d links, %d joints, and %d elements", MaxLinks, MaxLinks, mostParts))
		return
	}
	root, err := d.RootLink()
	if err != nil { // which the check excludes
		r.refuse(ref, err.Error(), "one tree of links")
		return
	}
	pose := part.Pose
	if have := b.named(root); have != nil {
		pose = have.pose
	}
	a := &adoption{r: r, ref: ref, b: b, below: map[string][]*worlds.Joint{}, declared: map[string]*worlds.Link{}, joints: map[string]*joint{}}
	for i := range d.Links {
		a.declared[d.Links[i].Name] = &d.Links[i]
	}
	for i := range d.Joints {
		a.below[d.Joints[i].Parent] = append(a.below[d.Joints[i].Parent], &d.Joints[i])
	}
	a.link(root, pose, true).static = part.Static
	for at := []string{root}; len(at) > 0; at = at[1:] { // breadth first: parents before children
		for _, j := range a.below[at[0]] {
			a.joint(j)
			at = append(at, j.Child)
		}
	}
	for i := range d.Joints {
		a.follow(d, &d.Joints[i])
	}
	for _, pair := range part.Adjacent {
		b.adjacent = append(b.adjacent, [2]*link{b.named(prefix + pair[0]), b.named(prefix + pair[1])})
	}
	b.manipulators = append(b.manipulators, d.Manipulators...)
	b.sensors = append(b.sensors, d.Sensors...)
}

// adoption adds what a description has.
type adoption struct {
	r        *reader
	ref      reference
	b        *kinbody
	below    map[string][]*worlds.Joint // by the link that carries them
	declared map[string]*worlds.Link
	joints   map[string]*joint
}

func (a *adoption) at(within source.Position) spot {
	return spot{file: a.ref.file, offset: a.ref.at.Offset, within: within}
}

// link adds a link at a pose in the frame of the kinbody, or more of the link that is there.
func (a *adoption) link(name string, pose spatial.Pose, root bool) *link {
	from := a.declared[name]
	l := a.b.named(name)
	if l == nil {
		l = &link{name: name, at: a.at(from.At), pose: pose}
		a.b.links = append(a.b.links, l)
	} else if !root {
		a.r.refuse(a.ref, "a body named "+source.Quote(name)+" was declared already", "a prefix, or distinct names of all but the root")
	}
	if l.inertia.Mass == 0 {
		l.inertia, l.indefinite = from.Inertia, from.IndefiniteInertia
	}
	l.visuals, l.collisions = append(l.visuals, a.shapes(from.Visuals, from, l)...), append(l.collisions, a.shapes(from.Collisions, from, l)...)
	return l
}

// shapes returns copies whose meshes are relative to the file of the link.
func (a *adoption) shapes(list []worlds.Shape, from *worlds.Link, l *link) []worlds.Shape {
	out := append([]worlds.Shape(nil), list...)
	for i := range out {
		if s := &out[i]; s.Kind == worlds.Mesh && !strings.Contains(s.Mesh, "://") && !strings.HasPrefix(s.Mesh, "/") {
			s.Mesh = relative(l.at.position().File, path.Join(path.Dir(from.At.File), s.Mesh))
		}
	}
	return out
}

// joint adds a joint and the link behind it.
func (a *adoption) joint(from *worlds.Joint) {
	parent := a.b.named(from.Parent)
	child := a.link(from.Child, parent.pose.Times(&from.Origin), false)
	j := &joint{name: from.Name, at: a.at(from.At), path: a.b.name + ".joints[" + source.Clip(from.Name, 40) + "]", bodies: [2]*link{parent, child}, kind: from.Type,
		anchor: spatial.VecOf(from.Origin.P), axis: from.Origin.R.Apply(spatial.VecOf(from.Axis)), disabled: from.Role == worlds.Passive,
		damping: from.Damping, friction: from.Friction, armature: from.Armature}
	switch {
	case from.Type == worlds.Fixed:
		j.kind, j.axis, j.disabled = worlds.Revolute, spatial.Vec{Z: 1}, true
	case from.Type.Velocities() != 1:
		a.r.refuse(a.ref, "the "+from.Type.String()+" joint "+source.Quote(from.Name)+" cannot be expressed", "joints with one axis")
	default:
		j.axis, j.limit = j.axis.Unit(), worlds.Unlimited()
		if len(from.Limits) == 1 {
			j.limit = from.Limits[0]
		}
	}
	for _, have := range a.b.joints {
		if have.name == j.name {
			a.r.refuse(a.ref, "a joint named "+source.Quote(j.name)+" was declared already at "+have.at.position().String(), "a prefix, or distinct names")
		}
	}
	a.b.joints, a.joints[j.name] = append(a.b.joints, j), j
}

// follow gives a joint its relation to an independent one. A description has no cycles of them.
func (a *adoption) follow(d *worlds.Description, from *worlds.Joint) {
	if from.Mimic == nil {
		return
	}
	out := &mimic{multiplier: 1}
	for at := from; at.Mimic != nil; at = d.Joint(at.Mimic.Joint) {
		out.offset += out.multiplier * at.Mimic.Offset
		out.multiplier *= at.Mimic.Multiplier
		out.leader = a.joints[at.Mimic.Joint]
	}
	a.joints[from.Name].mimic = out
}
