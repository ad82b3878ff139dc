// Package explain answers, for a joint, why it is in its mode: the chain of events from the first fault to the present mode,
// in words. It is a function of the events of a run, as a recording has them or as a running application keeps them.
//
// Causality is linear here: every event has one event before it that is blamed for it, or none. Which one follows from
// what the runtime promises: a gate acts on the failures of the actors that it watches, on values that are too old and on
// commands that it refused; a value is too old because its link lost it, because its sender failed, or because the
// sender's own inputs were too old; an actor fails because of an injected fault, of its inputs, or for reasons of its
// own. Where several events qualify, the one whose own chain begins first is blamed. What no event tells is said to be
// unknown, never guessed.
//
// The links of the application make the way of values exact; without them, values are taken to come from anywhere in the
// sender's world.
package explain
