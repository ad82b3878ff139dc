package urdf

import (
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// WriteYAML returns a description as urdf.yaml. [Parse] of the result gives a world with the same
// hashes. What urdf.yaml cannot express is in an [*ExportError], as with [Write]: manipulators,
// sensors, and revolute and prismatic joints without limits of velocity and effort.
func WriteYAML(d *worlds.Description) ([]byte, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	e := newExport(d, "urdf.yaml")
	if err := e.err(); err != nil {
		return nil, err
	}
	y := &yamlWriter{}
	y.line("robot:")
	y.line("  name: " + wordText(e.robot))
	y.line("  links:")
	for i := range d.Links {
		y.link(&d.Links[i])
	}
	if len(d.Joints) > 0 {
		y.line("  joints:")
	}
	for i := range d.Joints {
		y.joint(&d.Joints[i])
	}
	if len(d.Groups) > 0 {
		y.line("  joint_groups:")
	}
	for i := range d.Groups {
		words := make([]string, len(d.Groups[i].Joints))
		for k, joint := range d.Groups[i].Joints {
			words[k] = wordText(joint)
		}
		y.line("    " + wordText(d.Groups[i].Name) + ": [" + strings.Join(words, ", ") + "]")
	}
	return []byte(y.String()), nil
}

type yamlWriter struct{ strings.Builder }

func (y *yamlWriter) line(s string) { y.WriteString(s + "\n") }

// wordText returns a text as a scalar, in quotes unless it is a plain word.
func wordText(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" && s != "" &&
		(s[0] > '9') && !strings.EqualFold(s, "null") {
		return s
	}
	return strconv.Quote(s)
}

// listText returns a vector as a list.
func listText(v []float64) string {
	texts := make([]string, len(v))
	for i := range v {
		texts[i] = numberText(v[i])
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// originText returns a pose, empty for the identity.
func originText(p *spatial.Pose) string {
	switch {
	case turned(p):
		rpy := rpyOf(p.R)
		return "{xyz: " + listText(p.P[:]) + ", rpy: " + listText(rpy[:]) + "}"
	case p.P != [3]float64{}:
		return "{xyz: " + listText(p.P[:]) + "}"
	}
	return ""
}

// option writes a key with its value unless the value is empty.
func (y *yamlWriter) option(indent, key, value string) {
	if value != "" {
		y.line(indent + key + ": " + value)
	}
}

func (y *yamlWriter) link(link *worlds.Link) {
	y.line("    - name: " + wordText(link.Name))
	if in := link.Inertia; in != (rigidbody.Inertia{}) {
		y.line("      inertial:")
		y.line("        mass: " + numberText(in.Mass))
		y.line("        origin: {xyz: " + listText(in.Com[:]) + "}")
		entries := []float64{in.Ixx, in.Ixy, in.Ixz, in.Iyy, in.Iyz, in.Izz}
		texts := make([]string, len(entries))
		for k, v := range entries {
			texts[k] = tensorNames[k] + ": " + numberText(v)
		}
		y.line("        inertia: {" + strings.Join(texts, ", ") + "}")
	}
	y.shapes("visuals", link.Visuals)
	y.shapes("collisions", link.Collisions)
}

func (y *yamlWriter) shapes(key string, shapes []worlds.Shape) {
	if len(shapes) > 0 {
		y.line("      " + key + ":")
	}
	for i := range shapes {
		s := &shapes[i]
		y.line("        - geometry: {" + geometryText(s) + "}")
		if s.Name != "" {
			y.line("          name: " + wordText(s.Name))
		}
		y.option("          ", "origin", originText(&s.Pose))
		if s.Material != (worlds.Material{}) && key == "visuals" {
			y.line("          material: " + materialText(&s.Material))
		}
	}
}

func geometryText(s *worlds.Shape) string {
	text := s.Kind.String() + ": {"
	switch s.Kind {
	case worlds.Box:
		text += "size: " + listText(s.Size[:])
	case worlds.Sphere:
		text += "radius: " + numberText(s.Radius)
	case worlds.Cylinder, worlds.Capsule:
		text += "radius: " + numberText(s.Radius) + ", length: " + numberText(s.Length)
	case worlds.Mesh:
		text += "filename: " + strconv.Quote(s.Mesh)
		if s.Scale != [3]float64{1, 1, 1} {
			text += ", scale: " + listText(s.Scale[:])
		}
	}
	return text + "}"
}

func materialText(m *worlds.Material) string {
	text := "{name: " + wordText(m.Name)
	if m.HasColor {
		text += ", color: {rgba: " + listText(m.Color[:]) + "}"
	}
	if m.Texture != "" {
		text += ", texture: {filename: " + strconv.Quote(m.Texture) + "}"
	}
	return text + "}"
}

func (y *yamlWriter) joint(j *worlds.Joint) {
	y.line("    - name: " + wordText(j.Name))
	y.line("      type: " + j.Type.String())
	y.line("      parent: " + wordText(j.Parent))
	y.line("      child: " + wordText(j.Child))
	y.option("      ", "origin", originText(&j.Origin))
	if j.Type != worlds.Fixed && j.Type != worlds.Floating {
		y.line("      axis: " + listText(j.Axis[:]))
	}
	if j.Role != worlds.Driven {
		y.line("      role: " + j.Role.String())
	}
	if !everyControl(j) {
		y.line("      control: " + j.Control.String())
	}
	y.limits(j)
	if m := j.Mimic; m != nil {
		y.line("      mimic: {joint: " + wordText(m.Joint) + ", multiplier: " + numberText(m.Multiplier) + ", offset: " + numberText(m.Offset) + "}")
	}
	if j.Damping != 0 || j.Friction != 0 || j.Armature != 0 {
		y.line("      dynamics: {damping: " + numberText(j.Damping) + ", friction: " + numberText(j.Friction) + ", armature: " + numberText(j.Armature) + "}")
	}
}

func (y *yamlWriter) limits(j *worlds.Joint) {
	var lines []string
	limited := false
	for k := range j.Limits {
		pairs := limitPairs(&j.Limits[k])
		limited = limited || len(pairs) > 0
		var texts []string
		for i := 0; i+1 < len(pairs); i += 2 {
			texts = append(texts, pairs[i]+": "+pairs[i+1])
		}
		lines = append(lines, "        - {"+strings.Join(texts, ", ")+"}")
	}
	if limited {
		y.line("      limits:")
		for _, line := range lines {
			y.line(line)
		}
	}
}
