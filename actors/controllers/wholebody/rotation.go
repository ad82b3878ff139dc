package wholebody

import "math"

// isRotation tells whether the rows of r are orthonormal to 1e-6 and right-handed.
func isRotation(r *[9]float64) bool {
	const tolerance = 1e-6
	for a := 0; a < 3; a++ {
		for b := a; b < 3; b++ {
			dot := r[3*a]*r[3*b] + r[3*a+1]*r[3*b+1] + r[3*a+2]*r[3*b+2]
			if a == b {
				dot--
			}
			if !(math.Abs(dot) <= tolerance) {
				return false
			}
		}
	}
	c := cross(r[0], r[1], r[2], r[3], r[4], r[5])
	return c[0]*r[6]+c[1]*r[7]+c[2]*r[8] > 0
}

func cross(ax, ay, az, bx, by, bz float64) [3]float64 {
	return [3]float64{ay*bz - az*by, az*bx - ax*bz, ax*by - ay*bx}
}

// timesTransposed gives a b^T.
func timesTransposed(a, b *[9]float64) (out [9]float64) {
	for r := 0; r < 3; r++ {
		for c := 0; c < 3; c++ {
			out[3*r+c] = a[3*r]*b[3*c] + a[3*r+1]*b[3*c+1] + a[3*r+2]*b[3*c+2]
		}
	}
	return out
}

// rotationLog gives the rotation vector of r, of norm at most pi. It goes through the unit quaternion with the greatest
// component as pivot (Shepperd, "Quaternion from rotation matrix", J. Guidance and Control 1(3), 1978), which is exact
// to rounding from the identity to a half turn.
func rotationLog(r *[9]float64) [3]float64 {
	trace := r[0] + r[4] + r[8]
	w, x, y, z := 1+trace, r[7]-r[5], r[2]-r[6], r[3]-r[1]
	switch {
	case trace >= r[0] && trace >= r[4] && trace >= r[8]:
	case r[0] >= r[4] && r[0] >= r[8]:
		w, x, y, z = x, 1+r[0]-r[4]-r[8], r[1]+r[3], r[2]+r[6]
	case r[4] >= r[8]:
		w, x, y, z = y, r[1]+r[3], 1-r[0]+r[4]-r[8], r[5]+r[7]
	default:
		w, x, y, z = z, r[2]+r[6], r[5]+r[7], 1-r[0]-r[4]+r[8]
	}
	if w < 0 {
		w, x, y, z = -w, -x, -y, -z
	}
	norm := math.Sqrt(x*x + y*y + z*z)
	if norm == 0 {
		return [3]float64{}
	}
	scale := 2 * math.Atan2(norm, w) / norm
	return [3]float64{scale * x, scale * y, scale * z}
}

// rotationExp gives the rotation by the vector v (Rodrigues).
func rotationExp(v [3]float64) [9]float64 {
	angle := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	a, b := 1.0, 0.5 // sin(angle)/angle and (1-cos(angle))/angle^2
	if angle != 0 {
		half := math.Sin(angle/2) / angle
		a, b = math.Sin(angle)/angle, 2*half*half
	}
	x, y, z := v[0], v[1], v[2]
	return [9]float64{
		1 - b*(y*y+z*z), b*x*y - a*z, b*x*z + a*y,
		b*x*y + a*z, 1 - b*(x*x+z*z), b*y*z - a*x,
		b*x*z - a*y, b*y*z + a*x, 1 - b*(x*x+y*y),
	}
}
