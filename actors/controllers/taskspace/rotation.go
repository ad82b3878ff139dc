package taskspace

import "math"

type vec3 = [3]float64

func add(a, b vec3) vec3           { return vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func sub(a, b vec3) vec3           { return vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func times(a vec3, k float64) vec3 { return vec3{k * a[0], k * a[1], k * a[2]} }
func dot(a, b vec3) float64        { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func norm(a vec3) float64          { return math.Sqrt(dot(a, a)) }
func cross(a, b vec3) vec3 {
	return vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// turn gives R v.
func turn(r *[9]float64, v vec3) vec3 {
	return vec3{r[0]*v[0] + r[1]*v[1] + r[2]*v[2], r[3]*v[0] + r[4]*v[1] + r[5]*v[2], r[6]*v[0] + r[7]*v[1] + r[8]*v[2]}
}

// turnBack gives R^T v.
func turnBack(r *[9]float64, v vec3) vec3 {
	return vec3{r[0]*v[0] + r[3]*v[1] + r[6]*v[2], r[1]*v[0] + r[4]*v[1] + r[7]*v[2], r[2]*v[0] + r[5]*v[1] + r[8]*v[2]}
}

// product gives a b.
func product(a, b *[9]float64) (out [9]float64) {
	for r := range 3 {
		for c := range 3 {
			out[3*r+c] = a[3*r]*b[c] + a[3*r+1]*b[3+c] + a[3*r+2]*b[6+c]
		}
	}
	return out
}

// timesTransposed gives a b^T.
func timesTransposed(a, b *[9]float64) (out [9]float64) {
	for r := range 3 {
		for c := range 3 {
			out[3*r+c] = a[3*r]*b[3*c] + a[3*r+1]*b[3*c+1] + a[3*r+2]*b[3*c+2]
		}
	}
	return out
}

// matrixOf gives the rotation matrix of a quaternion, normalised; the zero quaternion stands for no rotation.
func matrixOf(q [4]float64) [9]float64 {
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if n == 0 {
		return [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	}
	w, x, y, z := q[0]/n, q[1]/n, q[2]/n, q[3]/n
	return [9]float64{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y),
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x),
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y),
	}
}

// quaternionOf gives the unit quaternion of a rotation matrix, its largest component positive as pivot (S. Shepperd,
// Quaternion from rotation matrix, 1978).
func quaternionOf(r *[9]float64) [4]float64 {
	trace := r[0] + r[4] + r[8]
	var q [4]float64
	switch {
	case trace >= r[0] && trace >= r[4] && trace >= r[8]:
		q = [4]float64{1 + trace, r[7] - r[5], r[2] - r[6], r[3] - r[1]}
	case r[0] >= r[4] && r[0] >= r[8]:
		q = [4]float64{r[7] - r[5], 1 + r[0] - r[4] - r[8], r[1] + r[3], r[2] + r[6]}
	case r[4] >= r[8]:
		q = [4]float64{r[2] - r[6], r[1] + r[3], 1 - r[0] + r[4] - r[8], r[5] + r[7]}
	default:
		q = [4]float64{r[3] - r[1], r[2] + r[6], r[5] + r[7], 1 - r[0] - r[4] + r[8]}
	}
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if q[0] < 0 {
		n = -n
	}
	return [4]float64{q[0] / n, q[1] / n, q[2] / n, q[3] / n}
}

// logarithm gives the rotation vector of a rotation matrix, of norm at most pi.
func logarithm(r *[9]float64) vec3 {
	q := quaternionOf(r)
	v := vec3{q[1], q[2], q[3]}
	n := norm(v)
	if n == 0 {
		return vec3{}
	}
	return times(v, 2*math.Atan2(n, q[0])/n)
}
