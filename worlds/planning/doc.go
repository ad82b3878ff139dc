// Package planning finds paths for the joints of a robot around obstacles.
//
// A planner sees configurations only: a [Space] says which of them are free, and a [Problem] adds
// the start, the goals, the seed and the limits of one search. Planners are made by name with
// [New]. The result is a [Path] and a [Status]: failing to find a path is a status with its cause.
// Errors report misuse, such as a configuration of a wrong length.
//
//	birrt     two trees, from the start and from the goals: the first choice for arms
//	rrt       one tree from the start
//	rrtstar   one tree whose paths get shorter for as long as the search may take
//	prm       a roadmap that serves many searches and persists as bytes
//	shortcut  shortens a path
//
// [FollowPoses] finds paths whose tool moves on straight lines. [Retime] turns a path into a
// [Trajectory], the fastest motion that it knows within limits of velocity, acceleration and jerk.
// An [Elastic] is a plan that gives way to obstacles while a robot follows it.
//
// # Conventions
//
// A configuration has one number for each degree of freedom: rad, or m for a prismatic joint.
// Distances between configurations are Euclidean, in the same units. A joint that turns without end
// is planned between limits that hold all the turns that it may make, and [Images] lists the goals
// that differ by whole turns.
//
// # Several processors
//
// The package starts no goroutine. A problem has one Space for each worker, and its function
// Parallel runs the workers. Each round of a search extends the trees of the round's start in a
// fixed number of lanes, and merges the extensions in the order of the lanes: the result depends on
// the problem and the number of lanes, and not on the number of workers or on their timing.
package planning
