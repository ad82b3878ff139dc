// Package actortest is a kit for people who write actors and who test faults. It runs an application in virtual time,
// drives inputs and collects outputs, injects faults, and checks invariants at every instant:
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
// [Search] draws the faults by itself, runs the experiment a hundred times, and makes a plan that breaks an invariant as
// small as it can be. Of an application file the invariants of package invariant are checked beside one's own.
//
// A run that shows nothing fails too: one whose faults act on nothing or come after its end, that ends before what must hold
// after the last fault is asked for, or that nobody has started.
//
// A failure tells the invariant, the values with their units, the virtual time, the seed, the faults, the latest events, the
// path of the run's recording, and the command with which to see it again. The same application, seed and faults give the
// same run; [Deterministic] proves it for actors of one's own, and so does every search.
package actortest
