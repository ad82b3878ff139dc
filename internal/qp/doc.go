// Package qp solves strictly convex quadratic programmes, one at a time or as a strict hierarchy,
// fast enough for every tick of a controller and without allocation.
//
// A programme is
//
//	minimise ½ xᵀHx + gᵀx  subject to  Lower ≤ A x ≤ Upper,  Min ≤ x ≤ Max.
//
// A row whose two limits are the same number is an equality; a limit of ∓Inf is no limit. H is
// symmetric and positive definite. Units are the caller's; no row or variable is compared with
// another in absolute terms.
//
// # Use
//
//	p := qp.NewProblem(10, 20)           // 10 variables, 20 rows
//	p.Names[3] = "torque limit of elbow" // what errors call row 3
//	p.Columns(3, 0, 7)                   // promise: row 3 is zero outside columns 0..6
//	s := qp.NewSolver(p)
//	for each tick {
//		copy(p.HessianRow(i), ...)       // only [0..i] of row i is read
//		copy(p.Row(3), ...)
//		p.Between(3, -40, 40)            // or AtLeast, AtMost, Equal, Free
//		p.Bound(0, -1, 1)
//		r := s.Solve()                   // r is the solver's, and good until the next Solve
//		if err := r.Err(); err != nil { ... }
//		use(r.X)
//	}
//
// Row i of A has the index i, the bound of variable j the index Rows()+j, in results, names and
// active sets alike.
//
// # Method
//
// The dual active-set method of Goldfarb and Idnani (A numerically stable dual method for solving
// strictly convex quadratic programs, Mathematical Programming 27, 1983): start at the optimum
// without inequalities, add violated rows one at a time, drop rows whose multiplier would change
// its sign. Where they keep the full matrix J = L⁻ᵀQ, this package keeps the Cholesky factor L of H
// and an orthonormal basis of the active rows alone, in the coordinates u = Lᵀx: the normals L⁻¹aᵢ
// of the active rows are Q R, built by Gram-Schmidt with reorthogonalisation and updated by Givens
// rotations (Daniel, Gragg, Kaufman and Stewart, Mathematics of Computation 30, 1976). A step then
// costs what the active rows cost, zeros of rows and of H are skipped, and the active set of the
// previous solution is set up at once, without steps.
//
// Whether a row depends on the active ones is decided in the caller's coordinates, after one step
// of refinement, so that an ill-conditioned H makes no independent row dependent. Each answer is
// checked against the optimality conditions in the caller's data, refined where it misses them, and
// says so if they cannot be met.
//
// A row a·x counts as fulfilled where it is missed by no more than 1e-10 of its limit and its terms
// |aⱼxⱼ|, and 1e-12 of |a||x|: the iterate's own x, however far away the optimum without rows was.
// A row a = Σ wⱼaⱼ that depends on active ones follows from them, or contradicts them, by its limit
// less Σ wⱼ times theirs, less what rounding of the limits and of the wⱼ makes of that.
//
// # What comes out
//
// [Result.Status] says what X is. A problem without a feasible point is answered with
// [Result.Clash]: rows and weights whose weighted sum reads 0 ≥ gap > 0, which is a proof (Farkas).
// Rows that follow from others are dropped and listed in [Result.Redundant]. Input that is not a
// number is named. X never holds a NaN.
package qp
