package urdf

import (
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// yamlLimits bound urdf.yaml.
var yamlLimits = strictyaml.Limits{Bytes: MaxYAMLBytes, Depth: 32, Nodes: 100_000}

// readYAML reads the text as urdf.yaml. It returns nil, with errors reported, if nothing can be
// made of it.
func (r *reader) readYAML() *draft {
	root := strictyaml.Parse(r.text, yamlLimits, &r.errors)
	if root == nil {
		return nil
	}
	top := r.mapping(root, place{}, "robot", "joint_groups")
	if top == nil {
		return nil
	}
	if top[0] == nil {
		r.fail(root.Offset, place{}, "the key robot is missing", "robot: {name: ..., links: [...], joints: [...]}", "")
		return nil
	}
	robot := r.mapping(top[0], place{}, "name", "version", "links", "joints", "joint_groups", "materials")
	if robot == nil {
		return nil
	}
	d := &draft{robotAt: top[0].Offset, name: r.scalar(robot[0], place{field: "name"}), version: r.scalar(robot[1], place{field: "version"})}
	if !d.name.set {
		r.fail(top[0].Offset, place{field: "name"}, "the name of the robot is missing", "name: ...", "")
	}
	r.robot = source.Clip(d.name.text, 40)
	links, joints := r.list(robot[2], place{field: "links"}), r.list(robot[3], place{field: "joints"})
	d.groups = append(r.groupsYAML(robot[4]), r.groupsYAML(top[1])...)
	if r.tooMany(top[0].Offset, len(links), len(joints), len(d.groups)) {
		return nil
	}
	for i, n := range r.list(robot[5], place{field: "materials"}) {
		d.materials = append(d.materials, r.materialYAML(n, place{list: "materials", name: strconv.Itoa(i)}))
	}
	for i, n := range links {
		d.links = append(d.links, r.linkYAML(n, i))
	}
	for i, n := range joints {
		d.joints = append(d.joints, r.jointYAML(n, i))
	}
	return d
}

// mapping returns the values of the given keys of a mapping, nil for those that are missing or
// null. It returns nil, with an error reported, if the node is no mapping; unknown keys are errors
// too.
func (r *reader) mapping(n *strictyaml.Node, p place, keys ...string) []*strictyaml.Node {
	if n.Kind != strictyaml.Mapping {
		r.fail(n.Offset, p, "this is a "+n.Kind.String(), "a mapping with the keys "+strings.Join(keys, ", "), "")
		return nil
	}
	values := make([]*strictyaml.Node, len(keys))
	for _, entry := range n.Entries {
		at := -1
		for i, key := range keys {
			if entry.Key.Value == key {
				at = i
			}
		}
		switch {
		case at < 0:
			r.fail(entry.Key.Offset, p, "the key "+source.Quote(entry.Key.Value)+" is unknown", "one of "+strings.Join(keys, ", "),
				source.DidYouMean(entry.Key.Value, keys))
		case !entry.Value.IsNull():
			values[at] = entry.Value
		}
	}
	return values
}

// list returns the items of a list, none for a missing one.
func (r *reader) list(n *strictyaml.Node, p place) []*strictyaml.Node {
	if n == nil {
		return nil
	}
	if n.Kind != strictyaml.Sequence {
		r.fail(n.Offset, p, "this is a "+n.Kind.String(), "a list", "")
		return nil
	}
	return n.Items
}

// scalar returns the text of a scalar, which may be missing.
func (r *reader) scalar(n *strictyaml.Node, p place) field {
	if n == nil {
		return field{}
	}
	if n.Kind != strictyaml.Scalar {
		r.fail(n.Offset, p, "this is a "+n.Kind.String(), "a single value", "")
		return field{}
	}
	offset := n.Offset
	if n.Quoted {
		offset++
	}
	return field{text: n.Value, offset: offset, set: true}
}

// vector returns a list of scalars, or a text cut at blanks.
func (r *reader) vector(n *strictyaml.Node, p place) vector {
	if n == nil || n.Kind != strictyaml.Sequence {
		return split(r.scalar(n, p))
	}
	v := vector{offset: n.Offset, set: true}
	for i, item := range n.Items {
		if i < mostParts {
			v.parts = append(v.parts, r.scalar(item, p))
		}
	}
	return v
}

// first returns the first of the nodes that is not nil, for keys that may be written in two ways;
// two of them at once are an error.
func (r *reader) first(p place, nodes ...*strictyaml.Node) *strictyaml.Node {
	var found *strictyaml.Node
	for _, n := range nodes {
		switch {
		case n == nil:
		case found == nil:
			found = n
		default:
			r.fail(n.Offset, p, "this is given twice, under two names", "one of them", "")
		}
	}
	return found
}

func (r *reader) linkYAML(n *strictyaml.Node, i int) draftLink {
	link := draftLink{offset: n.Offset}
	link.name = r.nameOf(n)
	p := named("links", link.name, i)
	v := r.mapping(n, p, "name", "inertial", "visual", "visuals", "collision", "collisions")
	if v == nil {
		return link
	}
	if v[1] != nil {
		link.inertial = r.inertialYAML(v[1], p.in("inertial"))
	}
	for k, kind := range []string{"visual", "collision"} {
		for _, item := range r.items(r.first(p.in(kind), v[2+2*k], v[3+2*k])) {
			link.shapes = append(link.shapes, r.shapeYAML(item, kind, p.in(kind)))
		}
	}
	return link
}

// nameOf returns the name of a link, joint or group before the rest of it is read, so that errors
// can name it.
func (r *reader) nameOf(n *strictyaml.Node) field {
	name := n.Get("name")
	if name == nil || name.IsNull() || name.Kind != strictyaml.Scalar {
		return field{}
	}
	return r.scalar(name, place{})
}

// items returns the items of a list, or any other node itself.
func (r *reader) items(n *strictyaml.Node) []*strictyaml.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == strictyaml.Sequence:
		return n.Items
	}
	return []*strictyaml.Node{n}
}

