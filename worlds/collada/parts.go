package collada

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// mostNodes bounds the nodes that are searched for shapes; instances of nodes multiply.
const mostNodes = 20_000

// shapes adds the geometry of the nodes that stand for links.
func (b *builder) shapes() {
	node, above := b.boundNode()
	if node == nil {
		return
	}
	above = (&spatial.Pose{R: b.r.up}).Times(&above)
	b.pose = above.Times(&b.own)
	v := newVisitor(b)
	v.match(node, 0)
	for _, l := range b.order {
		if at := v.byLink[l]; at != nil {
			v.add(at, l, spatial.IdentityPose(), true, 0)
		}
	}
	b.nodes = v.byNode
}

// boundNode returns the node that the scene binds to the model of the system: the only binding, or
// the one whose parameter the instance of the system defines. Above is the pose of the nodes that
// it is in, which place the robot in the room.
func (b *builder) boundNode() (node *strictxml.Element, above spatial.Pose) {
	above = spatial.IdentityPose()
	scene := b.r.root.Child("scene").Child("instance_kinematics_scene")
	for bind := range scene.All("bind_kinematics_model") {
		if b.s.instance == nil || !b.defines(bind.Child("param")) {
			continue
		}
		rest := bind.Attr("node")
		node = b.r.ids[firstPart(rest)]
		for node != nil && strings.Contains(rest, "/") {
			step := b.r.pose(node, nil)
			above = above.Times(&step)
			rest = rest[strings.IndexByte(rest, '/')+1:]
			node = b.inner(node, firstPart(rest))
		}
		if node == nil {
			b.fail(bind, "no node has the address "+source.Quote(source.Clip(bind.Attr("node"), 60)), "id/sid of a node of the visual scene", "")
		}
		return node, above
	}
	return nil, above
}

func firstPart(address string) string {
	part, _, _ := strings.Cut(address, "/")
	return part
}

// defines reports whether the instance of the system defines a parameter.
func (b *builder) defines(param *strictxml.Element) bool {
	if param == nil {
		return false
	}
	for p := range b.s.instance.All("newparam") {
		if p.Attr("sid") == param.Text().Text {
			return true
		}
	}
	return false
}

// inner returns the node below a node that has a sid, through an instance where it is one.
func (b *builder) inner(node *strictxml.Element, sid string) *strictxml.Element {
	for _, c := range node.Children {
		if c.Attr("sid") != sid {
			continue
		}
		if c.Name == "instance_node" {
			return b.r.target(c, "url", "node")
		}
		if c.Name == "node" {
			return c
		}
	}
	return nil
}

// visitor finds the nodes of links, and collects their geometry.
type visitor struct {
	b      *builder
	byNode map[*strictxml.Element]*link
	byLink map[*link]*strictxml.Element
	names  map[string]*link // links by their names, and by the sids of their nodes
	nodes  int
}

func newVisitor(b *builder) *visitor {
	v := &visitor{b: b, byNode: map[*strictxml.Element]*link{}, byLink: map[*link]*strictxml.Element{}, names: map[string]*link{}}
	for _, l := range b.order {
		v.names["name "+l.name] = l
		if number, numbered := strings.CutPrefix(l.sid, "link"); numbered {
			v.names["sid node"+number] = l
		}
	}
	return v
}

// match pairs nodes with links: by name, or by the number of their sids.
func (v *visitor) match(node *strictxml.Element, depth int) {
	if v.nodes++; v.nodes > mostNodes || depth > 300 {
		return
	}
	l := v.names["name "+node.Attr("name")]
	if l == nil {
		l = v.names["sid "+node.Attr("sid")]
	}
	if l != nil && v.byLink[l] == nil {
		v.byNode[node], v.byLink[l] = l, node
	}
	for child := range node.All("node") {
		v.match(child, depth+1)
	}
}

