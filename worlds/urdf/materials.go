package urdf

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// draftMaterial is a material of the robot, or that of a visual element.
type draftMaterial struct {
	offset        int
	set           bool // it is in the file
	name, texture field
	color         vector
}

// defines reports whether the material has more than a name.
func (m *draftMaterial) defines() bool { return m.color.set || m.texture.set }

// materialXML reads a material.
func (r *reader) materialXML(e *strictxml.Element, p place) draftMaterial {
	m := draftMaterial{offset: e.Offset, set: true, name: take(e, "name")}
	r.rest(e, p)
	parts := r.only(e, p, "color", "texture")
	if color := parts[0]; color != nil {
		m.color = split(r.required(color, p.in("color"), "rgba"))
		r.rest(color, p.in("color"))
	}
	if texture := parts[1]; texture != nil {
		m.texture = r.required(texture, p.in("texture"), "filename")
		r.rest(texture, p.in("texture"))
	}
	return m
}

// materialYAML reads a material: a mapping, or the name alone.
func (r *reader) materialYAML(n *strictyaml.Node, p place) draftMaterial {
	if n == nil {
		return draftMaterial{}
	}
	m := draftMaterial{offset: n.Offset, set: true}
	if n.Kind == strictyaml.Scalar {
		m.name = r.scalar(n, p)
		return m
	}
	v := r.mapping(n, p, "name", "color", "texture")
	if v == nil {
		return m
	}
	m.name = r.scalar(v[0], p.in("name"))
	if v[1] != nil {
		if color := r.mapping(v[1], p.in("color"), "rgba"); color != nil {
			m.color = r.vector(color[0], p.in("color.rgba"))
		}
	}
	if v[2] != nil {
		if texture := r.mapping(v[2], p.in("texture"), "filename"); texture != nil {
			m.texture = r.scalar(texture[0], p.in("texture.filename"))
		}
	}
	return m
}

// defineMaterials collects the materials of the robot and those that visual elements define. The
// first definition of a name counts.
func (r *reader) defineMaterials(d *draft) {
	r.materials = make(map[string]worlds.Material)
	define := func(m *draftMaterial, p place) {
		if _, twice := r.materials[m.name.text]; m.defines() && m.name.text != "" && !twice {
			r.materials[m.name.text] = r.buildMaterial(m, p)
		}
	}
	seen := make(map[string]bool)
	for i := range d.materials {
		m := &d.materials[i]
		if seen[m.name.text] {
			r.note(m.offset, place{}, "the material "+source.Quote(m.name.text)+" is defined twice; the first definition counts")
		}
		seen[m.name.text] = true
		define(m, named("materials", m.name, i))
	}
	for i := range d.links {
		for k := range d.links[i].shapes {
			define(&d.links[i].shapes[k].material, named("links", d.links[i].name, i).in("visual.material"))
		}
	}
}

// material returns the material of a visual element.
func (r *reader) material(m *draftMaterial, p place) worlds.Material {
	if !m.set || m.defines() {
		return r.buildMaterial(m, p)
	}
	defined, found := r.materials[m.name.text]
	if !found {
		r.note(m.offset, p, "the material "+source.Quote(m.name.text)+" is not defined")
		defined.Name = m.name.text
	}
	return defined
}

// buildMaterial judges color and texture. Shades beyond 0 and 1 are brought into that range.
func (r *reader) buildMaterial(m *draftMaterial, p place) worlds.Material {
	out := worlds.Material{Name: m.name.text, HasColor: m.color.set}
	r.numbers(m.color, p.in("color"), out.Color[:])
	for i, v := range out.Color {
		if v < 0 || v > 1 {
			out.Color[i] = min(max(v, 0), 1)
			r.note(m.color.offset, p.in("color"), fmt.Sprintf("the shade %g is taken for %g: shades are 0 to 1", v, out.Color[i]))
		}
	}
	if m.texture.set {
		out.Texture = r.address(m.texture, "texture", p.in("texture"))
	}
	return out
}
