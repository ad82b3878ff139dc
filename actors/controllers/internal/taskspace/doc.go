// Package taskspace defines the tasks of whole-body control and evaluates them: what a robot should
// do, as Jacobians, drifts, errors and wanted accelerations, level by level. How the levels are
// solved is another matter: package hierarchy has the exact law, a constrained solver takes the
// same levels.
//
// # Values
//
// A Task is a value: its kind, the frames or joints it is about, gains, saturation, goal. A Set is
// an immutable list of tasks in levels, checked by NewSet without a robot. Binding it to the model
// of a robot gives an Evaluator, which finds the frames and joints and has all its buffers. An
// Evaluator belongs to one goroutine; any number may be bound to one Set.
//
//	set, err := taskspace.NewSet(tasks...)       // every fault at once
//	e, err := set.Bind(taskspace.Binding{Model: model})
//	e.Start(workspace, q)                        // references begin where the robot is
//	for each tick {
//		workspace.SetState(q, v)
//		e.Evaluate(workspace, q, v, dt)          // fills e.Levels(), allocates nothing
//	}
//
// # The law of a task
//
// A task has a quantity y of some components, with y' = J v and the second derivative J v' + drift.
// Its reference gives y_r and its first two derivatives. With e the way from y to y_r,
//
//	wanted velocity       u = y_r' + s,   s = (kp/kd) e, saturated to VelocityMax
//	wanted acceleration   b = y_r'' + kd (u - y') = y_r'' + kp e + kd (y_r' - y')
//
// which is the PD law with a velocity limit (O. Khatib, A unified approach for motion and force
// control of robot manipulators, 1987, equations 48 to 50). Where kd is below 1e-4 nothing
// saturates, and the velocity level uses the rate sqrt(kp)/2 of a critically damped loop. Kind says
// what y is for each kind of task.
//
// # Changing parameters
//
// A Set never changes: Set.With and Set.Without give new ones. An Evaluator has its own copy of the
// tasks, and Evaluator.SetParameter changes it in place, checked before anything is touched and
// without allocation, between two ticks. What would change the shape of the levels (frames, joints,
// axes, level) needs a new Set and a new Bind: such parameters are listed with Structural set.
//
// # Joints that follow others
//
// Mimic joints (Binding.Followers) move with their leaders: y' = J v = J G u, G constant, u the
// velocities of the others. Levels are J G in the layout of the model, with zeros in the columns of
// followers; drifts are the same. Solved with the mass matrix G^T M G, the bias G^T h
// (rigidbody.Followers), they give efforts and accelerations of the leaders. Where tasks are of all
// joints, leaders stand for their followers; a posture or a limit may name a follower, and moves
// its leader.
//
// # Conventions
//
// SI units; world axes unless a task has its own; twists linear first; quaternions w, x, y, z;
// matrices row-major. The functions of this package read no clock, start no goroutine and hold no
// state but an Evaluator's references.
package taskspace
