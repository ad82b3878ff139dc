package spatial

import "math"

// Quat is the quaternion w + x i + y j + z k. Of unit length it is a rotation; Quat{W: 1} is the
// identity.
type Quat struct{ W, X, Y, Z float64 }

// QuatOf returns the quaternion with the components w, x, y, z.
func QuatOf(a [4]float64) Quat { return Quat{a[0], a[1], a[2], a[3]} }

// QuatAt returns the quaternion whose w, x, y, z are the first four elements of s.
func QuatAt(s []float64) Quat { _ = s[3]; return Quat{s[0], s[1], s[2], s[3]} }

// Array returns w, x, y, z.
func (q Quat) Array() [4]float64 { return [4]float64{q.W, q.X, q.Y, q.Z} }

// Put writes w, x, y, z into the first four elements of dst.
func (q Quat) Put(dst []float64) {
	_ = dst[3]
	dst[0], dst[1], dst[2], dst[3] = q.W, q.X, q.Y, q.Z
}

// Times returns the product q p: the rotation p, then q.
func (q Quat) Times(p Quat) Quat {
	return Quat{
		q.W*p.W - q.X*p.X - q.Y*p.Y - q.Z*p.Z,
		q.W*p.X + q.X*p.W + q.Y*p.Z - q.Z*p.Y,
		q.W*p.Y - q.X*p.Z + q.Y*p.W + q.Z*p.X,
		q.W*p.Z + q.X*p.Y - q.Y*p.X + q.Z*p.W,
	}
}

// Conj returns the conjugate of q, which is the inverse of a unit quaternion.
func (q Quat) Conj() Quat { return Quat{q.W, -q.X, -q.Y, -q.Z} }

// Neg returns -q, the same rotation.
func (q Quat) Neg() Quat { return Quat{-q.W, -q.X, -q.Y, -q.Z} }

// Dot returns the inner product of q and p as vectors of four components.
func (q Quat) Dot(p Quat) float64 { return q.W*p.W + q.X*p.X + q.Y*p.Y + q.Z*p.Z }

// Norm returns the length of q.
func (q Quat) Norm() float64 { return math.Sqrt(q.Dot(q)) }

// Unit returns q scaled to unit length, and the identity for the zero quaternion.
func (q Quat) Unit() Quat {
	n := q.Norm()
	if n == 0 {
		return Quat{W: 1}
	}
	s := 1 / n
	return Quat{s * q.W, s * q.X, s * q.Y, s * q.Z}
}

// Rotate returns v rotated by the unit quaternion q.
func (q Quat) Rotate(v Vec) Vec {
	u := Vec{q.X, q.Y, q.Z}
	t := u.Cross(v).Scale(2)
	return v.AddScaled(q.W, t).AddCross(u, t)
}

// Rotation returns the matrix of q. The length of q does not matter unless it is zero, which gives
// NaN.
func (q Quat) Rotation() Rotation {
	s := 2 / q.Dot(q)
	x, y, z := s*q.X, s*q.Y, s*q.Z
	return Rotation{
		1 - y*q.Y - z*q.Z, x*q.Y - z*q.W, x*q.Z + y*q.W,
		x*q.Y + z*q.W, 1 - x*q.X - z*q.Z, y*q.Z - x*q.W,
		x*q.Z - y*q.W, y*q.Z + x*q.W, 1 - x*q.X - y*q.Y,
	}
}

// Exp returns the rotation by the rotation vector phi, as a unit quaternion.
func Exp(phi Vec) Quat {
	angle := phi.Norm()
	sin, cos := math.Sincos(angle / 2)
	s := 0.5 // the limit of sin(angle/2)/angle at zero
	if angle > 0 {
		s = sin / angle
	}
	return Quat{cos, s * phi.X, s * phi.Y, s * phi.Z}
}

// Log returns the rotation vector of q, the shorter way round: its length is at most pi.
func (q Quat) Log() Vec {
	if q.W < 0 {
		q = q.Neg()
	}
	v := Vec{q.X, q.Y, q.Z}
	sin := v.Norm() // of half the angle
	if sin == 0 {
		return v.Scale(2 / q.W)
	}
	return v.Scale(2 * math.Atan2(sin, q.W) / sin)
}
