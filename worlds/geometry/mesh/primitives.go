package mesh

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
)

// geometry returns the triangles of a geometry in its own frame and unit. It is empty for splines
// and what else has no mesh.
func (r *colladaReader) geometry(e *strictxml.Element) *Mesh {
	out := &Mesh{}
	body := e.Child("mesh")
	if body == nil {
		return out
	}
	places := map[*strictxml.Element]span{} // source of positions -> its vertices
	for _, child := range body.Children {
		switch child.Name {
		case "triangles", "tristrips", "trifans", "polylist", "polygons":
			r.primitive(child, out, places)
		}
	}
	return out
}

// span is a run of vertices of a geometry.
type span struct{ first, count int }

// primitive adds the triangles of one element.
func (r *colladaReader) primitive(e *strictxml.Element, out *Mesh, places map[*strictxml.Element]span) {
	positions, place, stride := r.inputs(e)
	if positions == nil {
		return
	}
	at, read := places[positions]
	if !read {
		at.first = len(out.Vertices)
		r.positions(positions, out)
		at.count = len(out.Vertices) - at.first
		places[positions] = at
	}
	p := &primitive{r: r, element: e, out: out, span: at, place: place, stride: stride}
	p.read()
}

// inputs returns the source of the positions of a primitive, their place among the indices of a
// vertex, and how many indices a vertex has; nil after reporting why there are none.
func (r *colladaReader) inputs(e *strictxml.Element) (positions *strictxml.Element, place, stride int) {
	stride = 1
	var vertices *strictxml.Element
	for input := range e.All("input") {
		offset := 0
		if f := input.Attribute("offset"); f.Set {
			v, err := strconv.Atoi(f.Text)
			if err != nil || v < 0 || v > 63 {
				r.report(f.Offset, "the offset "+quoted(f.Text)+" of an input is invalid", "0 to 63")
				return nil, 0, 0
			}
			offset = v
		}
		stride = max(stride, offset+1)
		if input.Attribute("semantic").Text == "VERTEX" {
			vertices, place = input, offset
		}
	}
	if vertices == nil {
		if len(e.Children) > 0 {
			r.report(e.Offset, "<"+e.Name+"> has no input VERTEX", `<input semantic="VERTEX" source="#id" offset="0"/>`)
		}
		return nil, 0, 0
	}
	target := r.target(vertices, "source", "vertices")
	if target == nil {
		return nil, 0, 0
	}
	for input := range target.All("input") {
		if input.Attribute("semantic").Text == "POSITION" {
			return r.target(input, "source", "source"), place, stride
		}
	}
	r.report(target.Offset, "<vertices> has no input POSITION", `<input semantic="POSITION" source="#id"/>`)
	return nil, 0, 0
}

// positions adds the vertices of a source.
func (r *colladaReader) positions(e *strictxml.Element, out *Mesh) {
	accessor := e.Child("technique_common").Child("accessor")
	if accessor == nil {
		r.report(e.Offset, "the source has no accessor", "<technique_common><accessor>")
		return
	}
	array := r.target(accessor, "source", "float_array")
	count, okCount := r.whole(accessor, "count", -1)
	stride, okStride := r.whole(accessor, "stride", 1)
	offset, okOffset := r.whole(accessor, "offset", 0)
	if array == nil || !okCount || !okStride || !okOffset {
		return
	}
	axes, ok := r.params(accessor, stride)
	if !ok {
		return
	}
	if count > MaxVertices {
		r.fail(accessor.Offset, fmt.Sprintf("the accessor has %d vertices", count), fmt.Sprintf("at most %d", MaxVertices))
		return
	}
	numbers := 0
	var vertex [3]float64
	have := len(out.Vertices)
	for word := range array.Words() {
		k := numbers - offset
		numbers++
		if k < 0 || len(out.Vertices)-have >= count {
			continue
		}
		if at := slices.Index(axes[:], k%stride); at >= 0 {
			vertex[at] = r.number(word.Text, word.Offset)
		}
		if k%stride == max(axes[0], axes[1], axes[2]) {
			out.Vertices = append(out.Vertices, vertex)
		}
	}
	if got := len(out.Vertices) - have; got < count {
		r.report(array.Offset, fmt.Sprintf("<float_array> has %d numbers, which are %d vertices", numbers, got), fmt.Sprintf("%d vertices, as the accessor counts", count))
	}
}

// whole returns an attribute that counts something. A negative fallback means that it is required.
func (r *colladaReader) whole(e *strictxml.Element, name string, fallback int) (int, bool) {
	f := e.Attribute(name)
	if !f.Set && fallback >= 0 {
		return fallback, true
	}
	v, err := strconv.Atoi(f.Text)
	if err != nil || v < 0 || v > math.MaxInt32 || name == "stride" && v == 0 {
		r.report(max(e.Offset, f.Offset), "the attribute "+name+" of <"+e.Name+"> is "+quoted(f.Text), "a whole number")
		return 0, false
	}
	return v, true
}

