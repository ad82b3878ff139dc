package constrained

import "math"

type vec3 = [3]float64

func sub(a, b vec3) vec3            { return vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func add(a, b vec3) vec3            { return vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func dot(a, b vec3) float64         { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func scaled(a vec3, s float64) vec3 { return vec3{s * a[0], s * a[1], s * a[2]} }
func cross(a, b vec3) vec3 {
	return vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func mix(a, b vec3, share float64) vec3 { return add(a, scaled(sub(b, a), share)) }

// closest gives the shares of the way along two segments, from a0 to a1 and from b0 to b1, at which they are closest to
// each other (C. Ericson, Real-time collision detection, 2005, section 5.1.9). Either may be a point.
func closest(a0, a1, b0, b1 vec3) (s, t float64) {
	along, other, between := sub(a1, a0), sub(b1, b0), sub(a0, b0)
	aa, bb, f := dot(along, along), dot(other, other), dot(other, between)
	if aa == 0 && bb == 0 {
		return 0, 0
	}
	if aa == 0 {
		return 0, within(f / bb)
	}
	c := dot(along, between)
	if bb == 0 {
		return within(-c / aa), 0
	}
	ab := dot(along, other)
	if square := aa*bb - ab*ab; square > 1e-12*aa*bb {
		s = within((ab*f - c*bb) / square)
	} else {
		s = parallel(c, aa, ab) // any point of the part that they share is closest: its middle does not jump
	}
	t = (ab*s + f) / bb
	if t < 0 {
		return within(-c / aa), 0
	}
	if t > 1 {
		return within((ab - c) / aa), 1
	}
	return s, t
}

// parallel gives the middle of that part of the first segment that lies beside the second one.
func parallel(c, aa, ab float64) float64 {
	first, last := within(-c/aa), within((ab-c)/aa)
	return (first + last) / 2
}

func within(share float64) float64 { return math.Max(0, math.Min(1, share)) }
