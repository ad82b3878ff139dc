// Package servo models a drive: its control loops, limits, encoder, spring brake, watchdog, modes
// and faults.
//
// A [Servo] reads the position q and velocity v of its joint through its encoder, decides an
// effort, and gives the mechanism a load. It never uses the true state. The caller steps it:
// [Servo.Step] before a step of the mechanism, [Servo.Load] for the load during that step,
// [Servo.Sample] afterwards. The goroutine that steps a servo calls its methods; any goroutine may
// inject faults.
//
// # Control law
//
// The gains are Stiffness K and Damping D of [Options], or those of Bandwidth: K = (2 pi
// Bandwidth)^2 I and D = 4 pi Bandwidth I, with the inertia I that the joint moves at the start. In
// the modes run and limited the law depends on the set-points of the command:
//
//	position              D (lim(K/D (position - q)) - v)
//	position, velocity    D (lim(velocity + K/D (position - q)) - v)
//	velocity              D (lim(v_r + K/D (q_r - q)) - v), dq_r/dt = v_r,
//	                      v_r goes to velocity by AccelerationLimit
//	effort                effort, alone or beside any of these
//
// Here lim bounds a velocity by VelocityLimit, in mode limited by the share LimitedSpeed of it.
// EffortLimit bounds the sum, which reaches the joint behind the current loop, by CurrentLag.
// Beyond VelocityLimit the drive reduces an effort that would make the joint faster, to zero at 5 %
// above.
//
// Under a load L that no effort set-point carries, as weight or friction, a joint in position
// control is off by L/K, and lags by D/K of its velocity where none is set: a drive without
// integral part in its position loop. A joint_trajectory gives the effort set-points of a model
// with its option feed_forward. Velocity control has no error in the long run: q_r, which stays
// within the joint's limits, runs ahead until its spring carries the load, at most by
// EffortLimit/K. But lim bounds that, too: beside a load of L the joint gets no faster than
//
//	VelocityLimit - L/D
//
// A slide that lifts its weight with default gains loses g/(4 pi 5 Hz) of its limit, 0.16 m/s,
// whatever its mass. Three things avoid that: effort set-points that carry the load, as controllers
// with a model give them; a higher Bandwidth, or Damping; or a VelocityLimit of the servo above
// that of the joint, to which the world's gate holds commands in any case.
//
// The modes that stop have laws of their own. In ramp_hold, ramp_off and brake v_r falls to zero by
// StopDeceleration, and the effort
//
//	load + D (lim(v_r + K/D (q_r - q)) - v)
//
// begins with the load as the drive last estimated it; once v_r is zero, the load follows the
// remaining error by HoldRate K (q_r - q) a second, so that nothing sags for long. Mode damp gives
// -D v, at most DampEffort, and off nothing.
package servo
