// Package generate writes typed Go code from an application file, as the command robo-actors
// generate does: joints by their names and with their units, joint groups as arrays, addresses of
// outputs with the types of their values, limits, and a check that the file still has the structure
// that the code was made from. What was renamed or removed in the file, a position where a joint
// takes efforts only, a metre where it turns: all of it is found by the compiler.
//
// Generated code has names, indices and calls; what it calls is package worlds/typed. Of a world
// "arm" with the joints "joint_1" and "slide" and the joint group "hand", and of an actor
// "arm/controller" with the output "command", it has
//
//	ArmStateOf(snapshot)                 (ArmState, error)  a snapshot of this world, or an error
//	ArmState.Joint1()                    typed.Rotary       the state of a joint
//	ArmState.HandGroup()                 ArmHandState       that of a joint group, as arrays
//	NewArmHandCommand()                  ArmHandCommand     a command of a joint group
//	ArmHandCommandOf(command)            (ArmHandCommand, error)
//	ArmHandCommand.Slide().SetEffort(3)                     one joint, with its units
//	ArmHandCommand.SetPosition(q)                           all joints; q is an ArmHandPosition
//	ArmLimits.Joint1.Upper               messages.Radians
//	ArmHandLimits.Velocity               [n]float64
//	ArmHandSizes.Dimensions()            actors.Sizes       for Setup.Size
//	ArmController.Command.Watch(ctx, s)                     an output, with the type of its values
//	Check(config)                        error              for a file with another structure
//
// # Your own kinds
//
// The command knows the kinds of this module. Where an application file names others, a program
// that registers them calls [Source]; its example shows one.
//
// # Names
//
// A name of the file becomes a Go name by these rules, which look at nothing but the name, so that
// what is added to a file renames nothing:
//
//   - It is split at underscores, points, colons and hyphens; every part begins with a capital
//     letter, and the rest of it stays as it is: "arm_joint_1" and "arm.joint-1" become ArmJoint1,
//     "leftFoot" becomes LeftFoot.
//   - Between two digits an underscore stays: "joint_1_2" becomes Joint1_2, and differs from
//     "joint_12".
//   - A name of a package level begins with that of its world: joint group "hand" of world "arm"
//     becomes ArmHand, followed by what is meant, and the actor "arm/controller" ArmController.
//
// A name that begins with a digit, has other characters, or has no letter at all becomes no Go
// name, and two names may become the same one: both are errors that name the cause; use another
// name in the file.
//
// # What is left out
//
// Fixed joints have no state. Passive and mimic joints have no target in a command; where a whole
// group is commanded they take no part. An output has a comment in its place where other packages
// cannot name its type: a type of a program or of an internal package, an unexported one, an
// instance of a generic type.
package generate
