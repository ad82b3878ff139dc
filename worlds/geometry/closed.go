package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// surface is a shape with a closed form for the point of its surface nearest to a point x of its
// frame: that point, the outer unit normal there, and the signed distance of x.
type surface interface {
	nearest(x spatial.Vec) (on, normal spatial.Vec, distance float64)
}

// closedForm returns the witness of a pair that has a closed form, and whether it has one.
func closedForm(a, b *Placed) (Witness, bool) {
	if _, is := b.Shape.(*Plane); is {
		return overPlane(a, b), true
	}
	if _, is := a.Shape.(*Plane); is {
		return overPlane(b, a).flip(), true
	}
	if ball, is := b.Shape.(*Sphere); is {
		if s, is := a.Shape.(surface); is {
			return sphereNear(s, &a.Pose, ball, &b.Pose), true
		}
		return Witness{}, false
	}
	if ball, is := a.Shape.(*Sphere); is {
		if s, is := b.Shape.(surface); is {
			return sphereNear(s, &b.Pose, ball, &a.Pose).flip(), true
		}
		return Witness{}, false
	}
	if ca, is := a.Shape.(*Capsule); is {
		if cb, is := b.Shape.(*Capsule); is {
			return capsules(ca, cb, &a.Pose, &b.Pose), true
		}
	}
	return Witness{}, false
}

// sphereNear returns the witness of a shape A and a sphere B.
func sphereNear(a surface, at *spatial.Pose, b *Sphere, centre *spatial.Pose) Witness {
	x := at.ApplyInverse(spatial.VecOf(centre.P))
	on, normal, distance := a.nearest(x)
	return Witness{distance - b.radius, on.Array(), x.AddScaled(-b.radius, normal).Array(), normal.Neg().Array()}.place(at)
}

// capsules returns the witness of two capsules: that of their segments, less both radii. Segments
// that cross are separated along their common perpendicular.
func capsules(a, b *Capsule, poseA, poseB *spatial.Pose) Witness {
	axisA, axisB := poseA.R.Axis(2), poseB.R.Axis(2)
	between := spatial.VecOf(poseA.P).Sub(spatial.VecOf(poseB.P))
	s, t := segments(axisA, axisB, between, a.half, b.half)
	out := between.AddScaled(s, axisA).AddScaled(-t, axisB)
	normal := out.Unit()
	distance := out.Norm()
	if !(distance > absoluteTolerance) {
		normal = unitOr(axisA.Cross(axisB), perpendicular(axisA))
		if a.half == 0 {
			normal = perpendicular(axisB)
		}
		if normal.Dot(between) < 0 {
			normal = normal.Neg()
		}
	}
	onA := spatial.VecOf(poseA.P).AddScaled(s, axisA).AddScaled(-a.radius, normal)
	onB := spatial.VecOf(poseB.P).AddScaled(t, axisB).AddScaled(b.radius, normal)
	return Witness{distance - a.radius - b.radius, onA.Array(), onB.Array(), normal.Array()}
}

// segments returns where two segments are nearest: as lengths along their unit axes u and v from
// their middles, at most halfA and halfB. between is the vector from the middle of the second to
// that of the first. Of parallel segments, which are nearest all along the part that they share, it
// takes the middle of that part.
func segments(u, v, between spatial.Vec, halfA, halfB float64) (s, t float64) {
	b, d, e := u.Dot(v), u.Dot(between), v.Dot(between)
	// With sin^2 of the angle from the cross product, small angles keep their digits.
	cross := u.Cross(v)
	if sin2 := cross.Dot(cross); sin2 > 1e-24 {
		s = clamp(spatial.Vec.Dot(v.Cross(between), cross)/sin2, halfA)
	} else {
		s = (clamp(-d-halfB, halfA) + clamp(-d+halfB, halfA)) / 2
	}
	t = b*s + e
	if math.Abs(t) <= halfB {
		return s, t
	}
	t = clamp(t, halfB)
	return clamp(b*t-d, halfA), t
}

// perpendicular returns a unit vector perpendicular to v, which is not zero.
func perpendicular(v spatial.Vec) spatial.Vec {
	x, y, z := math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)
	switch {
	case x <= y && x <= z:
		return v.Cross(spatial.Vec{X: 1}).Unit()
	case y <= z:
		return v.Cross(spatial.Vec{Y: 1}).Unit()
	}
	return v.Cross(spatial.Vec{Z: 1}).Unit()
}
