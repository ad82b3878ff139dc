package collada

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// builder makes a description of one system.
type builder struct {
	r        *reader
	s        system
	d        *worlds.Description
	own      spatial.Pose // of the root link in its model
	pose     spatial.Pose // of the root link in the room
	adjacent [][2]string
	links    map[string]*link  // by their sids
	joints   map[string]*joint // by their sids
	order    []*link
	nodes    map[*strictxml.Element]*link // the nodes of the scene that stand for links
}

// link is a link of a kinematics model.
type link struct {
	sid, name string
	index     int          // in the description
	pose      spatial.Pose // in the frame of the root link, with all joints at zero
}

// joint is a joint of a kinematics model.
type joint struct {
	sid, name string
	element   *strictxml.Element
	kind      worlds.JointType
	axis      spatial.Vec
	limit     worlds.Limit
	bounded   bool
	inactive  bool
	locked    bool
	used      bool
	armature  float64
	mimic     *worlds.Mimic
}

func (b *builder) fail(e *strictxml.Element, problem, expected, hint string) {
	b.r.fail(e.Offset, b.s.name, problem, expected, hint)
}

func (b *builder) build() {
	technique := b.s.model.Child("technique_common")
	if technique == nil {
		b.fail(b.s.model, "the model has no <technique_common>", "joints and links", "")
		return
	}
	for _, e := range technique.Children {
		switch e.Name {
		case "joint":
			b.joint(e, e.Attr("sid"))
		case "instance_joint":
			if target := b.r.target(e, "url", "joint"); target != nil {
				b.joint(target, e.Attr("sid"))
			}
		}
	}
	b.axes()
	b.actuators()
	b.formulas()
	roots := 0
	for e := range technique.All("link") {
		if roots++; roots > 1 {
			b.fail(e, "the model has several root links", "one tree of links", "")
			return
		}
		b.root(e)
	}
	if roots == 0 {
		b.fail(technique, "the model has no link", "<link>", "")
		return
	}
	for _, sid := range slices.Sorted(maps.Keys(b.joints)) {
		if j := b.joints[sid]; !j.used && j.mimic == nil {
			b.r.note(j.element.Offset, b.s.name, "joint "+source.Quote(j.name)+" carries no link, and is ignored")
		}
	}
	b.shapes()
	b.masses()
	b.extras()
}

// axesKnown are the kinds of axes.
var axesKnown = []string{"revolute", "prismatic"}

// joint reads a joint with one axis.
func (b *builder) joint(e *strictxml.Element, sid string) {
	r := b.r
	j := &joint{sid: sid, name: e.Attr("name"), element: e, axis: spatial.Vec{Z: 1}, limit: worlds.Unlimited()}
	if j.name == "" {
		j.name = sid
	}
	if sid == "" || b.joints[sid] != nil {
		b.fail(e, "the joint has no sid, or one that another joint has", "distinct sids", "")
		return
	}
	axes := 0
	for _, axis := range e.Children {
		if !slices.Contains(axesKnown, axis.Name) {
			continue
		}
		axes++
		j.kind = worlds.Revolute
		if axis.Name == "prismatic" {
			j.kind = worlds.Prismatic
		}
		if direction := axis.Child("axis"); direction != nil {
			if v, ok := r.vector(direction, 3); ok {
				j.axis = spatial.Vec{X: v[0], Y: v[1], Z: v[2]}
			}
		}
		if n := j.axis.Norm(); !(n > 0) || math.IsInf(n, 0) {
			b.fail(axis, "the axis of the joint is zero", "a direction", "")
			j.axis = spatial.Vec{Z: 1}
		}
		j.axis = j.axis.Unit()
		b.limits(j, axis.Child("limits"), nil)
	}
	if axes != 1 {
		b.fail(e, fmt.Sprintf("the joint %s has %d axes", source.Quote(j.name), axes), "one, revolute or prismatic", "")
		j.kind = worlds.Revolute
	}
	b.joints[sid] = j
}

// root places the root link, and everything below it.
func (b *builder) root(e *strictxml.Element) {
	b.own = b.r.pose(e, nil)
	b.pose = (&spatial.Pose{R: b.r.up}).Times(&b.own)
	l := b.link(e, spatial.IdentityPose())
	if l != nil {
		b.below(e, l)
	}
}

