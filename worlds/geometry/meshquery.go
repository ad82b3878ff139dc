package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// meshSearch is a search for the nearest triangle of a mesh, in the frame of the mesh.
type meshSearch struct {
	triangle, other triangle // of the pair
	stack           [2 * mostDepth]nodePair
	found           bool
	best            Witness // of the triangles so far
	// far is a distance beyond which triangles do not matter. With onlyWithin, the first triangle
	// within far ends the search.
	far        float64
	onlyWithin bool
}

// nodePair is two nodes, of which the second is 0 for a shape that is not a mesh, and a lower bound
// of their distance.
type nodePair struct {
	a, b  int32
	bound float64
}

// meshDistance returns the witness of a pair of which one or both are meshes. With onlyWithin it
// may be that of any triangle within far. It reports false if no triangle is within far.
func (q *Query) meshDistance(a, b *Placed, far float64, onlyWithin bool) (Witness, bool) {
	m := &q.mesh
	m.far, m.onlyWithin, m.found = far, onlyWithin, false
	m.best = Witness{Distance: math.Inf(-1)} // what a pose with NaN leaves
	if ma, is := a.Shape.(*TriangleMesh); is {
		q.pair.set(a, b)
		if mb, is := b.Shape.(*TriangleMesh); is {
			q.meshMesh(ma, mb)
		} else {
			q.meshShape(ma, b.Shape)
		}
		return m.best.place(&a.Pose), m.found
	}
	q.pair.set(b, a)
	q.meshShape(b.Shape.(*TriangleMesh), a.Shape)
	return m.best.place(&b.Pose).flip(), m.found
}

// meshShape searches the triangles of a mesh for that nearest to a shape, the nearer child of a
// node first.
func (q *Query) meshShape(t *TriangleMesh, shape Shape) {
	m := &q.mesh
	q.pair.a = &m.triangle
	placed := Placed{shape, q.pair.pose}
	box := placed.Bounds()
	m.stack[0] = nodePair{bound: t.nodes[0].box.Distance(&box)}
	for n := 1; n > 0; {
		n--
		top := m.stack[n]
		if top.bound > max(m.far, 0) { // boxes that overlap say nothing about depths
			continue
		}
		node := &t.nodes[top.a]
		if node.count == 0 {
			near, far := nodePair{a: top.a + 1}, nodePair{a: node.first}
			near.bound, far.bound = t.nodes[near.a].box.Distance(&box), t.nodes[far.a].box.Distance(&box)
			if far.bound < near.bound {
				near, far = far, near
			}
			m.stack[n], m.stack[n+1] = far, near
			n += 2
			continue
		}
		for i := node.first; i < node.first+node.count; i++ {
			m.triangle = t.triangles[i]
			if q.meshPair() {
				return
			}
		}
	}
}

// meshMesh searches the triangles of two meshes for the nearest two. Of two nodes it opens the
// larger one.
func (q *Query) meshMesh(a, b *TriangleMesh) {
	m, pose := &q.mesh, &q.pair.pose
	q.pair.a, q.pair.b = &m.triangle, &m.other
	bound := func(p nodePair) float64 {
		box := b.nodes[p.b].box.moved(pose)
		return a.nodes[p.a].box.Distance(&box)
	}
	m.stack[0] = nodePair{}
	for n := 1; n > 0; {
		n--
		top := m.stack[n]
		if top.bound > max(m.far, 0) { // boxes that overlap say nothing about depths
			continue
		}
		nodeA, nodeB := &a.nodes[top.a], &b.nodes[top.b]
		if nodeA.count > 0 && nodeB.count > 0 {
			for i := nodeA.first; i < nodeA.first+nodeA.count; i++ {
				for k := nodeB.first; k < nodeB.first+nodeB.count; k++ {
					m.triangle, m.other = a.triangles[i], b.triangles[k]
					if q.meshPair() {
						return
					}
				}
			}
			continue
		}
		near, far := nodePair{a: top.a, b: top.b + 1}, nodePair{a: top.a, b: nodeB.first}
		if nodeB.count > 0 || nodeA.count == 0 && nodeA.box.size() > nodeB.box.size() {
			near, far = nodePair{a: top.a + 1, b: top.b}, nodePair{a: nodeA.first, b: top.b}
		}
		near.bound, far.bound = bound(near), bound(far)
		if far.bound < near.bound {
			near, far = far, near
		}
		m.stack[n], m.stack[n+1] = far, near
		n += 2
	}
}

// meshPair compares the triangle of the pair with what the search has found, and reports whether
// the search is over.
func (q *Query) meshPair() bool {
	m := &q.mesh
	if m.onlyWithin {
		m.found = q.pairWithin(m.far)
		return m.found
	}
	result := q.closest(math.NaN(), max(m.far+q.pair.margin(), 0))
	if result == beyond {
		return false
	}
	if w := q.witnessOf(result); w.Distance <= m.far {
		m.best, m.far, m.found = w, w.Distance, true
	}
	return false
}

// size returns the length of the diagonal.
func (a *AABB) size() float64 { return spatial.VecOf(a.Max).Sub(spatial.VecOf(a.Min)).Norm() }
