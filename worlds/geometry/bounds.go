package geometry

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// AABB is a box whose edges are parallel to the axes of its frame, m.
type AABB struct{ Min, Max [3]float64 }

// Overlaps reports whether the boxes have a point in common.
func (a *AABB) Overlaps(b *AABB) bool {
	return a.Min[0] <= b.Max[0] && b.Min[0] <= a.Max[0] &&
		a.Min[1] <= b.Max[1] && b.Min[1] <= a.Max[1] &&
		a.Min[2] <= b.Max[2] && b.Min[2] <= a.Max[2]
}

// Distance returns the distance of the boxes, 0 if they overlap.
func (a *AABB) Distance(b *AABB) float64 {
	sum := 0.0
	for k := range 3 {
		gap := max(a.Min[k]-b.Max[k], b.Min[k]-a.Max[k], 0)
		sum += gap * gap
	}
	return math.Sqrt(sum)
}

// Union returns the smallest box around both.
func (a *AABB) Union(b *AABB) AABB {
	out := *a
	for k := range 3 {
		out.Min[k] = min(out.Min[k], b.Min[k])
		out.Max[k] = max(out.Max[k], b.Max[k])
	}
	return out
}

// Grown returns the box with every face moved outwards by margin.
func (a *AABB) Grown(margin float64) AABB {
	out := *a
	for k := range 3 {
		out.Min[k] -= margin
		out.Max[k] += margin
	}
	return out
}

// Ball is a ball: every point within Radius of Centre, m.
type Ball struct {
	Centre [3]float64
	Radius float64
}

// boundsOf returns the box around points, of which there is at least one.
func boundsOf(points []spatial.Vec) AABB {
	box := AABB{points[0].Array(), points[0].Array()}
	for _, p := range points[1:] {
		box.add(p)
	}
	return box
}

func (a *AABB) add(p spatial.Vec) {
	for k, v := range p.Array() {
		a.Min[k] = min(a.Min[k], v)
		a.Max[k] = max(a.Max[k], v)
	}
}

// ballOf returns a ball around points, of which there is at least one. It is at most a few percent
// larger than the smallest: the centre moves towards the farthest point by shrinking steps (M.
// Badoiu, K. Clarkson, Smaller core-sets for balls, SODA 2003, section 3).
func ballOf(points []spatial.Vec) Ball {
	box := boundsOf(points)
	centre := spatial.VecOf(box.Min).Add(spatial.VecOf(box.Max)).Scale(0.5)
	best := Ball{Centre: centre.Array(), Radius: math.Inf(1)}
	for round := range 64 {
		far, most := centre, 0.0
		for _, p := range points {
			if d := p.Sub(centre).Norm(); d > most {
				far, most = p, d
			}
		}
		if most < best.Radius {
			best = Ball{Centre: centre.Array(), Radius: most}
		}
		centre = centre.AddScaled(1/float64(round+2), far.Sub(centre))
	}
	return best
}

// longest returns the axis of the longest side.
func (a *AABB) longest() int {
	axis := 0
	for k := range 3 {
		if a.Max[k]-a.Min[k] > a.Max[axis]-a.Min[axis] {
			axis = k
		}
	}
	return axis
}

// reach returns the largest d x over the points x of the box.
func (a *AABB) reach(d spatial.Vec) float64 {
	return max(a.Min[0]*d.X, a.Max[0]*d.X) + max(a.Min[1]*d.Y, a.Max[1]*d.Y) + max(a.Min[2]*d.Z, a.Max[2]*d.Z)
}

// moved returns the box around a, which is in a frame with the given pose.
func (a *AABB) moved(pose *spatial.Pose) AABB {
	var out AABB
	for i := range 3 {
		out.Min[i], out.Max[i] = pose.P[i], pose.P[i]
		for k := range 3 {
			u, v := pose.R[3*i+k]*a.Min[k], pose.R[3*i+k]*a.Max[k]
			out.Min[i] += min(u, v)
			out.Max[i] += max(u, v)
		}
	}
	return out
}

// BallAround returns a ball around points, a few percent larger than the smallest at most. No
// points have the empty ball at the origin.
func BallAround(points [][3]float64) Ball {
	if len(points) == 0 {
		return Ball{}
	}
	list := make([]spatial.Vec, len(points))
	for i, p := range points {
		list[i] = spatial.VecOf(p)
	}
	return ballOf(list)
}
