// Package constrained solves levels of tasks under limits that take precedence over the tasks: of
// position, velocity, acceleration and torque of the joints, of friction and pressure of contacts,
// of the distance between bodies, of a box that a point may not leave. The levels are those of
// package taskspace; a [Law] is made for torques or for velocities from the same [Config].
//
// # The problem at torque level
//
// Unknown are the accelerations a of the robot and, for each point of a contact, the force that
// acts on the robot there. With the equation of motion M a + h + e = S^T tau + J_c^T f (e is what
// tasks exert on the surroundings, taskspace.Evaluator.Forces) the constraints are
//
//	joints        a that keeps position, velocity and acceleration within their limits ([Limits])
//	torques       -Effort <= M a + h + e - J_c^T f <= Effort, and zero without a drive
//	contacts      J_c a + drift = Contact.Acceleration; f inside a pyramid in the friction cone,
//	              pressure within limits
//	distances     d'' >= -2 r d' - r^2 (d - Margin), r the rate of [Collision]
//	boxes         the same for the distance to each face
//
// and the levels follow in order: first the best by level 0, of those the best by level 1, each
// weighted inside. What all levels leave free calms down: a tends to -RestDamping v, and the forces
// to equal shares of the weight.
//
// # Joints that follow others
//
// With Config.Followers the unknowns are accelerations of the other joints, and a follower's is
// what its leader's makes it: the equation of motion is that of G^T M G and G^T h, Jacobians are J
// G (package rigidbody, Followers). Limits of a follower are limits of its leader by multiplier and
// offset; its limit of torque bounds its own row of M G a + h + e - J_c^T f, what it bears though
// no drive is on it.
//
// # Weights
//
// Weights say which rows of a level miss how much where it cannot be met whole, and nothing else:
// the rows without weights decide which directions are singular, and a damped direction goes as
// far as with equal weights (package qp, Cascade.Region).
//
// # Rows that nothing moves
//
// A row of a Jacobian may be zero, or 1e-17 where an axis is turned: across the plane that a robot
// moves in, say. Rows of contacts below 1e-13 of the contact's Jacobian, and rows of tasks below
// 1e-11 of their Scale, hold no joint and require nothing; a distance or a face whose row is below
// 1e-13 is one that no joint changes, and clashes by name where it is not kept.
//
// # Rows that fade
//
// A row with an activation h below 1 is in force in part. With the activations in falling order, 1
// = h_0 > h_1 >= ... >= h_n, and x_k the solution in which the first k of their rows are in force
// and the others are not there,
//
//	x = (1 - h_1) x_0 + (h_1 - h_2) x_1 + ... + h_n x_n
//
// is what the tick takes: at an activation of 0 the solution without the row, at 1 the one with it,
// continuous between, in which order ever rows come and go (it is the continuation of a function of
// sets by L. Lovasz, Submodular functions and convexity, 1983). All x_k keep the constraints, so x
// does: they are convex. What a row does not take is the lower levels'. The aim is that of N.
// Mansard, A. Remazeilles and F. Chaumette (Continuity of varying-feature-set control laws, 2009)
// and of J. Lee, N. Mansard and J. Park (Intermediate desired value approach for task transition of
// robots in kinematic control, 2012). A tick solves once more for each activation, eight times at
// most: of more than eight activations those that are the closest are taken as one, which is the
// only step that remains. Reports and active constraints are those of x_n. With Weighted, an
// activation multiplies the weight.
//
// # Velocity level
//
// At velocity level the velocities are unknown: J_c v = 0, d' >= -r (d - Margin), and the limits of
// the joints as velocities that can be braked in time.
//
// # Formulas
//
// The bounds of an acceleration by position and velocity are those that leave the joint able to
// brake in time (A. Del Prete, Joint position and velocity bounds in discrete-time
// acceleration/torque control of robot manipulators, IEEE RA-L 3, 2018), within Config.HorizonS.
// Distances, normals and nearest points are those of package geometry. Distances follow the
// velocity damper of B. Faverjon and P. Tournassoud (A local based approach for path planning of
// manipulators with a high number of degrees of freedom, 1987), at torque level critically damped.
// The pyramid has four sides and lies inside of the cone. The problem itself is the one of A.
// Escande, N. Mansard and P.-B. Wieber (Hierarchical quadratic programming, 2014), solved by
// package qp.
//
// A distance has one row, that of its nearest points. Where an edge or a face turns past the
// parallel to another shape, the nearest point leaps to its other end, which may approach faster
// than the damper allows; the law then brakes as hard as Rate demands. Shapes that turn faster than
// Rate times their distance over their length need a sphere or capsule around each end.
//
// # When it cannot be solved
//
// Limits of joints alone can always be kept as far as the present state allows: a joint beyond its
// limit is braked, and [Output.Beyond] counts them. Constraints that clash, a contact that needs
// more torque than there is, say, are named by [InfeasibleError], and the output then holds the
// torques of a law that only brakes, within the torques' limits.
//
// Nothing here reads a clock, starts a goroutine or allocates after [New], except for errors.
package constrained