// link adds a link.
func (b *builder) link(e *strictxml.Element, pose spatial.Pose) *link {
	if b.r.links++; b.r.links > MaxLinks {
		if b.r.links == MaxLinks+1 {
			b.fail(e, "there are too many links", fmt.Sprintf("at most %d", MaxLinks), "")
		}
		return nil
	}
	l := &link{sid: e.Attr("sid"), name: e.Attr("name"), index: len(b.d.Links), pose: pose}
	if l.name == "" {
		l.name = l.sid
	}
	if l.sid == "" || b.links[l.sid] != nil {
		b.fail(e, "the link has no sid, or one that another link has", "distinct sids", "")
		return nil
	}
	b.links[l.sid], b.order = l, append(b.order, l)
	b.d.Links = append(b.d.Links, worlds.Link{Name: l.name, At: b.r.text.Position(e.Offset)})
	return l
}

// onAxis is the distance of a link's origin from the axis of its joint, m, up to which it counts as
// on the axis.
const onAxis = 1e-9

// below adds what joints attach to a link.
func (b *builder) below(e *strictxml.Element, parent *link) {
	for _, c := range e.Children {
		switch c.Name {
		case "attachment_start", "attachment_end":
			b.fail(c, "<"+c.Name+"> closes a loop, which a tree of joints cannot express", "<attachment_full>", "")
		case "attachment_full":
			b.attachment(c, parent)
		}
	}
}

// attachment adds a joint and the link behind it.
func (b *builder) attachment(e *strictxml.Element, parent *link) {
	at := e.Attribute("joint")
	j := b.joints[lastSID(at.Text)]
	body := e.Child("link")
	switch {
	case j == nil:
		known := slices.Sorted(maps.Keys(b.joints))
		b.r.fail(max(e.Offset, at.Offset), b.s.name, "no joint has the sid "+source.Quote(source.Clip(lastSID(at.Text), 60)), "one of "+source.Listed(known, 12), source.DidYouMean(lastSID(at.Text), known))
		return
	case j.used:
		b.r.fail(at.Offset, b.s.name, "joint "+source.Quote(j.name)+" attaches two links", "each joint once", "")
		return
	case body == nil:
		b.fail(e, "the attachment has no link", "<link>", "")
		return
	}
	j.used = true
	frame, own := b.r.pose(e, nil), b.r.pose(body, nil)
	origin := frame.Times(&own)
	l := b.link(body, parent.pose.Times(&origin))
	if l == nil {
		return
	}
	b.connect(j, parent, l, frame, own)
	b.below(body, l)
}

// connect adds a joint whose frame in the parent is given, and the pose of the child behind it.
func (b *builder) connect(j *joint, parent, child *link, frame, own spatial.Pose) {
	out := worlds.Joint{
		Name: j.name, Type: j.kind, Parent: parent.name, Child: child.name, Origin: frame.Times(&own), Axis: own.R.ApplyInverse(j.axis).Array(),
		Limits: []worlds.Limit{j.limit}, Mimic: j.mimic, Armature: j.armature, At: b.r.text.Position(j.element.Offset),
	}
	switch {
	case j.mimic != nil:
	case j.locked, j.inactive && j.bounded && j.limit.Lower == j.limit.Upper:
		out.Type, out.Axis, out.Limits, out.Armature = worlds.Fixed, [3]float64{}, nil, 0
	case j.inactive:
		out.Role = worlds.Passive
	}
	if out.Type == worlds.Revolute && !j.bounded {
		out.Type = worlds.Continuous
	}
	if out.Type == worlds.Prismatic && !j.bounded {
		b.fail(j.element, "the prismatic joint "+source.Quote(j.name)+" has no limits", "<limits> with min and max", "")
	}
	offset := spatial.VecOf(own.P)
	if out.Type == worlds.Fixed || out.Type == worlds.Prismatic || offset.Cross(j.axis).Norm() <= onAxis {
		b.d.Joints = append(b.d.Joints, out)
		return
	}
	// The joint turns a frame on its axis, at the point nearest to the child, which it carries.
	along := offset.Dot(j.axis)
	offset = offset.AddScaled(-along, j.axis)
	foot := frame.Apply(j.axis.Scale(along))
	pivot := child.name + "_pivot"
	b.d.Links = append(b.d.Links, worlds.Link{Name: pivot, At: out.At})
	out.Child, out.Origin.P = pivot, foot.Array()
	mount := worlds.Joint{Name: child.name + "_mount", Parent: pivot, Child: child.name, Origin: spatial.IdentityPose(), At: out.At}
	mount.Origin.P = own.R.ApplyInverse(offset).Array()
	b.d.Joints = append(b.d.Joints, out, mount)
}
