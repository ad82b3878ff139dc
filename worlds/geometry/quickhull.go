package geometry

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// mostPoints bounds the points of a hull, and the vertices and triangles of a mesh.
const mostPoints = 1 << 24

// checkPoints returns an error unless the points can be those of a shape.
func checkPoints(shape string, points [][3]float64) error {
	if len(points) == 0 || len(points) > mostPoints {
		return fmt.Errorf("geometry: %s: it has %d points: expected at least 1 and at most %d", shape, len(points), mostPoints)
	}
	for i, p := range points {
		for _, v := range p {
			if !(math.Abs(v) <= mostLength) {
				return fmt.Errorf("geometry: %s: point %d is %v m: expected finite coordinates of at most %g m", shape, i, p, float64(mostLength))
			}
		}
	}
	return nil
}

// flatShare is the thickness of a set of points, as a share of its size, below which it is flat.
const flatShare = 1e-10

// quickhull returns the corners of the convex hull of points, and its triangles, none if the hull
// is flat (C. Barber, D. Dobkin, H. Huhdanpaa, The quickhull algorithm for convex hulls, ACM Trans.
// Mathematical Software 22(4), 1996).
func quickhull(points [][3]float64) ([]spatial.Vec, [][3]int32, error) {
	corners, size, dimension := farApart(points)
	if dimension < 3 {
		return flatHull(points, corners, dimension, size), nil, nil
	}
	// A larger slack merges what rounding errors made inconsistent.
	for slack := 1e-13; slack < 1e-8; slack *= 10 {
		b := hullBuilder{polytope: newPolytope(64), points: points, slack: slack * size}
		if b.build(corners) {
			vertices, faces := b.result()
			return vertices, faces, nil
		}
	}
	return nil, nil, fmt.Errorf("geometry: hull: %d points almost lie in planes, which leaves no convex hull in the limits of rounding: expected points without such noise; round their coordinates", len(points))
}

// farApart returns up to four points that are far apart, the size of the set, and its dimension: 0
// for one place, 1 for a line, 2 for a plane, 3 else.
func farApart(points [][3]float64) (corners [4]int, size float64, dimension int) {
	at := func(i int) spatial.Vec { return spatial.VecOf(points[i]) }
	farthest := func(measure func(v spatial.Vec) float64) (best int, most float64) {
		for i := range points {
			if m := measure(at(i)); m > most {
				best, most = i, m
			}
		}
		return best, most
	}
	corners[0], _ = farthest(func(v spatial.Vec) float64 { return v.Sub(at(0)).Norm() })
	corners[1], size = farthest(func(v spatial.Vec) float64 { return v.Sub(at(corners[0])).Norm() })
	if size == 0 {
		return corners, 0, 0
	}
	along := at(corners[1]).Sub(at(corners[0])).Unit()
	width := 0.0
	corners[2], width = farthest(func(v spatial.Vec) float64 { return v.Sub(at(corners[0])).Cross(along).Norm() })
	if width <= flatShare*size {
		return corners, size, 1
	}
	normal := along.Cross(at(corners[2]).Sub(at(corners[0]))).Unit()
	corners[3], width = farthest(func(v spatial.Vec) float64 { return math.Abs(normal.Dot(v.Sub(at(corners[0])))) })
	if width <= flatShare*size {
		return corners, size, 2
	}
	return corners, size, 3
}

// hullBuilder grows a polytope. Each facet has a list of the points that it sees, farthest first.
type hullBuilder struct {
	polytope
	points  [][3]float64
	outside [][]int32 // by the place of a facet
	slack   float64
}

func (b *hullBuilder) build(corners [4]int) bool {
	var v [4]vertex
	for i, c := range corners {
		v[i].w = spatial.VecOf(b.points[c])
	}
	b.start(&v)
	all := make([]int32, len(b.points))
	for i := range all {
		all[i] = int32(i)
	}
	b.assign(all)
	pending := []int32{3, 2, 1, 0}
	for len(pending) > 0 {
		place := pending[len(pending)-1]
		if !b.faces[place].alive || len(b.outside[place]) == 0 {
			pending = pending[:len(pending)-1]
			continue
		}
		if !b.extend(place, &vertex{w: spatial.VecOf(b.points[b.outside[place][0]])}, b.slack) {
			return false
		}
		var loose []int32
		for _, gone := range b.removed {
			loose = append(loose, b.outside[gone]...)
			b.outside[gone] = nil
		}
		b.assign(loose)
		pending = append(pending, b.added...)
	}
	return true
}

// assign gives each point to the added facet that it exceeds most.
func (b *hullBuilder) assign(points []int32) {
	for len(b.outside) < len(b.faces) {
		b.outside = append(b.outside, nil)
	}
	most := make([]float64, len(b.added))
	for _, i := range points {
		x := spatial.VecOf(b.points[i])
		best, over := -1, b.slack
		for k, place := range b.added {
			f := &b.faces[place]
			if d := f.normal.Dot(x) - f.distance; d > over {
				best, over = k, d
			}
		}
		if best < 0 {
			continue
		}
		list := append(b.outside[b.added[best]], i)
		if over > most[best] {
			most[best] = over
			list[0], list[len(list)-1] = list[len(list)-1], list[0]
		}
		b.outside[b.added[best]] = list
	}
}

// result returns the vertices that facets use, and the facets.
func (b *hullBuilder) result() (vertices []spatial.Vec, faces [][3]int32) {
	index := make([]int32, len(b.vertices))
	for i := range b.faces {
		f := &b.faces[i]
		if !f.alive {
			continue
		}
		for k, v := range f.v {
			if index[v] == 0 {
				vertices = append(vertices, b.vertices[v].w)
				index[v] = int32(len(vertices))
			}
			f.v[k] = index[v] - 1
		}
		faces = append(faces, f.v)
	}
	return vertices, faces
}
