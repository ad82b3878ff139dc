package urdf

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// build makes a description of a draft. A value that is wrong is reported and replaced by one that
// is right, so that the check of the whole does not complain about it again.
func (r *reader) build(d *draft) *worlds.Description {
	out := &worlds.Description{
		Name:   d.name.text,
		Links:  make([]worlds.Link, len(d.links)),
		Joints: make([]worlds.Joint, len(d.joints)),
	}
	r.checkRobotName(d)
	r.defineMaterials(d)
	for i := range d.links {
		out.Links[i] = r.buildLink(&d.links[i], i)
	}
	for i := range d.joints {
		out.Joints[i] = r.buildJoint(&d.joints[i], i)
	}
	for i := range d.groups {
		group := worlds.Group{Name: d.groups[i].name.text, At: r.text.Position(d.groups[i].offset)}
		for _, joint := range d.groups[i].joints {
			group.Joints = append(group.Joints, r.reference(joint))
		}
		out.Groups = append(out.Groups, group)
	}
	r.doubtMassless(d, out)
	return out
}

// checkRobotName judges name and version of the robot. The name may have blanks and slashes: no
// address contains it.
func (r *reader) checkRobotName(d *draft) {
	name := strings.NewReplacer(" ", "_", "/", "_").Replace(d.name.text)
	if err := worlds.CheckName(name); err != nil && d.name.set {
		r.fail(d.name.offset, place{field: "name"}, err.Error(), "", "")
	}
	if version := d.version.text; d.version.set && !slices.Contains([]string{"1.0", "1.1", "1.2"}, version) {
		r.fail(d.version.offset, place{field: "version"}, "version "+source.Quote(version)+" of URDF is unknown", "1.0, 1.1 or 1.2", "")
	}
}

// reference returns the name of a link or joint. Robots of ROS have namespaces with slashes
// (lwr/base_link), which addresses use otherwise here: such names are read with underscores, as
// namespaces are written here, unless they look like paths.
func (r *reader) reference(f field) string {
	if !strings.Contains(f.text, "/") {
		return f.text
	}
	for part := range strings.SplitSeq(f.text, "/") {
		if worlds.CheckName(part) != nil {
			return f.text // refused when the description is checked
		}
	}
	r.ignore(f.offset, "the slash in names (an underscore is read for it)")
	return strings.ReplaceAll(f.text, "/", "_")
}

func (r *reader) buildLink(link *draftLink, i int) worlds.Link {
	p := named("links", link.name, i)
	out := worlds.Link{
		Name: r.reference(link.name), Inertia: r.buildInertia(link.inertial, p.in("inertial")), At: r.text.Position(link.offset),
		IndefiniteInertia: r.options.IndefiniteInertia,
	}
	for k := range link.shapes {
		shape, found := r.buildShape(&link.shapes[k], p)
		switch {
		case !found:
		case link.shapes[k].kind == "visual":
			out.Visuals = append(out.Visuals, shape)
		default:
			out.Collisions = append(out.Collisions, shape)
		}
	}
	return out
}

func (r *reader) buildInertia(inertial *draftInertial, p place) rigidbody.Inertia {
	if inertial == nil {
		return rigidbody.Inertia{}
	}
	pose := r.pose(&inertial.origin, p)
	in := rigidbody.Inertia{Mass: r.optional(inertial.mass, p.in("mass"), 0), Com: pose.P}
	if inertial.inertia == nil {
		if in.Mass > 0 {
			r.note(inertial.offset, p, "the inertia tensor is missing: the link is taken for a point mass")
		}
		return in
	}
	for k, entry := range []*float64{&in.Ixx, &in.Ixy, &in.Ixz, &in.Iyy, &in.Iyz, &in.Izz} {
		*entry = r.optional(inertial.inertia.entries[k], p.in("inertia."+tensorNames[k]), 0)
	}
	if pose.R != spatial.IdentityPose().R {
		in = worlds.RotateInertia(pose.R, in)
	}
	for _, problem := range worlds.InertiaProblems(in) {
		switch {
		case problem.Fatal || problem.Indefinite && !r.options.IndefiniteInertia: // reported when the description is checked
		case r.options.PhysicalInertia:
			r.fail(inertial.place(), p, problem.Text, "the inertia of a body", "")
		default:
			r.note(inertial.place(), p, problem.Text)
		}
	}
	return in
}

