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
	box := AABB{points[0], points[0]}
	for _, p := range points {
		box.add(spatial.VecOf(p))
	}
	b := hullBuilder{polytope: newPolytope(64), points: toGrid(points, &box)}
	if !b.build(corners) {
		return nil, nil, fmt.Errorf("geometry: hull: internal error: the hull of %d points has no simple horizon", len(points))
	}
	chosen, faces := b.result()
	vertices := make([]spatial.Vec, len(chosen))
	for i, k := range chosen {
		vertices[i] = spatial.VecOf(points[k])
	}
	return vertices, faces, nil
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

// hullBuilder grows a polytope on a grid. Each facet has a list of the points that see it, the
// farthest first.
type hullBuilder struct {
	polytope
	points  []gridPoint
	origin  []int32   // of each vertex: the index of its point
	outside [][]int32 // by the place of a facet
}

func (b *hullBuilder) build(corners [4]int) bool {
	var v [4]vertex
	for i, c := range corners {
		v[i].w = b.points[c].vec()
		b.grid = append(b.grid, b.points[c])
		b.origin = append(b.origin, int32(c))
	}
	if b.start(&v); b.grid[1] != b.points[corners[1]] { // it has turned the tetrahedron
		b.origin[1], b.origin[2] = b.origin[2], b.origin[1]
	}
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
		apex := b.outside[place][0]
		b.grid = append(b.grid, b.points[apex])
		b.origin = append(b.origin, apex)
		if !b.extend(place, &vertex{w: b.points[apex].vec()}, 0) {
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

// assign gives each point to that of the added facets which it exceeds most.
func (b *hullBuilder) assign(points []int32) {
	for len(b.outside) < len(b.faces) {
		b.outside = append(b.outside, nil)
	}
	most := make([]float64, len(b.added))
	for _, i := range points {
		p := b.points[i]
		x := p.vec()
		best, over := -1, 0.0
		for k, place := range b.added {
			f := &b.faces[place]
			if !b.seen(f, p) {
				continue
			}
			if d := f.normal.Dot(x) - f.distance; best < 0 || d > over {
				best, over = k, d
			}
		}
		if best < 0 {
			continue
		}
		list := append(b.outside[b.added[best]], i)
		if len(list) == 1 || over > most[best] {
			most[best] = over
			list[0], list[len(list)-1] = list[len(list)-1], list[0]
		}
		b.outside[b.added[best]] = list
	}
}

// result returns the points that facets use, and the facets.
func (b *hullBuilder) result() (vertices []int32, faces [][3]int32) {
	index := make([]int32, len(b.vertices))
	for i := range b.faces {
		f := &b.faces[i]
		if !f.alive {
			continue
		}
		for k, v := range f.v {
			if index[v] == 0 {
				vertices = append(vertices, b.origin[v])
				index[v] = int32(len(vertices))
			}
			f.v[k] = index[v] - 1
		}
		faces = append(faces, f.v)
	}
	return vertices, faces
}
