package setpoint

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

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

// Difference writes into way the twist that leads from one position to another in unit time, in the
// axes of the body at from: the displacement turned into these axes, and the rotation vector. Theta
// is not wrapped; of the two ways that a quaternion leaves, the shorter one is taken.
func (s Shape) Difference(way, from, to []float64) {
	switch s {
	case Scalar:
		way[0] = to[0] - from[0]
	case Planar:
		sin, cos := math.Sincos(from[2])
		dx, dy := to[0]-from[0], to[1]-from[1]
		way[0], way[1], way[2] = cos*dx+sin*dy, cos*dy-sin*dx, to[2]-from[2]
	case Floating:
		back := spatial.QuatAt(from[3:]).Conj()
		v := back.Rotate(spatial.VecAt(to).Sub(spatial.VecAt(from)))
		v.Put(way)
		back.Times(spatial.QuatAt(to[3:])).Log().Put(way[3:])
	}
}

// Advance moves a position by scale times a twist: with scale 1 and the twist of Difference it
// arrives at to. Scale is the time for a velocity in m/s and rad/s.
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
		q := spatial.QuatAt(position[3:])
		moved := spatial.VecAt(position).Add(q.Rotate(spatial.VecAt(twist).Scale(scale)))
		moved.Put(position)
		q.Times(spatial.Exp(spatial.VecAt(twist[3:]).Scale(scale))).Unit().Put(position[3:])
	}
}
