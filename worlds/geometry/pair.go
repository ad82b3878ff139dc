package geometry

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// pair is two shapes in the frame of the first one. Everything between them follows from the
// Minkowski difference of their cores: the points a - b of all a of A and b of B. The distance of
// the cores is that of the origin from the difference.
type pair struct {
	a, b             Shape
	pose             spatial.Pose // of B in the frame of A
	marginA, marginB float64
	// tolerance is a length that the numbers of the pair resolve, and scale one that is not below
	// the size of the Minkowski difference, m.
	tolerance, scale float64
}

// The tolerance of a pair: an absolute part, m, and the share of the scale that rounding costs.
const (
	absoluteTolerance = 1e-11
	relativeTolerance = 1e-14
)

func (p *pair) set(a, b *Placed) {
	p.a, p.b = a.Shape, b.Shape
	p.pose = a.Pose.InverseTimes(&b.Pose)
	p.marginA, p.marginB = a.Shape.margin(), b.Shape.margin()
	ballA, ballB := a.Shape.Ball(), b.Shape.Ball()
	p.scale = spatial.VecOf(p.pose.P).Norm() + ballA.Radius + ballB.Radius +
		spatial.VecOf(ballA.Centre).Norm() + spatial.VecOf(ballB.Centre).Norm()
	p.tolerance = absoluteTolerance + relativeTolerance*p.scale
}

func (p *pair) margin() float64 { return p.marginA + p.marginB }

// vertex is a point of the Minkowski difference, w = a - b, in the frame of A.
type vertex struct{ w, a, b spatial.Vec }

// support returns the point of the Minkowski difference that is farthest along d.
func (p *pair) support(d spatial.Vec) vertex {
	a := p.a.support(d)
	b := p.pose.Apply(p.b.support(p.pose.R.ApplyInverse(d).Neg()))
	return vertex{a.Sub(b), a, b}
}

// between returns the vector from the middle of B to that of A.
func (p *pair) between() spatial.Vec {
	return spatial.VecOf(p.a.Ball().Centre).Sub(p.pose.Apply(spatial.VecOf(p.b.Ball().Centre)))
}