// add adds the geometry of a node to a link, at the pose of the node's parent. Nodes of other links
// are left to them.
func (v *visitor) add(node *strictxml.Element, l *link, at spatial.Pose, own bool, depth int) {
	if v.nodes++; v.nodes > mostNodes || depth > 300 {
		return
	}
	scale := [3]float64{1, 1, 1}
	if !own { // the frame of a link's node is that of the link
		if v.byNode[node] != nil {
			return
		}
		step := v.b.r.pose(node, &scale)
		at = at.Times(&step)
	}
	target := &v.b.d.Links[l.index]
	for _, c := range node.Children {
		switch c.Name {
		case "instance_geometry":
			geometry := v.b.r.target(c, "url", "geometry")
			if geometry == nil {
				continue
			}
			shape := worlds.Shape{Kind: worlds.Mesh, Pose: at, Scale: scale, Mesh: v.b.r.file + "#" + geometry.Attr("id")}
			target.Visuals = append(target.Visuals, shape)
			target.Collisions = append(target.Collisions, shape)
		case "node":
			v.add(c, l, at, false, depth+1)
		case "instance_node":
			if inner := v.b.r.target(c, "url", "node"); inner != nil {
				v.add(inner, l, at, false, depth+1)
			}
		}
	}
}

// masses adds the inertias of the rigid bodies whose targets are nodes of links.
func (b *builder) masses() {
	byID := map[string]*link{}
	byOffset := func(a, b *strictxml.Element) int { return cmp.Compare(a.Offset, b.Offset) }
	for _, node := range slices.SortedFunc(maps.Keys(b.nodes), byOffset) {
		byID[node.Attr("id")] = b.nodes[node]
	}
	for library := range b.r.root.All("library_physics_scenes") {
		for scene := range library.All("physics_scene") {
			for instance := range scene.All("instance_physics_model") {
				model := b.r.target(instance, "url", "physics_model")
				if model == nil {
					continue
				}
				bodies := map[string]*strictxml.Element{}
				for body := range model.All("rigid_body") {
					bodies[body.Attr("sid")] = body
				}
				for body := range instance.All("instance_rigid_body") {
					id, _ := strings.CutPrefix(body.Attr("target"), "#")
					if l := byID[id]; l != nil && id != "" {
						b.mass(l, bodies[body.Attr("body")], body, instance.Attribute("parent").Set)
					}
				}
			}
		}
	}
}

// mass sets the inertia of a link. With a parent, as the writer of OpenRAVE has it, the frame of
// the mass is in the frame of the root link; without one it is in that of the link.
func (b *builder) mass(l *link, body, instance *strictxml.Element, inRoot bool) {
	if body == nil {
		b.fail(instance, "the physics model has no rigid body "+source.Quote(source.Clip(instance.Attr("body"), 60)), "the sid of a <rigid_body>", "")
		return
	}
	technique := body.Child("technique_common")
	mass, ok := b.number(technique.Child("mass"), nil, 1)
	if !ok {
		return
	}
	frame := spatial.IdentityPose()
	if e := technique.Child("mass_frame"); e != nil {
		frame = b.r.pose(e, nil)
	}
	if inRoot {
		frame = l.pose.InverseTimes(&frame)
	}
	in := rigidbody.Inertia{Mass: mass}
	if e := technique.Child("inertia"); e != nil {
		if v, ok := b.r.vector(e, 3); ok {
			in.Ixx, in.Iyy, in.Izz = v[0], v[1], v[2]
		}
	}
	in = worlds.RotateInertia(frame.R, in)
	in.Com = frame.P
	b.d.Links[l.index].Inertia = in
}

// linkOf returns the link that an attribute names, nil after reporting that there is none.
func (b *builder) linkOf(e *strictxml.Element, attribute string) *link {
	if e == nil {
		return nil
	}
	at := e.Attribute(attribute)
	l := b.links[lastSID(at.Text)]
	if l == nil {
		var known []string
		for _, have := range b.order {
			known = append(known, have.sid)
		}
		b.r.fail(max(e.Offset, at.Offset), b.s.name, "no link has the sid "+source.Quote(source.Clip(lastSID(at.Text), 60)), "one of "+source.Listed(known, 12), source.DidYouMean(lastSID(at.Text), known))
	}
	return l
}

