package urdf

import "github.com/robo-actors/robo-actors/worlds/internal/strictyaml"

func (r *reader) jointYAML(n *strictyaml.Node, i int) draftJoint {
	joint := draftJoint{offset: n.Offset}
	joint.name = r.nameOf(n)
	p := named("joints", joint.name, i)
	v := r.mapping(n, p, "name", "type", "parent", "child", "origin", "axis", "limits", "limit", "mimic", "dynamics", "role", "control")
	if v == nil {
		return joint
	}
	if joint.kind = r.scalar(v[1], p.in("type")); v[1] == nil {
		r.fail(n.Offset, p.in("type"), "the type of the joint is missing", "type: revolute, ...", "")
	}
	joint.parent, joint.child = r.endYAML(v[2], p.in("parent")), r.endYAML(v[3], p.in("child"))
	joint.origin = r.originYAML(v[4], p)
	joint.axis = r.axisYAML(v[5], p.in("axis"))
	if limits := r.first(p.in("limits"), v[6], v[7]); limits != nil {
		joint.limitsAt, joint.limitList = limits.Offset, limits.Kind == strictyaml.Sequence
		for _, item := range r.items(limits) {
			joint.limits = append(joint.limits, r.limitYAML(item, p.in("limits")))
		}
	}
	if v[8] != nil {
		joint.mimic = r.mimicYAML(v[8], p.in("mimic"))
	}
	if v[9] != nil {
		if d := r.mapping(v[9], p.in("dynamics"), "damping", "friction", "armature"); d != nil {
			joint.damping = r.scalar(d[0], p.in("dynamics.damping"))
			joint.friction = r.scalar(d[1], p.in("dynamics.friction"))
			joint.armature = r.scalar(d[2], p.in("dynamics.armature"))
		}
	}
	joint.role, joint.control = r.scalar(v[10], p.in("role")), r.scalar(v[11], p.in("control"))
	return joint
}

// endYAML reads parent or child of a joint: the name of a link, or {link: name} as in XML.
func (r *reader) endYAML(n *strictyaml.Node, p place) field {
	if n == nil || n.Kind != strictyaml.Mapping {
		return r.scalar(n, p)
	}
	return r.scalar(r.mapping(n, p, "link")[0], p)
}

// axisYAML reads an axis: a vector, or {xyz: vector} as in XML.
func (r *reader) axisYAML(n *strictyaml.Node, p place) vector {
	if n == nil || n.Kind != strictyaml.Mapping {
		return r.vector(n, p)
	}
	return r.vector(r.mapping(n, p, "xyz")[0], p)
}

func (r *reader) limitYAML(n *strictyaml.Node, p place) draftLimit {
	limit := draftLimit{offset: n.Offset}
	v := r.mapping(n, p, "lower", "upper", "velocity", "acceleration", "jerk", "effort", "torque", "force")
	if v == nil {
		return limit
	}
	limit.lower, limit.upper = r.scalar(v[0], p.in("lower")), r.scalar(v[1], p.in("upper"))
	limit.velocity, limit.acceleration = r.scalar(v[2], p.in("velocity")), r.scalar(v[3], p.in("acceleration"))
	limit.jerk = r.scalar(v[4], p.in("jerk"))
	limit.effort = r.scalar(r.first(p.in("effort"), v[5], v[6], v[7]), p.in("effort"))
	return limit
}

func (r *reader) mimicYAML(n *strictyaml.Node, p place) *draftMimic {
	mimic := &draftMimic{offset: n.Offset}
	v := r.mapping(n, p, "joint", "multiplier", "offset")
	if v == nil {
		return mimic
	}
	mimic.joint, mimic.multiplier, mimic.shift = r.scalar(v[0], p.in("joint")), r.scalar(v[1], p.in("multiplier")), r.scalar(v[2], p.in("offset"))
	if v[0] == nil {
		r.fail(n.Offset, p.in("joint"), "the joint to mimic is missing", "joint: ...", "")
	}
	return mimic
}

// groupsYAML reads joint groups: a mapping from names to lists of joints, or a list of {name,
// joints}.
func (r *reader) groupsYAML(n *strictyaml.Node) []draftGroup {
	if n == nil {
		return nil
	}
	var groups []draftGroup
	p := place{field: "joint_groups"}
	switch n.Kind {
	case strictyaml.Mapping:
		for _, entry := range n.Entries {
			groups = append(groups, r.groupYAML(entry.Key.Offset, r.scalar(entry.Key, p), entry.Value))
		}
	case strictyaml.Sequence:
		for i, item := range n.Items {
			name := r.nameOf(item)
			v := r.mapping(item, named("joint_groups", name, i), "name", "joints")
			if v == nil {
				continue
			}
			groups = append(groups, r.groupYAML(item.Offset, name, v[1]))
		}
	default:
		r.fail(n.Offset, p, "this is a "+n.Kind.String(), "a mapping from the names of groups to lists of joints", "")
	}
	return groups
}

// groupYAML reads the joints of one group.
func (r *reader) groupYAML(offset int, name field, joints *strictyaml.Node) draftGroup {
	group := draftGroup{offset: offset, name: name}
	p := named("joint_groups", name, 0).in("joints")
	if joints != nil && joints.IsNull() {
		joints = nil
	}
	for _, item := range r.list(joints, p) {
		group.joints = append(group.joints, r.scalar(item, p))
	}
	return group
}
