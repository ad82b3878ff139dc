// Package floorcontact detects whether a robot on wheels stands on the ground, from the torques of
// its wheels and upper legs.
//
// # The laws
//
// Every filter is a low-pass with the cut-off period T, stepped by h seconds:
//
//	y <- y + min(h/T, 1/2) (x - y)
//
// The option T must exceed two periods of the actor, so that the bound acts after gaps only.
//
// A wheel has the apparent inertia |torque| / (|acceleration| + 1e-4), of filtered absolute values;
// the acceleration is that of the filtered velocity. The wheel leaves the ground where the inertia
// is below liftoff_inertia, and touches it where the inertia is above touchdown_inertia. Between
// them the contact stays. A wheel in the air touches down only while |acceleration| and |torque|
// are at least min_touchdown_acceleration and min_touchdown_torque: a wheel at rest shows nothing.
//
// The robot stands on the ground where a wheel touches it, or where the filtered norm of the
// torques of the upper legs is above upper_leg_torque_threshold: the legs carry the robot.
//
// # Failures
//
// The actor pauses while the snapshot is too old, one of the joints is invalid, or a value is not
// finite: it withdraws its output, and continues with the next valid snapshot. An event reports a
// value that is not finite once.
//
// A messages.SpineConfig clears filters and contacts. Its sections floor_contact and wheel_contact
// replace the options. An invalid section is rejected with an event, and the previous values stay.
package floorcontact
