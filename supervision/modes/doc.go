// Package modes holds the rules by which a joint climbs into a safe mode and comes back: one automaton, a function of
// its arguments. Packages worlds/gate (which runs it) and supervision (which declares its rules) share it.
//
// # The ratchet
//
// The modes are ordered: run < limited < ramp_hold < damp < ramp_off < brake < off. A joint climbs by itself, whoever
// demands it, and the more severe of two demands wins. It comes down by re-arm only, and then all the way to run.
//
// # Causes are a set
//
// Every cause that led up is kept until re-arm, and beside it whether it is still present. A joint is in run exactly
// while it has no cause. As long as one is present, nothing re-arms the joint.
//
// # Re-arm
//
// What re-arm takes is declared for each cause: by itself after all causes were gone for a while, an operator's
// acknowledgement, or a reset, which is an acknowledgement given after the start-up sequence was run again. The most
// demanding of a joint's causes counts. A request carries the nonce and the incarnation that the operator saw: a cause
// that came later makes a new nonce, so nobody acknowledges what he has not seen, and no acknowledgement works twice.
//
// The semantics are those of leaving a fault state in CiA 402 (transition 15 needs an edge from outside) and of reset
// after a stop in IEC 60204-1 (a reset by itself must not start motion). Nothing here is a safety-rated function.
package modes
