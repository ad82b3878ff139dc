// Package actortest is a test kit for actors and for fault tolerance. It runs an application in
// virtual time, feeds inputs and collects outputs, injects faults, and checks invariants at every
// instant:
//
//	lab := actortest.New(t, application, 7) // the seed; FromFile takes an application file
//	state := actortest.Feed[messages.JointState](lab, "arm/holder.state")
//	state.Every(10*time.Millisecond, func(now messages.Instant) (messages.JointState, bool) { ... })
//	effort := actortest.Probe[messages.JointCommand](lab, "arm/holder.effort")
//	lab.Inject("at 2s for 300ms drop arm/holder.state", "at 5s panic arm/holder")
//	lab.Always("effort within limits", func(v *actortest.View) error { ... })
//	lab.Within("no effort without a state", 2*time.Second, 40*time.Millisecond, func(v *actortest.View) bool { ... })
//	lab.Recovers("it holds again", time.Second, func(v *actortest.View) bool { ... })
//	lab.Run(10 * time.Second)
//
// [Search] draws faults, runs the experiment a hundred times, and shrinks a plan that violates an
// invariant. With an application file it also checks the invariants of package invariant.
//
// A run that tests nothing fails too: its faults act on nothing or come after its end, it ends
// before a condition after the last fault is checked, or it was never started.
//
// Every lab also checks that actors use what they borrow of their ports within a tick, see
// actors.WithLoanCheck: a value that is kept longer fails the test with the path of actor and port.
//
// A failure prints the invariant, the values with their units, the virtual time, the seed, the
// faults, the latest events, the path of the run's recording, and the command that repeats it. The
// same application, seed and faults give the same run. [Deterministic] checks this for user actors,
// and so does every search.
package actortest
