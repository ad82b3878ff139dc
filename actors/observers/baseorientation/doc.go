// Package baseorientation estimates the orientation of a robot's base from an inertial measurement
// unit that estimates its own orientation.
//
// # The law
//
// The unit reports its orientation as a rotation R_ui of its axes into those of its reference U.
// The reference is turned against the world by R_wu, the base's axes against the unit's by R_ib
// (option rotation_base_to_imu). Then
//
//	R_wb  = R_wu R_ui R_ib
//	w_b   = R_ib^T w_i        angular velocity in the base's axes
//
// Pitch is the angle between the base's x axis and its projection onto the horizontal plane,
// positive where the axis points down: the base leans forward. Where the base's z axis points down,
// the projection is reversed, so that pitch grows beyond a right angle: it is in [-pi, pi].
//
// # Conventions of units
//
// Option imu_reference names the axes of U:
//
//	room   x forward, y left, z up (REP 103): the units of simulated robots. R_wu = 1.
//	ars    x forward, y right, z down: the attitude reference system of an Upkie's unit.
//	       R_wu = diag(1, -1, -1).
//
// On an Upkie the unit is mounted with R_ib = diag(-1, 1, -1), the default. The joint imu_fix of
// its description says the same, so that pitch is right for both references.
//
// # Failures
//
// The actor pauses while the sample of the unit is too old, not finite, or no unit quaternion: it
// withdraws its output, so that receivers see the gap at once, and continues with the next valid
// sample. An event reports an invalid sample once.
//
// A messages.SpineConfig replaces rotation_base_to_imu. A matrix that is not a rotation is rejected
// with an event, and the previous one stays.
package baseorientation
