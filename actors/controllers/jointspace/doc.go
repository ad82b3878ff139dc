// Package jointspace is the control law of a joint group, joint by joint: position, velocity and
// effort modes, with velocities or efforts as output.
//
//	target -> Setpoint (limits of velocity, acceleration, jerk)
//	       -> Gains (PID, anti-windup) -> Handover -> output limit
//
// Setpoint turns targets that jump into references that a drive can follow. Gains close the loop on
// the measured state: with q_r, v_r of the reference and q, v measured
//
//	position mode:  output = feed-forward + Kp (q_r - q) + Kd (v_r - v) + Ki integral of (q_r - q)
//	velocity mode:  output = feed-forward + Kp (v_r - v) + Ki integral of (v_r - v)
//	effort mode:    output = feed-forward + the target, changing at a limited rate
//
// (for velocities as output v_r is part of the feed-forward; velocity mode then needs no gains).
// The derivative term uses the measured velocity, so nothing is differentiated here.
//
// A law starts from the measured state and from the output that was last in effect, and so does a
// joint that changes its mode: the first output equals the one before, and the difference to the
// new law's fades out over the hand-over time. Starts and switches are bumpless by construction.
//
// # Goals
//
// Where no targets come through the input target, a goal can arrive while the actor runs: as a
// messages.GoalRequest, by robo-actors goal send or robo-actors param joints goal, or from a
// planner linked to the input goal. The joints move to it within their limits, and it replaces the
// present goal without a jump. It is rejected beyond the limits and while a joint takes no
// commands, and ends as succeeded, aborted, canceled or preempted, in events and at the output
// status. A joint that stops aborts it: the joints stay where they come to rest, and a re-arm moves
// nothing. The goal of the options is what the application declares: the joints go there whenever
// they run, until another goal arrives. An event says when they are there.
//
// Nothing here reads a clock; the period is part of the configuration. Step allocates nothing
// unless it fails.
package jointspace
