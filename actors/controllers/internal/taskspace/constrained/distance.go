package constrained

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// mix returns the point at a share of the way from a to b.
func mix(a, b spatial.Vec, share float64) spatial.Vec { return a.AddScaled(share, b.Sub(a)) }

// closest returns the shares of the way along two segments, from a0 to a1 and from b0 to b1, at
// which they are closest to each other (C. Ericson, Real-time collision detection, 2005, section
// 5.1.9). Either may be a point.
func closest(a0, a1, b0, b1 spatial.Vec) (s, t float64) {
	along, other, between := a1.Sub(a0), b1.Sub(b0), a0.Sub(b0)
	aa, bb, f := along.Dot(along), other.Dot(other), other.Dot(between)
	if aa == 0 && bb == 0 {
		return 0, 0
	}
	if aa == 0 {
		return 0, within(f / bb)
	}
	c := along.Dot(between)
	if bb == 0 {
		return within(-c / aa), 0
	}
	ab := along.Dot(other)
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

// parallel returns the middle of that part of the first segment that lies beside the second one.
func parallel(c, aa, ab float64) float64 {
	first, last := within(-c/aa), within((ab-c)/aa)
	return (first + last) / 2
}

func within(share float64) float64 { return math.Max(0, math.Min(1, share)) }
