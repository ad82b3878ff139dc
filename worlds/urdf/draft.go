package urdf

import (
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
)

// A draft is what both formats are read into: the texts of a description with their places, not yet
// judged.
type draft struct {
	robotAt       int // of the robot
	name, version field
	links         []draftLink
	joints        []draftJoint
	groups        []draftGroup
	materials     []draftMaterial
}

// field is a text with its place.
type field struct {
	text   string
	offset int
	set    bool // it is in the file
}

// vector is a list of texts with their places.
type vector struct {
	parts  []field
	offset int
	set    bool
}

type draftLink struct {
	offset   int
	name     field
	inertial *draftInertial
	shapes   []draftShape
}

type draftInertial struct {
	offset  int
	origin  draftOrigin
	mass    field
	inertia *draftTensor
}

// draftTensor holds the moments and products in the order ixx, ixy, ixz, iyy, iyz, izz.
type draftTensor struct {
	offset  int
	entries [6]field
}

type draftOrigin struct {
	xyz, rpy, quatXYZW vector
}

type draftJoint struct {
	offset                      int
	name, kind, parent, child   field
	origin                      draftOrigin
	axis                        vector
	limits                      []draftLimit
	limitsAt                    int  // offset of limits
	limitList                   bool // limits were given as a list, one a degree of freedom
	mimic                       *draftMimic
	damping, friction, armature field
	control, role               field
}

type draftLimit struct {
	offset                                             int
	lower, upper, velocity, acceleration, jerk, effort field
}

type draftMimic struct {
	offset                   int
	joint, multiplier, shift field
}

type draftGroup struct {
	offset int
	name   field
	joints []field
}

// draftShape is a visual or collision element.
type draftShape struct {
	offset   int
	name     field
	material draftMaterial
	kind     string // visual or collision
	geometry string // box, sphere, cylinder, capsule, mesh; or empty
	origin   draftOrigin
	size     vector // of a box
	radius   field
	length   field
	filename field
	scale    vector
}

// or returns the place of f, or that of what it belongs to if it is not in the file.
func (f field) or(offset int) int {
	if f.set {
		return f.offset
	}
	return offset
}

func (v vector) or(offset int) int {
	if v.set {
		return v.offset
	}
	return offset
}

// offset returns where a part that worlds.Description.CheckAt complains about stands.
func (d *draft) offset(p worlds.Part) int {
	switch p.Kind {
	case worlds.LinkPart:
		link := &d.links[p.Index]
		switch {
		case p.Field == "name":
			return link.name.or(link.offset)
		case p.Field == "inertial" && link.inertial != nil:
			return link.inertial.place()
		case p.Field == "inertial.mass" && link.inertial != nil:
			return link.inertial.mass.or(link.inertial.offset)
		case p.Field == "inertial.origin" && link.inertial != nil:
			return link.inertial.origin.xyz.or(link.inertial.offset)
		}
		return link.offset
	case worlds.JointPart:
		return d.joints[p.Index].place(p.Field)
	case worlds.GroupPart:
		return d.groups[p.Index].place(p.Field)
	}
	return d.name.or(d.robotAt)
}

// place returns the place of the tensor, or else that of the whole.
func (i *draftInertial) place() int {
	if i.inertia != nil {
		return i.inertia.offset
	}
	return i.offset
}

// place returns where a field of the joint stands, or the joint if it is not in the file.
func (j *draftJoint) place(name string) int {
	switch {
	case name == "name":
		return j.name.or(j.offset)
	case name == "type":
		return j.kind.or(j.offset)
	case name == "parent":
		return j.parent.or(j.offset)
	case name == "child":
		return j.child.or(j.offset)
	case name == "origin":
		return j.origin.xyz.or(j.origin.rpy.or(j.offset))
	case name == "axis":
		return j.axis.or(j.offset)
	case name == "role":
		return j.role.or(j.offset)
	case name == "control":
		return j.control.or(j.offset)
	case strings.HasPrefix(name, "limit"):
		return j.limitPlace(name)
	case strings.HasPrefix(name, "mimic") && j.mimic != nil:
		return j.mimic.place(name)
	case name == "dynamics.damping":
		return j.damping.or(j.offset)
	case name == "dynamics.friction":
		return j.friction.or(j.offset)
	case name == "dynamics.armature":
		return j.armature.or(j.offset)
	}
	return j.offset
}

// limitPlace returns where limit.field or limits[k].field stands.
func (j *draftJoint) limitPlace(name string) int {
	switch {
	case len(j.limits) == 0:
		return j.offset
	case name == "limits":
		return j.limitsAt
	}
	k, rest := 0, strings.TrimPrefix(name, "limit")
	if many, found := strings.CutPrefix(name, "limits["); found {
		index, tail, _ := strings.Cut(many, "]")
		n, err := strconv.Atoi(index)
		if err != nil || n >= len(j.limits) {
			return j.limitsAt
		}
		k, rest = n, tail
	}
	l := &j.limits[k]
	switch rest {
	case ".lower":
		return l.lower.or(l.offset)
	case ".upper":
		return l.upper.or(l.offset)
	case ".velocity":
		return l.velocity.or(l.offset)
	case ".acceleration":
		return l.acceleration.or(l.offset)
	case ".jerk":
		return l.jerk.or(l.offset)
	case ".effort":
		return l.effort.or(l.offset)
	}
	return l.offset
}

func (m *draftMimic) place(name string) int {
	switch name {
	case "mimic.joint":
		return m.joint.or(m.offset)
	case "mimic.multiplier":
		return m.multiplier.or(m.offset)
	case "mimic.offset":
		return m.shift.or(m.offset)
	}
	return m.offset
}

// place returns where a field of the group stands.
func (g *draftGroup) place(name string) int {
	if name == "name" {
		return g.name.or(g.offset)
	}
	k, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "joints["), "]"))
	if err != nil || k >= len(g.joints) {
		return g.offset
	}
	return g.joints[k].or(g.offset)
}
