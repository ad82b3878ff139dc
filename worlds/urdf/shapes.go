package urdf

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// buildShape returns a visual or collision element. An element without geometry is noted and left
// out.
func (r *reader) buildShape(draft *draftShape, p place) (shape worlds.Shape, found bool) {
	p = p.in(draft.kind)
	shape.Name, shape.Pose = draft.name.text, r.pose(&draft.origin, p)
	if draft.kind == "visual" {
		shape.Material = r.material(&draft.material, p.in("material"))
	}
	p = p.in("geometry")
	shape.Kind, found = worlds.ParseShapeKind(draft.geometry)
	switch shape.Kind {
	case worlds.NoShape:
		r.ignore(draft.offset, "a "+draft.kind+" element without geometry")
	case worlds.Box:
		r.sizes(draft, p, draft.size, "size", shape.Size[:])
	case worlds.Sphere:
		shape.Radius = r.size(draft, p, draft.radius, "radius")
	case worlds.Cylinder, worlds.Capsule:
		shape.Radius, shape.Length = r.size(draft, p, draft.radius, "radius"), r.size(draft, p, draft.length, "length")
	case worlds.Mesh:
		r.mesh(draft, p, &shape)
	}
	return shape, found
}

// size returns a required length.
func (r *reader) size(draft *draftShape, p place, f field, name string) float64 {
	v := vector{offset: f.offset, set: f.set}
	if f.set {
		v.parts = []field{f}
	}
	var size [1]float64
	r.sizes(draft, p, v, name, size[:])
	return size[0]
}

// sizes fills in required lengths.
func (r *reader) sizes(draft *draftShape, p place, v vector, name string, sizes []float64) {
	p = p.in(draft.geometry + "." + name)
	if !v.set {
		r.fail(draft.offset, p, "the "+name+" of a "+draft.geometry+" is missing", "lengths, m", "")
		return
	}
	r.numbers(v, p, sizes)
	for i, size := range sizes {
		if size < 0 {
			r.fail(v.parts[i].offset, p, fmt.Sprintf("the %s %g m is negative", name, size), "at least 0 m", "")
			sizes[i] = -size
		}
	}
}

// mesh fills in address and scale of a mesh.
func (r *reader) mesh(draft *draftShape, p place, shape *worlds.Shape) {
	p = p.in("mesh")
	shape.Scale = [3]float64{1, 1, 1}
	r.numbers(draft.scale, p.in("scale"), shape.Scale[:])
	for i, s := range shape.Scale {
		if s == 0 {
			r.fail(draft.scale.parts[i].offset, p.in("scale"), "the scale is zero", "a number that is not zero; a negative one mirrors", "")
			shape.Scale[i] = 1
		}
	}
	if !draft.filename.set {
		r.fail(draft.offset, p.in("filename"), "the filename of a mesh is missing", "package://name/path", "")
	}
	shape.Mesh = cmp.Or(r.address(draft.filename, "mesh", p.in("filename")), "?") // an invalid one has been reported
}

// address returns the address of a file that is named and not read, and reports an invalid one. A
// field that is not set is not reported.
func (r *reader) address(f field, what string, p place) string {
	if !f.set {
		return ""
	}
	err := checkAddress(what, f.text)
	switch {
	case err == nil:
	case r.options.AnyMeshURI:
		r.note(f.offset, p, err.Error()+"; the file is not opened")
	default:
		r.fail(f.offset, p, err.Error(), "package://name/path, model://name/path, or a path relative to the file",
			"the file is not opened: any such address will do, or leave the element out; to load the address as it is: "+acceptHint("any_mesh_uri", "AnyMeshURI"))
	}
	return f.text
}

// maxURIBytes is the greatest length of an address.
const maxURIBytes = 4096

// checkAddress checks the address of a file as text: package:// and model:// addresses and relative
// paths, none of which leads out of its package or folder, also with percent signs decoded, once or
// twice.
func checkAddress(what, text string) error {
	switch {
	case text == "":
		return errors.New("the address of the " + what + " is empty")
	case len(text) > maxURIBytes:
		return fmt.Errorf("the address of the %s has %d bytes, at most %d are read", what, len(text), maxURIBytes)
	}
	path := text
	if scheme, rest, found := strings.Cut(text, "://"); found && scheme != "" {
		if scheme != "package" && scheme != "model" {
			return fmt.Errorf("the address %s has the scheme %s", source.Quote(text), source.Quote(scheme))
		}
		path = rest
		if strings.HasPrefix(path, "/") {
			return fmt.Errorf("the address %s names no package", source.Quote(text))
		}
	}
	for range 3 {
		if problem := pathProblem(path); problem != "" {
			return fmt.Errorf("the address %s %s", source.Quote(text), problem)
		}
		decoded, err := url.PathUnescape(path)
		if err != nil {
			return fmt.Errorf("the address %s has a broken percent sequence", source.Quote(text))
		}
		path = decoded
	}
	return nil
}

// pathProblem returns the problem of a path below a package or folder, or an empty text.
func pathProblem(path string) string {
	for _, c := range path {
		if c < ' ' || c == 0x7F {
			return "contains a control character"
		}
	}
	if strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\`) {
		return "is absolute"
	}
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ":") {
		return "is no package address and no relative path"
	}
	depth := 0
	for _, part := range strings.FieldsFunc(path, func(c rune) bool { return c == '/' || c == '\\' }) {
		switch part {
		case "..":
			depth--
		case ".":
		default:
			depth++
		}
		if depth < 0 {
			return "leads out of its folder"
		}
	}
	return ""
}
