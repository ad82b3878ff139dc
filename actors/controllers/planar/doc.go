// Package planar holds the arithmetic of rigid motion in the plane that the control laws of mobile
// bases share: poses, body twists, the exponential map between them, odometry with its covariance,
// and the ramp of a twist.
//
// Frames follow ROS REP 103: x forward, y left, angles counter-clockwise. A Pose is that of the
// body frame in the room. A Twist is the velocity of the body frame relative to the room, written
// in the axes of the body (the twist of a ROS odometry message in base_link). A Displacement is a
// twist held for some time: the exponential coordinates of the motion it makes (Lynch and Park,
// Modern Robotics, 2017, section 3.3 for the general form).
//
// Angles are continuous: nothing here wraps Theta, so a base that turned twice is at 4 pi, and
// a difference of two angles of one odometry never has a jump. Wrap gives the angle in (-pi, pi]
// where one is wanted.
//
// Everything is a function of its arguments; nothing allocates.
package planar
