// Package actortest is a kit for people who write actors and who test faults. It runs an application in virtual time,
// drives inputs and collects outputs, injects faults, and checks invariants at every instant:
//
//	lab := actortest.New(t, app, 7) // the seed; printed again on failure
//	state := actortest.Feed[messages.JointState](lab, "arm/controller.state")
//	effort := actortest.Probe[messages.JointCommand](lab, "arm/controller.command")
//	lab.At(time.Second, actortest.Drop("arm/controller.command", 40*time.Millisecond))
//	lab.Always("torque within limits", func(v *actortest.View) error { ... })
//	lab.Within("arm in hold mode", time.Second, 20*time.Millisecond, func(v *actortest.View) bool { ... })
//	lab.Run(10 * time.Second)
//
// A failure tells the invariant, the values with their units, the virtual time, the seed, the latest events, and how to
// see it again. The same application, seed and faults give the same run; [Twice] proves it for actors of one's own.
package actortest
