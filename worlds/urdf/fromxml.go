package urdf

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// readXML reads the text as URDF. It returns nil, with errors reported, if nothing can be made of
// it.
func (r *reader) readXML() *draft {
	root := r.readTree()
	if root == nil {
		return nil
	}
	if root.name != "robot" {
		hint := ""
		if root.name == "sdf" {
			hint = "this is SDFormat; convert it to URDF"
		}
		r.fail(root.offset, place{}, "the root element is <"+source.Clip(root.name, 60)+">", "<robot name=\"...\">", hint)
		return nil
	}
	d := &draft{robotAt: root.offset, version: root.attribute("version")}
	d.name = r.required(root, place{}, "name")
	r.robot = source.Clip(d.name.text, 40)
	r.rest(root, place{}, "version")
	joints := 0
	for _, child := range root.children {
		if child.name == "joint" {
			joints++
		}
	}
	d.joints = make([]draftJoint, 0, min(joints, MaxLinks+1))
	for _, child := range root.children {
		kind := child.name
		if kind != "link" && kind != "joint" && kind != "material" {
			kind = r.misspelt(child, place{}, "link", "joint")
		}
		switch kind {
		case "link":
			d.links = append(d.links, r.linkXML(child, len(d.links)))
		case "joint":
			d.joints = append(d.joints, r.jointXML(child, len(d.joints)))
		case "material":
			p := place{field: "material"}
			d.materials = append(d.materials, r.materialXML(child, p))
		default:
			r.pass(child)
		}
		if r.tooMany(child.offset, len(d.links), len(d.joints), 0) {
			return nil
		}
	}
	return d
}

// tooMany reports more links, joints or groups than the reader accepts.
func (r *reader) tooMany(offset, links, joints, groups int) bool {
	what := ""
	switch {
	case links > MaxLinks:
		what = "links"
	case joints > MaxLinks:
		what = "joints"
	case groups > MaxLinks:
		what = "joint groups"
	default:
		return false
	}
	r.fail(offset, place{}, "there are too many "+what, fmt.Sprintf("at most %d", MaxLinks), "")
	return true
}

// named returns the place of the i-th thing of a list.
func named(list string, name field, i int) place {
	if name.text == "" {
		return place{list: list, name: fmt.Sprint(i)}
	}
	return place{list: list, name: name.text}
}

func (r *reader) linkXML(e *element, i int) draftLink {
	link := draftLink{offset: e.offset, name: e.attribute("name")}
	p := named("links", link.name, i)
	r.rest(e, p, "name")
	missing := absent(e, []string{"inertial"})
	for _, child := range e.children {
		switch child.name {
		case "inertial":
			if link.inertial != nil {
				r.fail(child.offset, p.in("inertial"), "<inertial> stands twice in <link>", "each element once", "")
				continue
			}
			link.inertial = r.inertialXML(child, p.in("inertial"))
		case "visual", "collision":
			if shape := r.shapeXML(child, p.in(child.name)); shape.geometry != "" {
				link.shapes = append(link.shapes, shape)
			} else {
				r.ignore(shape.offset, "a "+child.name+" element without geometry")
			}
		default:
			if r.misspelt(child, p, missing...) == "" {
				r.pass(child)
			}
		}
	}
	return link
}

func (r *reader) inertialXML(e *element, p place) *draftInertial {
	r.rest(e, p)
	parts := r.only(e, p, "origin", "mass", "inertia")
	inertial := &draftInertial{offset: e.offset, origin: r.originXML(parts[0], p)}
	if mass := parts[1]; mass != nil {
		inertial.mass = r.required(mass, p.in("mass"), "value")
		r.rest(mass, p.in("mass"))
	} else {
		r.fail(e.offset, p.in("mass"), "<mass> is missing in <inertial>", `<mass value="...">, kg`, "")
	}
	if tensor := parts[2]; tensor != nil {
		inertial.inertia = &draftTensor{offset: tensor.offset}
		for k, name := range tensorNames {
			inertial.inertia.entries[k] = r.required(tensor, p.in("inertia."+name), name)
		}
		r.rest(tensor, p.in("inertia"))
	}
	return inertial
}

