// Package modes defines how a joint enters safe modes and leaves them again. It is one automaton,
// [Step], a table of what each class of faults leads to, [Resolve], and the rules of re-arm,
// [Rules]. Package worlds/gate runs them; application files declare them. All functions are pure.
//
// # The ratchet
//
// The modes are ordered: run < limited < ramp_hold < damp < ramp_off < brake < off. A joint climbs
// to the most severe mode that any cause demands. It comes down by re-arm only, and then all the
// way to run.
//
// # Causes
//
// A state keeps every cause of a stop until re-arm, and whether the cause is still present. A joint
// is in run exactly while it has no cause. As long as one cause is present, no request re-arms the
// joint.
//
// # Re-arm
//
// Re-arm lets a stopped joint accept commands again. It has three ways: an operator's
// acknowledgement; a reset, which is an acknowledgement with start-up checks; and auto, which needs
// no person once every cause has been gone for the settle time. Each cause and each fault has a
// way, and the most demanding one counts. A request carries the nonce and the incarnation that the
// operator saw. A later cause changes the nonce, so a request never covers a cause that the
// operator has not seen, and no request works twice.
//
// The semantics are those of leaving a fault state in CiA 402 (transition 15 needs an external
// edge) and of reset after a stop in IEC 60204-1 (a reset by itself must not start motion). Nothing
// here is a safety-rated function.
package modes
