package wholebody

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

// NoPlanar says that no axes belong to a planar joint.
const NoPlanar = -1

// Predict gives in predicted the positions after the time ahead, in s, of axes that stand at position and move with the
// constant velocity: position + velocity * ahead. From planarFirst on, three axes are a planar joint: x, y, theta in
// the room, moved along the exact arc of the body twist; NoPlanar where there is none. predicted may be position itself.
//
// It carries a measured state from its stamp to the time when a command computed from it takes effect. velocity is what
// the axes do in between: the commands under way, or the measured velocities. A negative ahead goes back.
func Predict(predicted, position, velocity []float64, planarFirst int, ahead float64) error {
	n := len(position)
	if len(predicted) != n || len(velocity) != n {
		return fmt.Errorf("%w: %d positions, %d velocities and room for %d: all must be equal", ErrShape, n, len(velocity), len(predicted))
	}
	if planarFirst != NoPlanar && (planarFirst < 0 || planarFirst+3 > n) {
		return fmt.Errorf("%w: a planar joint at axis %d does not fit %d axes", ErrShape, planarFirst, n)
	}
	if !finite(ahead) {
		return fmt.Errorf("%w: the time ahead is %g s", ErrNotFinite, ahead)
	}
	for i, p := range position {
		if !finite(p + velocity[i]*ahead) {
			return fmt.Errorf("%w: axis %d has position %g and velocity %g", ErrNotFinite, i, p, velocity[i])
		}
	}
	var base planar.Pose
	if planarFirst != NoPlanar {
		p, v := position[planarFirst:planarFirst+3], velocity[planarFirst:planarFirst+3]
		base = planar.Pose{X: p[0], Y: p[1], Theta: p[2]}.Advance(planar.Twist{X: v[0], Y: v[1], Omega: v[2]}.Over(ahead))
	}
	for i, p := range position {
		predicted[i] = p + velocity[i]*ahead
	}
	if planarFirst != NoPlanar {
		predicted[planarFirst], predicted[planarFirst+1], predicted[planarFirst+2] = base.X, base.Y, base.Theta
	}
	return nil
}

// PredictPose gives the pose of the gripper after the time ahead, in s, at the constant twist that its Jacobian (6 x
// axes, row-major) makes of the axes' velocities: the point moves straight, the rotation turns about a fixed axis. It
// serves where a model at the predicted positions would cost too much; its error grows with the square of ahead.
func PredictPose(position [3]float64, rotation [9]float64, jacobian, velocity []float64, ahead float64) ([3]float64, [9]float64, error) {
	n := len(velocity)
	if len(jacobian) != 6*n {
		return position, rotation, fmt.Errorf("%w: Jacobian has %d entries, 6 rows of %d axes make %d", ErrShape, len(jacobian), n, 6*n)
	}
	var twist [6]float64
	for r := range twist {
		twist[r] = innerProduct(jacobian[r*n:r*n+n], velocity) * ahead
		if !finite(twist[r]) {
			return position, rotation, fmt.Errorf("%w: row %d of Jacobian times velocity times %g s is %g", ErrNotFinite, r, ahead, twist[r])
		}
	}
	turn := rotationExp([3]float64{twist[3], twist[4], twist[5]})
	var moved [3]float64
	var turned [9]float64
	for r := 0; r < 3; r++ {
		moved[r] = position[r] + twist[r]
		for c := 0; c < 3; c++ {
			turned[3*r+c] = turn[3*r]*rotation[c] + turn[3*r+1]*rotation[3+c] + turn[3*r+2]*rotation[6+c]
		}
		if !finite(moved[r] + turned[3*r] + turned[3*r+1] + turned[3*r+2]) {
			return position, rotation, fmt.Errorf("%w: position %v m and rotation %v of the gripper", ErrNotFinite, position, rotation)
		}
	}
	return moved, turned, nil
}

// ApplicationTime gives how far ahead of its stamp a state has to be predicted, in s, for a command that takes effect
// delay after now: the state's age plus that delay. A stamp in the future gives less, never below zero.
func ApplicationTime(stampS, nowS, delayS float64) float64 {
	return math.Max(0, nowS-stampS+delayS)
}
