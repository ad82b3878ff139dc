// Package elasticplan provides the actor that moves an arm along a plan that deforms around
// obstacles while the arm is on its way: an elastic plan.
//
// A client sends a Request with goals. The actor asks a motion planner for a motion to one of them
// and makes it a [planning.Ride]: a value that says where the arm is at each time of a period. In
// each period a job deforms the plan for the next one, in the newest scene of the environment.
// Bodies that move (the option keep) and everything else, the arm itself included, push with a
// bound and an influence of their own. The follower slows down before a part that is blocked, goes
// back where its own place is, and continues when the plan has given way.
//
// A whole-body controller tracks the plan: output reference has the pose, twist and acceleration
// of the tool for the task of its option follow, and output posture has the joints for that of
// follow_posture, one level below. So a disturbance moves the elbow before it moves the tool.
//
//	arm/environment --scene--> deform (job) --ride--> tick --reference, posture--> whole_body
//	       ^                        |
//	       |                        +--broken--> motion_planner --motion--> the next plan
//
// A plan breaks where obstacles block it for longer than the option blocked, or stretch it beyond
// the option stretch. The actor then asks the planner again, from where the arm is. Until there is
// an answer the old plan goes on to deform, so that the arm gives way where it stands. The goal
// stays the same; it is given up when the planner has found no motion for the time of the option
// patience. Events report what happened, the output status the progress, and the Reply the end.
//
// A deformation that comes too late is not used: the plan comes to rest, and the follower goes on
// to where the plan was free, for three periods at most. After the goal the arm rests where it is,
// whatever comes.
package elasticplan
