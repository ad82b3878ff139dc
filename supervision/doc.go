// Package supervision decides what happens after an actor fails: which actors restart, after which
// back-off, how often, and when the failure escalates. Policies are data, and decisions are
// functions of their arguments. Package actors carries the decisions out.
//
// The terms are those of Erlang/OTP. A supervisor restarts the failed actor (one_for_one), all of
// its actors (one_for_all), or the failed one and those started after it (rest_for_one); degrade
// stops the failed actor for good. More than Max failures within the time Within escalate: from the
// bus of a joint group to its world, from there to the application, and beyond it to a protective
// stop. A failure that has escalated counts like any other: the restart that follows forgets
// nothing.
//
// A [Supervisor] is its children and its policy, and [Supervisor.Decide] a function of them, of a
// [History] and of a random draw: tests can call it, and the same failures lead to the same
// decisions. It says when to ask the supervisor above; package actors asks it.
//
// The gate of a world decides what a failure means for joints, because the failed actor cannot stop
// them. Package modes has the rules.
package supervision
