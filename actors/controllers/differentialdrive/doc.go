// Package differentialdrive is the control law of a base on two driven wheels with a common axis:
// wheel speeds from a body twist, the body twist from wheel speeds, limits, and odometry from the
// wheel encoders.
//
// The body frame stands midway between the wheels, x forward, y to the left (ROS REP 103). A wheel
// speed is positive where the wheel drives the base forward; the Actor turns the sign of joints
// whose axes point to the right in the description. With b the distance between the wheels' contact
// points and r the radius of each wheel
//
//	r_left  w_left  = vx - omega b/2
//	r_right w_right = vx + omega b/2
//
// (Siciliano, Sciavicco, Villani and Oriolo, Robotics, 2009, section 11.2.2). Two wheels cannot
// make a lateral velocity: what a command asks of it is left out and reported, and a lateral
// command is never an error, because a body twist that was computed for another point of the base
// may hold a little of it. The option unmoved of a whole-body controller excludes that axis
// (package wholebody).
//
// Nothing here reads a clock or allocates; every state is the caller's.
package differentialdrive
