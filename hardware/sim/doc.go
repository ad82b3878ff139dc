// Package sim is a simulated robot, its drives and its buses.
//
// A [Plant] is the physical robot: the articulated tree of a world with gravity, dry friction, brakes, end stops and
// wheels that roll without slip, or slip beyond a grip that is given, so that the motion of an arm is felt by the base
// that carries it. Each joint that something drives has a servo: a model of a drive with its control loops, limits,
// encoder, spring brake, watchdog and faults, of which the plant feels the torque only. A [Bus] is a hardware.Driver for
// some of the servos, as any other bus of drives.
//
// The plant knows no clock: [Plant.Advance] is told the instant and integrates up to it in steps of a fixed length. The
// same calls give the same states, bit for bit, on one machine type. Nothing allocates after the plant is built.
//
// # Servos
//
// A servo decides its effort from what its encoder reads, position q and velocity v, with the gains Stiffness K and Damping D
// of its [Servo], or by default those of Bandwidth: K = (2 pi Bandwidth)^2 I and D = 4 pi Bandwidth I, with the inertia I that
// the joint moves at the start. In the modes run and limited the law is that of the set-points that a command holds:
//
//	position              D (lim(K/D (position - q)) - v)
//	position, velocity    D (lim(velocity + K/D (position - q)) - v)
//	velocity              D (lim(v_r + K/D (q_r - q)) - v), dq_r/dt = v_r, v_r goes to velocity by AccelerationLimit
//	effort                effort, alone or beside any of these
//
// Here lim bounds a velocity by VelocityLimit, in mode limited by the share LimitedSpeed of it. The sum is bounded by
// EffortLimit, and reaches the joint behind the current loop, by CurrentLag. Beyond VelocityLimit, effort that would make
// the joint faster is taken back, all of it from 5 % beyond.
//
// Under a load L that no effort set-point carries, as weight or friction, a joint in position control is off by L/K, and lags
// by D/K of its velocity where none is set: a drive without integral part in its position loop. A joint_trajectory gives the
// effort set-points of a model with its option feed_forward. Velocity control has no error in the long run: q_r, which stays within the joint's
// limits, runs ahead until its spring carries the load, at most by EffortLimit/K. But lim bounds that, too: beside a load of
// L the joint gets no faster than
//
//	VelocityLimit - L/D
//
// A slide that lifts its weight with default gains loses g/(4 pi 5 Hz) of its limit, 0.16 m/s, whatever its mass. What changes
// that: set-points of effort that carry the load, as controllers with a model give them; a higher Bandwidth, or Damping; or a
// VelocityLimit of the servo above that of the joint, to which the world's gate holds commands in any case.
//
// What stops has laws of its own. In ramp_hold, ramp_off and brake v_r falls to zero by StopDeceleration, and the effort
//
//	load + D (lim(v_r + K/D (q_r - q)) - v)
//
// begins with the load as the drive last estimated it; once v_r is zero, the load follows what is left of the error by
// HoldRate K (q_r - q) a second, so that nothing sags for long. Damp gives -D v, at most DampEffort, and off nothing.
//
// # Mimic joints
//
// A joint that mimics another one, as the second finger of a gripper, is where multiplier * leader + offset has it, in every
// step and to the last bit; chains of such relations, negative multipliers, and leaders that slide while their followers
// turn included. The plant moves in the coordinates of the joints that mimic none, so that the relation is no spring and
// costs no stability: the leader's drive moves both and feels the inertia, weight, friction and damping of both; a force
// on a follower is felt by its leader, times the multiplier; and the limits of either bound both. A follower has no drive,
// no encoder and no start of its own: perception derives it from its leader as the plant does.
//
// # Threads
//
// Everything of a plant belongs to the goroutine that advances it. A bus may be used by another goroutine: between the
// two stand registers, one triple buffer each way and one word a drive for stops, without locks, so that neither ever
// waits for the other or sees a value half written. In virtual time all of it runs on one goroutine, with the same code.
//
// What is true (joint positions without encoder, poses, slip) is for the plant's owner alone. Controllers see what the
// buses answer.
package sim
