package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Plane is the half-space z <= 0 of its frame: the plane z = 0 and everything below.
type Plane struct{}

// NewPlane returns a plane.
func NewPlane() *Plane { return &Plane{} }

// Kind returns KindPlane.
func (*Plane) Kind() Kind { return KindPlane }

// Bounds returns a box without an end except above.
func (*Plane) Bounds() AABB {
	inf := math.Inf(1)
	return AABB{[3]float64{-inf, -inf, -inf}, [3]float64{inf, inf, 0}}
}

// Ball returns a ball of infinite radius.
func (*Plane) Ball() Ball { return Ball{Radius: math.Inf(1)} }

func (*Plane) support(spatial.Vec) spatial.Vec { return spatial.Vec{} }
func (*Plane) margin() float64                 { return 0 }

// placedBounds returns the bounds of a plane with a pose: infinite but along an axis that is the
// normal.
func (*Plane) placedBounds(pose *spatial.Pose) AABB {
	var box AABB
	for k, n := range pose.R.Axis(2).Array() {
		box.Min[k], box.Max[k] = math.Inf(-1), math.Inf(1)
		switch n {
		case 1:
			box.Max[k] = pose.P[k]
		case -1:
			box.Min[k] = pose.P[k]
		}
	}
	return box
}

// overPlane returns the witness of a shape A and a plane B: of the point of A that is farthest
// down.
func overPlane(a, plane *Placed) Witness {
	n := plane.Pose.R.Axis(2)
	if _, is := a.Shape.(*Plane); is {
		return planes(&a.Pose, &plane.Pose)
	}
	down := a.Pose.R.ApplyInverse(n).Neg()
	low := a.Pose.R.Apply(a.Shape.support(down)).AddScaled(-a.Shape.margin(), n)
	distance := n.Dot(low.Add(spatial.VecOf(a.Pose.P).Sub(spatial.VecOf(plane.Pose.P))))
	low = low.Add(spatial.VecOf(a.Pose.P))
	return Witness{distance, low.Array(), low.AddScaled(-distance, n).Array(), n.Array()}
}

// planes returns the witness of two planes. Unless their normals are opposite they overlap without
// an end: no motion separates them.
func planes(a, b *spatial.Pose) Witness {
	n := b.R.Axis(2)
	at := spatial.VecOf(a.P)
	distance := n.Dot(at.Sub(spatial.VecOf(b.P)))
	if !(n.Add(a.R.Axis(2)).Norm() <= 1e-12) {
		return Witness{math.Inf(-1), a.P, b.P, n.Array()}
	}
	return Witness{distance, a.P, at.AddScaled(-distance, n).Array(), n.Array()}
}
