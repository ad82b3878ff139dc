package worlds

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// PoseFromRPY returns the pose at xyz (m) with the orientation of URDF's roll, pitch and yaw (rad): rotations about the
// fixed axes x, then y, then z, so R = Rz(yaw) Ry(pitch) Rx(roll).
func PoseFromRPY(xyz, rpy [3]float64) rigidbody.Pose {
	return rigidbody.Pose{R: RotationFromRPY(rpy), P: xyz}
}

// RotationFromRPY returns Rz(yaw) Ry(pitch) Rx(roll), row-major, for roll, pitch and yaw in rad.
func RotationFromRPY(rpy [3]float64) [9]float64 {
	sr, cr := math.Sincos(rpy[0])
	sp, cp := math.Sincos(rpy[1])
	sy, cy := math.Sincos(rpy[2])
	return [9]float64{
		cy * cp, cy*sp*sr - sy*cr, cy*sp*cr + sy*sr,
		sy * cp, sy*sp*sr + cy*cr, sy*sp*cr - cy*sr,
		-sp, cp * sr, cp * cr,
	}
}

// RotationFromQuaternion returns the rotation matrix, row-major, of a quaternion w, x, y, z, which need not have unit
// length but must not be zero.
func RotationFromQuaternion(q [4]float64) [9]float64 {
	scale := math.Hypot(math.Hypot(q[0], q[1]), math.Hypot(q[2], q[3]))
	w, x, y, z := q[0]/scale, q[1]/scale, q[2]/scale, q[3]/scale
	return [9]float64{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y),
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x),
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y),
	}
}

// UnitVector returns v divided by its length, zero for a zero vector. Neither large nor small components overflow.
func UnitVector(v [3]float64) [3]float64 {
	largest := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	if largest == 0 {
		return [3]float64{}
	}
	x, y, z := v[0]/largest, v[1]/largest, v[2]/largest
	length := math.Sqrt(x*x + y*y + z*z)
	return [3]float64{x / length, y / length, z / length}
}

// isRotation reports whether r is a rotation matrix up to rounding.
func isRotation(r [9]float64) bool {
	const tolerance = 1e-6
	for i := range 3 {
		for j := range 3 {
			dot := r[3*i]*r[3*j] + r[3*i+1]*r[3*j+1] + r[3*i+2]*r[3*j+2]
			want := 0.0
			if i == j {
				want = 1
			}
			if !(math.Abs(dot-want) <= tolerance) { // also false for NaN
				return false
			}
		}
	}
	return determinant3(r) > 0
}

// determinant3 returns the determinant of a 3x3 matrix.
func determinant3(r [9]float64) float64 {
	return r[0]*(r[4]*r[8]-r[5]*r[7]) - r[1]*(r[3]*r[8]-r[5]*r[6]) + r[2]*(r[3]*r[7]-r[4]*r[6])
}

// RotateInertia returns r I r^T for an inertia tensor I given by its six entries, ordered as in [rigidbody.Inertia]:
// the tensor in the axes that r leads to. Mass and centre of mass stay as they are.
func RotateInertia(r [9]float64, in rigidbody.Inertia) rigidbody.Inertia {
	tensor := [9]float64{in.Ixx, in.Ixy, in.Ixz, in.Ixy, in.Iyy, in.Iyz, in.Ixz, in.Iyz, in.Izz}
	var half, full [9]float64
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				half[3*i+j] += r[3*i+k] * tensor[3*k+j]
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				full[3*i+j] += half[3*i+k] * r[3*j+k]
			}
		}
	}
	in.Ixx, in.Ixy, in.Ixz = full[0], full[1], full[2]
	in.Iyy, in.Iyz, in.Izz = full[4], full[5], full[8]
	return in
}
