// Package wheelodometry measures how far a robot on wheels has rolled forward.
//
// While a wheel touches the ground, the velocity is the mean of signed_radius times the wheel's
// speed over the wheels that touch it, and the position is its integral over the time between
// snapshots. In the air both are frozen: the position stays, and the velocity keeps its last value,
// as Upkie's peers expect. The radius of a wheel is negative where its joint turns backwards when
// the robot drives forward.
//
// The wheels are listed in the order of the input contact.
//
// # Failures
//
// The actor pauses while an input is too old, a wheel is invalid, or its speed is not finite: it
// withdraws its output. It continues at the position of before, without the time of the pause. An
// event reports a speed that is not finite once.
//
// A messages.SpineConfig sets position and velocity to zero. Its signed radii replace those of the
// options. Unknown joints, and radii that are zero or not finite, are rejected with an event; then
// all radii stay.
package wheelodometry
