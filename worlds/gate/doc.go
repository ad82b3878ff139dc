// Package gate is what every command of a controller passes on its way to a drive.
//
// Nothing that is not finite, out of limits, stale, from an older incarnation, repeated or unclaimed passes, whatever a
// controller does. A command that is refused never refreshes an age: its joints go on with the last accepted command
// until that is too old, and then to their safe mode.
//
// # A command's way
//
//  1. Claim: one controller commands a joint. A command has the lengths of its claim's joint group, finite numbers in the
//     quantities that its control modes name, and control modes that the joint takes.
//  2. Order: its incarnation is not older than the newest seen, and its sequence grows.
//  3. Limits: |velocity| and |effort| within the joint's limits and position within its bounds, each with a relative
//     margin of 1e-6 for rounding, which is cut off. What exceeds more is refused: the controller does not know its robot.
//     Three refusals within a second fail the claim's joints into their safe mode.
//  4. Motion: what passes is shaped, not refused: velocities change by at most acceleration times the period, and are cut
//     so that the joint can still brake before its position bound.
//  5. Mode: only joints in a mode that passes commands get set-points; the others get their mode.
//
// # Modes
//
// The modes of a joint are a ratchet (see [Automaton]). Every joint starts off. It is armed once its state is valid, a
// valid command waits and nothing speaks against it: by itself at the start where the file says so, after a fault by the
// operator's acknowledgement, or by itself where the file says so. The first command after arming equals the measured
// state; from there the shaping of step 4 leads to what the controller wants, so that nothing steps.
package gate
