package wholebody

import "math"

// gripperGoal gives the twist that the gripper is asked for, in the axes of the room, and reports the pose error.
//
// The position error is the difference of the points, the orientation error the rotation vector e of
// E = R_ref R^T. With the twist
//
//	v     = v_ref + K_p (p_ref - p)
//	omega = E^T omega_ref + K_o e
//
// both errors decay exponentially, each by itself, along a straight line and about a fixed axis, from any error: E^T
// carries the feed-forward into the frame that the gripper has, and e is its own image under E. The feedback terms are
// cut to their greatest norms, which keeps their directions. (Lynch and Park, Modern Robotics, 2017, section 13.5, has
// the SE(3) form, which couples both errors; the decoupled one keeps the point on its line.)
func (l *Law) gripperGoal(in *Input, out *results) {
	c, reference := &l.config, &in.Reference
	rotation := timesTransposed(&reference.Rotation, &in.Rotation)
	angular := rotationLog(&rotation)
	var linear [3]float64
	for k := range linear {
		linear[k] = reference.Position[k] - in.Position[k]
	}
	out.positionError, out.orientationError = norm3(&linear), norm3(&angular)
	linearGain, linearCut := feedbackGain(out.positionError, c.PositionGainPerS, c.FeedbackMaxMPerS)
	angularGain, angularCut := feedbackGain(out.orientationError, c.OrientationGainPerS, c.FeedbackMaxRadPerS)
	out.feedbackLimited = linearCut || angularCut

	var turn [3]float64
	for k := range turn {
		turn[k] = reference.Twist[3+k] + c.LeadS*reference.Acceleration[3+k]
	}
	for k := range linear {
		out.twist[k] = reference.Twist[k] + c.LeadS*reference.Acceleration[k] + linearGain*linear[k]
		out.twist[3+k] = rotation[k]*turn[0] + rotation[3+k]*turn[1] + rotation[6+k]*turn[2] + angularGain*angular[k]
	}
}

// feedbackGain gives the gain that keeps gain times an error of this norm within greatest, and whether it was cut.
func feedbackGain(norm, gain, greatest float64) (float64, bool) {
	if gain*norm <= greatest {
		return gain, false
	}
	return greatest / norm, true
}

func norm3(v *[3]float64) float64 {
	return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
}
