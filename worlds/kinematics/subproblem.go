package kinematics

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// The subproblems from which closed-form solutions are built (B. Paden, Kinematics and Control of
// Robot Manipulators, PhD thesis, Berkeley 1986; A. Elias and J. Wen, IK-Geo: Unified Robot Inverse
// Kinematics Using Subproblem Decomposition, 2022).

// about returns the rotation about a unit vector by an angle.
func about(axis spatial.Vec, angle float64) spatial.Rotation {
	s, c := math.Sincos(angle)
	x, y, z, v := axis.X, axis.Y, axis.Z, 1-c
	return spatial.Rotation{
		x*x*v + c, x*y*v - z*s, x*z*v + y*s,
		y*x*v + z*s, y*y*v + c, y*z*v - x*s,
		z*x*v - y*s, z*y*v + x*s, z*z*v + c,
	}
}

// turnTo returns the angle about an axis that brings one vector nearest to another.
func turnTo(axis, from, to spatial.Vec) float64 {
	return math.Atan2(axis.Dot(from.Cross(to)), from.Dot(to)-axis.Dot(from)*axis.Dot(to))
}

// tangent is how far beyond a limit of existence, relative to the terms, an equation still counts
// as one with a double root. What comes out is checked.
const tangent = 1e-9

// projections returns the angles with h·(R(axis, angle) v) = d: none, one twice, or two. Where the
// angle changes nothing, it returns the given one if the equation holds.
func projections(h, axis, v spatial.Vec, d, anyAngle float64) (angles [2]float64, n int) {
	along := h.Dot(axis) * axis.Dot(v)
	cosine, sine := h.Dot(v)-along, h.Dot(axis.Cross(v))
	r, rest := math.Hypot(cosine, sine), d-along
	size := h.Norm() * v.Norm()
	if r <= 1e-12*size {
		if math.Abs(rest) <= tangent*size {
			return [2]float64{anyAngle}, 1
		}
		return angles, 0
	}
	square := (r - rest) * (r + rest)
	if square < -tangent*size*size {
		return angles, 0
	}
	middle := math.Atan2(sine, cosine)
	if square <= 0 {
		if rest < 0 {
			middle += math.Pi
		}
		return [2]float64{middle, middle}, 1
	}
	half := math.Atan2(math.Sqrt(square), rest)
	return [2]float64{middle + half, middle - half}, 2
}

// lengths returns the angles with |a + R(axis, angle) b| = length.
func lengths(a, axis, b spatial.Vec, length, anyAngle float64) (angles [2]float64, n int) {
	return projections(a, axis, b, (length*length-a.Dot(a)-b.Dot(b))/2, anyAngle)
}

// triple is three turns one after the other: R(first) R(second) R(third).
type triple struct{ first, second, third float64 }

// singular is the angle between two axes below which rounding may decide about the turn about
// each.
const singular = 1e-6

// turns returns the angles about three axes, the middle one parallel to no other, whose turns one
// after the other are a rotation. Where rounding hides whether the outer axes are parallel, so that
// only the sum or difference of their angles counts, solutions with the given first
// angle are added.
func turns(a, b, c spatial.Vec, r *spatial.Rotation, first float64) (found [4]triple, n int) {
	target := r.Apply(c)
	middles, roots := projections(a, b, c, a.Dot(target), 0)
	for _, angle := range middles[:roots] {
		second := about(b, angle)
		moved := second.Apply(c)
		sine := moved.Cross(a).Norm()
		if sine > 0 {
			found[n] = withFirst(turnTo(a, moved, target), angle, a, c, &second, r)
			n++
		}
		if sine < singular {
			found[n] = withFirst(first, angle, a, c, &second, r)
			n++
		}
	}
	return found, n
}

// withFirst completes a triple: the third angle is what the others leave.
func withFirst(first, angle float64, a, c spatial.Vec, second, r *spatial.Rotation) triple {
	outer := about(a, first)
	both := outer.Times(second)
	rest := both.InverseTimes(r)
	e := perpendicular(c)
	return triple{first, angle, turnTo(c, e, rest.Apply(e))}
}

// twoTurns returns the angles about two axes with R(a, first) R(b, second) v = w.
func twoTurns(a, b, v, w spatial.Vec, anyAngle float64) (found [2][2]float64, n int) {
	firsts, n := projections(b, a, w, b.Dot(v), -anyAngle)
	for i := range n {
		back := about(a, firsts[i])
		found[i] = [2]float64{-firsts[i], turnTo(b, v, back.Apply(w))}
	}
	return found, n
}
