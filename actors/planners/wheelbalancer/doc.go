// Package wheelbalancer balances a robot on two wheels: it keeps the base upright, follows a target
// over the ground, holds the heading, and holds the legs in a posture.
//
// # The law
//
// Wheels are velocity-controlled. Their velocity over the ground is the integral of a state
// feedback:
//
//	a = k1 pitch + k2 pitch' + k3 x + k4 (v - v*)
//	u <- u + a h,   x <- x + (v - v*) h
//
// k1 to k4 are the options pitch_stiffness, pitch_damping, position_stiffness and position_damping.
// v is the measured velocity, v* that of the target, x the distance by which the robot is ahead of
// its target, at most 1 m. The wheels drive to where the robot leans. To move it forward they roll
// backward first, since a robot accelerates only where it leans. The gains are those of Upkie's
// balancer, whose PI law this is with the derivatives measured; the defaults are higher in damping,
// so that a step settles in 5 s instead of 12 s.
//
// u stays within velocity_lead of the wheels and within max_ground_velocity. In the air the command
// goes to rest within a second, and answers the pitch rate and changes of the target alone. The
// turn is
//
//	w = w* - yaw_stiffness e,   e <- e + (w_measured - w*) h
//
// so that wheels of unequal radius, friction or slip do not turn the robot away. A wheel turns with
// (u -+ w contact_radius) / signed_radius, - on the left.
//
// # Wiring
//
// The kind wheel_balancer is a planner: it claims no joints. Its output command is a JointCommand
// for joint_group, which another actor passes to the gate, as the agent kind does by its input
// balance.
//
//	processors:
//	  orientation: {type: base_orientation, inputs: {imu: plant/robot.imu}}
//	  contact: {type: floor_contact, options: {wheel_joints: [left_wheel, right_wheel]}}
//	  odometry:
//	    type: wheel_odometry
//	    inputs: {contact: contact.contact}
//	    options: {wheels: [{joint: left_wheel, signed_radius: 0.06}, ...]}
//	  balancer:
//	    type: wheel_balancer
//	    inputs:
//	      orientation: orientation.orientation
//	      odometry: odometry.odometry
//	      contact: contact.contact
//	    options:
//	      joint_group: servos
//	      left_wheel: {joint: left_wheel, signed_radius: 0.06}
//	      right_wheel: {joint: right_wheel, signed_radius: -0.06}
//
// Without odometry, or while it is too old, the wheels' own speed counts as v. Without a contact
// the robot counts as standing. Without a target, or while it is too old, the robot stays where it
// is.
//
// Input active is closed while the commands are in effect; without a link they always are. While it
// is open, and while the modes of the wheels take no commands, the law follows the measured state:
// wheels keep their speed, and legs their position. So a hand-over to the balancer makes no step.
// Then each leg moves to its position with leg_velocity.
//
// # Failures
//
// The actor pauses while the orientation or the snapshot is too old, a wheel is invalid, or a
// number is not finite; it withdraws its command. An event reports such a number once. A leg that
// is invalid gets no command, and the others are held. Beyond fall_pitch the law gives up: it
// withdraws its command, and resumes once the pitch is within half of that. Events report both.
//
// A messages.SpineConfig begins the law anew. Its section wheel_balancer replaces gains, radii and
// bounds. An invalid section is rejected with an event, and the previous values stay. While the
// target turns faster than stiff_yaw_velocity, the gain scales of the legs are doubled, at most 1.
package wheelbalancer
