package spatial

import "math"

// Rotation is a 3 x 3 rotation matrix, row-major.
type Rotation [9]float64

// IdentityRotation returns the rotation that changes nothing.
func IdentityRotation() Rotation { return Rotation{0: 1, 4: 1, 8: 1} }

// RotationFromRPY returns Rz(yaw) Ry(pitch) Rx(roll) for roll, pitch and yaw in rad: rotations
// about the fixed axes x, then y, then z, as in URDF.
func RotationFromRPY(rpy [3]float64) Rotation {
	sr, cr := math.Sincos(rpy[0])
	sp, cp := math.Sincos(rpy[1])
	sy, cy := math.Sincos(rpy[2])
	return Rotation{
		cy * cp, cy*sp*sr - sy*cr, cy*sp*cr + sy*sr,
		sy * cp, sy*sp*sr + cy*cr, sy*sp*cr - cy*sr,
		-sp, cp * sr, cp * cr,
	}
}

// Apply returns r v.
func (r *Rotation) Apply(v Vec) Vec {
	return Vec{
		r[0]*v.X + r[1]*v.Y + r[2]*v.Z,
		r[3]*v.X + r[4]*v.Y + r[5]*v.Z,
		r[6]*v.X + r[7]*v.Y + r[8]*v.Z,
	}
}

// ApplyInverse returns the inverse of r times v.
func (r *Rotation) ApplyInverse(v Vec) Vec {
	return Vec{
		r[0]*v.X + r[3]*v.Y + r[6]*v.Z,
		r[1]*v.X + r[4]*v.Y + r[7]*v.Z,
		r[2]*v.X + r[5]*v.Y + r[8]*v.Z,
	}
}

// Axis returns column k of r: axis k of the rotated frame. k is 0, 1 or 2.
func (r *Rotation) Axis(k int) Vec { return Vec{r[k], r[3+k], r[6+k]} }

// Times returns r s: the rotation s, then r.
func (r *Rotation) Times(s *Rotation) (out Rotation) {
	for i := 0; i < 9; i += 3 {
		for j := range 3 {
			out[i+j] = r[i]*s[j] + r[i+1]*s[3+j] + r[i+2]*s[6+j]
		}
	}
	return out
}

// TimesInverse returns r times the inverse of s: the rotation from s to r in the outer axes.
func (r *Rotation) TimesInverse(s *Rotation) (out Rotation) {
	for i := 0; i < 9; i += 3 {
		for j := range 3 {
			out[i+j] = r[i]*s[3*j] + r[i+1]*s[3*j+1] + r[i+2]*s[3*j+2]
		}
	}
	return out
}

// InverseTimes returns the inverse of r times s: the rotation s in the axes of r.
func (r *Rotation) InverseTimes(s *Rotation) (out Rotation) {
	for i := range 3 {
		for j := range 3 {
			out[3*i+j] = r[i]*s[j] + r[3+i]*s[3+j] + r[6+i]*s[6+j]
		}
	}
	return out
}

// Inverse returns the inverse of r, which is its transpose.
func (r *Rotation) Inverse() Rotation {
	return Rotation{r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]}
}

// Quat returns the unit quaternion of r, with w not negative. It takes the largest component as
// pivot, so that it is accurate for every angle (S. Shepperd, Quaternion from rotation matrix,
// Journal of Guidance and Control 1(3), 1978).
func (r *Rotation) Quat() Quat {
	trace := r[0] + r[4] + r[8]
	var q Quat // times a factor
	switch {
	case trace >= r[0] && trace >= r[4] && trace >= r[8]:
		q = Quat{1 + trace, r[7] - r[5], r[2] - r[6], r[3] - r[1]}
	case r[0] >= r[4] && r[0] >= r[8]:
		q = Quat{r[7] - r[5], 1 + r[0] - r[4] - r[8], r[1] + r[3], r[2] + r[6]}
	case r[4] >= r[8]:
		q = Quat{r[2] - r[6], r[1] + r[3], 1 - r[0] + r[4] - r[8], r[5] + r[7]}
	default:
		q = Quat{r[3] - r[1], r[2] + r[6], r[5] + r[7], 1 - r[0] - r[4] + r[8]}
	}
	if q.W < 0 {
		q = q.Neg()
	}
	return q.Unit()
}

// Log returns the rotation vector of r. Its length is at most pi.
func (r *Rotation) Log() Vec { return r.Quat().Log() }

// LogFrom returns the rotation vector, in the outer axes, of the rotation from s to r: the
// logarithm of r times the inverse of s.
func (r *Rotation) LogFrom(s *Rotation) Vec {
	ax, ay, az := Vec{s[0], s[1], s[2]}, Vec{s[3], s[4], s[5]}, Vec{s[6], s[7], s[8]}
	bx, by, bz := Vec{r[0], r[1], r[2]}, Vec{r[3], r[4], r[5]}, Vec{r[6], r[7], r[8]}
	// Twice the sine of the angle, times the axis, and twice the cosine.
	sine := Vec{ay.Dot(bz) - az.Dot(by), az.Dot(bx) - ax.Dot(bz), ax.Dot(by) - ay.Dot(bx)}
	cosine := ax.Dot(bx) + ay.Dot(by) + az.Dot(bz) - 1
	if cosine < -1 { // beyond a third of a turn; near half a turn the sine loses the axis
		between := r.TimesInverse(s)
		return between.Log()
	}
	n := sine.Norm()
	if n == 0 {
		return Vec{}
	}
	return sine.Scale(math.Atan2(n, cosine) / n)
}

// rotationTolerance is the deviation from orthonormal rows that Valid accepts.
const rotationTolerance = 1e-6

// Valid reports whether r is a rotation: its rows are orthonormal to 1e-6 and right-handed.
func (r *Rotation) Valid() bool {
	product := r.TimesInverse(r)
	for i, p := range product {
		if i%4 == 0 {
			p--
		}
		if !(math.Abs(p) <= rotationTolerance) { // also false for NaN
			return false
		}
	}
	x, y, z := Vec{r[0], r[1], r[2]}, Vec{r[3], r[4], r[5]}, Vec{r[6], r[7], r[8]}
	return x.Cross(y).Dot(z) > 0
}
