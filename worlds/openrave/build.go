package openrave

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// onAxis is the distance of a child's origin from the axis of its hinge, m, up to which it counts
// as on the axis.
const onAxis = 1e-9

// build makes a tree of the links and joints of a body.
func (r *reader) build(b *kinbody) Body {
	out := Body{Description: &worlds.Description{Name: b.name}, Pose: b.pose, At: b.root.position()}
	if len(b.links) == 0 {
		if r.list.Len() == b.errors {
			r.fail(b.root.file, b.root.offset, b.name, "the robot or body has no body", "<body>", "")
		}
		return out
	}
	root := b.links[0]
	t := &tree{r: r, b: b, d: out.Description, placed: map[*link]bool{}}
	t.order(root)
	// The root's frame becomes that of the tree: what is left of it places the body in the room.
	out.Pose = b.pose.Times(&root.pose)
	out.Static = root.static
	for _, pair := range b.adjacent {
		out.Adjacent = append(out.Adjacent, [2]string{pair[0].name, pair[1].name})
	}
	out.Description.Manipulators, out.Description.Sensors = b.manipulators, b.sensors
	r.values(b, &out)
	if r.list.Len() == b.errors {
		r.list.AddError(out.At, "", out.Description.Check())
	}
	return out
}

// values assigns the joint values of an environment, one for each active joint in the order of
// declaration.
func (r *reader) values(b *kinbody, out *Body) {
	if len(b.values) == 0 || b.incomplete {
		return
	}
	var active []string
	for _, j := range b.joints {
		if !j.disabled && j.mimic == nil {
			active = append(active, j.name)
		}
	}
	if len(active) != len(b.values) {
		r.list.Add(source.Diagnostic{Position: b.valuesAt, Path: b.name + ".jointvalues", Problem: fmt.Sprintf("%d values", len(b.values)),
			Expected: fmt.Sprintf("%d, one for each of %s", len(active), source.Listed(active, 12))})
		return
	}
	out.Values = map[string]float64{}
	for i, name := range active {
		if b.values[i] != 0 {
			out.Values[name] = b.values[i]
		}
	}
}

// tree places links by joints, from the root on.
type tree struct {
	r      *reader
	b      *kinbody
	d      *worlds.Description
	placed map[*link]bool
}

// order adds the links that joints connect to the root, breadth first, then fixes the others to the
// root.
func (t *tree) order(root *link) {
	byLink := map[*link][]*joint{}
	for _, j := range t.b.joints {
		byLink[j.bodies[0]] = append(byLink[j.bodies[0]], j)
		byLink[j.bodies[1]] = append(byLink[j.bodies[1]], j)
	}
	used := map[*joint]bool{}
	spread := func(from *link) {
		queue := []*link{from}
		for len(queue) > 0 {
			parent := queue[0]
			queue = queue[1:]
			for _, j := range byLink[parent] {
				if used[j] {
					continue
				}
				used[j] = true
				next, reversed := j.bodies[1], false
				if next == parent {
					next, reversed = j.bodies[0], true
				}
				if t.placed[next] {
					t.r.fail(j.at.file, j.at.offset, j.path, "the joint closes a loop, which a tree of joints cannot express", "joints that form a tree", "")
					continue
				}
				t.joint(j, parent, next, reversed)
				queue = append(queue, next)
			}
		}
	}
	t.link(root)
	spread(root)
	for _, l := range t.b.links {
		if t.placed[l] {
			continue
		}
		if !l.static && t.r.list.Len() == 0 {
			t.r.note(l.at.file, l.at.offset, t.b.name, "body "+source.Quote(l.name)+" has no joint: it is fixed to "+source.Quote(root.name))
		}
		t.link(l)
		t.add(worlds.Joint{Name: l.name + "_fixed", Parent: root.name, Child: l.name, Origin: root.pose.InverseTimes(&l.pose)}, l.at)
		spread(l)
	}
}

// link adds a link.
func (t *tree) link(l *link) {
	t.placed[l] = true
	t.d.Links = append(t.d.Links, worlds.Link{Name: l.name, Inertia: l.inertia, IndefiniteInertia: l.indefinite, Visuals: l.visuals, Collisions: l.collisions, At: l.at.position()})
}

func (t *tree) add(j worlds.Joint, at spot) {
	j.At = at.position()
	t.d.Joints = append(t.d.Joints, j)
}

// joint adds the joint between a placed link and another one, and that link.
func (t *tree) joint(j *joint, parent, next *link, reversed bool) {
	first := &j.bodies[0].pose
	axis, anchor := first.R.Apply(j.axis), first.Apply(j.anchor) // in the frame of the kinbody
	if reversed {
		axis = axis.Neg()
	}
	out := worlds.Joint{
		Name: j.name, Type: j.kind, Parent: parent.name, Child: next.name,
		Origin: parent.pose.InverseTimes(&next.pose), Axis: next.pose.R.ApplyInverse(axis).Array(), Limits: []worlds.Limit{j.limit},
		Damping: j.damping, Friction: j.friction, Armature: j.armature,
	}
	if j.mimic != nil {
		out.Mimic = &worlds.Mimic{Joint: j.mimic.leader.name, Multiplier: j.mimic.multiplier, Offset: j.mimic.offset}
	} else if j.disabled {
		out.Role = worlds.Passive
		if j.limit.Lower == j.limit.Upper {
			out.Type, out.Axis, out.Limits, out.Role = worlds.Fixed, [3]float64{}, nil, worlds.Driven
			out.Damping, out.Friction, out.Armature = 0, 0, 0
		}
	}
	t.link(next)
	offset := spatial.VecOf(next.pose.P).Sub(anchor)
	if out.Type == worlds.Fixed || out.Type == worlds.Prismatic || offset.Cross(axis).Norm() <= onAxis {
		t.add(out, j.at)
		return
	}
	// The hinge turns a frame on its axis, at the point nearest to the child, which it carries.
	along := offset.Dot(axis)
	anchor, offset = anchor.AddScaled(along, axis), offset.AddScaled(-along, axis)
	pivot := next.name + "_pivot"
	t.d.Links = append(t.d.Links, worlds.Link{Name: pivot, At: j.at.position()})
	out.Child, out.Origin.P = pivot, parent.pose.ApplyInverse(anchor).Array()
	t.add(out, j.at)
	mount := worlds.Joint{Name: next.name + "_mount", Parent: pivot, Child: next.name, Origin: spatial.IdentityPose()}
	mount.Origin.P = next.pose.R.ApplyInverse(offset).Array()
	t.add(mount, j.at)
}
