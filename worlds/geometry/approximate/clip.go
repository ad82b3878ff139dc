package approximate

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// A polygon is the corners of a convex polygon in order.
type polygon []spatial.Vec

// cut is a plane perpendicular to an axis.
type cut struct {
	axis int // 0, 1 or 2
	at   float64
}

func (c cut) height(v spatial.Vec) float64 { return v.Array()[c.axis] - c.at }

// cross returns the point of the plane between two points on different sides. It does not depend on
// their order: polygons with a common edge get the same point.
func (c cut) cross(a, b spatial.Vec) spatial.Vec {
	if c.height(a) > 0 {
		a, b = b, a
	}
	low, high := c.height(a), c.height(b)
	p := a.AddScaled(low/(low-high), b.Sub(a)).Array()
	p[c.axis] = c.at
	return spatial.VecOf(p)
}

// clip returns the parts of a polygon below and above the plane, nil for none. A polygon in the
// plane belongs to the side that it bounds: to below if it faces up.
func (c cut) clip(p polygon) (below, above polygon) {
	lowest, highest := 0.0, 0.0
	for _, v := range p {
		lowest, highest = min(lowest, c.height(v)), max(highest, c.height(v))
	}
	if lowest == 0 && highest == 0 && !c.facesUp(p) {
		return nil, p
	}
	if highest == 0 {
		return p, nil
	}
	if lowest == 0 {
		return nil, p
	}
	for i, v := range p {
		next := p[(i+1)%len(p)]
		h, hNext := c.height(v), c.height(next)
		if h <= 0 {
			below = append(below, v)
		}
		if h >= 0 {
			above = append(above, v)
		}
		if h < 0 && hNext > 0 || h > 0 && hNext < 0 {
			x := c.cross(v, next)
			below, above = append(below, x), append(above, x)
		}
	}
	return below, above
}

// facesUp reports whether the normal of a polygon points up, which it does if it has no area.
func (c cut) facesUp(p polygon) bool {
	var n spatial.Vec
	for i := 2; i < len(p); i++ {
		n = n.Add(p[i-1].Sub(p[0]).Cross(p[i].Sub(p[0])))
	}
	return n.Array()[c.axis] >= 0
}

// bounds returns the box around polygons.
func bounds(polygons []polygon) (low, high [3]float64) {
	first := true
	for _, p := range polygons {
		for _, v := range p {
			x := v.Array()
			if first {
				low, high, first = x, x, false
			}
			for k := range 3 {
				low[k], high[k] = min(low[k], x[k]), max(high[k], x[k])
			}
		}
	}
	return low, high
}

// points returns the corners of polygons.
func points(polygons []polygon) (out [][3]float64) {
	for _, p := range polygons {
		for _, v := range p {
			out = append(out, v.Array())
		}
	}
	return out
}
