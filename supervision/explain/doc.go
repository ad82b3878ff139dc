// Package explain answers why a joint is in its mode, and why an actor failed: it returns the chain
// of events from the first fault to the present mode or to the failure, in words. It is a function
// of the events of a run, recorded or kept by a running application.
//
// Causality is linear here: each event has at most one predecessor. The predecessor follows from
// the rules of the runtime. A gate acts on failures of the actors that it watches, on values that
// are too old and on commands that it rejects. A value is too old because its link lost it, because
// its sender failed, or because the sender's own inputs were too old. An actor fails because of an
// injected fault, because of its inputs, while it handles a message of a foreign actor, or by
// itself. A value is also too old because the foreign actor is silent whose messages led to it, and
// a command is rejected after a message of one. Where several events qualify, the
// predecessor is the one whose own chain begins first. An origin without an event is reported as
// unknown and never guessed.
//
// The links of the application make the way of values exact. Without them, a value may come from
// anywhere in the sender's world.
package explain
