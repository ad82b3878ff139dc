package floatingbase

import "math"

type vector = [3]float64

func sum(a, b vector) vector             { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func difference(a, b vector) vector      { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func scaled(a vector, by float64) vector { return vector{by * a[0], by * a[1], by * a[2]} }
func dot(a, b vector) float64            { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func cross(a, b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// quaternion is a rotation: w, x, y, z, of unit length.
type quaternion [4]float64

// unit brings a quaternion to unit length; one of no length becomes no rotation.
func unit(q [4]float64) quaternion {
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if n == 0 {
		return quaternion{1}
	}
	return quaternion{q[0] / n, q[1] / n, q[2] / n, q[3] / n}
}

func (q quaternion) inverse() quaternion { return quaternion{q[0], -q[1], -q[2], -q[3]} }

func (q quaternion) times(r quaternion) quaternion {
	return quaternion{
		q[0]*r[0] - q[1]*r[1] - q[2]*r[2] - q[3]*r[3],
		q[0]*r[1] + q[1]*r[0] + q[2]*r[3] - q[3]*r[2],
		q[0]*r[2] - q[1]*r[3] + q[2]*r[0] + q[3]*r[1],
		q[0]*r[3] + q[1]*r[2] - q[2]*r[1] + q[3]*r[0],
	}
}

// turn is the vector turned: v + 2 w (u x v) + 2 u x (u x v), u the quaternion's vector part.
func (q quaternion) turn(v vector) vector {
	u := vector{q[1], q[2], q[3]}
	t := scaled(cross(u, v), 2)
	return sum(v, sum(scaled(t, q[0]), cross(u, t)))
}

// exponential is the rotation by a rotation vector, rad.
func exponential(v vector) quaternion {
	angle := math.Sqrt(dot(v, v))
	half := 0.5 // sin(angle/2)/angle
	if angle > 1e-9 {
		half = math.Sin(angle/2) / angle
	}
	return quaternion{math.Cos(angle / 2), half * v[0], half * v[1], half * v[2]}
}

// logarithm is the shortest rotation vector of a rotation, rad.
func logarithm(q quaternion) vector {
	u := vector{q[1], q[2], q[3]}
	if q[0] < 0 {
		q[0], u = -q[0], scaled(u, -1)
	}
	n := math.Sqrt(dot(u, u))
	if n < 1e-12 {
		return scaled(u, 2)
	}
	return scaled(u, 2*math.Atan2(n, q[0])/n)
}
