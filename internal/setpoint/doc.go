// Package setpoint moves set-points of joints without jumps: from their present value to a
// command, within limits of velocity and acceleration, in steps of a cycle. The gate uses it to
// re-arm joints; couplings use it when a sender returns.
//
// Positions of joints are those of package messages: one number, a planar x, y, theta, or a
// floating x, y, z with a quaternion w, x, y, z. The difference between two positions, and
// velocities, are twists in the axes of the body at the start of the step, linear first.
//
// All functions are pure, allocate nothing, and do not check the lengths of their arguments.
package setpoint
