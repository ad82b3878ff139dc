package mesh

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// ColladaOptions change what [ReadColladaWith] returns. The zero value is what [ReadCollada] does.
type ColladaOptions struct {
	// Geometry is the id of one geometry, which is returned in its own frame, in m: the transforms of
	// the scene and up_axis do not apply. Empty means the whole scene.
	Geometry string
	// KeepAxes leaves the axes of the file as they are, as programs do that pass over up_axis.
	KeepAxes bool
}

// colladaLimits bound a document.
var colladaLimits = strictxml.Limits{Bytes: MaxBytes, Elements: 500_000, Attributes: 1_000_000, Depth: 128}

// Bounds on the scene: instances of nodes multiply.
const (
	mostInstances = 100_000
	mostNodeDepth = 64
)

// ReadCollada reads the triangles of the scene of a COLLADA document, versions 1.4 and 1.5; file is
// the name for errors. It reads triangles, tristrips, trifans, polylist and polygons, transforms of
// nodes, instances of nodes, the unit, and up_axis: the mesh is in m, with z up. A document without
// up_axis has y up, as the standard says. Lines, points, skins, materials and other documents are
// passed over; a document without a scene gives all its geometries.
func ReadCollada(file string, data []byte) (*Mesh, error) {
	return ReadColladaWith(file, data, ColladaOptions{})
}

// ReadColladaWith is [ReadCollada] with options.
func ReadColladaWith(file string, data []byte, options ColladaOptions) (*Mesh, error) {
	r, err := readCollada(file, data, func(r *colladaReader, root *strictxml.Element) { r.document(root, options) })
	if err != nil {
		return nil, err
	}
	return r.mesh, nil
}

