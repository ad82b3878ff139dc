package openrave

import (
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Tags of a geometry.
var (
	geomTags    = []string{"extents", "radius", "height", "data", "render", "collision", "translation", "rotationaxis", "rotationmat", "quat", "diffusecolor", "transparency"}
	geomIgnored = []string{"ambientcolor", "vertices", "name"}
)

// geom reads an element geom: it adds shapes to a link, and returns the solids that masses of type
// mimicgeom add up.
func (r *reader) geom(f *file, e *strictxml.Element, l *link, path string) []solid {
	path += ".geom"
	shape := worlds.Shape{Name: attribute(e, "name").Text, Pose: spatial.IdentityPose(), Scale: [3]float64{1, 1, 1}}
	var extents [3]float64
	var radius, height float64
	var data, render string
	renderScale := shape.Scale
	shade, opaque := shape.Material, 1.0
	for _, c := range e.Children {
		switch name := tag(c); {
		case slices.Contains(transformTags, name):
			r.move(f, c, path, &shape.Pose)
		case name == "extents":
			if v, ok := r.numbers(f, c, path, 3); ok {
				extents = [3]float64(v)
			}
		case name == "radius":
			radius = r.number(f, c, path, 0)
		case name == "height":
			height = r.number(f, c, path, 0)
		case name == "data" || name == "collision":
			data = r.meshOf(f, c, l, path, &shape.Scale)
		case name == "render":
			render = r.meshOf(f, c, l, path, &renderScale)
		case name == "diffusecolor":
			if v, ok := r.numbers(f, c, path, -1); ok && (len(v) == 3 || len(v) == 4) {
				copy(shade.Color[:], v[:3])
				shade.HasColor = true
			}
		case name == "transparency":
			opaque = 1 - r.number(f, c, path, 0)
		default:
			r.other(f, c, geomTags, geomIgnored)
		}
	}
	shade.Color[3] = opaque
	for k := range shade.Color {
		shade.Color[k] = min(max(shade.Color[k], 0), 1)
	}
	if !shade.HasColor {
		shade = worlds.Material{}
	}
	for _, v := range []float64{extents[0], extents[1], extents[2], radius, height} {
		if v < 0 {
			r.fail(f, e.Offset, path, "a length of the geometry is negative", "lengths of at least 0 m", "")
			return nil
		}
	}
	pose := shape.Pose // of the solid, without the turn of cylinders
	var s solid
	switch kind := strings.ToLower(attribute(e, "type").Text); kind {
	case "box":
		shape.Kind, shape.Size = worlds.Box, [3]float64{2 * extents[0], 2 * extents[1], 2 * extents[2]}
		s = boxSolid(extents)
	case "sphere":
		shape.Kind, shape.Radius = worlds.Sphere, radius
		s = sphereSolid(radius)
	case "cylinder":
		shape.Kind, shape.Radius, shape.Length = worlds.Cylinder, radius, height
		upright := spatial.Rotation{1, 0, 0, 0, 0, 1, 0, -1, 0} // leads from z to y
		shape.Pose.R = shape.Pose.R.Times(&upright)
		s = cylinderSolid(radius, height)
	case "trimesh", "mesh":
		r.meshShapes(f, e, l, path, shape, shade, data, render, renderScale)
		return []solid{{at: spot{file: f, offset: e.Offset}, mesh: true}}
	default:
		kinds := []string{"box", "sphere", "cylinder", "trimesh"}
		r.fail(f, e.Offset, path, "the type "+source.Quote(source.Clip(kind, 40))+" of a geometry is unknown", "one of "+strings.Join(kinds, ", "), source.DidYouMean(kind, kinds))
		return nil
	}
	shape.Scale = [3]float64{}
	l.collisions = append(l.collisions, shape)
	shape.Material = shade
	l.visuals = append(l.visuals, shape)
	s.pose, s.at = pose, spot{file: f, offset: e.Offset}
	return []solid{s}
}

// meshOf reads the name of a mesh file, and the factors behind it, one or three.
func (r *reader) meshOf(f *file, e *strictxml.Element, l *link, path string, scale *[3]float64) string {
	parts := words(e)
	if len(parts) == 0 {
		r.fail(f, e.Offset, path, "<"+e.Name+"> names no mesh", "the path of a file, and a scale", "")
		return ""
	}
	var factors []float64
	for _, word := range parts[1:] {
		v, err := strconv.ParseFloat(word.Text, 64)
		if err != nil || v == 0 || v-v != 0 {
			r.fail(f, word.Offset, path, source.Quote(source.Clip(word.Text, 40))+" is not a scale", "one number or three that are not zero", "a path has no blanks")
			return ""
		}
		factors = append(factors, v)
	}
	switch len(factors) {
	case 0:
	case 1:
		*scale = [3]float64{factors[0], factors[0], factors[0]}
	case 3:
		*scale = [3]float64(factors)
	default:
		r.fail(f, e.Offset, path, "<"+e.Name+"> has "+strconv.Itoa(len(factors))+" factors of a scale", "one or three", "")
	}
	return meshAddress(f, l, parts[0].Text)
}

// meshShapes adds the collision and visual shape of a mesh. What only one file is given for serves
// for both.
func (r *reader) meshShapes(f *file, e *strictxml.Element, l *link, path string, shape worlds.Shape, shade worlds.Material, data, render string, renderScale [3]float64) {
	shape.Kind = worlds.Mesh
	if data == "" && render == "" {
		r.fail(f, e.Offset, path, "the mesh names no file", "<data> or <render>", "")
		return
	}
	visual := shape
	visual.Material = shade
	shape.Mesh, visual.Mesh, visual.Scale = data, render, renderScale
	if data == "" {
		shape.Mesh, shape.Scale = render, renderScale
	}
	if render == "" {
		visual.Mesh, visual.Scale = data, shape.Scale
	}
	l.collisions, l.visuals = append(l.collisions, shape), append(l.visuals, visual)
}
