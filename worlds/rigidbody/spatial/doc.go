// Package spatial computes with vectors, rotations and poses in space.
//
// A [Vec] is a vector, a [Quat] a rotation as a unit quaternion, a [Rotation] a rotation as a
// matrix, and a [Pose] a rotation with a translation. [Exp], [Quat.Log] and [Rotation.Log] convert
// between rotations and rotation vectors; [OuterRates] and [BodyRates] relate the derivatives of a
// rotation vector to angular velocity and acceleration.
//
// # Conventions
//
// SI units and radians. The rotation R of a frame B in a frame A maps coordinates: x_A = R x_B. Its
// columns are the axes of B in A. Quaternions are ordered w, x, y, z; q and -q are the same
// rotation. Matrices are row-major. A rotation vector is the unit axis times the angle, in rad.
//
// Values that leave a package are arrays of numbers; VecOf, QuatOf and Array convert. Vec and Quat
// are structs because the compiler keeps their fields in registers, which it does not do with
// arrays. Nothing allocates, and nothing panics except on slices that are too short.
package spatial
