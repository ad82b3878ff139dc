// Package setpoint moves set-points of joints without jumps: from where they are to where a command wants them, within
// bounds of velocity and acceleration, in steps of a cycle. The gate uses it to re-arm joints, couplings to take a
// sender back.
//
// Positions of joints are those of package messages: one number, a planar x, y, theta, or a floating x, y, z with a
// quaternion w, x, y, z. The way between two positions, and velocities, are twists: in the axes of the body at the
// start of the step, linear first.
//
// All functions are pure, allocate nothing, and do not look at the length of what they are given.
package setpoint