// tensorNames are the entries of an inertia tensor in the order of draftTensor.
var tensorNames = [6]string{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}

// originXML reads an origin, which may be nil.
func (r *reader) originXML(e *element, p place) draftOrigin {
	if e == nil {
		return draftOrigin{}
	}
	origin := draftOrigin{xyz: split(e.attribute("xyz")), rpy: split(e.attribute("rpy")), quatXYZW: split(e.attribute("quat_xyzw"))}
	r.rest(e, p.in("origin"), "xyz", "rpy", "quat_xyzw")
	return origin
}

func (r *reader) jointXML(e *element, i int) draftJoint {
	joint := draftJoint{offset: e.offset, name: e.attribute("name")}
	p := named("joints", joint.name, i)
	joint.kind = r.required(e, p.in("type"), "type")
	r.rest(e, p, "name")
	parts := r.only(e, p, "origin", "parent", "child", "axis", "limit", "mimic", "dynamics")
	joint.origin = r.originXML(parts[0], p)
	joint.parent = r.endXML(parts[1], p.in("parent"))
	joint.child = r.endXML(parts[2], p.in("child"))
	if axis := parts[3]; axis != nil {
		joint.axis = split(r.required(axis, p.in("axis"), "xyz"))
		r.rest(axis, p.in("axis"))
	}
	if limit := parts[4]; limit != nil {
		joint.limits, joint.limitsAt = []draftLimit{r.limitXML(limit, p.in("limit"))}, limit.offset
	}
	if mimic := parts[5]; mimic != nil {
		joint.mimic = &draftMimic{offset: mimic.offset, joint: r.required(mimic, p.in("mimic"), "joint"),
			multiplier: mimic.attribute("multiplier"), shift: mimic.attribute("offset")}
		r.rest(mimic, p.in("mimic"), "multiplier", "offset")
	}
	if dynamics := parts[6]; dynamics != nil {
		joint.damping, joint.friction = dynamics.attribute("damping"), dynamics.attribute("friction")
		r.rest(dynamics, p.in("dynamics"), "damping", "friction")
	}
	return joint
}

// endXML reads parent or child of a joint; a missing element is reported when the tree is checked.
func (r *reader) endXML(e *element, p place) field {
	if e == nil {
		return field{}
	}
	f := r.required(e, p, "link")
	r.rest(e, p)
	return f
}

func (r *reader) limitXML(e *element, p place) draftLimit {
	limit := draftLimit{
		offset: e.offset, lower: e.attribute("lower"), upper: e.attribute("upper"), velocity: e.attribute("velocity"),
		acceleration: e.attribute("acceleration"), jerk: e.attribute("jerk"), effort: e.attribute("effort"),
	}
	r.rest(e, p, "lower", "upper", "velocity", "acceleration", "jerk", "effort")
	return limit
}

// shapeXML reads the geometry of a visual or collision element.
func (r *reader) shapeXML(e *element, p place) draftShape {
	shape := draftShape{offset: e.offset, kind: e.name, name: e.attribute("name")}
	r.rest(e, p)
	var geometry *element
	for _, child := range e.children {
		switch child.name {
		case "origin":
			shape.origin = r.originXML(child, p)
		case "geometry":
			geometry = child
		case "material":
			shape.material = r.materialXML(child, p.in("material"))
		default:
			r.pass(child)
		}
	}
	if geometry == nil {
		return shape
	}
	for _, child := range geometry.children {
		switch child.name {
		case "box", "sphere", "cylinder", "capsule", "mesh":
			if shape.geometry != "" {
				r.fail(child.offset, p.in("geometry"), "there are two shapes in one <geometry>", "one shape", "")
			}
			shape.geometry, shape.offset = child.name, child.offset
			shape.size, shape.scale = split(child.attribute("size")), split(child.attribute("scale"))
			shape.radius, shape.length = child.attribute("radius"), child.attribute("length")
			shape.filename = child.attribute("filename")
		default:
			r.pass(child)
		}
	}
	return shape
}
