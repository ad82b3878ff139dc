package environment

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Save writes a scene as YAML, which [Load] reads back: with the same names and IDs, and equal
// hashes. Numbers are written so that they read back exactly. Robots are written as the Source of
// their [RobotSpec]; a robot without one is an error. Stamps are not written.
func Save(s *Scene) ([]byte, error) {
	w := &writer{}
	w.line(0, "scene:")
	w.line(1, "name: %s", quoted(s.Name()))
	w.line(1, "last_id: %d", s.lastID)
	w.line(1, "objects:%s", none(len(s.objects)))
	for _, o := range s.objects {
		w.line(2, "- name: %s", quoted(o.name))
		w.line(3, "id: %d", o.token.id)
		w.pose(3, &o.pose)
		if h := &o.hold; h.by != nil {
			w.hold(s, h)
		}
		if o.body != nil {
			w.body(&o.body.spec)
		} else if err := w.robot(s, o); err != nil {
			return nil, err
		}
	}
	w.line(1, "allowed:%s", none(len(s.allowed)))
	for _, p := range s.allowed {
		w.line(2, "- [%s, %s]", quoted(s.partText(p.a)), quoted(s.partText(p.b)))
	}
	w.line(1, "sensors:%s", none(len(s.sensors)))
	for _, r := range s.sensors {
		w.line(2, "- name: %s", quoted(r.name))
		on := allowedPart{r.on.id, r.link}
		w.line(3, "on: %s", quoted(s.partText(on)))
		w.pose(3, &r.pose)
		w.line(3, "min: %s", number(r.min))
		w.line(3, "max: %s", number(r.max))
	}
	return w.Bytes(), nil
}

// partText returns object or object/link.
func (s *Scene) partText(p allowedPart) string {
	o := s.find(p.id)
	if o.robot == nil || p.link < 0 {
		return o.name
	}
	return o.name + "/" + o.robot.names[p.link]
}

type writer struct{ bytes.Buffer }

func (w *writer) line(depth int, format string, arguments ...any) {
	fmt.Fprintf(w, strings.Repeat("  ", depth)+format+"\n", arguments...)
}

// none completes the key of an empty list.
func none(length int) string {
	if length == 0 {
		return " []"
	}
	return ""
}

// quoted writes a text in double quotes. YAML reads what JSON writes.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7F || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xFEFF:
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func numbers(values []float64) string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = number(v)
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// pose writes a pose. The orientation is a quaternion where that reads back exactly, and a matrix
// elsewhere.
func (w *writer) pose(depth int, p *spatial.Pose) {
	q := p.R.Quat().Unit()
	a := q.Array()
	orientation := "quaternion: " + numbers(a[:])
	if back := quaternionRotation(a); back != p.R {
		orientation = "matrix: " + numbers(p.R[:])
	}
	if p.R == spatial.IdentityRotation() {
		w.line(depth, "pose: {xyz: %s}", numbers(p.P[:]))
		return
	}
	w.line(depth, "pose: {xyz: %s, %s}", numbers(p.P[:]), orientation)
}

// quaternionRotation returns the rotation of a quaternion w, x, y, z.
func quaternionRotation(q [4]float64) spatial.Rotation { return spatial.QuatOf(q).Unit().Rotation() }

func (w *writer) hold(s *Scene, h *hold) {
	by := s.find(h.by.id)
	w.line(3, "held:")
	w.line(4, "by: %s", quoted(by.name))
	if by.robot == nil {
		return
	}
	w.line(4, "link: %s", quoted(by.robot.names[h.link]))
	if h.grabbed {
		touch := make([]string, len(h.touch))
		for i, link := range h.touch {
			touch[i] = quoted(by.robot.names[link])
		}
		w.line(4, "touch: [%s]", strings.Join(touch, ", "))
	}
}

func (w *writer) body(spec *BodySpec) {
	if in := spec.Inertia; in != (rigidbody.Inertia{}) {
		w.line(3, "inertia: {mass: %s, com: %s, tensor: %s}", number(in.Mass), numbers(in.Com[:]),
			numbers([]float64{in.Ixx, in.Ixy, in.Ixz, in.Iyy, in.Iyz, in.Izz}))
	}
	w.line(3, "shapes:%s", none(len(spec.Shapes)))
	for i := range spec.Shapes {
		shape := &spec.Shapes[i]
		switch shape.Kind {
		case worlds.Box:
			w.line(4, "- box: %s", numbers(shape.Size[:]))
		case worlds.Sphere:
			w.line(4, "- sphere: %s", number(shape.Radius))
		case worlds.Mesh:
			w.line(4, "- mesh: %s", quoted(shape.Mesh))
			w.line(5, "scale: %s", numbers(shape.Scale[:]))
		default:
			w.line(4, "- %v: [%s, %s]", shape.Kind, number(shape.Radius), number(shape.Length))
		}
		w.pose(5, &shape.Pose)
	}
}

func (w *writer) robot(s *Scene, o *object) error {
	if o.robot.source == "" {
		return fmt.Errorf("%s cannot be saved: its description is unknown; set Source when it is added", objectPath(s.Name(), o.name))
	}
	w.line(3, "robot: %s", quoted(o.robot.source))
	world := o.robot.world
	w.line(3, "joints:")
	for i := range world.NumJoints() {
		at := world.Slot(i)
		values := o.robot.position[at.Position : at.Position+at.PositionLength]
		if len(values) == 1 {
			w.line(4, "%s: %s", quoted(world.Joint(i).Name), number(values[0]))
		} else {
			w.line(4, "%s: %s", quoted(world.Joint(i).Name), numbers(values))
		}
	}
	if world.NumJoints() == 0 {
		w.Truncate(w.Len() - 1)
		w.WriteString(" {}\n")
	}
	return nil
}

// splitName cuts the text of a part into object and link.
func splitName(text string) (object, link string, err error) {
	object, link, cut := strings.Cut(text, "/")
	if cut && link == "" {
		return "", "", fmt.Errorf("the part %s ends with a slash; expected object or object/link", source.Quote(text))
	}
	return object, link, nil
}
