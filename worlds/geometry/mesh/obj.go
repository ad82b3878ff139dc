package mesh

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// ReadOBJ reads the polygons of a Wavefront OBJ file; file is the name for errors. Faces of more
// than three corners are cut into triangles. Texture coordinates, normals, groups, materials, lines
// and points are passed over, and material files are not opened. Free-form curves and surfaces are
// errors. A face may name vertices that precede it, counted from 1, or backwards from -1.
func ReadOBJ(file string, data []byte) (*Mesh, error) {
	if len(data) > MaxBytes {
		return nil, tooLong(file, data)
	}
	s := &objScanner{scan: newScan(file, data), mesh: &Mesh{}}
	content := s.text.Bytes()
	for begin := 0; begin < len(content) && !s.stopped; {
		end := lineEnd(content, begin)
		s.statement(begin, end)
		begin = end + 1
	}
	if err := s.list.Err(); err != nil {
		return nil, err
	}
	return s.mesh, nil
}

// lineEnd returns the offset of the line feed that ends a statement: a backslash at the end of a
// line continues it on the next one.
func lineEnd(content []byte, begin int) int {
	for at := begin; ; at++ {
		feed := bytes.IndexByte(content[at:], '\n')
		if feed < 0 {
			return len(content)
		}
		at += feed
		if !bytes.HasSuffix(bytes.TrimSuffix(content[begin:at], []byte{'\r'}), []byte{'\\'}) {
			return at
		}
	}
}

// objScanner reads statements.
type objScanner struct {
	scan
	mesh    *Mesh
	words   []objWord // of the statement
	corners []int32   // of the face
	ear     earClipper
}

type objWord struct {
	text   string
	offset int
}

// objIgnored are the statements that add no polygon.
var objIgnored = []string{"vt", "vn", "vp", "g", "o", "s", "mg", "l", "p", "usemtl", "mtllib", "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj"}

// statement reads the words of a statement and acts on the first.
func (s *objScanner) statement(begin, end int) {
	s.split(begin, end)
	if len(s.words) == 0 {
		return
	}
	switch keyword := s.words[0]; keyword.text {
	case "v":
		s.vertex()
	case "f", "fo":
		s.face()
	default:
		if !slices.Contains(objIgnored, keyword.text) {
			known := append([]string{"v", "f"}, objIgnored...)
			s.report(keyword.offset, "unknown statement "+quoted(keyword.text), "one of "+source.Listed(known, len(known)))
		}
	}
}

// split fills words with those between two offsets, without a comment at the end.
func (s *objScanner) split(begin, end int) {
	s.words = s.words[:0]
	content := s.text.Bytes()
	separates := func(at int) bool {
		return isBlank(content[at]) || content[at] == '\\' && at+1 < end && (content[at+1] == '\n' || content[at+1] == '\r')
	}
	for at := begin; at < end; at++ {
		switch {
		case content[at] == '#':
			return
		case separates(at):
			continue
		}
		start := at
		for at < end && content[at] != '#' && !separates(at) {
			at++
		}
		s.words = append(s.words, objWord{string(content[start:at]), start})
		at--
	}
}

// vertex reads v x y z, behind which a weight or a colour may follow.
func (s *objScanner) vertex() {
	if len(s.mesh.Vertices) >= MaxVertices {
		s.fail(s.words[0].offset, "there are too many vertices", fmt.Sprintf("at most %d", MaxVertices))
		return
	}
	if len(s.words) < 4 {
		s.report(s.words[0].offset, fmt.Sprintf("the vertex has %d coordinates", len(s.words)-1), "v x y z")
	}
	var vertex [3]float64
	for k, word := range s.words[1:min(4, len(s.words))] {
		vertex[k] = s.number(word.text, word.offset)
	}
	s.mesh.Vertices = append(s.mesh.Vertices, vertex)
}

// face reads f with corners of the forms 1, 1/2, 1//3 and 1/2/3, of which the first number counts.
func (s *objScanner) face() {
	if len(s.words) < 4 {
		s.report(s.words[0].offset, fmt.Sprintf("the face has %d corners", len(s.words)-1), "at least three")
		return
	}
	s.corners = s.corners[:0]
	count := len(s.mesh.Vertices)
	for _, word := range s.words[1:] {
		text, _, _ := strings.Cut(word.text, "/")
		index, err := strconv.Atoi(text)
		switch {
		case err != nil:
			s.report(word.offset, quoted(word.text)+" is not the corner of a face", "an index such as 1, 1/2, 1//3 or 1/2/3")
			return
		case index > 0 && index <= count:
			s.corners = append(s.corners, int32(index-1))
		case index < 0 && -index <= count:
			s.corners = append(s.corners, int32(count+index))
		default:
			s.report(word.offset, fmt.Sprintf("vertex %d does not exist", index), fmt.Sprintf("1 to %d, or -%d to -1: %d vertices precede the face", count, count, count))
			return
		}
	}
	if len(s.mesh.Triangles)+len(s.corners)-2 > MaxTriangles {
		s.fail(s.words[0].offset, "there are too many triangles", fmt.Sprintf("at most %d", MaxTriangles))
		return
	}
	s.mesh.Triangles = s.ear.cut(s.mesh.Triangles, s.mesh.Vertices, s.corners)
}
