package worlds

import (
	"fmt"
	"math"
)

// Sizes beyond which a number of a description is a mistake: products of such numbers overflow, or
// vanish, in the equations of motion.
const (
	leastBodyMass  = 1e-30 // kg, of a body that has one
	mostBodyMass   = 1e12  // kg
	mostMoment     = 1e18  // kg m2
	mostLength     = 1e9   // m
	mostAngle      = 1e6   // rad
	mostDynamics   = 1e15  // damping, friction and armature, in SI units
	mostMultiplier = 1e9   // of a mimic joint, as is its offset
)

// checkSizes checks mass, moments and centre of mass of a link.
func (c *checker) checkSizes(i int, link *Link) {
	in := &link.Inertia
	if m := in.Mass; m > mostBodyMass || m > 0 && m < leastBodyMass {
		c.add(Part{LinkPart, i, "inertial.mass"}, fmt.Sprintf("the mass is %g kg", m),
			fmt.Sprintf("0, or %g to %g kg", leastBodyMass, mostBodyMass), "")
	}
	if m := in.LargestEntry(); m > mostMoment && !math.IsInf(m, 0) {
		c.add(Part{LinkPart, i, "inertial"}, fmt.Sprintf("an entry of the inertia tensor is %g kg m2", m), fmt.Sprintf("at most %g kg m2", mostMoment), "")
	}
	if problem := lengthProblem(in.Com); problem != "" {
		c.add(Part{LinkPart, i, "inertial.origin"}, "the centre of mass "+problem, fmt.Sprintf("at most %g m", mostLength), "")
	}
}

// lengthProblem returns the problem of a finite position that is too far away, nothing for any
// other one.
func lengthProblem(p [3]float64) string {
	for _, v := range p {
		if math.Abs(v) > mostLength && !math.IsInf(v, 0) {
			return fmt.Sprintf("is %g m away", math.Abs(v))
		}
	}
	return ""
}

// AngleProblem returns the problem of roll, pitch and yaw that are too large to mean a direction,
// and what is expected; nothing for others.
func AngleProblem(rpy [3]float64) (problem, expected string) {
	for _, v := range rpy {
		if math.Abs(v) > mostAngle {
			return fmt.Sprintf("an angle is %g rad", v), fmt.Sprintf("at most %g rad", mostAngle)
		}
	}
	return "", ""
}