// params returns the places of x, y and z in each stride: the parameters of these names, or the
// first three that have a name.
func (r *colladaReader) params(accessor *strictxml.Element, stride int) (axes [3]int, ok bool) {
	var named []int
	axes = [3]int{-1, -1, -1}
	at := 0
	for param := range accessor.All("param") {
		name := param.Attribute("name").Text
		if name != "" {
			named = append(named, at)
		}
		if k := slices.Index([]string{"X", "Y", "Z"}, name); k >= 0 {
			axes[k] = at
		}
		at++
	}
	switch {
	case axes[0] >= 0 && axes[1] >= 0 && axes[2] >= 0:
	case len(named) >= 3:
		axes = [3]int(named[:3])
	case at == 0 && stride >= 3:
		axes = [3]int{0, 1, 2}
	default:
		r.report(accessor.Offset, "the positions have no x, y and z", "three parameters X, Y, Z")
		return axes, false
	}
	if max(axes[0], axes[1], axes[2]) >= stride {
		r.report(accessor.Offset, fmt.Sprintf("the accessor has %d parameters and the stride %d", at, stride), "a stride of at least the number of parameters")
		return axes, false
	}
	return axes, true
}

// primitive reads the indices of one element.
type primitive struct {
	r             *colladaReader
	element       *strictxml.Element
	out           *Mesh
	span          // of the positions
	place, stride int
}

// read adds the triangles.
func (p *primitive) read() {
	e, r := p.element, p.r
	if e.Child("ph") != nil {
		r.report(e.Child("ph").Offset, "polygons with holes are not read", "polygons without holes, or triangles")
		return
	}
	before := len(p.out.Triangles)
	switch e.Name {
	case "triangles":
		for _, corners := range p.lists() {
			if len(corners)%3 != 0 {
				r.report(e.Offset, fmt.Sprintf("<triangles> has %d corners", len(corners)), "three for each triangle")
			}
			for k := 2; k < len(corners); k += 3 {
				p.out.Triangles = append(p.out.Triangles, [3]int32(corners[k-2:k+1]))
			}
		}
		p.counted(len(p.out.Triangles)-before, "triangles")
	case "tristrips":
		for _, corners := range p.lists() {
			for k := 2; k < len(corners); k++ {
				a, b := corners[k-2+k%2], corners[k-1-k%2] // every second triangle of a strip is turned over
				p.out.Triangles = append(p.out.Triangles, [3]int32{a, b, corners[k]})
			}
		}
	case "trifans":
		for _, corners := range p.lists() {
			for k := 2; k < len(corners); k++ {
				p.out.Triangles = append(p.out.Triangles, [3]int32{corners[0], corners[k-1], corners[k]})
			}
		}
	case "polygons":
		lists := p.lists()
		for _, corners := range lists {
			p.polygon(corners)
		}
		p.counted(len(lists), "polygons")
	case "polylist":
		p.polylist()
	}
	if len(p.out.Triangles) > MaxTriangles {
		r.fail(e.Offset, "the geometry has too many triangles", fmt.Sprintf("at most %d", MaxTriangles))
	}
}

// counted compares a number with the attribute count, which may be missing.
func (p *primitive) counted(got int, what string) {
	if want, ok := p.r.whole(p.element, "count", math.MaxInt32); ok && want != math.MaxInt32 && want != got && p.r.list.Len() == 0 {
		p.r.report(p.element.Offset, fmt.Sprintf("<%s> has %d %s", p.element.Name, got, what), fmt.Sprintf("%d, as its attribute count says", want))
	}
}

// lists returns the vertices of each element p.
func (p *primitive) lists() (lists [][]int32) {
	for list := range p.element.All("p") {
		lists = append(lists, p.corners(list))
	}
	return lists
}

// corners returns the vertices that an element p names. A bad index is reported once for each
// element, and ends the list.
func (p *primitive) corners(e *strictxml.Element) (corners []int32) {
	k := 0
	for word := range e.Words() {
		if k%p.stride == p.place {
			v, err := strconv.Atoi(word.Text)
			if err != nil || v < 0 || v >= p.count {
				p.r.report(word.Offset, "the index "+quoted(word.Text)+" of a vertex is invalid", fmt.Sprintf("0 to %d", p.count-1))
				return nil
			}
			corners = append(corners, int32(p.first+v))
		}
		k++
	}
	if k%p.stride != 0 {
		p.r.report(e.Offset, fmt.Sprintf("<p> has %d indices", k), fmt.Sprintf("%d for each vertex", p.stride))
		return nil
	}
	return corners
}

// polygon adds the triangles of one polygon.
func (p *primitive) polygon(corners []int32) {
	if len(corners) >= 3 {
		p.out.Triangles = p.r.ear.cut(p.out.Triangles, p.out.Vertices, corners)
	}
}

// polylist adds polygons with their numbers of corners in vcount.
func (p *primitive) polylist() {
	counts, list := p.element.Child("vcount"), p.element.Child("p")
	if counts == nil || list == nil {
		if want, _ := p.r.whole(p.element, "count", 0); want > 0 {
			p.r.report(p.element.Offset, "<polylist> has no vcount or no p", "<vcount> and <p>")
		}
		return
	}
	before := p.r.list.Len()
	corners := p.corners(list)
	polygons := 0
	for word := range counts.Words() {
		n, err := strconv.Atoi(word.Text)
		if err != nil || n < 0 || n > len(corners) {
			if p.r.list.Len() == before {
				p.r.report(word.Offset, "a polygon has "+quoted(word.Text)+" corners", fmt.Sprintf("at most the %d that are left in <p>", len(corners)))
			}
			return
		}
		p.polygon(corners[:n])
		corners = corners[n:]
		polygons++
	}
	if len(corners) > 0 {
		p.r.report(list.Offset, fmt.Sprintf("%d corners are left behind the polygons of <vcount>", len(corners)), "as many corners as vcount adds up to")
	}
	p.counted(polygons, "polygons")
}
