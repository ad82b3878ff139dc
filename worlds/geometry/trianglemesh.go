package geometry

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// TriangleMesh is the surface of triangles. It is not solid: a shape that is inside a closed mesh
// and touches no triangle does not collide. Of a shape that overlaps a mesh, the distance is that
// of the triangle it overlaps most.
type TriangleMesh struct {
	triangles []triangle
	nodes     []meshNode // the root first; triangles of a node are next to each other
	ball      Ball
}

// meshNode is a node of the bounding volume hierarchy. A leaf holds count triangles from first on;
// another node has count 0, its first child next in the list and the second at place first.
type meshNode struct {
	box          AABB
	first, count int32
}

// leafTriangles is the largest number of triangles of a leaf.
const leafTriangles = 2

// NewTriangleMesh returns the surface of the triangles of a mesh, which it copies. A mesh without
// triangles, more than 2^24 of them, indices that no vertex has, and coordinates that are not
// finite or above 1e6 m are errors.
func NewTriangleMesh(m mesh.Mesh) (*TriangleMesh, error) {
	if err := checkPoints("triangle mesh", m.Vertices); err != nil {
		return nil, err
	}
	if len(m.Triangles) == 0 || len(m.Triangles) > mostPoints {
		return nil, fmt.Errorf("geometry: triangle mesh: it has %d triangles: expected at least 1 and at most %d", len(m.Triangles), mostPoints)
	}
	t := &TriangleMesh{triangles: make([]triangle, len(m.Triangles)), nodes: make([]meshNode, 0, len(m.Triangles))}
	corners := make([]spatial.Vec, 0, 3*len(m.Triangles))
	for i, indices := range m.Triangles {
		for k, v := range indices {
			if v < 0 || int(v) >= len(m.Vertices) {
				return nil, fmt.Errorf("geometry: triangle mesh: triangle %d has the vertex %d: expected 0 to %d", i, v, len(m.Vertices)-1)
			}
			t.triangles[i][k] = spatial.VecOf(m.Vertices[v])
			corners = append(corners, t.triangles[i][k])
		}
	}
	t.ball = ballOf(corners)
	t.build(0, len(t.triangles))
	return t, nil
}

// Triangles returns the number of triangles.
func (t *TriangleMesh) Triangles() int { return len(t.triangles) }

// Triangle returns the corners of triangle i, m. The order of the triangles is that of the bounding
// volumes, not that of the mesh it was made from.
func (t *TriangleMesh) Triangle(i int) [3][3]float64 {
	v := &t.triangles[i]
	return [3][3]float64{v[0].Array(), v[1].Array(), v[2].Array()}
}

// Kind returns KindTriangleMesh.
func (t *TriangleMesh) Kind() Kind { return KindTriangleMesh }

// Bounds returns the box around the triangles.
func (t *TriangleMesh) Bounds() AABB { return t.nodes[0].box }

// Ball returns a ball around the triangles.
func (t *TriangleMesh) Ball() Ball { return t.ball }

func (t *TriangleMesh) margin() float64 { return 0 }

// build adds the node of the triangles from first to before last, and what is below it. It splits
// at the median along the longest side of the box around the middles of the triangles.
func (t *TriangleMesh) build(first, last int) {
	place := len(t.nodes)
	list := t.triangles[first:last]
	box, middles := boundsOf(list[0][:]), AABB{list[0].middle().Array(), list[0].middle().Array()}
	for i := range list {
		for _, v := range list[i] {
			box.add(v)
		}
		middles.add(list[i].middle())
	}
	t.nodes = append(t.nodes, meshNode{box, int32(first), int32(len(list))})
	if len(list) <= leafTriangles {
		return
	}
	axis := middles.longest()
	half := len(list) / 2
	selectNth(list, half, func(t *triangle) float64 { return t.middle().Array()[axis] })
	t.build(first, first+half)
	t.nodes[place].first, t.nodes[place].count = int32(len(t.nodes)), 0
	t.build(first+half, last)
}

// support descends into the box that reaches farther first, and skips boxes that reach no farther
// than what it found.
func (t *TriangleMesh) support(d spatial.Vec) spatial.Vec {
	best, most := t.triangles[0][0], math.Inf(-1)
	var stack [mostDepth]int32
	for n := 1; n > 0; {
		n--
		place := stack[n]
		node := &t.nodes[place]
		if node.box.reach(d) <= most {
			continue
		}
		if node.count == 0 {
			near, far := place+1, node.first
			if t.nodes[far].box.reach(d) > t.nodes[near].box.reach(d) {
				near, far = far, near
			}
			stack[n], stack[n+1] = far, near
			n += 2
			continue
		}
		for i := range t.triangles[node.first : node.first+node.count] {
			for _, v := range t.triangles[int(node.first)+i] {
				if along := v.Dot(d); along > most {
					best, most = v, along
				}
			}
		}
	}
	return best
}

// mostDepth bounds the depth of a hierarchy over 2^24 triangles, and of a stack to walk it.
const mostDepth = 32

// triangle is a triangle as a shape of its own, in the frame of its mesh.
type triangle [3]spatial.Vec

func (t *triangle) middle() spatial.Vec { return t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3) }

// Kind returns KindTriangleMesh.
func (t *triangle) Kind() Kind { return KindTriangleMesh }

// Bounds returns the box around the corners.
func (t *triangle) Bounds() AABB { return boundsOf(t[:]) }

// Ball returns a ball around the middle.
func (t *triangle) Ball() Ball {
	m := t.middle()
	return Ball{m.Array(), max(t[0].Sub(m).Norm(), t[1].Sub(m).Norm(), t[2].Sub(m).Norm())}
}

func (t *triangle) support(d spatial.Vec) spatial.Vec {
	a, b, c := t[0].Dot(d), t[1].Dot(d), t[2].Dot(d)
	switch {
	case a >= b && a >= c:
		return t[0]
	case b >= c:
		return t[1]
	}
	return t[2]
}

func (t *triangle) margin() float64 { return 0 }
