package taskspace

import "math"

// vec3 is passed by value: the compiler keeps it in registers, as it does not with an array. What is larger is passed by
// pointer and written field by field.
type vec3 struct{ x, y, z float64 }

func vecOf(a [3]float64) vec3      { return vec3{a[0], a[1], a[2]} }
func vecAt(s []float64) vec3       { _ = s[2]; return vec3{s[0], s[1], s[2]} }
func (a vec3) array() [3]float64   { return [3]float64{a.x, a.y, a.z} }
func (a vec3) put(dst []float64)   { _ = dst[2]; dst[0], dst[1], dst[2] = a.x, a.y, a.z }
func add(a, b vec3) vec3           { return vec3{a.x + b.x, a.y + b.y, a.z + b.z} }
func sub(a, b vec3) vec3           { return vec3{a.x - b.x, a.y - b.y, a.z - b.z} }
func times(a vec3, k float64) vec3 { return vec3{k * a.x, k * a.y, k * a.z} }
func dot(a, b vec3) float64        { return a.x*b.x + a.y*b.y + a.z*b.z }
func norm(a vec3) float64          { return math.Sqrt(dot(a, a)) }
func cross(a, b vec3) vec3 {
	return vec3{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// turn gives R v.
func turn(r *[9]float64, v vec3) vec3 {
	return vec3{r[0]*v.x + r[1]*v.y + r[2]*v.z, r[3]*v.x + r[4]*v.y + r[5]*v.z, r[6]*v.x + r[7]*v.y + r[8]*v.z}
}

// turnBack gives R^T v.
func turnBack(r *[9]float64, v vec3) vec3 {
	return vec3{r[0]*v.x + r[3]*v.y + r[6]*v.z, r[1]*v.x + r[4]*v.y + r[7]*v.z, r[2]*v.x + r[5]*v.y + r[8]*v.z}
}

// columnOf gives column k of R: an axis of its frame.
func columnOf(r *[9]float64, k int) vec3 { return vec3{r[k], r[3+k], r[6+k]} }

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

// wayBetween gives the rotation vector, in the outer axes, that leads from one frame's axes to another's: the logarithm of
// to from^T. Its sine is half the sum of the products of axes; only near half a turn does it not tell the direction.
func wayBetween(from, to *[9]float64) vec3 {
	ax, ay, az := vec3{from[0], from[1], from[2]}, vec3{from[3], from[4], from[5]}, vec3{from[6], from[7], from[8]}
	bx, by, bz := vec3{to[0], to[1], to[2]}, vec3{to[3], to[4], to[5]}, vec3{to[6], to[7], to[8]}
	sine := vec3{dot(ay, bz) - dot(az, by), dot(az, bx) - dot(ax, bz), dot(ax, by) - dot(ay, bx)} // twice
	cosine := dot(ax, bx) + dot(ay, by) + dot(az, bz) - 1                                         // twice
	if cosine < -1 {                                                                              // beyond a third of a turn
		way := timesTransposed(to, from)
		return logarithm(&way)
	}
	n := norm(sine)
	if n == 0 {
		return vec3{}
	}
	return times(sine, math.Atan2(n, cosine)/n)
}
