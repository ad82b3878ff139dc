// Package supervision says what is done about actors that fail, as data and as functions of their arguments: which
// actors a failure restarts, after what back-off, how often, and who is asked beyond that. The runtime in package actors
// carries the decisions out; an application file or a Go program states them.
//
// The words are those of Erlang/OTP. A supervisor restarts one actor for one (one_for_one), all of its actors
// (one_for_all), or the failed one and those that were started after it (rest_for_one); degrade stops the failed one for
// good and lets the rest go on. More failures than Max within the time Within escalate: from the bus of a joint group to
// its world, from there to the application, and beyond it the application comes to a protective stop.
//
// A [Supervisor] is its children and its policy as data, and [Supervisor.Decide] a function of them, of a [History] and of
// a draw: it can be tried in a test, and the same failures get the same answers. A [Tree] has several of them and says
// how far up a failure goes; [NewPolicy] has the runtime ask one.
//
// What a failure means for joints is decided beside this, by the gate of their world: the actor that failed cannot be
// asked to stop them. Package modes has its rules.
package supervision
