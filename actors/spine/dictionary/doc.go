// Package dictionary converts the values of a spine to MessagePack and back: observations, actions
// and configurations, in the form of Upkie's dictionaries. Inside, they are typed structs; a
// dictionary exists only in the memory that the spine shares with an agent, and in the log.
//
// Floats are written as float64, integers in their smallest form, a quaternion as [w, x, y, z] and
// a matrix as nine numbers, row-major. NaN is a value like any other in an observation.
//
// # Reading
//
// An agent is another program, and its messages may be invalid. [Action.Merge] and [ParseConfig]
// accept every kind of number where a number is due, ignore nil, accept unknown keys, and take the
// last of several equal keys. They reject every other kind, numbers out of range, extension types,
// keys and strings that are not UTF-8, more bytes than one object, and whatever exceeds [MaxBytes],
// [MaxDepth], [MaxEntries], [MaxKey] or [MaxText]. A rejected message changes nothing. Every error
// is a *messages.OptionError: its Path is the key, such as servo.left_hip.velocity, and it wraps
// one of the errors of this package.
//
// # Keys of Upkie that are absent
//
//	observation keyboard.*     no spine that Upkie ships has it; an agent reads its own keyboard
//	observation servo.*.number only Upkie's mocks in Python have it
//	action bullet.external_forces
//	                           disturbances belong to the faults of the application, which are
//	                           recorded and repeat with their seed
//	config bullet.gui          the simulation has no window; views connect to the recording
//	config bullet.torque_control
//	                           simulated servos have the gains of the application's drives, as the
//	                           servos of the robot have their own
//	config keys of other tools are accepted and ignored
//
// # Keys that Upkie has not
//
// Observations have a map sources: for each part of the spine the sequence number of its newest
// value, the monotonic time stamp_ns of that value, and its age in seconds.
package dictionary
