// Package gatefuzz plays against the gate of package worlds/gate/core: worlds drawn from a seed, commands good and bad,
// drives that obey or do not, states that are lost, lives that end, people who stop and re-arm. Beside the gate stands an
// auditor that shares no code with it: it reads what goes in and what comes out, keeps books of its own by the words of
// the gate's documentation, and tells of the first decision on which it does not agree.
//
// What the auditor answers for: nothing is sent that is no number, out of the limits, or of a command that is too old, of
// an older incarnation, fenced off, taken back, or of nobody's; a command is refused exactly where it has to be; a stop
// comes down by re-arm only; re-arm begins at the measured state; and what is sent changes within its bounds. Joints of a kind
// go at least to the mode that the reference's table has for what the auditor sees (commands and states that are too old,
// bad commands, buses that failed), and come back as that asks for; in mode limited nothing gets faster than its share.
//
// Brake and torque are the drive's to keep in order: hardware/sim tests its own, and invariant V14 watches it in campaigns.
// What the gate decides of it, the auditor checks: nothing moves before the drive follows, which it does once its brake is
// open; and a joint with a brake is not switched off unless that was asked for, its drive is off already, or its brake has
// had the time to close.
//
// One decision is one joint's command in one cycle. A run is a function of its seed: [Run] spreads worlds over workers,
// and gives the same counts however many there are.
package gatefuzz