// ReadColladaParts returns every geometry of a document by its id, each as ColladaOptions.Geometry
// does. One that is no mesh has no triangles.
func ReadColladaParts(file string, data []byte) (map[string]*Mesh, error) {
	parts := map[string]*Mesh{}
	_, err := readCollada(file, data, func(r *colladaReader, root *strictxml.Element) {
		base := r.begin(root, ColladaOptions{})
		for _, id := range r.geometryIDs(root) {
			if e, clear := r.find(id, nil); clear && e != nil && id != "" {
				r.mesh = &Mesh{}
				r.instance(e, scaling(base.unit))
				parts[id] = r.mesh
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return parts, nil
}

// readCollada parses a document and calls read with its root.
func readCollada(file string, data []byte, read func(r *colladaReader, root *strictxml.Element)) (*colladaReader, error) {
	if len(data) > MaxBytes {
		return nil, tooLong(file, data)
	}
	r := &colladaReader{scan: newScan(file, data), mesh: &Mesh{}, ids: map[place]named{}, shapes: map[*strictxml.Element]*Mesh{}}
	if root := strictxml.Parse(r.text, colladaLimits, &r.list); root != nil {
		if root.Name != "COLLADA" {
			r.fail(root.Offset, "the root element is <"+source.Clip(root.Name, 40)+">", "<COLLADA version=\"1.4.1\">")
		} else {
			read(r, root)
		}
	}
	return r, r.list.Err()
}

// colladaReader reads one document.
type colladaReader struct {
	scan
	mesh      *Mesh
	ids       map[place]named
	shapes    map[*strictxml.Element]*Mesh // geometries that were read, nil for bad ones
	instances int
	ear       earClipper
}

// begin indexes a document and returns what its asset says.
func (r *colladaReader) begin(root *strictxml.Element, options ColladaOptions) base {
	if version := root.Attribute("version"); !strings.HasPrefix(version.Text, "1.4") && !strings.HasPrefix(version.Text, "1.5") {
		r.report(max(version.Offset, root.Offset), "the version of COLLADA is "+quoted(version.Text), "1.4.0, 1.4.1 or 1.5.0")
	}
	r.index(root, nil)
	return r.asset(root.Child("asset"), options)
}

func (r *colladaReader) document(root *strictxml.Element, options ColladaOptions) {
	base := r.begin(root, options)
	if options.Geometry != "" {
		switch e, clear := r.find(options.Geometry, nil); {
		case !clear: // which is reported
		case e != nil && e.Name == "geometry":
			r.instance(e, scaling(base.unit))
		default:
			r.fail(root.Offset, "the document has no geometry with the id "+quoted(options.Geometry), "one of "+source.Listed(r.geometryIDs(root), 12))
		}
		return
	}
	if scene := root.Child("scene").Child("instance_visual_scene"); scene != nil {
		if target := r.target(scene, "url", "visual_scene"); target != nil {
			r.children(target, base.matrix, 0)
		}
		return
	}
	for library := range root.All("library_geometries") {
		for geometry := range library.All("geometry") {
			r.instance(geometry, base.matrix)
		}
	}
}

// place is where an id is looked for: in a geometry, or with nil in the whole document.
type place struct {
	geometry *strictxml.Element
	id       string
}

// named are the first two elements that have an id at a place; second is nil for a distinct one.
type named struct{ first, second *strictxml.Element }

// index fills ids.
func (r *colladaReader) index(e, geometry *strictxml.Element) {
	if e.Name == "geometry" {
		geometry = e
	}
	if id := e.Attribute("id"); id.Set && id.Text != "" {
		r.note(place{nil, id.Text}, e)
		if geometry != nil {
			r.note(place{geometry, id.Text}, e)
		}
	}
	for _, child := range e.Children {
		r.index(child, geometry)
	}
}

func (r *colladaReader) note(at place, e *strictxml.Element) {
	switch have := r.ids[at]; {
	case have.first == nil:
		r.ids[at] = named{first: e}
	case have.second == nil:
		r.ids[at] = named{have.first, e}
	}
}

// find returns the element of an id, nil for none. Programs write files in which every geometry has
// the same ids within it: an id of several elements is looked for in the geometry of from, which
// may be nil. The result is not clear after reporting that several elements still have it.
func (r *colladaReader) find(id string, from *strictxml.Element) (e *strictxml.Element, clear bool) {
	have := r.ids[place{nil, id}]
	if have.second == nil {
		return have.first, true
	}
	if own := geometryOf(from); own != nil {
		if near := r.ids[place{own, id}]; near.first != nil && near.second == nil {
			return near.first, true
		}
	}
	r.report(have.second.Attribute("id").Offset, "the id "+quoted(id)+" is given twice", "distinct ids")
	return nil, false
}

// geometryOf returns the geometry that an element is in, nil for none.
func geometryOf(e *strictxml.Element) *strictxml.Element {
	for e != nil && e.Name != "geometry" {
		e = e.Parent
	}
	return e
}

func (r *colladaReader) geometryIDs(root *strictxml.Element) (ids []string) {
	for library := range root.All("library_geometries") {
		for geometry := range library.All("geometry") {
			ids = append(ids, geometry.Attribute("id").Text)
		}
	}
	return ids
}

// target returns the element that an address such as #id names, nil after reporting that it names
// no element of the kind.
func (r *colladaReader) target(e *strictxml.Element, attribute, kind string) *strictxml.Element {
	address := e.Attribute(attribute)
	if !address.Set {
		r.report(e.Offset, "the attribute "+attribute+" of <"+e.Name+"> is missing", attribute+`="#id" of a <`+kind+">")
		return nil
	}
	id, local := strings.CutPrefix(address.Text, "#")
	found, clear := r.find(id, e)
	switch {
	case !clear: // which is reported
	case !local:
		r.report(address.Offset, "the address "+quoted(address.Text)+" leads to another document, which is not opened", "#id of a <"+kind+"> of this document")
	case found == nil:
		r.report(address.Offset, "no element has the id "+quoted(id), "the id of a <"+kind+">")
	case found.Name != kind:
		r.report(address.Offset, "the id "+quoted(id)+" is that of a <"+source.Clip(found.Name, 40)+">", "the id of a <"+kind+">")
	default:
		return found
	}
	return nil
}

// base is what the asset says about lengths and axes.
type base struct {
	unit   float64 // m
	matrix affine  // from the frame of the scene to that of the mesh
}

func (r *colladaReader) asset(e *strictxml.Element, options ColladaOptions) base {
	out := base{unit: 1}
	if unit := e.Child("unit"); unit != nil {
		if meter := unit.Attribute("meter"); meter.Set {
			v := r.number(strings.TrimSpace(meter.Text), meter.Offset)
			if !(v > 0) {
				r.report(meter.Offset, fmt.Sprintf("the unit is %v m", v), "a length above 0 m")
				v = 1
			}
			out.unit = v
		}
	}
	out.matrix = scaling(out.unit)
	up := strictxml.Field{Text: "Y_UP"}
	if axis := e.Child("up_axis"); axis != nil {
		up = axis.Text()
	}
	turned := affine{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}
	switch up.Text {
	case "X_UP":
		turned = affine{0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0}
	case "Y_UP":
		turned = affine{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0}
	case "Z_UP":
	default:
		r.report(up.Offset, "the axis "+quoted(up.Text)+" is unknown", "X_UP, Y_UP or Z_UP")
	}
	if !options.KeepAxes {
		out.matrix = turned.times(out.matrix)
	}
	return out
}

// children adds what the nodes below an element show.
func (r *colladaReader) children(e *strictxml.Element, at affine, depth int) {
	for node := range e.All("node") {
		if r.stopped {
			return
		}
		r.node(node, at, depth)
	}
}

// node adds what a node shows: instances of geometries and nodes, and the nodes below it.
func (r *colladaReader) node(e *strictxml.Element, at affine, depth int) {
	if depth > mostNodeDepth && !r.stopped {
		r.fail(e.Offset, "nodes are nested too deep, or contain themselves", fmt.Sprintf("at most %d levels", mostNodeDepth))
	}
	if !r.counts(e) {
		return
	}
	for _, child := range e.Children {
		at = r.transform(child, at)
	}
	for _, child := range e.Children {
		switch child.Name {
		case "instance_geometry":
			if geometry := r.target(child, "url", "geometry"); geometry != nil {
				r.instance(geometry, at)
			}
		case "instance_node":
			if node := r.target(child, "url", "node"); node != nil {
				r.node(node, at, depth+1)
			}
		}
	}
	r.children(e, at, depth+1)
}

// counts counts an instance, and returns false once there are too many, or reading has stopped.
func (r *colladaReader) counts(e *strictxml.Element) bool {
	r.instances++
	if !r.stopped && r.instances > mostInstances {
		r.fail(e.Offset, "the scene has too many instances of nodes and geometries", fmt.Sprintf("at most %d", mostInstances))
	}
	return !r.stopped
}

// instance adds the triangles of a geometry.
func (r *colladaReader) instance(geometry *strictxml.Element, at affine) {
	if !r.counts(geometry) {
		return
	}
	shape, read := r.shapes[geometry]
	if !read {
		shape = r.geometry(geometry)
		r.shapes[geometry] = shape
	}
	switch {
	case len(r.mesh.Vertices)+len(shape.Vertices) > MaxVertices:
		r.fail(geometry.Offset, "the scene has too many vertices", fmt.Sprintf("at most %d", MaxVertices))
		return
	case len(r.mesh.Triangles)+len(shape.Triangles) > MaxTriangles:
		r.fail(geometry.Offset, "the scene has too many triangles", fmt.Sprintf("at most %d", MaxTriangles))
		return
	}
	first, mirrors := int32(len(r.mesh.Vertices)), at.determinant() < 0
	for _, v := range shape.Vertices {
		placed := at.apply(v)
		if badCoordinate(placed[0]) || badCoordinate(placed[1]) || badCoordinate(placed[2]) {
			r.fail(geometry.Offset, fmt.Sprintf("a vertex of the geometry is at %v m in the scene", placed), fmt.Sprintf("finite coordinates up to %g m", MaxCoordinate))
			return
		}
		r.mesh.Vertices = append(r.mesh.Vertices, placed)
	}
	for _, t := range shape.Triangles {
		t = [3]int32{first + t[0], first + t[1], first + t[2]}
		if mirrors {
			t[1], t[2] = t[2], t[1]
		}
		r.mesh.Triangles = append(r.mesh.Triangles, t)
	}
}
