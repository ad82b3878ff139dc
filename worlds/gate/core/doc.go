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
//     beyond the joint's limits of position, velocity or effort; or farther from the controller's previous command than
//     its limits allow in the time between: a position by more than the velocity limit, a velocity by more than the
//     acceleration limit. These are faults of that controller: three within a second put its joints into their safe
//     modes (CauseInvalid).
//
// An excess of at most 1e-9 of the limit is rounding and is clamped. A refused command changes nothing: the last good
// one goes on until it is too old. It refreshes no age and no watchdog. A joint that a command does not name
// (messages.ControlNone) is not refreshed either.
//
// The time between two commands is measured in whole periods of the controller, so that the jitter of its thread is not
// taken for acceleration. A jump is looked for only while the joint follows its controller: a controller that begins
// anew at the measured state after a re-arm has done nothing wrong.
//
// # What is sent
//
// What is sent never leaves the limits at all. Velocities change by at most the acceleration limit in each cycle, and
// slow down before the bounds of position; positions move by at most the velocity limit. In mode limited the bound of
// velocity is the declared share.
//
// # When a command is too old
//
// The gate acts by itself: the joint climbs to the mode that is declared for its control mode; position and velocity
// decelerate and hold unless something else is declared, and for an effort the declaration must say. Drives ramp by
// themselves. For a virtual joint, which has no drive, the gate makes the ramp: velocities go to zero with the stop
// deceleration, a position decelerates and holds.
//
// # Re-arm without a jump
//
// Every joint starts off, or in the mode in which its drive was found. After re-arm the first command is the measured
// state: position, velocity, and effort where the drive takes one. It stays there until the drive says that it obeys the
// new arm number, or the world behind a virtual joint that it follows. Then the set-point goes from there to the
// controller's command within Limit.RearmAcceleration and Limit.RearmEffortRate, and from the moment it has arrived on,
// commands pass as they are. So the bounds of a step are: position one cycle at the velocity limit, velocity one cycle at
// the acceleration, effort one cycle at the effort rate. Where the joint stands outside its bounds of position by no more
// than Joint.Outside, the first position is the bound itself; where it stands farther out, re-arm waits.
//
// # Joints of one controller
//
// The joints of a controller stop and come back together, unless it is declared independent: a fault of one of their
// drives stops all, each in its own safe mode. A virtual joint whose peer is gone stops alone.
package core
