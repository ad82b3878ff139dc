package geometry

import "math"

// AABB is a box whose edges are parallel to the axes of its frame, m.
type AABB struct{ Min, Max [3]float64 }

// Overlaps reports whether the boxes have a point in common.
func (a *AABB) Overlaps(b *AABB) bool {
	return a.Min[0] <= b.Max[0] && b.Min[0] <= a.Max[0] &&
		a.Min[1] <= b.Max[1] && b.Min[1] <= a.Max[1] &&
		a.Min[2] <= b.Max[2] && b.Min[2] <= a.Max[2]
}

// Distance returns the distance of the boxes, 0 if they overlap.
func (a *AABB) Distance(b *AABB) float64 {
	sum := 0.0
	for k := range 3 {
		gap := max(a.Min[k]-b.Max[k], b.Min[k]-a.Max[k], 0)
		sum += gap * gap
	}
	return math.Sqrt(sum)
}

// Union returns the smallest box around both.
func (a *AABB) Union(b *AABB) AABB {
	out := *a
	for k := range 3 {
		out.Min[k] = min(out.Min[k], b.Min[k])
		out.Max[k] = max(out.Max[k], b.Max[k])
	}
	return out
}

// Grown returns the box with every face moved outwards by margin.
func (a *AABB) Grown(margin float64) AABB {
	out := *a
	for k := range 3 {
		out.Min[k] -= margin
		out.Max[k] += margin
	}
	return out
}

// Ball is a ball: every point within Radius of Centre, m.
type Ball struct {
	Centre [3]float64
	Radius float64
}
