package urdf

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/robo-actors/robo-actors/internal/source"
)

// Shapes are no part of a world. They are judged all the same: a number that is none, or an address that leads out of
// its package, is a defect of the file that should not wait for a viewer to find.

// checkShape judges the geometry of a visual or collision element.
func (r *reader) checkShape(shape *draftShape, p place) {
	p = p.in(shape.kind)
	r.pose(&shape.origin, p)
	p = p.in("geometry")
	switch shape.geometry {
	case "":
		r.note(shape.offset, p, "a "+shape.kind+" element has no geometry")
	case "box":
		r.checkSizes(shape, p, shape.size, 3, "size")
	case "sphere":
		r.checkSize(shape, p, shape.radius, "radius")
	case "cylinder", "capsule":
		r.checkSize(shape, p, shape.radius, "radius")
		r.checkSize(shape, p, shape.length, "length")
	case "mesh":
		r.checkMesh(shape, p)
	}
}

// checkSize judges a length, which has to be there.
func (r *reader) checkSize(shape *draftShape, p place, f field, name string) {
	v := vector{offset: f.offset, set: f.set}
	if f.set {
		v.parts = []field{f}
	}
	r.checkSizes(shape, p, v, 1, name)
}

// checkSizes judges lengths, which have to be there.
func (r *reader) checkSizes(shape *draftShape, p place, v vector, n int, name string) {
	p = p.in(shape.geometry + "." + name)
	if !v.set {
		r.fail(shape.offset, p, "the "+name+" of a "+shape.geometry+" is missing", "lengths, m", "")
		return
	}
	sizes := make([]float64, n)
	r.numbers(v, p, sizes)
	for i, size := range sizes {
		if size < 0 {
			r.fail(v.parts[i].offset, p, fmt.Sprintf("the %s %g m is negative", name, size), "at least 0 m", "")
		}
	}
}

// checkMesh judges address and scale of a mesh.
func (r *reader) checkMesh(shape *draftShape, p place) {
	p = p.in("mesh")
	scale := [3]float64{1, 1, 1}
	r.numbers(shape.scale, p.in("scale"), scale[:])
	for i, s := range scale {
		if s == 0 {
			r.fail(shape.scale.parts[i].offset, p.in("scale"), "the scale is zero", "a number that is not zero; a negative one mirrors", "")
		}
	}
	if !shape.filename.set {
		r.fail(shape.offset, p.in("filename"), "the filename of a mesh is missing", "package://name/path", "")
		return
	}
	err := checkMeshURI(shape.filename.text)
	switch {
	case err == nil:
	case r.options.AnyMeshURI:
		r.note(shape.filename.offset, p.in("filename"), err.Error()+"; meshes are not opened")
	default:
		r.fail(shape.filename.offset, p.in("filename"), err.Error(), "package://name/path, model://name/path, or a path relative to the file",
			"meshes are not opened: any such address will do, or the element may be left out (programs in Go may read it as it is, by the option AnyMeshURI)")
	}
}

// maxURIBytes is the length that the address of a mesh may have.
const maxURIBytes = 4096

// checkMeshURI judges the address of a mesh as text: package:// and model:// addresses and relative paths, none of which
// leads out of where it begins, even when percent signs are decoded, and be it twice.
func checkMeshURI(text string) error {
	switch {
	case text == "":
		return errors.New("the address of the mesh is empty")
	case len(text) > maxURIBytes:
		return fmt.Errorf("the address of the mesh has %d bytes, at most %d are read", len(text), maxURIBytes)
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

// pathProblem says what is wrong with a path below a package or folder.
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