func (r *reader) inertialYAML(n *strictyaml.Node, p place) *draftInertial {
	out := &draftInertial{offset: n.Offset}
	v := r.mapping(n, p, "origin", "mass", "inertia")
	if v == nil {
		return out
	}
	out.origin = r.originYAML(v[0], p)
	if out.mass = r.scalar(v[1], p.in("mass")); !out.mass.set {
		r.fail(n.Offset, p.in("mass"), "the mass is missing", "mass: ..., kg", "")
	}
	if v[2] == nil {
		return out
	}
	out.inertia = &draftTensor{offset: v[2].Offset}
	if entries := r.mapping(v[2], p.in("inertia"), tensorNames[:]...); entries != nil {
		for k, entry := range entries {
			out.inertia.entries[k] = r.scalar(entry, p.in("inertia."+tensorNames[k]))
			if moment := k == 0 || k == 3 || k == 5; moment && !out.inertia.entries[k].set {
				r.fail(v[2].Offset, p.in("inertia."+tensorNames[k]), "the moment "+tensorNames[k]+" is missing", "ixx, iyy and izz, kg m2", "")
			}
		}
	}
	return out
}

func (r *reader) originYAML(n *strictyaml.Node, p place) draftOrigin {
	if n == nil {
		return draftOrigin{}
	}
	p = p.in("origin")
	v := r.mapping(n, p, "xyz", "rpy", "quat_xyzw")
	if v == nil {
		return draftOrigin{}
	}
	return draftOrigin{xyz: r.vector(v[0], p.in("xyz")), rpy: r.vector(v[1], p.in("rpy")), quatXYZW: r.vector(v[2], p.in("quat_xyzw"))}
}

func (r *reader) shapeYAML(n *strictyaml.Node, kind string, p place) draftShape {
	shape := draftShape{offset: n.Offset, kind: kind}
	v := r.mapping(n, p, "name", "origin", "geometry", "material")
	if v == nil {
		return shape
	}
	shape.name, shape.origin, shape.material = r.scalar(v[0], p.in("name")), r.originYAML(v[1], p), r.materialYAML(v[3], p.in("material"))
	if v[2] == nil {
		return shape
	}
	kinds := []string{"box", "sphere", "cylinder", "capsule", "mesh"}
	for k, geometry := range r.mapping(v[2], p.in("geometry"), kinds...) {
		if geometry == nil {
			continue
		}
		if shape.geometry != "" {
			r.fail(geometry.Offset, p.in("geometry"), "there are two shapes in one geometry", "one shape", "")
		}
		p := p.in("geometry." + kinds[k])
		shape.geometry, shape.offset = kinds[k], geometry.Offset
		if values := r.mapping(geometry, p, "size", "radius", "length", "filename", "scale"); values != nil {
			shape.size, shape.radius = r.vector(values[0], p.in("size")), r.scalar(values[1], p.in("radius"))
			shape.length, shape.filename = r.scalar(values[2], p.in("length")), r.scalar(values[3], p.in("filename"))
			shape.scale = r.vector(values[4], p.in("scale"))
		}
	}
	return shape
}
