package geometry

import (
	"cmp"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// flatHull returns the corners of a set of points in a plane, on a line, or at one place. corners
// are three points that span it.
func flatHull(points [][3]float64, corners [4]int, dimension int, size float64) []spatial.Vec {
	origin := spatial.VecOf(points[corners[0]])
	end := spatial.VecOf(points[corners[1]])
	switch dimension {
	case 0:
		return []spatial.Vec{origin}
	case 1:
		return []spatial.Vec{origin, end}
	}
	x := end.Sub(origin).Unit()
	third := spatial.VecOf(points[corners[2]]).Sub(origin)
	y := third.AddScaled(-x.Dot(third), x).Unit()
	all := make([]flatPoint, len(points))
	for i, p := range points {
		v := spatial.VecOf(p)
		all[i] = flatPoint{v.Sub(origin).Dot(x), v.Sub(origin).Dot(y), v}
	}
	slices.SortFunc(all, func(a, b flatPoint) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	lower := chain(all, size)
	slices.Reverse(all)
	upper := chain(all, size)
	var out []spatial.Vec
	for _, p := range slices.Concat(lower[:len(lower)-1], upper[:len(upper)-1]) {
		out = append(out, p.v)
	}
	return out
}

// flatPoint is the point v with its coordinates in a plane.
type flatPoint struct {
	x, y float64
	v    spatial.Vec
}

// chain returns the points of one side of the hull of sorted points, from the first to the last (A.
// Andrew, Another efficient algorithm for convex hulls in two dimensions, Information Processing
// Letters 9(5), 1979). It leaves out points that are nearer to the side than rounding errors.
func chain(points []flatPoint, size float64) []flatPoint {
	var out []flatPoint
	for _, p := range points {
		for len(out) >= 2 {
			a, b := out[len(out)-2], out[len(out)-1]
			if (b.x-a.x)*(p.y-a.y)-(b.y-a.y)*(p.x-a.x) > 1e-15*size*size {
				break
			}
			out = out[:len(out)-1]
		}
		out = append(out, p)
	}
	return out
}
