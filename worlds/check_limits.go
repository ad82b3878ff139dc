package worlds

import (
	"fmt"
	"math"
)

// checkLimits checks the limits of one joint.
func (c *checker) checkLimits(i int, joint *Joint) {
	if n := len(joint.Limits); n != 0 && n != joint.Type.Velocities() {
		c.add(Part{JointPart, i, "limits"}, fmt.Sprintf("%d limits for a %s joint", n, joint.Type),
			fmt.Sprintf("%d, one a degree of freedom, or none", joint.Type.Velocities()), "")
		return
	}
	bounded := joint.Type == Revolute || joint.Type == Prismatic
	if bounded && len(joint.Limits) == 0 {
		c.add(Part{JointPart, i, "limits"}, "a "+joint.Type.String()+" joint has no limits",
			"lower and upper bounds, velocity and effort", boundlessHint(joint.Type))
	}
	for k := range joint.Limits {
		at := Part{JointPart, i, limitField(joint.Type, k)}
		c.checkBounds(at, joint, joint.Limits[k])
		c.checkRates(at, joint.Limits[k])
	}
}

// limitField returns the field of limit k of a joint: limit where there is but one, limits[k]
// otherwise.
func limitField(t JointType, k int) string {
	if t.Velocities() == 1 {
		return "limit"
	}
	return fmt.Sprintf("limits[%d]", k)
}

// boundlessHint says what to do about a joint without bounds.
func boundlessHint(t JointType) string {
	if t == Revolute {
		return "a joint that turns without end has the type continuous"
	}
	return ""
}

// checkBounds checks the bounds of position against the type of the joint.
func (c *checker) checkBounds(p Part, joint *Joint, l Limit) {
	lower, upper := p, p
	lower.Field += ".lower"
	upper.Field += ".upper"
	finite := !math.IsInf(l.Lower, 0) && !math.IsInf(l.Upper, 0)
	free := math.IsInf(l.Lower, -1) && math.IsInf(l.Upper, 1)
	switch {
	case math.IsNaN(l.Lower):
		c.add(lower, "the lower bound is not a number", "a finite number", "")
	case math.IsNaN(l.Upper):
		c.add(upper, "the upper bound is not a number", "a finite number", "")
	case (joint.Type == Continuous || joint.Type == Floating) && !free:
		c.add(lower, "a "+joint.Type.String()+" joint has no bounds of position", "no bounds, or a revolute joint", "")
	case (joint.Type == Revolute || joint.Type == Prismatic) && !finite:
		c.add(lower, "a "+joint.Type.String()+" joint needs finite bounds of position", "lower and upper bounds", boundlessHint(joint.Type))
	case l.Lower > l.Upper:
		c.add(lower, fmt.Sprintf("the lower bound %g is above the upper bound %g", l.Lower, l.Upper), "lower <= upper", "swap them")
	}
}

// checkRates checks the limits that bound an absolute value.
func (c *checker) checkRates(p Part, l Limit) {
	for _, n := range []struct {
		field string
		value float64
	}{{".velocity", l.Velocity}, {".acceleration", l.Acceleration}, {".jerk", l.Jerk}, {".effort", l.Effort}} {
		if !(n.value >= 0) {
			at := p
			at.Field += n.field
			c.add(at, fmt.Sprintf("the limit is %v", n.value), "a number of at least 0, in SI units", "")
		}
	}
}
