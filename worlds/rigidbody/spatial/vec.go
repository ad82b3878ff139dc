package spatial

import "math"

// Vec is a vector in space.
type Vec struct{ X, Y, Z float64 }

// VecOf returns the vector with the given components.
func VecOf(a [3]float64) Vec { return Vec{a[0], a[1], a[2]} }

// VecAt returns the vector in the first three elements of s.
func VecAt(s []float64) Vec { _ = s[2]; return Vec{s[0], s[1], s[2]} }

// Array returns the components of a.
func (a Vec) Array() [3]float64 { return [3]float64{a.X, a.Y, a.Z} }

// Put writes the components of a into the first three elements of dst.
func (a Vec) Put(dst []float64) { _ = dst[2]; dst[0], dst[1], dst[2] = a.X, a.Y, a.Z }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Neg returns -a.
func (a Vec) Neg() Vec { return Vec{-a.X, -a.Y, -a.Z} }

// Scale returns s a.
func (a Vec) Scale(s float64) Vec { return Vec{a.X * s, a.Y * s, a.Z * s} }

// AddScaled returns a + s b.
func (a Vec) AddScaled(s float64, b Vec) Vec {
	return Vec{a.X + s*b.X, a.Y + s*b.Y, a.Z + s*b.Z}
}

// Dot returns the inner product of a and b.
func (a Vec) Dot(b Vec) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Norm returns the length of a.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Cross returns the cross product a x b.
func (a Vec) Cross(b Vec) Vec {
	return Vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// AddCross returns a + b x c. It begins with the sum: a product and a sum fuse into one
// instruction, a product and a difference do not.
func (a Vec) AddCross(b, c Vec) Vec {
	return Vec{b.Y*c.Z + a.X - b.Z*c.Y, b.Z*c.X + a.Y - b.X*c.Z, b.X*c.Y + a.Z - b.Y*c.X}
}

// Unit returns a divided by its length, and the zero vector for the zero vector. Neither large nor
// small components overflow.
func (a Vec) Unit() Vec {
	largest := max(math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z))
	if largest == 0 {
		return Vec{}
	}
	x, y, z := a.X/largest, a.Y/largest, a.Z/largest
	length := math.Sqrt(x*x + y*y + z*z)
	return Vec{x / length, y / length, z / length}
}
