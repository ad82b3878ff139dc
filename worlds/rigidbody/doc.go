// Package rigidbody computes the kinematics and dynamics of trees of rigid bodies: poses, Jacobians
// and their drift, inverse and forward dynamics, mass matrix, gravity, centre of mass, momentum and
// energy.
//
// A [Model] is built once from a list of bodies and never changes: any number of goroutines may
// share it. A [Workspace] belongs to one goroutine. [Workspace.SetState] sets the
// state of the robot; its other methods then compute results for that state, in any order.
// Quantities that several results need are computed once and kept until the state changes. After
// [Model.NewWorkspace] only errors allocate, and nothing panics: slices of a wrong length and
// unknown bodies give an error, or NaN where a method returns a plain value.
//
// # Conventions
//
// SI units. A pose (R, p) of a frame B in a frame A maps coordinates: x_A = R x_B + p. Matrices are
// flat and row-major. Vectors of six, and the rows of 6 x nv Jacobians, are linear first, angular
// last. Quaternions are w, x, y, z.
//
// Every body has a joint that attaches it to its parent. The position vector q (length nq) and the
// velocity vector v (length nv) hold the joints in the order of the bodies:
//
//	kind                  position                          velocity
//	Fixed                 -                                 -
//	Revolute, Continuous  angle rad                         rad/s
//	Prismatic             displacement m                    m/s
//	Planar                x m, y m, theta rad               vx, vy m/s, omega rad/s, in body axes
//	Floating              x, y, z m, quaternion w, x, y, z  linear m/s, angular rad/s, in body axes
//
// Accelerations are the time derivatives of the numbers in v; generalised forces tau are the duals
// of v, so that their product is a power: for a floating joint, force and moment at the body's
// origin in the body's axes.
//
// # Method
//
// At load, fixed joints are merged away and every remaining frame is turned so that its axis is
// local z. Velocities and accelerations are carried as those of the body's own origin (classical,
// not spatial), and where a common orientation helps, quantities are kept in world axes but about
// each body's own origin, or in the frame of the link that carries the whole tree, so that nothing
// loses accuracy with the distance from the world's origin. Wheels and propellers, whose mass lies
// the same however they turn, are parts of what carries them. References: R. Featherstone, Rigid
// Body Dynamics Algorithms, Springer 2008; J. Luh, M. Walker, R. Paul, On-line computational scheme
// for mechanical manipulators, 1980.
package rigidbody
