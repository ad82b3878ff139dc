// Package motion provides the actor that plans motions of a joint group around the bodies of an
// environment.
//
// A client sends a PlanRequest to the actor and gets a PlanReply: a path with times within the
// limits of the joints, or a status that says why there is none. Failing to plan is no error;
// errors report requests that make no sense.
//
// The actor asks its environment for the newest scene, which never changes, and searches in a job:
// at low priority, beside the ticks, with a deadline. So the robot may move while the actor plans,
// and whatever the search tries moves nothing. The last step of the job checks the timed path once
// more, all the way and not only at points, with a least clearance for what a controller is off its
// path. One job runs at a time, and other requests wait for it; a client that no longer wants its
// path sends CancelRequest.
//
// A client need not trust the planner: Verify checks a reply before the robot moves, and Blocked
// the rest of a motion while it does.
//
// Planner prm begins with a roadmap: a graph of motions that are free of collisions of the robot
// with itself, which
//
//	robo-actors database build plans.db robot.urdf --roadmap arm
//
// computes once. The option database names the file. The roadmap is found by the hashes of the
// robot and of the joints, so that one of a robot that has changed is not used. A search checks the
// motions of its path in the scene of the request, and grows the roadmap where it has no free path;
// what it adds serves this search alone, so that equal requests in equal scenes get equal motions.
package motion
