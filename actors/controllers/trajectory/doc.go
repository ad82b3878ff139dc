// Package trajectory follows time-stamped trajectories: of joints (Joint) and of a body's pose in
// the room (Pose).
//
// A trajectory is made once from its waypoints, checked against limits, and constant from then on;
// sampling it at a time gives position, velocity and acceleration, and allocates nothing. Every
// trajectory ends at rest, and before its start and after its end it gives the first and the last
// waypoint at rest.
//
// # Joints
//
// Joint interpolates positions by polynomials between the waypoints. Where the waypoints carry
// positions only, the velocities are chosen such that the whole is a spline: Cubic has continuous
// accelerations (and a step of acceleration at both ends), Quintic continuous derivatives up to the
// fourth, from rest without acceleration to rest without acceleration. Where waypoints carry
// velocities (and, for Quintic, accelerations), those are met.
//
// # Poses
//
// Lines goes from waypoint to waypoint on straight lines, from rest to rest, turning about one axis
// (slerp). Spline passes the waypoints without stopping: the position is a quintic spline, the
// orientation a curve of rotations with continuous angular velocity and acceleration. Orientations
// are unit quaternions w, x, y, z; twists and accelerations are linear first, in the axes of the
// room, at the body's point.
//
// # Following
//
// JointFollower and PoseFollower watch the measured state while a trajectory runs: the path
// tolerance on the way, the goal tolerance and the goal time at the end. They are modelled on the
// joint trajectory controller of ros2_controllers, but every tolerance has a default that is in
// force; infinity switches one off. A violated tolerance, a cancelled trajectory and a pause are
// answered in one way: time along the trajectory slows down to a stand, so the robot comes to rest
// on its path. Times are in seconds on the trajectory's own axis; nothing here reads a clock.
//
// # Goals
//
// A trajectory can arrive while Actor runs: as a messages.GoalRequest, by robo-actors goal send, or
// from a planner linked to the input goal. It has positions by joint name, with times or without;
// without, the joints take about the shortest time that their limits allow. The new trajectory
// replaces the present one: it begins with the position, velocity and acceleration that were
// commanded last. Measured positions differ from those, so a planner that begins at them sends its
// start, too, at the time zero: the difference, at most path_tolerance, then fades out on the way
// within the time rejoin. Joints that a goal does not name keep their own goal. The option
// waypoints may be left out; where it is there, its trajectory is the first goal.
//
// A goal is rejected if it leaves the limits of a joint, or while a joint takes no commands. An
// accepted one ends as succeeded, aborted with a reason, canceled, or preempted by the next. Events
// and the output status report this. A joint that stops aborts the goal, and re-arm moves nothing,
// unless after_stop: resume declares that the trajectory goes on.
//
// # Feed-forward
//
// A drive's position loop without integral part is a spring, as those of moteus with ki = 0 and of
// the simulated servos: under the load L of its joint it is off by L/K. Actor's option feed_forward
// has it command the load beside the position, from the world's model actor (a processor of a model
// kind with dynamics: true), so that joints arrive where they are sent:
//
//	none      no effort is commanded (the default): for drives that hold their commands by themselves
//	gravity   g(q), N m or N
//	bias      h(q, v) = C(q, v) v + g(q), N m or N
//
// with q and v as measured, bounded by the joint's limit of effort. A spring and damper beside g(q)
// brings an arm to every goal, whatever its gains (Takegaki and Arimoto, A New Feedback Method for
// Dynamic Control of Manipulators, 1981), and on its way nothing lags by the load. Simulated servos
// have no integral part instead: it would follow the load late, wind up while something holds the
// joint, and take away the give that contact needs. What friction takes is not fed forward. Nothing
// is commanded before the first model; one that is too old for its link fails the controller.
package trajectory
