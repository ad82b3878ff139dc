package physics

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func turn(r [9]float64, v [3]float64) [3]float64 {
	return [3]float64{
		r[0]*v[0] + r[1]*v[1] + r[2]*v[2],
		r[3]*v[0] + r[4]*v[1] + r[5]*v[2],
		r[6]*v[0] + r[7]*v[1] + r[8]*v[2],
	}
}

func turnBack(r [9]float64, v [3]float64) [3]float64 {
	return [3]float64{
		r[0]*v[0] + r[3]*v[1] + r[6]*v[2],
		r[1]*v[0] + r[4]*v[1] + r[7]*v[2],
		r[2]*v[0] + r[5]*v[1] + r[8]*v[2],
	}
}

func minus(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
}

// joined is the pose of c in a, given that of b in a and of c in b.
func joined(ab, bc *spatial.Pose) spatial.Pose {
	out := spatial.Pose{P: plus(ab.P, turn(ab.R, bc.P))}
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				out.R[3*i+j] += ab.R[3*i+k] * bc.R[3*k+j]
			}
		}
	}
	return out
}

func plus(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]}
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func dot3(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func norm(a [3]float64) float64 { return math.Sqrt(dot3(a, a)) }

// allFinite reports whether no value is infinite or NaN.
func allFinite(values ...float64) bool {
	for _, x := range values {
		if x-x != 0 {
			return false
		}
	}
	return true
}
