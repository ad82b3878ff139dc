package mesh

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// Sizes of the binary form: 80 bytes of any content, the number of triangles, and for each triangle
// twelve numbers of 4 bytes (normal and three vertices) and two bytes of attributes.
const (
	stlHeader   = 84
	stlTriangle = 50
)

// ReadSTL reads an STL file, binary or ASCII; file is the name for errors. The normals of the file
// are not read: the order of the vertices gives the orientation. A file is binary if its length is
// the one that its count of triangles requires; the header of a binary file may begin with "solid"
// as ASCII files do, and often does. Each triangle has three vertices of its own; [Weld] merges
// them.
func ReadSTL(file string, data []byte) (*Mesh, error) {
	if len(data) > MaxBytes {
		return nil, tooLong(file, data)
	}
	count, whole := stlCount(data)
	switch {
	case whole:
		return readBinarySTL(file, data, count)
	case looksLikeASCII(data):
		return readTextSTL(file, data)
	case len(data) < stlHeader:
		return nil, &BinaryError{File: file, Offset: int64(len(data)), Problem: fmt.Sprintf("the file ends after %d bytes", len(data)),
			Expected: `an ASCII file that begins with "solid", or a binary one of at least 84 bytes`}
	}
	return nil, &BinaryError{File: file, Offset: 80,
		Problem:  fmt.Sprintf("the file has %d bytes and a count of %d triangles", len(data), count),
		Expected: fmt.Sprintf("%d bytes for that count", stlHeader+stlTriangle*int64(count))}
}

func tooLong(file string, data []byte) error {
	return &BinaryError{File: file, Offset: MaxBytes, Problem: fmt.Sprintf("the file has %d bytes", len(data)), Expected: fmt.Sprintf("at most %d", MaxBytes)}
}

// stlCount returns the number of triangles that a binary file declares, and whether its length is
// the one for that number. The count of no ASCII file fits: its four characters stand for more than
// half a billion triangles.
func stlCount(data []byte) (count uint32, whole bool) {
	if len(data) < stlHeader {
		return 0, false
	}
	count = binary.LittleEndian.Uint32(data[80:])
	return count, int64(len(data)) == stlHeader+stlTriangle*int64(count)
}

// looksLikeASCII reports whether the first word is solid and the first kilobyte is text.
func looksLikeASCII(data []byte) bool {
	start := data[:min(len(data), 1024)]
	if bytes.IndexByte(start, 0) >= 0 {
		return false
	}
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\ufeff")), " \t\r\n")
	return len(start) >= 5 && bytes.EqualFold(start[:5], []byte("solid"))
}

func readBinarySTL(file string, data []byte, count uint32) (*Mesh, error) {
	if count > MaxTriangles {
		return nil, &BinaryError{File: file, Offset: 80, Problem: fmt.Sprintf("the file has %d triangles", count), Expected: fmt.Sprintf("at most %d", MaxTriangles)}
	}
	m := &Mesh{Vertices: make([][3]float64, 0, 3*count), Triangles: make([][3]int32, 0, count)}
	for t := range int(count) {
		at := stlHeader + t*stlTriangle + 12 // behind the normal
		first := int32(len(m.Vertices))
		for range 3 {
			var vertex [3]float64
			for k := range 3 {
				vertex[k] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at:])))
				if badCoordinate(vertex[k]) {
					return nil, &BinaryError{File: file, Offset: int64(at), Problem: fmt.Sprintf("a coordinate of triangle %d is %v", t, vertex[k]),
						Expected: fmt.Sprintf("a finite number up to %g m", MaxCoordinate)}
				}
				at += 4
			}
			m.Vertices = append(m.Vertices, vertex)
		}
		m.Triangles = append(m.Triangles, [3]int32{first, first + 1, first + 2})
	}
	return m, nil
}

// WriteSTL returns the mesh as a binary STL file. Its coordinates have the 24 bits of single
// precision; one beyond its range becomes infinite, which [ReadSTL] refuses.
func WriteSTL(m *Mesh) []byte {
	out := make([]byte, stlHeader, stlHeader+stlTriangle*len(m.Triangles))
	copy(out, "binary STL, lengths in m")
	binary.LittleEndian.PutUint32(out[80:], uint32(len(m.Triangles)))
	for _, t := range m.Triangles {
		a, b, c := m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]
		normal := normalOf(a, b, c)
		for _, v := range [][3]float64{normal, a, b, c} {
			for _, x := range v {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
			}
		}
		out = append(out, 0, 0)
	}
	return out
}

// normalOf returns the unit normal of a triangle, zero for one without area.
func normalOf(a, b, c [3]float64) [3]float64 {
	n := cross(sub(b, a), sub(c, a))
	length := math.Sqrt(dot(n, n))
	if !(length > 0) || math.IsInf(length, 0) {
		return [3]float64{}
	}
	return [3]float64{n[0] / length, n[1] / length, n[2] / length}
}

func sub(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
