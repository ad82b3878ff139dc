// Package mecanum is the control law of a base on four mecanum wheels: wheel speeds from a body
// twist, the body twist and the slip from wheel speeds, limits, and odometry from the wheel
// encoders.
//
// # Geometry and signs
//
// Seen from above, x forward and y to the left (ROS REP 103), the wheels are at (+-lx, +-ly) and
// roll along x. Their order everywhere is
//
//	0 front left   (+lx, +ly)
//	1 front right  (+lx, -ly)
//	2 rear left    (-lx, +ly)
//	3 rear right   (-lx, -ly)
//
// A wheel speed is positive where the wheel drives the base forward; the Actor turns the sign of
// joints whose axes point to the right in the description. The roller angle gamma is the angle
// between the axle of the roller that touches the ground and the x axis, positive for the usual
// mounting: the axles of the rollers on the ground form a diamond seen from above (front left
// points forward and to the right), those on top of the wheels an X. A roller takes no force across
// its axle, so the wheel only fixes the velocity along the axle:
//
//	r w_i = vx + s_i tan(gamma) vy + (s_i tan(gamma) x_i - y_i) omega,    s = (-1, +1, +1, -1)
//
// For gamma = 45 degrees this is the inverse kinematics of Taheri, Qiao and Ghaeminezhad,
// "Kinematic Model of a Four Mecanum Wheeled Mobile Robot", International Journal of Computer
// Applications 113(3), 2015:
//
//	r w = ( vx - vy - (lx+ly) omega,  vx + vy + (lx+ly) omega,
//	        vx + vy - (lx+ly) omega,  vx - vy + (lx+ly) omega )
//
// The three columns of that 4 x 3 matrix are orthogonal, so the least squares inverse is in closed
// form, and what four wheels can do that no rigid motion explains is a single number, the slip: the
// part of the wheel speeds along (1, 1, -1, -1).
//
// With the rollers mounted the other way round (gamma negative) the base turns with ly - lx
// tan|gamma| in place of the sum; for a square base with 45 degrees that is zero, and New refuses
// it, because such a base cannot be turned.
//
// Nothing here reads a clock or allocates; every state is the caller's.
package mecanum