// extras reads manipulators, sensors and pairs of links that may touch.
func (b *builder) extras() {
	of := append([]*strictxml.Element{b.s.model}, b.s.around...)
	for technique := range b.r.extensions(of, "manipulator") {
		b.manipulator(technique)
	}
	for technique := range b.r.extensions(of, "attach_sensor") {
		b.sensor(technique)
	}
	for technique := range b.r.extensions(of, "collision") {
		for pair := range technique.All("ignore_link_pair") {
			if one, two := b.linkOf(pair, "link0"), b.linkOf(pair, "link1"); one != nil && two != nil {
				b.adjacent = append(b.adjacent, [2]string{one.name, two.name})
			}
		}
	}
}

func (b *builder) manipulator(e *strictxml.Element) {
	m := worlds.Manipulator{Name: cleanName(e.Parent.Attr("name")), At: b.r.text.Position(e.Parent.Offset)}
	if m.Name == "" {
		m.Name = "manipulator" + strconv.Itoa(len(b.d.Manipulators))
	}
	origin, tip := e.Child("frame_origin"), e.Child("frame_tip")
	if origin == nil || tip == nil {
		b.fail(e, "the manipulator has no origin or no tip", "<frame_origin> and <frame_tip>", "")
		return
	}
	base, end := b.linkOf(origin, "link"), b.linkOf(tip, "link")
	if base == nil || end == nil {
		return
	}
	m.Base, m.Tip, m.Tool = base.name, end.name, b.r.pose(tip, nil)
	if direction := tip.Child("direction"); direction != nil {
		if v, ok := b.r.vector(direction, 3); ok && (v[0] != 0 || v[1] != 0 || v[2] != 0) {
			m.Direction = spatial.VecOf([3]float64(v)).Unit().Array()
		}
	}
	for g := range e.All("gripper_joint") {
		j := b.joints[lastSID(g.Attr("joint"))]
		if j == nil || !j.used {
			b.fail(g, "the joint of the gripper is no joint of the model", "model/joint", "")
			continue
		}
		out := worlds.GripperJoint{Joint: j.name}
		for _, name := range []string{"closing_direction", "chucking_direction"} {
			if v, ok := b.number(g.Child(name), nil, 1); ok && v != 0 {
				out.Closing = 1
				if v < 0 {
					out.Closing = -1
				}
			}
		}
		m.Gripper = append(m.Gripper, out)
	}
	b.d.Manipulators = append(b.d.Manipulators, m)
}

func (b *builder) sensor(e *strictxml.Element) {
	s := worlds.Sensor{Name: cleanName(e.Parent.Attr("name")), At: b.r.text.Position(e.Parent.Offset)}
	if s.Name == "" {
		s.Name = "sensor" + strconv.Itoa(len(b.d.Sensors))
	}
	origin := e.Child("frame_origin")
	if origin == nil {
		b.fail(e, "the sensor has no origin", "<frame_origin link=\"...\">", "")
		return
	}
	l := b.linkOf(origin, "link")
	if l == nil {
		return
	}
	s.Link, s.Pose = l.name, b.r.pose(origin, nil)
	if instance := e.Child("instance_sensor"); instance != nil {
		if sensor := b.r.target(instance, "url", "sensor"); sensor != nil {
			s.Kind = strings.ToLower(sensor.Attr("type"))
			s.Properties = properties(sensor)
		}
	}
	b.d.Sensors = append(b.d.Sensors, s)
}

// properties returns the children of an element that hold numbers only, sorted by name.
func properties(e *strictxml.Element) (out []worlds.Property) {
	for _, c := range e.Children {
		var values []float64
		for word := range c.Words() {
			v, err := strconv.ParseFloat(word.Text, 64)
			if err != nil || v-v != 0 || len(values) >= 64 {
				values = nil
				break
			}
			values = append(values, v)
		}
		if len(values) > 0 && len(out) < 256 {
			out = append(out, worlds.Property{Name: c.Name, Values: values})
		}
	}
	slices.SortStableFunc(out, func(a, b worlds.Property) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b worlds.Property) bool { return a.Name == b.Name })
}
