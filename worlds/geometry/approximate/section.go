package approximate

import (
	"cmp"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// edge is a segment of the outline of a section, in the plane of the cut, from smaller to larger u.
// Beyond it, towards larger v, a place is inside count times more.
type edge struct {
	u0, v0, u1, v1 float64
	count          int
}

// at returns v at a place between the ends.
func (e *edge) at(u float64) float64 {
	switch u {
	case e.u0:
		return e.v0
	case e.u1:
		return e.v1
	}
	return e.v0 + (e.v1-e.v0)*(u-e.u0)/(e.u1-e.u0)
}

// bay is a region of a section between two edges, from a place on, that is inside count times.
type bay struct {
	low, high, count int // the edges are indices
	from             float64
}

// section returns the trapezoids that close the part of a closed surface below a cut, facing up. It
// divides the plane into strips between the corners and the crossings of the outline. In a strip no
// edges cross, and their directions count how many times a place is inside. A trapezoid reaches
// over as many strips as it has the same edges.
func section(below []polygon, c cut) (out []polygon) {
	edges := outline(below, c)
	us := strips(edges)
	var open []bay
	for i, u := range us {
		var next []bay
		if i+1 < len(us) {
			next = bays(edges, u, us[i+1])
		}
		for _, b := range open {
			k := slices.IndexFunc(next, func(n bay) bool { return n.low == b.low && n.high == b.high && n.count == b.count })
			if k >= 0 {
				next[k].from = b.from
				continue
			}
			low, high := &edges[b.low], &edges[b.high]
			for range b.count { // so often does the surface around it count, too
				out = append(out, polygon{c.point(b.from, low.at(b.from)), c.point(u, low.at(u)), c.point(u, high.at(u)), c.point(b.from, high.at(b.from))})
			}
		}
		open = next
	}
	return out
}

// bays returns the regions of a strip that are inside.
func bays(edges []edge, u0, u1 float64) (out []bay) {
	var strip []int
	for i := range edges {
		if edges[i].u0 <= u0 && edges[i].u1 >= u1 {
			strip = append(strip, i)
		}
	}
	middle := func(i int) float64 { return edges[i].at(u0) + edges[i].at(u1) }
	slices.SortFunc(strip, func(a, b int) int { return cmp.Compare(middle(a), middle(b)) })
	count := 0
	for k := 1; k < len(strip); k++ {
		low, high := strip[k-1], strip[k]
		if count += edges[low].count; count > 0 && middle(low) < middle(high) {
			out = append(out, bay{low, high, count, u0})
		}
	}
	return out
}

// strips returns the sorted places at which edges begin, end or cross.
func strips(edges []edge) (us []float64) {
	for i, e := range edges {
		us = append(us, e.u0, e.u1)
		for _, f := range edges[:i] {
			from, to := max(e.u0, f.u0), min(e.u1, f.u1)
			if !(from < to) {
				continue
			}
			before, after := e.at(from)-f.at(from), e.at(to)-f.at(to)
			if before*after < 0 {
				us = append(us, from+(to-from)*before/(before-after))
			}
		}
	}
	slices.Sort(us)
	return slices.Compact(us)
}

// outline returns the edges of polygons that are in the plane of a cut, where the surface ends.
// Edges that polygons share cancel. Edges along v, at one u, bound no strip and are left out.
func outline(below []polygon, c cut) (out []edge) {
	counts := map[edge]int{}
	for _, p := range below {
		for i, v := range p {
			w := p[(i+1)%len(p)]
			if c.height(v) != 0 || c.height(w) != 0 {
				continue
			}
			u0, v0 := c.coordinates(v)
			u1, v1 := c.coordinates(w)
			switch {
			case u0 < u1:
				counts[edge{u0, v0, u1, v1, 0}]--
			case u0 > u1:
				counts[edge{u1, v1, u0, v0, 0}]++
			}
		}
	}
	for e, n := range counts {
		if e.count = n; n != 0 {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.v0, b.v0), cmp.Compare(a.u0, b.u0), cmp.Compare(a.v1, b.v1), cmp.Compare(a.u1, b.u1))
	})
	return joined(out)
}

// joined joins edges along u that continue each other, which the cut of an earlier section leaves.
// The edges are sorted by v0, then u0.
func joined(edges []edge) []edge {
	out := edges[:0]
	for _, e := range edges {
		if n := len(out) - 1; n >= 0 {
			if last := &out[n]; last.v0 == last.v1 && e.v0 == e.v1 && last.v0 == e.v0 && last.u1 == e.u0 && last.count == e.count {
				last.u1 = e.u1
				continue
			}
		}
		out = append(out, e)
	}
	return out
}

// coordinates returns u and v of a point: the axes after that of the cut, which form a right-handed
// triad with it.
func (c cut) coordinates(p spatial.Vec) (u, v float64) {
	x := p.Array()
	return x[(c.axis+1)%3], x[(c.axis+2)%3]
}

// point is the inverse of coordinates.
func (c cut) point(u, v float64) spatial.Vec {
	var x [3]float64
	x[c.axis], x[(c.axis+1)%3], x[(c.axis+2)%3] = c.at, u, v
	return spatial.VecOf(x)
}
