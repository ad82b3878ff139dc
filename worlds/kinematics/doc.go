// Package kinematics solves the inverse kinematics of manipulators, and computes maps of what they
// reach and sets of grasps.
//
// A [Manipulator] is a chain of joints with one degree of freedom between two bodies of a
// [rigidbody.Model], with a tool at its end. A [Target] says what the tool has to reach: a pose, a
// position, a direction, a ray. A [Solver] returns the configurations that reach it.
//
// [NewReachability] maps where a tool can be and in which directions it can point there, and
// [Reachability.Inverse] where a base can stand for a target. [BoxGrasps], [CylinderGrasps] and
// [SphereGrasps] list how a gripper with parallel fingers can hold an object. Maps and grasps have
// a form as bytes, with a version and a checksum.
//
// # Conventions
//
// SI units. All poses, points and directions of targets are in the frame of the manipulator's base
// body; tool points and tool axes are in the frame of the tool. A configuration has one number for
// each joint of the manipulator, in the order of [Manipulator.JointNames]: rad, or m for a
// prismatic joint.
//
// # Results
//
// A target without a solution is a [Status] of the result that names the cause, and not an error.
// Errors report misuse, such as an unknown body or a configuration of a wrong length.
//
// A Manipulator never changes and can be shared. A Solver and a [Workspace] belong to one goroutine
// and allocate nothing after they are made. Results depend on the arguments alone.
package kinematics
