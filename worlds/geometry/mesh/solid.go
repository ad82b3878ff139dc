package mesh

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Edge is a directed edge of a triangle, from one vertex to another.
type Edge struct{ From, To int32 }

// Leak returns an edge at which the surface is open: the edges of a closed surface, of which every
// triangle has three, meet one edge of the opposite direction each. It returns false for a closed
// mesh. Vertices count as different unless they have one index, so call [Weld] before.
func (m *Mesh) Leak() (leak Edge, open bool) {
	balance := make(map[Edge]int, 3*len(m.Triangles)/2)
	for _, t := range m.Triangles {
		for k := range 3 {
			key, step := undirected(t[k], t[(k+1)%3])
			balance[key] += step
		}
	}
	for _, t := range m.Triangles { // in the order of the file, so that the answer is always the same
		for k := range 3 {
			if key, _ := undirected(t[k], t[(k+1)%3]); balance[key] != 0 {
				return Edge{t[k], t[(k+1)%3]}, true
			}
		}
	}
	return Edge{}, false
}

// undirected returns an edge from its smaller to its larger vertex, and the sign of its direction.
func undirected(from, to int32) (Edge, int) {
	if from < to {
		return Edge{from, to}, 1
	}
	return Edge{to, from}, -1
}

// OpenError reports a mesh that encloses no volume.
type OpenError struct {
	Edge Edge          // an edge that one triangle has and no other closes
	Ends [2][3]float64 // its two vertices, m
}

// Error names the edge.
func (e *OpenError) Error() string {
	return fmt.Sprintf("the mesh is not closed: the edge from vertex %d at %v m to vertex %d at %v m has no triangle on its other side; weld equal vertices first",
		e.Edge.From, e.Ends[0], e.Edge.To, e.Ends[1])
}

// ErrInsideOut reports a closed mesh whose triangles are clockwise as seen from outside, or which
// encloses no volume.
var ErrInsideOut = errors.New("the volume of the mesh is not positive; expected triangles that are counterclockwise as seen from outside")

// Inertia returns mass, centre of mass and the inertia tensor about it, of the volume that a closed
// mesh encloses at a density in kg/m3. With density 1 the mass is the volume, m3. The error is an
// [*OpenError] or [ErrInsideOut].
//
// By the divergence theorem an integral over the volume is a sum over the triangles: that over the
// tetrahedron between the triangle and one fixed point, with its sign (B. Mirtich, Fast and
// accurate computation of polyhedral mass properties, Journal of Graphics Tools 1 (2), 1996). The
// fixed point is the mean of the vertices, so that a mesh far from its origin loses no digits.
func (m *Mesh) Inertia(density float64) (rigidbody.Inertia, error) {
	if leak, open := m.Leak(); open {
		return rigidbody.Inertia{}, &OpenError{leak, [2][3]float64{m.Vertices[leak.From], m.Vertices[leak.To]}}
	}
	centre := m.meanVertex()
	var volume float64
	var first [3]float64     // 4 times the first moment of the volume
	var second [3][3]float64 // 20 times its second moment
	for _, t := range m.Triangles {
		a, b, c := sub(m.Vertices[t[0]], centre), sub(m.Vertices[t[1]], centre), sub(m.Vertices[t[2]], centre)
		v := dot(a, cross(b, c)) / 6
		volume += v
		sum := [3]float64{a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]}
		for i := range 3 {
			first[i] += v * sum[i]
			for k := range 3 {
				second[i][k] += v * (sum[i]*sum[k] + a[i]*a[k] + b[i]*b[k] + c[i]*c[k])
			}
		}
	}
	if !(volume > 0) {
		return rigidbody.Inertia{}, ErrInsideOut
	}
	var mean [3]float64 // centre of mass from the fixed point
	for i := range 3 {
		mean[i] = first[i] / 4 / volume
	}
	product := func(i, k int) float64 { return density * (second[i][k]/20 - volume*mean[i]*mean[k]) }
	xx, yy, zz := product(0, 0), product(1, 1), product(2, 2)
	return rigidbody.Inertia{
		Mass: density * volume, Com: [3]float64{centre[0] + mean[0], centre[1] + mean[1], centre[2] + mean[2]},
		Ixx: yy + zz, Iyy: xx + zz, Izz: xx + yy, Ixy: -product(0, 1), Ixz: -product(0, 2), Iyz: -product(1, 2),
	}, nil
}

// meanVertex returns the mean of the vertices, zero for a mesh without any.
func (m *Mesh) meanVertex() (mean [3]float64) {
	for _, v := range m.Vertices {
		for k := range 3 {
			mean[k] += v[k] / float64(len(m.Vertices))
		}
	}
	return mean
}
