// Package core is what every command of a controller passes on its way to a drive. It is a state machine of its
// arguments: [Gate.Decide] takes the newest commands, the snapshot and what the drives answered, and writes the commands
// of the buses. Time is an argument; it starts no goroutine, reads no clock, and a decision allocates nothing.
//
// # What passes
//
// A command is taken or refused as a whole. It is refused when it is
//
//   - of an incarnation older than one that is known, or of one that was fenced off; of a sequence number that has not
//     grown; older than the controller's bound, or stamped later than one cycle ahead; of a controller that is not
//     declared. These are faults of the way, not of the controller, and are not counted against it.
//   - of a wrong length; in a control mode that the joint does not take; not finite; a quaternion not of unit length;
//     beyond the joint's limits of position, velocity or effort. These are faults of that controller: three within a
//     second put its joints into their safe modes (CauseInvalid).
//
// An excess of at most 1e-9 of the limit is rounding and is clamped. A refused command changes nothing: the last good
// one goes on until it is too old. It refreshes no age and no watchdog. A driven joint that a command does not name
// (messages.ControlNone) is not refreshed either; a virtual one that is left out comes to rest and is then not commanded,
// which is no fault.
//
// A command that is farther from the one before than the limits of velocity (positions) or acceleration (velocities)
// allow is taken, and what is sent goes there within the limits; only of a controller that is declared strict it is
// refused, as a fault. The time between two commands is measured in whole periods of the controller, so that the jitter
// of its thread is not taken for acceleration, and a jump is looked for only while the joint follows: a controller that
// begins anew at the measured state after a re-arm has done nothing wrong.
//
// # What is sent
//
// What is sent never leaves the limits of position, velocity and effort at all. Velocities change by at most the
// acceleration limit in each cycle, and slow down before the bounds of position; positions move by at most the velocity
// limit. In mode limited the bound of velocity is the declared share. Jerk is not limited. Where the gate is faster than
// a controller of positions, the set-point goes on between two commands at the rate of the last two.
//
// # When a command is too old
//
// The gate acts by itself: the joint climbs to the mode that is declared for its control mode, its safe mode unless
// something else is declared. Drives ramp by themselves. For a virtual joint, which has no drive, the gate makes the
// ramp: velocities go to zero with the stop deceleration, a position decelerates and holds.
//
// # By the kind of a joint
//
// A joint with [Joint.Reactions] goes to the mode that its own table has for each class of faults, and from there on as the
// table says: a vertical axis to its brake once it was held for long, a balancing robot off once it had time to get down.
// What re-arm takes is what the faults ask for. Such a joint also minds missed releases of its controller, three in a row or
// more than five in a second, and goes on in mode limited with a drive that limits itself. Without reactions, every fault
// leads to [Joint.SafeMode].
//
// # Brakes
//
// Drives keep the order of brake and torque: torque before the brake opens, and until it has closed. Of it the gate decides
// three things. Nothing moves before a drive says that it follows, which it does once its brake is open. A joint with a brake
// is not switched off by the gate unless off is what was asked for, or its drive has had the time to close the brake. And a
// joint that was held long enough is given to its brake.
//
// # Whether a stop stops
//
// A drive that does not confirm a stop in time, and a joint that does not come to rest in time, are told of; the joint
// climbs to its brake, or to damp and off, the last not with weight on it. What a drive does by itself is followed: the
// joint is never in a less severe mode than its drive.
//
// # Re-arm without a jump
//
// Every joint starts off, or in the mode in which its drive was found. After re-arm the first command is the measured
// state: position, velocity, and effort where the command has one or [Joint.HandOverEffort] adds it. It stays there until
// the drive says that it obeys the new arm number, or the world behind a virtual joint that it follows; what is measured
// meanwhile the velocity of a driven joint follows within its acceleration, for the drive may obey before it is heard to. Then the
// set-point goes from there to the controller's command within Limit.RearmAcceleration and Limit.RearmEffortRate, and
// from the moment it has arrived on, commands pass as they are. So the bounds of a step are: position one cycle at the
// velocity limit, velocity one cycle at the acceleration, effort one cycle at the effort rate. Where the joint stands
// outside its bounds of position by no more than Joint.Outside, the first position is the bound itself; where it stands
// farther out, re-arm waits.
//
// A reset takes more than an acknowledgement: each driven joint passes the checks of [StartupChecks] first, and is refused
// by the name of the first one that fails. Whether the cause of a latched fault is gone only its drive knows, and looks when
// it is re-armed; where it is not, the joint stops again in the same cycle in which the drive says so.
//
// # Joints of one controller
//
// The joints of a controller stop and come back together, unless it is declared independent: a fault of one of their
// drives stops all, each in its own safe mode. A virtual joint whose peer is gone stops alone.
package core
