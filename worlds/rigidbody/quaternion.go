package rigidbody

import "math"

// quaternion is w + x i + y j + z k.
type quaternion struct{ w, x, y, z float64 }

func quaternionAt(s []float64) quaternion {
	_ = s[3]
	return quaternion{s[0], s[1], s[2], s[3]}
}

func (a quaternion) norm2() float64 { return a.w*a.w + a.x*a.x + a.y*a.y + a.z*a.z }

// matrix returns the rotation of a, whatever its length (but zero, which gives NaN).
func (a quaternion) matrix() mat3 {
	s := 2 / a.norm2()
	x, y, z := s*a.x, s*a.y, s*a.z
	return mat3{
		1 - y*a.y - z*a.z, x*a.y - z*a.w, x*a.z + y*a.w,
		x*a.y + z*a.w, 1 - x*a.x - z*a.z, y*a.z - x*a.w,
		x*a.z - y*a.w, y*a.z + x*a.w, 1 - x*a.x - y*a.y,
	}
}

// times returns the product a b: first the rotation b, then a.
func (a quaternion) times(b quaternion) quaternion {
	return quaternion{
		a.w*b.w - a.x*b.x - a.y*b.y - a.z*b.z,
		a.w*b.x + a.x*b.w + a.y*b.z - a.z*b.y,
		a.w*b.y - a.x*b.z + a.y*b.w + a.z*b.x,
		a.w*b.z + a.x*b.y - a.y*b.x + a.z*b.w,
	}
}

func (a quaternion) conjugate() quaternion { return quaternion{a.w, -a.x, -a.y, -a.z} }

// unit returns a scaled to the length 1.
func (a quaternion) unit() quaternion {
	s := 1 / math.Sqrt(a.norm2())
	return quaternion{s * a.w, s * a.x, s * a.y, s * a.z}
}
