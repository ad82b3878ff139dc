// Package taskbench times one tick of whole-body control (state in, torque out: dynamics, tasks and solver) on made-up robots
// of known shapes, and puts the figures of other programs beside it. It reads no clock of its own: the caller brings one.
package taskbench
