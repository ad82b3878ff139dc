// Package hierarchy solves levels of tasks in strict priority, exactly: accelerations, torques and
// contact forces with the dynamically consistent inverse, for fixed bases, planar virtual bases,
// and floating bases with contacts.
//
// # The law
//
// With the mass matrix M, the bias h, and per level the Jacobian J, the drift d = J-dot v and the
// wanted acceleration b,
//
//	a_k = a_{k-1} + Jbar_k (b_k - d_k - J_k a_{k-1}),   J_{k|prev} = J_k N_{k-1},
//	N_k = N_{k-1} - Jbar_k J_{k|prev}
//	Jbar_k = M^-1 J_{k|prev}^T (J_{k|prev} M^-1 J_{k|prev}^T)^-1,   tau = M a + h
//
// (O. Khatib, A unified approach for motion and force control of robot manipulators, 1987; L.
// Sentis, Synthesis and control of whole-body behaviors in humanoid systems, 2007, chapter 3; here
// in accelerations, with nothing left out). A lower level cannot disturb a higher one.
//
// Where joints follow others, the input is that of the coordinates of the others in the layout of
// all (package rigidbody, Followers): a follower's row and column of M are zero except for the
// diagonal, its columns of J and its bias too, and it gets no acceleration and no torque.
//
// # How it is computed
//
// With M = L L^T, in the coordinates u = L^T a the norm of the mass matrix is the Euclidean one,
// the dynamically consistent inverse of J is the pseudo-inverse of Y = J L^-T, and null-space
// projectors are orthogonal. So a level is an orthogonalisation of its rows of Y against those of
// the levels before, which gives Y N = T Q, Q orthonormal, T lower triangular; then u grows by Q^T
// T^-1 times what is missing.
//
// T is the level's block on the diagonal of the Cholesky factor of A A^T, A the rows of all levels
// so far, and Q is needed only through A: as long as levels stand on firm ground, this product and
// its factor are all that is computed. Where a level does not (the next section), the rows so far
// are orthogonalised one by one; projection is done twice where a row has shrunk.
//
// # Rank and conditioning
//
// Rows are divided by the Scale of their Level, so singular values sigma have no unit. 1/|T^-1|
// (Frobenius) is a lower bound of the smallest; while it is above SingularRegion, nothing is damped
// and nothing more is computed. Below, or where the condition |Y| |T^-1| is above 300, such that
// products of rows lose digits, rows are orthogonalised; and below the region T is decomposed by
// one-sided Jacobi rotations (G. Golub, C. Van Loan, Matrix Computations, 4th edition, section
// 8.6.3), and each direction whose sigma is below the region is damped, by itself, the more the
// closer to zero (S. Chiaverini, Singularity-robust task-priority redundancy resolution, 1997):
//
//	1/sigma becomes sigma/(sigma^2 + lambda^2),   lambda^2 = (1 - (sigma/region)^2) Damping^2
//
// Both ways agree where they meet, so the torque has no step. The share lambda^2/(sigma^2 +
// lambda^2) of such a direction that the level cannot use is left to the lower levels: they calm
// what it has lost. All other directions stay exact, and LevelReport says how many were damped and
// what the level missed. A direction that the levels above have taken whole is not damped but lost.
//
// A level that cannot be met whole is met in the sense of least squares, its rows in units of their
// Scale and by their weights; a posture of all joints (Level.Identity) in the norm of the mass
// matrix, which costs next to nothing.
//
// A level with limits, whose rows fade (Level.Gradual), is treated likewise, its rows divided by
// their own norm in place of their Scale, and by SingularRegion times their Scale where that is
// more: a limit counts what its joint weighs at this posture, and a row of a task that is all but
// lost is damped here, too. The region is 0.3 then.
//
// Weights have no say in rank and conditioning, which are of the geometry: T, its sigma and the
// damped directions are those of the rows without weights. With T = U Sigma V^T, W the weights and
// r what is missing, the level then moves by V Sigma^-1 z,
//
//	(U^T W U + D) z = U^T W r,   D_j = omega_j lambda_j^2/sigma_j^2,   1/omega_j = ((U^T W U)^-1)_jj
//
// which is U^T r, whatever W, where the rows are independent and nothing is damped; least squares
// by W where they are not (G. Golub, C. Van Loan, section 6.1); and has each damped direction go by
// sigma/(sigma^2 + lambda^2) as with equal weights, for omega_j is what it counts once the others
// give way to it (a Schur complement). Weights below 1e-10 of the greatest of their level count as
// that.
//
// # Floating bases and contacts
//
// Contacts are the level before all others, J_c a + d_c = b_c, without damping. Velocities without
// a drive (Unactuated) make the equation of motion M a + h = S^T tau + J_c^T f. What of it the
// contacts cannot support, motions w of the unactuated velocities alone with J_c w = 0, follows w^T
// (M a + h) = 0, whatever tasks want: a level of its own after the contacts (the directions outside
// the range of the constraint-consistent projection of Sentis 2007, chapter 4, and of L. Righetti
// and others, Inverse dynamics control of floating-base robots, 2011). Then every acceleration that
// is left has contact forces and torques that make it: f is the smallest, or the nearest to
// Contacts.Force, that meets the unactuated rows, and tau meets the others. Friction is not looked
// at: that takes inequalities.
package hierarchy
