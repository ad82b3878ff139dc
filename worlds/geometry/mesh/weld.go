package mesh

import "math"

// Welded counts what [Weld] did.
type Welded struct {
	// Merged is the number of vertices that were equal to an earlier one, Unused of those that no
	// triangle has.
	Merged, Unused int
	// Degenerate is the number of triangles that were dropped: with two equal corners, or without
	// area.
	Degenerate int
}

// flatness is the ratio of twice the area to the square of the longest edge at which a triangle
// counts as one without area.
const flatness = 1e-12

// Weld returns a mesh in which equal vertices are one, and triangles without area are dropped.
// Vertices are equal if their coordinates differ by at most tolerance, m, in the sense of one grid:
// each coordinate is rounded to a multiple of the tolerance, and those that round to the same point
// are one, at the place of the first. With the tolerance 0 they are equal if their numbers are.
// The order of the vertices and triangles stays. m is not changed.
func Weld(m *Mesh, tolerance float64) (*Mesh, Welded) {
	var did Welded
	used := make([]bool, len(m.Vertices))
	for _, t := range m.Triangles {
		used[t[0]], used[t[1]], used[t[2]] = true, true, true
	}
	out := &Mesh{Triangles: make([][3]int32, 0, len(m.Triangles))}
	place := make([]int32, len(m.Vertices))
	known := make(map[[3]float64]int32, len(m.Vertices))
	for i, v := range m.Vertices {
		key := gridKey(v, tolerance)
		at, found := known[key]
		switch {
		case !used[i]:
			did.Unused++
			continue
		case found:
			did.Merged++
		default:
			at = int32(len(out.Vertices))
			known[key] = at
			out.Vertices = append(out.Vertices, v)
		}
		place[i] = at
	}
	for _, t := range m.Triangles {
		t = [3]int32{place[t[0]], place[t[1]], place[t[2]]}
		if out.degenerate(t) {
			did.Degenerate++
			continue
		}
		out.Triangles = append(out.Triangles, t)
	}
	return out, did
}

// gridKey returns a vertex rounded to the grid; the two zeros are one.
func gridKey(v [3]float64, tolerance float64) [3]float64 {
	for k := range v {
		if tolerance > 0 {
			v[k] = math.Round(v[k] / tolerance)
		}
		v[k] += 0
	}
	return v
}

// degenerate reports whether a triangle has no area.
func (m *Mesh) degenerate(t [3]int32) bool {
	if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
		return true
	}
	ab, ac := sub(m.Vertices[t[1]], m.Vertices[t[0]]), sub(m.Vertices[t[2]], m.Vertices[t[0]])
	bc := sub(m.Vertices[t[2]], m.Vertices[t[1]])
	n := cross(ab, ac)
	longest := max(dot(ab, ab), dot(ac, ac), dot(bc, bc))
	return !(math.Sqrt(dot(n, n)) > flatness*longest)
}
