// Package room simulates what moves in an environment: bodies fall, slide, tip and lie on each
// other, and robots push them. It is the simulation of environments of the variant physics.
//
// Who moves what follows from the scene of each step:
//
//	object                             moves
//	free body with a mass              by gravity, contacts and dry friction
//	free body without a mass           as commands and observations put it; pushes others
//	robot                              as snapshots or commands put it; pushes others
//	attached or grabbed object         with its holder
//	body more than 1 km from the origin  not at all
//
// All of them are one physics.Mechanism. A robot and a body without a mass move from their last
// pose to their present one within a step, and nothing that they push slows them down: the forces
// on a robot are a matter of its own plant. Where a pose jumps, faster than 5 m/s, or a joint more
// than twice as fast as its limit, the object is put there at rest, and pushes nothing on its way.
// So is a body with a mass that a message moves. A body that is released goes on with the velocity
// of its holder.
//
// Two parts that may touch, as far as planners are concerned, push each other nevertheless. Robots
// and bodies that nothing moves do not push each other. A mesh counts as its convex hull.
//
// A simulation remembers poses and velocities alone, so that a clone continues as its original
// does, bit for bit on one machine type.
package room
