// Package worlds describes a world: the joints, bodies and joint groups that one controller needs,
// and the layout of their values in vectors.
//
// A [Description] is plain data that can be put together: readers of robot descriptions return one
// (package worlds/urdf), [Description.Prefixed] gives it a namespace, and [Description.Attach]
// joins one to another, with a joint of any type. [Build] checks it, reports all errors at once,
// and makes a [World] of it, which never changes: any number of goroutines may share it.
//
// # Order and layout
//
// A world's joints are those that move: fixed joints only place bodies. Bodies and joints are
// ordered depth first from the root link, the children of a link by the names of their joints. So
// the order does not depend on the order of declarations in a file, and it is the order of
// Pinocchio. Vectors of positions and velocities hold the joints in that order:
//
//	joint                            in the position vector (nq)   in the velocity vector (nv)
//	revolute, continuous, prismatic  1: rad, rad, m                1: rad/s, rad/s, m/s
//	planar                           3: x m, y m, theta rad        3: body twist, m/s, m/s, rad/s
//	floating                         7: x y z m, quat. w x y z     6: body twist, m/s, rad/s
//
// Positions are those of the child body in the joint's frame. A body twist is the velocity of the
// child body in its own axes, linear first, as ROS odometry has it (REP 103, REP 105).
// Accelerations and efforts are laid out like velocities; efforts are N m, N for a prismatic joint,
// and the body wrench, force first, for planar and floating joints.
//
// Frames follow URDF: a joint's origin is the pose of the joint's frame in its parent link, the
// child link's frame is the joint's frame moved by the joint, and the axis is given in the joint's
// frame. For a planar joint the axis is the normal of the plane; [Joint.Axis] says which way x
// points.
//
// # Mimic joints
//
// A mimic joint has its own place in the vectors, and follows its leader: q = multiplier q_leader +
// offset. A [Reduction] leads from the independent joints to all of them, and brings velocities and
// efforts back. Controllers and gates keep leaders to the limits that their followers leave them,
// [Reduction.Limits].
//
// # Names
//
// Names of links, joints and groups have 1 to 128 characters of A-Z a-z 0-9 _ . : -, not only dots.
// The slash is left out because addresses use it (mobile_base/base_planar/velocity). A namespace is
// put before a name with an underscore.
package worlds
