// Package wholebody is the whole-body control law of a mobile manipulator at velocity level: it moves the gripper along
// a reference by commanding the velocities of all axes, those of the arm and those of the virtual joint of the base.
//
// # Levels
//
// The axes' velocities x (n of them: rad/s or m/s) are found level by level in strict priority:
//
//  1. gripper     J x = twist of the reference + feedback on the pose error (up to 6 rows)
//  2. tasks       what Input.Tasks holds, in its order
//  3. limits      axes near a position limit move away from it (LimitMarginRad, LimitGainPerS)
//  4. posture     x is as close to the preferred velocities as what is left allows, in the norm of the weights
//
// With A the rows of a level, N the projector on what the levels before left over, and # the pseudo-inverse in the norm
// of the weights,
//
//	x <- x + (A N)# (b - A x),    N <- N - (A N)# (A N)
//
// (Siciliano and Slotine, "A general framework for managing multiple tasks in highly redundant robotic systems", ICAR
// 1991). A lower level moves in the null space of the higher ones, so it cannot disturb them: the gripper's velocity is
// the same, to rounding, whatever tasks, limits, weights and posture ask for (directions with a singular value below
// 1e-8 of the whole are not the gripper's at all). The last level has full rank, so without limits and smoothing the
// answer does not depend on the command of the step before.
//
// # The base follows
//
// With a preferred position for the arm's axes (Axis.PostureGainPerS) and none for the base, the arm works and the base
// follows: it moves such that the arm stays near its preferred posture. Axis.Weight says how dear an axis is, and
// Axis.SmoothingS lets an axis take up its share slowly: fast corrections then go to the arm, and the base sees a
// smooth command. The gripper is exact either way.
//
// # Singular directions
//
// The rows of A N are made orthogonal by one-sided Jacobi rotations, which gives the singular values sigma_j and
// directions. Only directions with sigma_j below the singular region are damped, the more the closer to zero
// (Chiaverini, "Singularity-robust task-priority redundancy resolution", IEEE T-RA 13(3), 1997):
//
//	lambda_j^2 = (1 - (sigma_j/region)^2) damping^2,    1/sigma_j becomes sigma_j/(sigma_j^2 + lambda_j^2)
//
// Every other direction stays exact. Rank, the smallest and the largest singular value and the number of damped
// directions are part of the result (LevelReport).
//
// # Limits
//
// Each axis has an interval of allowed velocities, built in this order (see bounds.go for the formulas):
//
//  1. velocity      |v| <= VelocityMax
//  2. position      v at most what can still be braked before the limit, v <= k (q_max - q) close to it; beyond a
//     limit the axis may only move back
//  3. acceleration  |v - Previous| <= AccelerationMax dt
//
// and where they contradict, the later one wins: a command never jumps. Braking (2) uses a share of the acceleration, so
// that (3) does not stand in its way unless a state or a limit jumps.
//
// A level that would leave the box of these intervals is cut: it moves x toward its goal as far as it can, the axis
// that met its bound is held there, and the other axes take up the rest (saturation in the null space: Flacco, De Luca and
// Khatib, "Control of redundant robots under hard joint constraints", IEEE T-RO 31(3), 2015); held axes that would help
// by moving back inside are let go again (bounded-variable least squares). So a level is scaled uniformly along the way
// from where it stands to its goal as long as any axis can help in every direction, and what is lost after that is lost
// in the least squares sense. All levels start from the previous command, which is always inside the box, and every
// level stays inside it. So limits cost the lowest level first, and the gripper only where all axes together cannot do
// it. LevelReport.Scale, LevelReport.Residual and Output.Bounds say what was cut.
//
// A base that is no free body of the plane is one that an axis has dropped out of for ever: with the option unmoved the law moves
// the gripper by J without that column. A base on two wheels so goes ahead and turns, and the gripper, ahead of its axle, is
// exact sideways, too, as long as arm and turning can do it. A gripper above the axle, with no arm to spare, cannot move
// sideways at once: that is an error that no law at the level of velocities takes away.
//
// # A model of its own rate
//
// A model says of which snapshot it is. The gripper's pose is carried on from there: along its Jacobian by the way that the axes
// have gone from the positions of that snapshot to those of the newest, and by velocity times age of the state from there to now.
// What is left of the error grows with the square of that way.
//
// # Mimic joints
//
// A mimic joint takes no command: what it moves of the gripper counts with the axis of its leader, whose column of the Jacobian
// is the sum of both, times the multiplier. Its limits hold for its leader (worlds.Reduction.Limits).
//
// # Axes that drop out
//
// Input.Active takes axes out, as when the base is degraded. The command of such an axis ramps to zero with its
// acceleration limit; its measured velocity is taken as a known disturbance of the gripper; the other axes never jump
// by more than their acceleration limits. Seed prepares the return.
//
// # Conventions
//
// Twists are linear first (m/s, rad/s), at the gripper's point, in the axes of the room. Rotation matrices are row-major
// and turn gripper coordinates into room coordinates. A Law is constant but for its workspace: equal inputs give equal
// outputs, whatever was computed before. It reads no clock, starts no goroutine, and allocates nothing in Step unless
// Step fails. One Law serves one goroutine at a time.
package wholebody
