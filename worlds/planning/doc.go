// Package planning finds paths for the joints of a robot around obstacles.
//
// A planner sees configurations only: a [Space] says which of them are free, and a [Problem] adds
// the start, the goals, the seed and the limits of one search. Planners are made by name with
// [New]. The result is a [Path] and a [Status]: failing to find a path is a status with its cause.
// Errors report misuse, such as a configuration of a wrong length.
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