// pose returns the pose that an origin gives.
func (r *reader) pose(origin *draftOrigin, p place) spatial.Pose {
	var xyz, rpy [3]float64
	var quat [4]float64
	p = p.in("origin")
	r.numbers(origin.xyz, p.in("xyz"), xyz[:])
	r.numbers(origin.rpy, p.in("rpy"), rpy[:])
	r.numbers(origin.quatXYZW, p.in("quat_xyzw"), quat[:])
	if problem, expected := worlds.AngleProblem(rpy); problem != "" {
		r.fail(origin.rpy.offset, p.in("rpy"), problem, expected, "")
		rpy = [3]float64{}
	}
	if !origin.quatXYZW.set {
		return spatial.PoseFromRPY(xyz, rpy)
	}
	at := origin.quatXYZW.offset
	length := math.Hypot(math.Hypot(quat[0], quat[1]), math.Hypot(quat[2], quat[3]))
	switch {
	case origin.rpy.set:
		r.fail(at, p, "the orientation is given by rpy and by quat_xyzw", "one of the two", "")
	case length == 0:
		r.fail(at, p.in("quat_xyzw"), "the quaternion is zero", "a unit quaternion x y z w", "")
	default:
		if math.Abs(length-1) > 1e-3 {
			r.note(at, p.in("quat_xyzw"), fmt.Sprintf("the quaternion has length %.6g and is brought to unit length", length))
		}
		return spatial.Pose{R: spatial.Quat{W: quat[3] / length, X: quat[0] / length, Y: quat[1] / length, Z: quat[2] / length}.Rotation(), P: xyz}
	}
	return spatial.PoseFromRPY(xyz, [3]float64{})
}

func (r *reader) buildJoint(j *draftJoint, i int) worlds.Joint {
	p := named("joints", j.name, i)
	out := worlds.Joint{
		Name: r.reference(j.name), Parent: r.reference(j.parent), Child: r.reference(j.child), At: r.text.Position(j.offset),
		Origin:   r.pose(&j.origin, p),
		Damping:  r.optional(j.damping, p.in("dynamics.damping"), 0),
		Friction: r.optional(j.friction, p.in("dynamics.friction"), 0),
		Armature: r.optional(j.armature, p.in("dynamics.armature"), 0),
	}
	known := r.jointType(j, p, &out)
	if known {
		r.buildAxis(j, p, &out)
		r.buildLimits(j, p, &out)
	}
	r.buildMimic(j, p, &out)
	r.buildControl(j, p, &out)
	return out
}

// jointType reads the type of a joint and returns whether it is known. An unknown one is replaced
// by fixed.
func (r *reader) jointType(j *draftJoint, p place, out *worlds.Joint) bool {
	if !j.kind.set {
		return false // reported when it was read
	}
	kind, err := worlds.ParseJointType(j.kind.text)
	if err != nil {
		var known []string
		for _, t := range worlds.JointTypes() {
			known = append(known, t.String())
		}
		r.fail(j.kind.offset, p.in("type"), "joint type "+source.Quote(j.kind.text)+" is unknown",
			"one of "+source.Listed(known, len(known)), source.DidYouMean(j.kind.text, known))
		return false
	}
	out.Type = kind
	return true
}

// buildAxis reads the axis of a joint; it is x where it is left out.
func (r *reader) buildAxis(j *draftJoint, p place, out *worlds.Joint) {
	out.Axis = [3]float64{1, 0, 0}
	uses := out.Type != worlds.Fixed && out.Type != worlds.Floating
	if !j.axis.set {
		if out.Type == worlds.Planar {
			r.note(j.offset, p.in("axis"), "the axis of the planar joint is missing; URDF takes x, so the plane is upright")
		}
		return
	}
	r.numbers(j.axis, p.in("axis"), out.Axis[:])
	length := math.Hypot(math.Hypot(out.Axis[0], out.Axis[1]), out.Axis[2])
	if uses && length > 0 {
		if math.Abs(length-1) > 1e-3 {
			r.note(j.axis.offset, p.in("axis"), fmt.Sprintf("the axis has length %.6g and is brought to unit length", length))
		}
		out.Axis = spatial.VecOf(out.Axis).Unit().Array()
	}
}

// buildMimic reads the mimic relation of a joint. One of a fixed joint has no meaning.
func (r *reader) buildMimic(j *draftJoint, p place, out *worlds.Joint) {
	if j.mimic == nil {
		return
	}
	mimic := &worlds.Mimic{
		Joint:      r.reference(j.mimic.joint),
		Multiplier: r.optional(j.mimic.multiplier, p.in("mimic.multiplier"), 1),
		Offset:     r.optional(j.mimic.shift, p.in("mimic.offset"), 0),
	}
	switch {
	case out.Type == worlds.Fixed:
		r.note(j.mimic.offset, p.in("mimic"), "a fixed joint has nothing to mimic")
	case j.mimic.joint.set: // a missing one was reported when it was read
		out.Mimic = mimic
	}
}

// buildControl reads role and control modes of a joint.
func (r *reader) buildControl(j *draftJoint, p place, out *worlds.Joint) {
	if j.role.set {
		known := []string{worlds.Driven.String(), worlds.Virtual.String(), worlds.Passive.String()}
		at := slices.Index(known, j.role.text)
		if at < 0 {
			r.fail(j.role.offset, p.in("role"), "role "+source.Quote(j.role.text)+" is unknown",
				"one of "+source.Listed(known, 3), source.DidYouMean(j.role.text, known))
		}
		out.Role = worlds.JointRole(max(at, 0))
	}
	if !j.control.set {
		return
	}
	mode, err := messages.ParseControlMode(j.control.text)
	if err != nil {
		r.fail(j.control.offset, p.in("control"), err.Error(), "", "")
		return
	}
	out.Control = mode
}
