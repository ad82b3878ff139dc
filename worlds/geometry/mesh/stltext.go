package mesh

import (
	"bytes"
	"fmt"
	"strings"
)

// readTextSTL reads the ASCII form: solids of facets, each with a loop of three vertices. Keywords
// may have any letter case, and blanks and line ends are equal, except behind solid and endsolid,
// where the rest of the line is a name.
func readTextSTL(file string, data []byte) (*Mesh, error) {
	s := &stlScanner{scan: newScan(file, data)}
	m := &Mesh{}
	for s.good() {
		word, ok := s.word()
		if !ok {
			break
		}
		if !strings.EqualFold(word, "solid") {
			s.fail(s.begin, "unexpected "+quoted(word), "solid, or the end of the file")
			break
		}
		s.line()
		s.solid(m)
	}
	if err := s.list.Err(); err != nil {
		return nil, err
	}
	return m, nil
}

// stlScanner reads words.
type stlScanner struct {
	scan
	at    int // offset of the next byte to read
	begin int // offset of the last word
}

// good reports whether the structure of the file is sound so far; bad numbers do not matter to it.
func (s *stlScanner) good() bool { return !s.stopped }

// word returns the next word.
func (s *stlScanner) word() (string, bool) {
	data := s.text.Bytes()
	for s.at < len(data) && isBlank(data[s.at]) {
		s.at++
	}
	s.begin = s.at
	for s.at < len(data) && !isBlank(data[s.at]) {
		s.at++
	}
	return string(data[s.begin:s.at]), s.at > s.begin
}

// line passes over the rest of a line.
func (s *stlScanner) line() {
	data := s.text.Bytes()
	if end := bytes.IndexByte(data[s.at:], '\n'); end >= 0 {
		s.at += end
	} else {
		s.at = len(data)
	}
}

// want reads the given words, and reports the first that differs.
func (s *stlScanner) want(words ...string) bool {
	for _, want := range words {
		word, found := s.word()
		switch {
		case !found:
			return s.fail(s.begin, "the file ends within a solid", want)
		case !strings.EqualFold(word, want):
			return s.fail(s.begin, "unexpected "+quoted(word), want)
		}
	}
	return true
}

// numbers reads three coordinates.
func (s *stlScanner) numbers(into *[3]float64) bool {
	for k := range into {
		word, found := s.word()
		if !found {
			return s.fail(s.begin, "the file ends within a vector", "three numbers")
		}
		into[k] = s.number(word, s.begin)
	}
	return true
}

// solid reads the facets of one solid and its end.
func (s *stlScanner) solid(m *Mesh) {
	for {
		word, found := s.word()
		switch {
		case !found:
			s.fail(s.begin, "the file ends within a solid", "facet or endsolid")
			return
		case strings.EqualFold(word, "endsolid"):
			s.line()
			return
		case !strings.EqualFold(word, "facet"):
			s.fail(s.begin, "unexpected "+quoted(word), "facet or endsolid")
			return
		case len(m.Triangles) >= MaxTriangles:
			s.fail(s.begin, "there are too many triangles", fmt.Sprintf("at most %d", MaxTriangles))
			return
		case !s.facet(m):
			return
		}
	}
}

// facet reads what follows the word facet.
func (s *stlScanner) facet(m *Mesh) bool {
	if !s.want("normal") {
		return false
	}
	for range 3 { // the normal is not used, and some exporters write nan
		if _, found := s.word(); !found {
			return s.fail(s.begin, "the file ends within a vector", "three numbers")
		}
	}
	if !s.want("outer", "loop") {
		return false
	}
	first := int32(len(m.Vertices))
	for range 3 {
		var vertex [3]float64
		if !s.want("vertex") || !s.numbers(&vertex) {
			return false
		}
		m.Vertices = append(m.Vertices, vertex)
	}
	m.Triangles = append(m.Triangles, [3]int32{first, first + 1, first + 2})
	return s.want("endloop", "endfacet")
}
