package geometry

import (
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Hull is the convex hull of points.
type Hull struct {
	vertices []spatial.Vec
	faces    [][3]int32
	ball     Ball
	bounds   AABB
	// first[i]:first[i+1] are the neighbours of vertex i in neighbours; start is a vertex for each
	// of the directions of startIndex. They are empty for few vertices, of which support compares
	// all.
	first, neighbours []int32
	start             [24]int32
}

// fewVertices is a number of vertices that are faster to compare than to walk.
const fewVertices = 24

// NewHull returns the convex hull of points, m. Points of one plane, of one line, or all at one
// place make a flat hull. The corners of the hull are some of the points; the others are inside or
// outside by at most 1e-11 of the size of the set. No points, more than 2^24, and coordinates that
// are not finite or above 1e6 m are errors.
func NewHull(points [][3]float64) (*Hull, error) {
	if err := checkPoints("hull", points); err != nil {
		return nil, err
	}
	return hullOf(points)
}

func hullOf(points [][3]float64) (*Hull, error) {
	vertices, faces, err := quickhull(points)
	if err != nil {
		return nil, err
	}
	h := &Hull{vertices: vertices, faces: faces}
	h.bounds = boundsOf(vertices)
	h.ball = ballOf(vertices)
	if len(faces) > 0 && len(vertices) > fewVertices {
		h.connect()
	}
	return h, nil
}

// Vertices returns the corners of the hull, m.
func (h *Hull) Vertices() [][3]float64 {
	out := make([][3]float64, len(h.vertices))
	for i, v := range h.vertices {
		out[i] = v.Array()
	}
	return out
}

// Faces returns the triangles of the hull as indices of Vertices, counterclockwise from outside. A
// flat hull has none.
func (h *Hull) Faces() [][3]int32 { return slices.Clone(h.faces) }

// Kind returns KindHull.
func (h *Hull) Kind() Kind { return KindHull }

// Bounds returns the box around the vertices.
func (h *Hull) Bounds() AABB { return h.bounds }

// Ball returns a ball around the vertices.
func (h *Hull) Ball() Ball { return h.ball }

func (h *Hull) margin() float64 { return 0 }

// support compares all of few vertices, and walks over the edges of many: a vertex of a convex
// polytope that has no neighbour farther along d is the farthest.
func (h *Hull) support(d spatial.Vec) spatial.Vec {
	if h.first == nil {
		best := h.vertices[0]
		most := best.Dot(d)
		for _, v := range h.vertices[1:] {
			if along := v.Dot(d); along > most {
				best, most = v, along
			}
		}
		return best
	}
	at := h.start[startIndex(d)]
	most := h.vertices[at].Dot(d)
	for {
		from := at
		for _, k := range h.neighbours[h.first[from]:h.first[from+1]] {
			if along := h.vertices[k].Dot(d); along > most {
				at, most = k, along
			}
		}
		if at == from {
			return h.vertices[at]
		}
	}
}

// startIndex returns the octant of d and its largest component as a number below 24.
func startIndex(d spatial.Vec) int {
	x, y, z := math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)
	index := 0
	if y > x && y >= z {
		index = 8
	} else if z > x {
		index = 16
	}
	if d.X < 0 {
		index++
	}
	if d.Y < 0 {
		index += 2
	}
	if d.Z < 0 {
		index += 4
	}
	return index
}

// connect fills the neighbours and the starts of support. Each edge belongs to two faces, once in
// each direction, so each vertex finds each neighbour once.
func (h *Hull) connect() {
	for index := range h.start {
		d := spatial.Vec{X: 1, Y: 1, Z: 1}
		switch index / 8 {
		case 0:
			d.X = 2
		case 1:
			d.Y = 2
		default:
			d.Z = 2
		}
		d.X *= float64(1 - 2*(index&1))
		d.Y *= float64(1 - index&2)
		d.Z *= float64(1 - index&4/2)
		for i, v := range h.vertices {
			if v.Dot(d) > h.vertices[h.start[index]].Dot(d) {
				h.start[index] = int32(i)
			}
		}
	}
	h.first = make([]int32, len(h.vertices)+1)
	for _, f := range h.faces {
		for _, v := range f {
			h.first[v+1]++
		}
	}
	for i := range h.vertices {
		h.first[i+1] += h.first[i]
	}
	h.neighbours = make([]int32, h.first[len(h.vertices)])
	place := slices.Clone(h.first)
	for _, f := range h.faces {
		for k, v := range f {
			h.neighbours[place[v]] = f[(k+1)%3]
			place[v]++
		}
	}
}
