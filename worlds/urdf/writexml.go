package urdf

import (
	"encoding/xml"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// xmlWriter writes the elements of a robot.
type xmlWriter struct{ strings.Builder }

func (x *xmlWriter) text(s string) { x.WriteString(s) }

// empty writes an element without content. Pairs are names and values of attributes.
func (x *xmlWriter) empty(indent, name string, pairs ...string) {
	x.open(indent, name, "/>\n", pairs...)
}

func (x *xmlWriter) open(indent, name, end string, pairs ...string) {
	x.text(indent + "<" + name)
	for i := 0; i+1 < len(pairs); i += 2 {
		x.text(" " + pairs[i] + "=" + attributeText(pairs[i+1]))
	}
	x.text(end)
}

// attributeText returns a quoted and escaped value.
func attributeText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	_ = xml.EscapeText(&b, []byte(s)) // a Builder accepts everything
	b.WriteByte('"')
	return b.String()
}

func (x *xmlWriter) link(link *worlds.Link) {
	if link.Inertia == (rigidbody.Inertia{}) && len(link.Visuals)+len(link.Collisions) == 0 {
		x.empty("  ", "link", "name", link.Name)
		return
	}
	x.open("  ", "link", ">\n", "name", link.Name)
	if in := link.Inertia; in != (rigidbody.Inertia{}) {
		x.text("    <inertial>\n")
		x.empty("      ", "origin", "xyz", vectorText(in.Com[:]))
		x.empty("      ", "mass", "value", numberText(in.Mass))
		x.empty("      ", "inertia", "ixx", numberText(in.Ixx), "ixy", numberText(in.Ixy), "ixz", numberText(in.Ixz),
			"iyy", numberText(in.Iyy), "iyz", numberText(in.Iyz), "izz", numberText(in.Izz))
		x.text("    </inertial>\n")
	}
	for i := range link.Visuals {
		x.shape("visual", &link.Visuals[i])
	}
	for i := range link.Collisions {
		x.shape("collision", &link.Collisions[i])
	}
	x.text("  </link>\n")
}

func (x *xmlWriter) origin(indent string, pose *spatial.Pose) {
	switch {
	case turned(pose):
		rpy := rpyOf(pose.R)
		x.empty(indent, "origin", "xyz", vectorText(pose.P[:]), "rpy", vectorText(rpy[:]))
	case pose.P != [3]float64{}:
		x.empty(indent, "origin", "xyz", vectorText(pose.P[:]))
	}
}

func (x *xmlWriter) shape(kind string, s *worlds.Shape) {
	var name []string
	if s.Name != "" {
		name = []string{"name", s.Name}
	}
	x.open("    ", kind, ">\n", name...)
	x.origin("      ", &s.Pose)
	x.text("      <geometry>")
	switch s.Kind {
	case worlds.Box:
		x.open("", "box", "/>", "size", vectorText(s.Size[:]))
	case worlds.Sphere:
		x.open("", "sphere", "/>", "radius", numberText(s.Radius))
	case worlds.Cylinder, worlds.Capsule:
		x.open("", s.Kind.String(), "/>", "radius", numberText(s.Radius), "length", numberText(s.Length))
	case worlds.Mesh:
		pairs := []string{"filename", s.Mesh}
		if s.Scale != [3]float64{1, 1, 1} {
			pairs = append(pairs, "scale", vectorText(s.Scale[:]))
		}
		x.open("", "mesh", "/>", pairs...)
	}
	x.text("</geometry>\n")
	if m := s.Material; m != (worlds.Material{}) && kind == "visual" {
		x.material(&m)
	}
	x.text("    </" + kind + ">\n")
}

func (x *xmlWriter) material(m *worlds.Material) {
	x.open("      ", "material", ">\n", "name", m.Name)
	if m.HasColor {
		x.empty("        ", "color", "rgba", vectorText(m.Color[:]))
	}
	if m.Texture != "" {
		x.empty("        ", "texture", "filename", m.Texture)
	}
	x.text("      </material>\n")
}

func (x *xmlWriter) joint(j *worlds.Joint) {
	x.open("  ", "joint", ">\n", "name", j.Name, "type", j.Type.String())
	x.origin("    ", &j.Origin)
	x.empty("    ", "parent", "link", j.Parent)
	x.empty("    ", "child", "link", j.Child)
	if j.Type != worlds.Fixed && j.Type != worlds.Floating {
		x.empty("    ", "axis", "xyz", vectorText(j.Axis[:]))
	}
	if len(j.Limits) == 1 {
		if pairs := limitPairs(&j.Limits[0]); len(pairs) > 0 {
			x.empty("    ", "limit", pairs...)
		}
	}
	if m := j.Mimic; m != nil {
		x.empty("    ", "mimic", "joint", m.Joint, "multiplier", numberText(m.Multiplier), "offset", numberText(m.Offset))
	}
	if j.Damping != 0 || j.Friction != 0 {
		x.empty("    ", "dynamics", "damping", numberText(j.Damping), "friction", numberText(j.Friction))
	}
	x.text("  </joint>\n")
}

// limitPairs returns names and values of the limits that limit something.
func limitPairs(l *worlds.Limit) []string {
	var pairs []string
	for _, v := range []struct {
		name  string
		value float64
	}{{"lower", l.Lower}, {"upper", l.Upper}, {"velocity", l.Velocity}, {"effort", l.Effort}, {"acceleration", l.Acceleration}, {"jerk", l.Jerk}} {
		if !math.IsInf(v.value, 0) {
			pairs = append(pairs, v.name, numberText(v.value))
		}
	}
	return pairs
}
