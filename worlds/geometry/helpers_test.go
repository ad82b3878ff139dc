package geometry_test

import (
	"math"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func randomVec(r *rand.Rand) spatial.Vec {
	return spatial.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
}

func randomPose(r *rand.Rand, spread float64) spatial.Pose {
	q := spatial.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
	return spatial.Pose{R: q.Rotation(), P: randomVec(r).Scale(spread).Array()}
}

// must returns the shape of a constructor that may not fail.
func must[S any](s S, err error) S {
	if err != nil {
		panic(err)
	}
	return s
}

// size returns a length between a centimetre and a metre.
func size(r *rand.Rand) float64 { return math.Pow(10, -2*r.Float64()) }

// A model describes a kind of shape by other means than the package: by its support function and by
// how far a point is outside, at least.
type model struct {
	kind geometry.Kind
	draw func(r *rand.Rand) geometry.Shape
	// farthest returns the largest d x over the points x of the shape, for a unit vector d.
	farthest func(s geometry.Shape, d spatial.Vec) float64
	// outside returns a number above 0 for points outside, m: a lower bound of their distance.
	outside func(s geometry.Shape, x spatial.Vec) float64
}

func across(v spatial.Vec) float64 { return math.Hypot(v.X, v.Y) }

var convex = []model{
	{
		kind: geometry.KindSphere,
		draw: func(r *rand.Rand) geometry.Shape { return must(geometry.NewSphere(size(r))) },
		farthest: func(s geometry.Shape, d spatial.Vec) float64 {
			return s.(*geometry.Sphere).Radius()
		},
		outside: func(s geometry.Shape, x spatial.Vec) float64 { return x.Norm() - s.(*geometry.Sphere).Radius() },
	},
	{
		kind: geometry.KindCapsule,
		draw: func(r *rand.Rand) geometry.Shape { return must(geometry.NewCapsule(size(r), size(r))) },
		farthest: func(s geometry.Shape, d spatial.Vec) float64 {
			c := s.(*geometry.Capsule)
			return c.Radius() + math.Abs(d.Z)*c.Length()/2
		},
		outside: func(s geometry.Shape, x spatial.Vec) float64 {
			c := s.(*geometry.Capsule)
			return math.Hypot(across(x), max(0, math.Abs(x.Z)-c.Length()/2)) - c.Radius()
		},
	},
	{
		kind: geometry.KindBox,
		draw: func(r *rand.Rand) geometry.Shape {
			return must(geometry.NewBox([3]float64{size(r), size(r), size(r)}))
		},
		farthest: func(s geometry.Shape, d spatial.Vec) float64 {
			b := s.(*geometry.Box).Size()
			return (math.Abs(d.X)*b[0] + math.Abs(d.Y)*b[1] + math.Abs(d.Z)*b[2]) / 2
		},
		outside: func(s geometry.Shape, x spatial.Vec) float64 {
			b := s.(*geometry.Box).Size()
			return max(math.Abs(x.X)-b[0]/2, math.Abs(x.Y)-b[1]/2, math.Abs(x.Z)-b[2]/2)
		},
	},
	{
		kind: geometry.KindCylinder,
		draw: func(r *rand.Rand) geometry.Shape { return must(geometry.NewCylinder(size(r), size(r))) },
		farthest: func(s geometry.Shape, d spatial.Vec) float64 {
			c := s.(*geometry.Cylinder)
			return c.Radius()*across(d) + math.Abs(d.Z)*c.Length()/2
		},
		outside: func(s geometry.Shape, x spatial.Vec) float64 {
			c := s.(*geometry.Cylinder)
			return max(across(x)-c.Radius(), math.Abs(x.Z)-c.Length()/2)
		},
	},
	{
		kind: geometry.KindCone,
		draw: func(r *rand.Rand) geometry.Shape { return must(geometry.NewCone(size(r), size(r))) },
		farthest: func(s geometry.Shape, d spatial.Vec) float64 {
			c := s.(*geometry.Cone)
			return max(d.Z*c.Length()/2, c.Radius()*across(d)-d.Z*c.Length()/2)
		},
		outside: func(s geometry.Shape, x spatial.Vec) float64 {
			c := s.(*geometry.Cone)
			slant := math.Hypot(c.Radius(), c.Length())
			return max(-x.Z-c.Length()/2, (across(x)*c.Length()+(x.Z-c.Length()/2)*c.Radius())/slant)
		},
	},
	{
		kind: geometry.KindHull,
		draw: func(r *rand.Rand) geometry.Shape { return must(geometry.NewHull(cloud(r, 4+r.IntN(60)))) },
		farthest: func(s geometry.Shape, d spatial.Vec) float64 {
			most := math.Inf(-1)
			for _, v := range cornersOf(s) {
				most = max(most, d.Dot(v))
			}
			return most
		},
		outside: func(s geometry.Shape, x spatial.Vec) float64 {
			h := s.(*geometry.Hull)
			vertices, most := h.Vertices(), math.Inf(-1)
			for _, f := range h.Faces() {
				a, b, c := spatial.VecOf(vertices[f[0]]), spatial.VecOf(vertices[f[1]]), spatial.VecOf(vertices[f[2]])
				most = max(most, b.Sub(a).Cross(c.Sub(a)).Unit().Dot(x.Sub(a)))
			}
			return most
		},
	},
}

var hullCorners = map[geometry.Shape][]spatial.Vec{}

// cornersOf returns the vertices of a hull, which it keeps.
func cornersOf(s geometry.Shape) []spatial.Vec {
	list, is := hullCorners[s]
	if !is {
		for _, v := range s.(*geometry.Hull).Vertices() {
			list = append(list, spatial.VecOf(v))
		}
		hullCorners[s] = list
	}
	return list
}

// cloud returns points of an ellipsoid.
func cloud(r *rand.Rand, count int) [][3]float64 {
	axes := [3]float64{size(r), size(r), size(r)}
	points := make([][3]float64, count)
	for i := range points {
		v := randomVec(r).Unit().Array()
		points[i] = [3]float64{axes[0] * v[0], axes[1] * v[1], axes[2] * v[2]}
	}
	return points
}

func modelOf(s geometry.Shape) *model {
	for i := range convex {
		if convex[i].kind == s.Kind() {
			return &convex[i]
		}
	}
	return nil
}

// farthest returns the largest d x over the points x of a placed shape.
func farthest(p *geometry.Placed, d spatial.Vec) float64 {
	return modelOf(p.Shape).farthest(p.Shape, p.Pose.R.ApplyInverse(d)) + d.Dot(spatial.VecOf(p.Pose.P))
}

// gapAlong returns the gap between the planes with the normal n that touch A from below and B from
// above: a lower bound of the distance of shapes that are apart, and minus an upper bound of the
// depth of two that overlap.
func gapAlong(a, b *geometry.Placed, n spatial.Vec) float64 {
	return -farthest(a, n.Neg()) - farthest(b, n)
}

func near(a, b [3]float64) float64 { return spatial.VecOf(a).Sub(spatial.VecOf(b)).Norm() }
