// Package operationalspace is the whole-body controller at torque level: it follows the active task set of a behaviour with
// the exact hierarchy of package hierarchy, hands over from one set to the next without a jump, and has a law of its own for
// when its model is late.
//
// # One tick
//
//	measured state -> errors of the tasks -> wanted accelerations of the levels
//	model          -> M, bias, Jacobians, drifts
//	hierarchy      -> accelerations a, tau = M a + bias (+ forces that tasks exert), cut to the effort limits
//	behaviour      -> the next state; at a change: hand-over
//	tau + what is left of hand-overs -> command
//
// Driven joints get efforts; virtual ones, which another world realises, get velocities: their accelerations, integrated
// from the measured velocity on, within the joint's limits of both. A virtual joint that takes no commands is kept where
// it is, by a level above all others, and comes back as it is.
//
// # Where the model comes from
//
// With model own the controller computes everything of the snapshot of the tick. With model actor, mass matrix, bias,
// Jacobians and drifts are those of the snapshot that the newest messages.Model names: one value, read once a tick, whose
// number the status tells. Jacobians of tasks (of points, relative poses, the centre of mass) are evaluated at the state
// that the model names, never at another one, so no tick mixes matrices of two snapshots; errors and velocities are of what
// was measured last. Before a model is used it is inspected as a whole: lengths, finite numbers, a positive definite mass
// matrix that agrees with its factor, with inverse dynamics in the state that it names, twists that agree with Jacobians.
//
// # Phases
//
//	wait_model  nothing is commanded: no usable model has come since the controller began
//	running     the active task set
//	degraded    no usable model, or a driven joint of unknown state: tau = g - k M v, or with a spring to the position
//
// A model is unusable while there is none, while its snapshot is older than ModelMaxAge, and when it does not pass the
// inspection. GoodCycles usable models in a row lead back from degraded to running; DegradedFor in degraded is an error,
// and with it the joints go to their safe modes.
//
// # Transitions
//
// A transition is prepared before it is taken: the model actor is asked for the frames of the next set, with a number
// that no other request of any incarnation has, and the set takes over with the first model that answers it.
//
// # Bounds
//
// At a change of set, law, or parameter, the effort of each axis differs from the tick before by at most what the law in
// force changes by itself plus 2 % of the axis's limit a millisecond (package behavior, Handover). Joints that come back
// from a safe mode begin with the measured effort.
//
// # Users
//
// A messages.TaskRequest to the actor lists tasks, shows and sets parameters and goals, has events happen and asks for
// states. At most Options.Requests are answered in a tick; Options.Waiting may wait, and the others are told to try again.
package operationalspace
