package urdf

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// xmlLimits bound the tree of elements. MaxLinks links with their inertias, shapes and joints have
// 80_000 elements and 110_000 attributes.
var xmlLimits = strictxml.Limits{Bytes: MaxXMLBytes, Elements: 90_000, Attributes: 120_000, Depth: MaxDepth}

// readTree reads the text as XML and returns the root element, nil if it is not well-formed. It
// notes what the document has beside elements and attributes.
func (r *reader) readTree() *strictxml.Element {
	root := strictxml.Parse(r.text, xmlLimits, &r.errors)
	if root == nil {
		return nil
	}
	for _, run := range root.Runs {
		for word := range run.Words() {
			r.ignore(word.Offset, "text in <"+root.Qualified()+">")
			break
		}
	}
	for _, i := range root.Instructions {
		switch {
		case i.Target != "xml":
			r.ignore(i.Offset, "the instruction <?"+i.Target+"?>")
		case !strings.Contains(i.Text, "version"):
			r.note(i.Offset, place{}, "the XML declaration has no version; 1.0 is assumed")
		}
	}
	return root
}

// readXML reads the text as URDF. It returns nil, with errors reported, if nothing can be made of
// it.
func (r *reader) readXML() *draft {
	root := r.readTree()
	if root == nil {
		return nil
	}
	if root.Qualified() != "robot" {
		hint := ""
		if root.Qualified() == "sdf" {
			hint = "this is SDFormat; convert it to URDF"
		}
		r.fail(root.Offset, place{}, "the root element is <"+source.Clip(root.Qualified(), 60)+">", "<robot name=\"...\">", hint)
		return nil
	}
	d := &draft{robotAt: root.Offset, version: take(root, "version")}
	d.name = r.required(root, place{}, "name")
	r.robot = source.Clip(d.name.text, 40)
	r.rest(root, place{}, "version")
	joints := 0
	for _, child := range root.Children {
		if child.Qualified() == "joint" {
			joints++
		}
	}
	d.joints = make([]draftJoint, 0, min(joints, MaxLinks+1))
	for _, child := range root.Children {
		kind := child.Qualified()
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
		if r.tooMany(child.Offset, len(d.links), len(d.joints), 0) {
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

func (r *reader) linkXML(e *strictxml.Element, i int) draftLink {
	link := draftLink{offset: e.Offset, name: take(e, "name")}
	p := named("links", link.name, i)
	r.rest(e, p, "name")
	missing := absent(e, []string{"inertial"})
	for _, child := range e.Children {
		switch child.Qualified() {
		case "inertial":
			if link.inertial != nil {
				r.fail(child.Offset, p.in("inertial"), "<inertial> stands twice in <link>", "each element once", "")
				continue
			}
			link.inertial = r.inertialXML(child, p.in("inertial"))
		case "visual", "collision":
			if shape := r.shapeXML(child, p.in(child.Qualified())); shape.geometry != "" {
				link.shapes = append(link.shapes, shape)
			} else {
				r.ignore(shape.offset, "a "+child.Qualified()+" element without geometry")
			}
		default:
			if r.misspelt(child, p, missing...) == "" {
				r.pass(child)
			}
		}
	}
	return link
}

func (r *reader) inertialXML(e *strictxml.Element, p place) *draftInertial {
	r.rest(e, p)
	parts := r.only(e, p, "origin", "mass", "inertia")
	inertial := &draftInertial{offset: e.Offset, origin: r.originXML(parts[0], p)}
	if mass := parts[1]; mass != nil {
		inertial.mass = r.required(mass, p.in("mass"), "value")
		r.rest(mass, p.in("mass"))
	} else {
		r.fail(e.Offset, p.in("mass"), "<mass> is missing in <inertial>", `<mass value="...">, kg`, "")
	}
	if tensor := parts[2]; tensor != nil {
		inertial.inertia = &draftTensor{offset: tensor.Offset}
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
func (r *reader) originXML(e *strictxml.Element, p place) draftOrigin {
	if e == nil {
		return draftOrigin{}
	}
	origin := draftOrigin{xyz: split(take(e, "xyz")), rpy: split(take(e, "rpy")), quatXYZW: split(take(e, "quat_xyzw"))}
	r.rest(e, p.in("origin"), "xyz", "rpy", "quat_xyzw")
	return origin
}

func (r *reader) jointXML(e *strictxml.Element, i int) draftJoint {
	joint := draftJoint{offset: e.Offset, name: take(e, "name")}
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
		joint.limits, joint.limitsAt = []draftLimit{r.limitXML(limit, p.in("limit"))}, limit.Offset
	}
	if mimic := parts[5]; mimic != nil {
		joint.mimic = &draftMimic{offset: mimic.Offset, joint: r.required(mimic, p.in("mimic"), "joint"),
			multiplier: take(mimic, "multiplier"), shift: take(mimic, "offset")}
		r.rest(mimic, p.in("mimic"), "multiplier", "offset")
	}
	if dynamics := parts[6]; dynamics != nil {
		joint.damping, joint.friction = take(dynamics, "damping"), take(dynamics, "friction")
		r.rest(dynamics, p.in("dynamics"), "damping", "friction")
	}
	return joint
}

// endXML reads parent or child of a joint; a missing element is reported when the tree is checked.
func (r *reader) endXML(e *strictxml.Element, p place) field {
	if e == nil {
		return field{}
	}
	f := r.required(e, p, "link")
	r.rest(e, p)
	return f
}

func (r *reader) limitXML(e *strictxml.Element, p place) draftLimit {
	limit := draftLimit{
		offset: e.Offset, lower: take(e, "lower"), upper: take(e, "upper"), velocity: take(e, "velocity"),
		acceleration: take(e, "acceleration"), jerk: take(e, "jerk"), effort: take(e, "effort"),
	}
	r.rest(e, p, "lower", "upper", "velocity", "acceleration", "jerk", "effort")
	return limit
}

// shapeXML reads the geometry of a visual or collision element.
func (r *reader) shapeXML(e *strictxml.Element, p place) draftShape {
	shape := draftShape{offset: e.Offset, kind: e.Qualified(), name: take(e, "name")}
	r.rest(e, p)
	var geometry *strictxml.Element
	for _, child := range e.Children {
		switch child.Qualified() {
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
	for _, child := range geometry.Children {
		switch child.Qualified() {
		case "box", "sphere", "cylinder", "capsule", "mesh":
			if shape.geometry != "" {
				r.fail(child.Offset, p.in("geometry"), "there are two shapes in one <geometry>", "one shape", "")
			}
			shape.geometry, shape.offset = child.Qualified(), child.Offset
			shape.size, shape.scale = split(take(child, "size")), split(take(child, "scale"))
			shape.radius, shape.length = take(child, "radius"), take(child, "length")
			shape.filename = take(child, "filename")
		default:
			r.pass(child)
		}
	}
	return shape
}
