package geometry

import (
	"math"
	"math/bits"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// gridBits is the number of bits of the coordinates of a gridPoint. Volumes of tetrahedra of grid
// points fit into 127 bits.
const gridBits = 40

// gridPoint is a point with coordinates from 0 to 2^gridBits. On which side of a plane through
// three such points a fourth is, is computed exactly: rounding errors of points that almost lie in
// one plane cannot make a hull inconsistent.
type gridPoint [3]int64

// toGrid returns the grid points nearest to points in a box.
func toGrid(points [][3]float64, box *AABB) []gridPoint {
	size := 0.0
	for k := range 3 {
		size = max(size, box.Max[k]-box.Min[k])
	}
	scale := math.Ldexp(1, gridBits) / size
	out := make([]gridPoint, len(points))
	for i, p := range points {
		for k := range 3 {
			out[i][k] = int64(math.Round((p[k] - box.Min[k]) * scale))
		}
	}
	return out
}

func (p gridPoint) vec() spatial.Vec {
	return spatial.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])}
}

func (p gridPoint) minus(o gridPoint) gridPoint {
	return gridPoint{p[0] - o[0], p[1] - o[1], p[2] - o[2]}
}

// above reports whether p is above the plane of a, b and c, which are counterclockwise as seen from
// above.
func above(p, a, b, c gridPoint) bool {
	u, v, w := b.minus(a), c.minus(a), p.minus(a)
	// In floating point the differences are exact, and the error is below 1e-14 of the sum of
	// absolute values.
	x, y, z := u.vec(), v.vec(), w.vec()
	det := x.Cross(y).Dot(z)
	bound := math.Abs(z.X)*(math.Abs(x.Y*y.Z)+math.Abs(x.Z*y.Y)) +
		math.Abs(z.Y)*(math.Abs(x.Z*y.X)+math.Abs(x.X*y.Z)) +
		math.Abs(z.Z)*(math.Abs(x.X*y.Y)+math.Abs(x.Y*y.X))
	if math.Abs(det) > 1e-14*bound {
		return det > 0
	}
	sum := minor(u[1], v[2], u[2], v[1]).times(w[0])
	sum = sum.plus(minor(u[2], v[0], u[0], v[2]).times(w[1]))
	sum = sum.plus(minor(u[0], v[1], u[1], v[0]).times(w[2]))
	return sum.positive()
}

// wide is an integer of 128 bits in two's complement.
type wide struct{ high, low uint64 }

func wideOf(a int64) wide { return wide{uint64(a >> 63), uint64(a)} }

// minor returns a b - c d.
func minor(a, b, c, d int64) wide {
	return wideOf(a).times(b).plus(wideOf(-c).times(d))
}

func (a wide) plus(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return wide{high, low}
}

// times returns the product modulo 2^128, which is the product if that fits.
func (a wide) times(k int64) wide {
	b := wideOf(k)
	high, low := bits.Mul64(a.low, b.low)
	return wide{high + a.low*b.high + a.high*b.low, low}
}

func (a wide) positive() bool { return int64(a.high) > 0 || a.high == 0 && a.low > 0 }
