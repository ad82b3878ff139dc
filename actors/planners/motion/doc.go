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
// more, point by point. One job runs at a time, and other requests wait for it; a client that no
// longer wants its path sends CancelRequest.
package motion
