// Package literal is a second program for the decisions of gates, modes and supervisors: slow,
// literal, and written from their documentation. A [Model] runs beside an application in
// virtual time, on the same inputs, and compares decisions:
//
//   - of a supervisor: restart, stop or escalation, the back-off to the microsecond, and which
//     siblings restart too;
//   - of a gate, in every cycle: the mode of each joint with a drive that a controller commands, and
//     the arm number of its drive, which follow from the commands that it accepts, the states that
//     it has, and the events and requests that it receives; and whether a request re-arms a joint.
//
// Parts are judged while they are there, as the application is.
//
// [Misread] is a second reader of application files. Bounds of other checks are those of the
// application as it was read; this one compares them with the files.
//
// The model shares no code with what it judges. It takes the types of declarations from packages
// modes and supervision, and nothing that decides.
//
// # What the model leaves open
//
// It follows the modes of joints without a drive and does not judge them: when they return depends
// on when the other world follows again, which the documentation leaves open. It does not compute
// set-points, and knows no plant: it accepts each mode that a joint's reaction to a fault names as
// a later one, early or late. It demands those that come after a time, or after a rest in
// ramp_hold, once the time is long over. It cannot read the nonce in a status: it rejects what an
// older state or another incarnation must not do, and accepts a re-arm where the nonce may be
// right. It accepts a failed start-up check of a reset, and, once the patience of a joint has
// ended, that the joint did not come to rest in time. It accepts that joints stop because one that
// moves by velocity or effort is far beyond a position limit, and that they go on: their set-points
// may lead back.
//
// A disagreement means that the program, its documentation or the model is wrong.
package literal
