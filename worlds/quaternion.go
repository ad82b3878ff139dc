package worlds

import "math"

// QuaternionFromRotation returns the unit quaternion w, x, y, z of a rotation matrix in row-major order, with w not
// negative. The largest component is found first, so that no angle loses accuracy (Shepperd, "Quaternion from rotation
// matrix", Journal of Guidance and Control 1(3), 1978).
func QuaternionFromRotation(r [9]float64) [4]float64 {
	trace := r[0] + r[4] + r[8]
	squares := [4]float64{1 + trace, 1 + 2*r[0] - trace, 1 + 2*r[4] - trace, 1 + 2*r[8] - trace} // 4 times each square
	largest := 0
	for i := range squares {
		if squares[i] > squares[largest] {
			largest = i
		}
	}
	x, y, z := r[7]-r[5], r[2]-r[6], r[3]-r[1] // 4 w times x, y, z
	xy, xz, yz := r[1]+r[3], r[2]+r[6], r[5]+r[7]
	d := 2 * math.Sqrt(squares[largest])
	var q [4]float64
	switch largest {
	case 0:
		q = [4]float64{d / 4, x / d, y / d, z / d}
	case 1:
		q = [4]float64{x / d, d / 4, xy / d, xz / d}
	case 2:
		q = [4]float64{y / d, xy / d, d / 4, yz / d}
	default:
		q = [4]float64{z / d, xz / d, yz / d, d / 4}
	}
	if q[0] < 0 {
		for i := range q {
			q[i] = -q[i]
		}
	}
	return q
}
