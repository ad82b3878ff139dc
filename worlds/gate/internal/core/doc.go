// Package core decides what passes the gate. It is a state machine: [Gate.Decide] takes the newest
// commands, the snapshot and the answers of the drives, and determines the commands of the buses.
// Time is an argument. The package starts no goroutine and reads no clock, and a decision allocates
// nothing.
//
// # What passes
//
// The gate accepts or rejects a command as a whole. Faults of the transport do not count against
// the controller: an incarnation that is older than a known one or fenced off, a sequence number
// that has not grown, a command older than the controller's MaxAge or stamped more than one period
// of the gate ahead, and a command for which nobody claims joints. The age of a command counts from
// its stamp, or from its arrival where the sender's clock is ahead.
//
// Faults of the controller count, and three within a second put its joints into their safe modes
// (CauseInvalid): a field of the wrong length, a control mode that the joint does not accept, a
// number that is not finite, a quaternion without unit length, and a value beyond the joint's
// limits of position, velocity or effort.
//
// An excess of at most 1e-9 of the limit is rounding and is clamped. A rejected command changes
// nothing: it refreshes no age and no watchdog, and the last good command applies until it is
// stale. A command that omits a driven joint (messages.ControlNone) does not refresh that joint. A
// virtual joint that a command omits comes to rest and is then not commanded, which is no fault.
//
// The gate accepts a command that differs from the previous one by more than the limits of velocity
// (positions) or acceleration (velocities) allow, and approaches it within the limits. If the
// controller is declared strict, the gate rejects such a command as a fault. The time between two
// commands counts in whole periods of the controller, so that jitter is not taken for acceleration.
// The gate looks for jumps only while the joint follows: a controller that starts at the measured
// state after a re-arm makes no mistake.
//
// # What is sent
//
// Set-points never leave the limits of position, velocity and effort. Velocities change by at most
// the acceleration limit in each cycle and slow down before the position limits, with the age of
// the state taken into account; positions move by at most the velocity limit. A joint that moves by
// velocity or effort and is far beyond a position limit nevertheless stops (CauseInvalid). In mode
// limited only the declared share of the velocity limits applies, and a faster joint slows down
// within Limit.RearmAcceleration. Jerk is not limited. If the gate is faster than a controller of
// positions, the set-point continues between two commands at the rate of the last two.
//
// # Stale commands
//
// When a command is stale, the joint enters the mode declared for its control mode, by default its
// safe mode. Drives make their own ramps. For a virtual joint, which has no drive, the gate makes
// the ramp: velocities go to zero with the stop deceleration, and a position decelerates and holds.
//
// # Reactions
//
// A joint with [Joint.Reactions] enters the mode that its own table has for each class of faults,
// and later stages as the table demands: a vertical axis closes its brake after a long hold, and a
// balancing robot is switched off after it had time to crouch. Re-arm requires what the faults
// require. Such a joint also reacts to missed releases of its controller, three in a row or more
// than five in a second, and enters mode limited if its drive limits itself. Without reactions,
// every fault leads to [Joint.SafeMode].
//
// # Brakes
//
// Drives keep the order of brake and torque: torque before the brake opens, and until it has
// closed. The gate adds three rules. Nothing moves before the drive follows, which it does once its
// brake is open. The gate switches a joint with a brake off only if off was requested or the brake
// has had the time to close. A joint that was held long enough closes its brake.
//
// # Supervision of stops
//
// The gate reports a drive that does not confirm a stop in time, and a joint that does not come to
// rest in time. That joint enters what its reaction to exceeded bounds has next. Without reactions
// it enters brake if it has one, else damp and then off; a joint that carries weight never enters
// off this way. The gate follows what a drive does by itself: the joint is never in a less severe
// mode than its drive. Of a state that lacks drives at its end, the gate takes those that it has. A
// stop is confirmed once the drive shows its mode and cannot start any more: a stop within a start
// takes the next arm number, which spends that of the start and which the drive's answer shows.
//
// # Re-arm without a jump
//
// Every joint starts in off, or in the mode that its drive reports; a fault that the drive reports
// then counts as any other. After re-arm the first set-point is the measured state: position,
// velocity, and effort if the command has one or [Joint.HandOverEffort] adds it. It stays there
// until the drive, or the world that realises a virtual joint, follows the new arm number.
// Meanwhile the position of a driven joint follows the measured one within its velocity limit, and
// its velocity within its acceleration limit, because the drive may obey before its answer arrives.
// Then the set-point moves to the controller's command within Limit.RearmAcceleration and
// Limit.RearmEffortRate, and from its arrival on commands pass unchanged. A re-arm therefore steps
// position by at most one cycle at the velocity limit, velocity by one cycle at the acceleration
// limit, and effort by one cycle at the effort rate. If the joint is beyond its position limits by
// at most Joint.Outside, the first position is the limit; if it is farther out, re-arm waits. A
// drive that does not obey within [Joint.ArmWithin], and the opening time of its brake, has a
// fault.
//
// For a reset each driven joint must pass the [StartupChecks] first; a refusal names the first
// check that fails. Only the drive knows whether the cause of a latched fault is gone, and checks
// that at re-arm: if the cause is present, the joint stops again in the cycle in which the drive
// reports it.
//
// # Joints of one controller
//
// The joints of a controller stop and re-arm together unless the controller is declared
// independent: a fault of one drive stops them all, each in its own safe mode. A virtual joint
// whose coupled world is lost stops alone.
//
// # Virtual joints
//
// A virtual joint has no drive: another world realises it, and follows it while that world's state
// of the joint is in a mode that passes commands. At a start the joint waits for a first command of
// its controller and a first state of the other world. It is in run from then on, and sends its
// command; its set-point moves once the other world follows.
//
// It stops by CauseCoupledJoint when that state is too old, and when the other world stops
// following after it has followed. The cause is gone when the other world follows again, or when
// the joint sends nothing and the state is fresh: a world without a command may not be able to
// follow. A command of its controller that is too old stops it by CauseStale. A joint that its
// controller omits comes to rest, is then not commanded, and need not be followed. In mode ramp_off
// it climbs to off once its set-point is at rest.
//
// It re-arms without a person, each joint by itself, after the causes that its declaration leaves
// to it.
package core
