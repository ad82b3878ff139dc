package setpoint

import "math"

// Shape says how the position of a joint is written.
type Shape uint8

// The shapes.
const (
	Scalar   Shape = iota // one number, rad or m
	Planar                // x m, y m, theta rad
	Floating              // x, y, z m, quaternion w, x, y, z
)

// Positions returns the number of entries of a position.
func (s Shape) Positions() int { return [...]int{1, 3, 7}[s] }

// Velocities returns the number of entries of a twist.
func (s Shape) Velocities() int { return [...]int{1, 3, 6}[s] }

// Difference writes into way the twist that leads from one position to another in unit time, in the axes of the body at
// from: the displacement turned into these axes, and the rotation vector. Theta is not wrapped; of the two ways that a
// quaternion leaves, the shorter one is taken.
func (s Shape) Difference(way, from, to []float64) {
	switch s {
	case Scalar:
		way[0] = to[0] - from[0]
	case Planar:
		sin, cos := math.Sincos(from[2])
		dx, dy := to[0]-from[0], to[1]-from[1]
		way[0], way[1], way[2] = cos*dx+sin*dy, cos*dy-sin*dx, to[2]-from[2]
	case Floating:
		q := quaternion(from)
		v := q.conjugate().turn([3]float64{to[0] - from[0], to[1] - from[1], to[2] - from[2]})
		w := q.conjugate().times(quaternion(to)).log()
		copy(way, v[:])
		copy(way[3:], w[:])
	}
}

// Advance moves a position by scale times a twist: with scale 1 and the twist of Difference it arrives at to. Scale is
// the time for a velocity in m/s and rad/s.
func (s Shape) Advance(position, twist []float64, scale float64) {
	switch s {
	case Scalar:
		position[0] += scale * twist[0]
	case Planar:
		sin, cos := math.Sincos(position[2])
		dx, dy := scale*twist[0], scale*twist[1]
		position[0] += cos*dx - sin*dy
		position[1] += sin*dx + cos*dy
		position[2] += scale * twist[2]
	case Floating:
		q := quaternion(position)
		v := q.turn([3]float64{scale * twist[0], scale * twist[1], scale * twist[2]})
		position[0], position[1], position[2] = position[0]+v[0], position[1]+v[1], position[2]+v[2]
		q = q.times(exp([3]float64{scale * twist[3], scale * twist[4], scale * twist[5]})).unit()
		position[3], position[4], position[5], position[6] = q.w, q.x, q.y, q.z
	}
}

// quat is a quaternion of unit length.
type quat struct{ w, x, y, z float64 }

// quaternion reads the orientation of a floating position.
func quaternion(position []float64) quat {
	return quat{position[3], position[4], position[5], position[6]}
}

func (q quat) conjugate() quat { return quat{q.w, -q.x, -q.y, -q.z} }

func (q quat) times(p quat) quat {
	return quat{
		q.w*p.w - q.x*p.x - q.y*p.y - q.z*p.z,
		q.w*p.x + q.x*p.w + q.y*p.z - q.z*p.y,
		q.w*p.y - q.x*p.z + q.y*p.w + q.z*p.x,
		q.w*p.z + q.x*p.y - q.y*p.x + q.z*p.w,
	}
}

// turn rotates a vector: v + 2 w (u x v) + 2 u x (u x v) with the vector part u.
func (q quat) turn(v [3]float64) [3]float64 {
	a, b, c := 2*(q.y*v[2]-q.z*v[1]), 2*(q.z*v[0]-q.x*v[2]), 2*(q.x*v[1]-q.y*v[0])
	return [3]float64{
		v[0] + q.w*a + q.y*c - q.z*b,
		v[1] + q.w*b + q.z*a - q.x*c,
		v[2] + q.w*c + q.x*b - q.y*a,
	}
}

func (q quat) unit() quat {
	s := 1 / math.Sqrt(q.w*q.w+q.x*q.x+q.y*q.y+q.z*q.z)
	return quat{s * q.w, s * q.x, s * q.y, s * q.z}
}

// log returns the rotation vector of the shorter way, rad: its length is at most pi.
func (q quat) log() [3]float64 {
	if q.w < 0 {
		q = quat{-q.w, -q.x, -q.y, -q.z}
	}
	sine := math.Sqrt(q.x*q.x + q.y*q.y + q.z*q.z) // of half the angle
	scale := 2 / q.w                               // the limit for no rotation
	if sine > 1e-9 {
		scale = 2 * math.Atan2(sine, q.w) / sine
	}
	return [3]float64{scale * q.x, scale * q.y, scale * q.z}
}

// exp returns the rotation by a rotation vector, rad.
func exp(v [3]float64) quat {
	angle := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	scale := 0.5 // the limit for no rotation
	if angle > 1e-9 {
		scale = math.Sin(angle/2) / angle
	}
	return quat{math.Cos(angle / 2), scale * v[0], scale * v[1], scale * v[2]}
}
