package mesh

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// Mesh is a set of triangles in the frame of the mesh.
type Mesh struct {
	// Vertices are points, x, y, z in m.
	Vertices [][3]float64
	// Triangles are indices of three vertices each, counterclockwise as seen from outside.
	Triangles [][3]int32
}

// What is read is bounded.
const (
	MaxBytes      = 128 << 20 // of a file
	MaxVertices   = 6_000_000
	MaxTriangles  = 2_000_000
	MaxCoordinate = 1e9 // m, absolute
)

// BinaryError is an error of a binary file.
type BinaryError struct {
	// File is the name that the reader was called with.
	File string
	// Offset counts bytes from 0, the first byte of the file.
	Offset int64
	// Problem is the error, Expected what is valid, which may be empty.
	Problem, Expected string
}

// Error returns file, offset, problem and what is expected in one line.
func (e *BinaryError) Error() string {
	text := fmt.Sprintf("%s: byte %d: %s", source.Escape(e.File), e.Offset, e.Problem)
	if e.Expected != "" {
		text += "; expected " + e.Expected
	}
	return text
}

// UnknownFormatError reports a file whose name ends with no known extension.
type UnknownFormatError struct {
	File  string
	Known []string // extensions with their dots
}

// Error names the file and the known extensions.
func (e *UnknownFormatError) Error() string {
	return fmt.Sprintf("%s: unknown format of a mesh; expected a name that ends with %s", source.Escape(e.File), strings.Join(e.Known, ", "))
}

// formats are the readers by the extension of the file's name.
var formats = []struct {
	extension string
	read      func(file string, data []byte) (*Mesh, error)
}{{".stl", ReadSTL}, {".obj", ReadOBJ}, {".dae", ReadCollada}}

// Extensions returns the extensions that [Read] knows, with their dots.
func Extensions() []string {
	known := make([]string, len(formats))
	for i := range formats {
		known[i] = formats[i].extension
	}
	return known
}

// Read reads a mesh in the format that the extension of the file's name says, in any letter case.
// The error is an [*UnknownFormatError] for any other extension, else that of the reader.
func Read(file string, data []byte) (*Mesh, error) {
	extension := strings.ToLower(path.Ext(file))
	for i := range formats {
		if formats[i].extension == extension {
			return formats[i].read(file, data)
		}
	}
	return nil, &UnknownFormatError{File: file, Known: Extensions()}
}

// Scale multiplies x, y and z of every vertex. Where that mirrors the mesh, the triangles change
// their orientation, so that they stay counterclockwise as seen from outside.
func (m *Mesh) Scale(factors [3]float64) {
	for i := range m.Vertices {
		for k := range 3 {
			m.Vertices[i][k] *= factors[k]
		}
	}
	if factors[0]*factors[1]*factors[2] < 0 {
		for i := range m.Triangles {
			m.Triangles[i][1], m.Triangles[i][2] = m.Triangles[i][2], m.Triangles[i][1]
		}
	}
}

// Clone returns a copy that shares nothing with m.
func (m *Mesh) Clone() *Mesh {
	return &Mesh{Vertices: slices.Clone(m.Vertices), Triangles: slices.Clone(m.Triangles)}
}

// badCoordinate reports whether a coordinate is not finite or too large.
func badCoordinate(v float64) bool { return !(math.Abs(v) <= MaxCoordinate) }
