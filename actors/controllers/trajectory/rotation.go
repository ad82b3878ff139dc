package trajectory

import "math"

// vector is a vector in space.
type vector [3]float64

func (a vector) plus(b vector) vector   { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vector) minus(b vector) vector  { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vector) scale(k float64) vector { return vector{k * a[0], k * a[1], k * a[2]} }
func (a vector) dot(b vector) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) norm() float64          { return math.Sqrt(a.dot(a)) }
func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// Quaternion is a unit quaternion w, x, y, z that turns body coordinates into room coordinates. q and -q are the same
// orientation.
type Quaternion [4]float64

// times gives the rotation by b, then by q.
func (q Quaternion) times(b Quaternion) Quaternion {
	return Quaternion{
		q[0]*b[0] - q[1]*b[1] - q[2]*b[2] - q[3]*b[3],
		q[0]*b[1] + q[1]*b[0] + q[2]*b[3] - q[3]*b[2],
		q[0]*b[2] - q[1]*b[3] + q[2]*b[0] + q[3]*b[1],
		q[0]*b[3] + q[1]*b[2] - q[2]*b[1] + q[3]*b[0],
	}
}

func (q Quaternion) inverse() Quaternion { return Quaternion{q[0], -q[1], -q[2], -q[3]} }

// turn gives the vector v turned by q.
func (q Quaternion) turn(v vector) vector {
	u := vector{q[1], q[2], q[3]}
	t := u.cross(v).scale(2)
	return v.plus(t.scale(q[0])).plus(u.cross(t))
}

// Matrix gives the rotation matrix of q, row-major, body to room.
func (q Quaternion) Matrix() [9]float64 {
	w, x, y, z := q[0], q[1], q[2], q[3]
	return [9]float64{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y),
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x),
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y),
	}
}

// log gives the rotation vector of q, the shorter way round: its norm is at most pi.
func (q Quaternion) log() vector {
	if q[0] < 0 {
		q = Quaternion{-q[0], -q[1], -q[2], -q[3]}
	}
	v := vector{q[1], q[2], q[3]}
	norm := v.norm()
	if norm == 0 {
		return vector{}
	}
	return v.scale(2 * math.Atan2(norm, q[0]) / norm)
}

// exp gives the rotation by the vector v.
func (v vector) exp() Quaternion {
	angle := v.norm()
	if angle == 0 {
		return Quaternion{1, 0, 0, 0}
	}
	s, c := math.Sincos(angle / 2)
	v = v.scale(s / angle)
	return Quaternion{c, v[0], v[1], v[2]}
}

// bodyRates gives the angular velocity and acceleration, in the axes of the body, of the rotation exp(phi) while phi
// moves with the given velocity and acceleration:
//
//	omega = J phi_t,   alpha = J phi_tt + J_t phi_t,   J = 1 - b [phi] + c [phi]^2
//
// with b = (1-cos)/angle^2, c = (angle-sin)/angle^3 (the right Jacobian of SO(3): Chirikjian, Stochastic Models,
// Information Theory, and Lie Groups, volume 2, 2012, section 10.8.6).
func bodyRates(phi, velocity, acceleration vector) (omega, alpha vector) {
	b, c, b1, c1 := jacobianTerms(phi.norm())
	turned := phi.cross(velocity)
	twice := phi.cross(turned)
	omega = velocity.minus(turned.scale(b)).plus(twice.scale(c))
	along := phi.dot(velocity)
	push := phi.cross(acceleration)
	alpha = acceleration.minus(push.scale(b)).plus(phi.cross(push).scale(c))
	alpha = alpha.minus(turned.scale(b1 * along)).plus(twice.scale(c1 * along)).plus(velocity.cross(turned).scale(c))
	return omega, alpha
}

// jacobianTerms gives b and c of bodyRates at an angle, and their derivatives divided by the angle.
func jacobianTerms(angle float64) (b, c, b1, c1 float64) {
	t := angle * angle
	if angle < 0.02 { // the closed forms lose digits here, the series are exact to rounding
		b = 0.5 - t/24*(1-t/30)
		c = 1./6 - t/120*(1-t/42)
		b1 = -1./12 + t/180*(1-t/37.33333333333333)
		c1 = -1./60 + t/1260*(1-t/48)
		return b, c, b1, c1
	}
	s, co := math.Sincos(angle)
	h := math.Sin(angle / 2)
	b = 2 * h * h / t
	c = (angle - s) / (t * angle)
	b1 = (angle*s - 4*h*h) / (t * t)
	c1 = (3*s - angle*(2+co)) / (t * t * angle)
	return b, c, b1, c1
}

// phiRates is the inverse of bodyRates at zero angular acceleration: the velocity and acceleration that phi must have
// for exp(phi) to turn with the angular velocity omega, in body axes, and no angular acceleration.
func phiRates(phi, omega vector) (velocity, acceleration vector) {
	velocity = inverseJacobian(phi, omega)
	_, alpha := bodyRates(phi, velocity, vector{})
	return velocity, inverseJacobian(phi, alpha).scale(-1)
}

// inverseJacobian gives J^-1 v, with J of bodyRates; phi is shorter than 2 pi.
func inverseJacobian(phi, v vector) vector {
	angle := phi.norm()
	d := 1. / 12
	if angle > 1e-4 {
		d = (1 - angle/2/math.Tan(angle/2)) / (angle * angle)
	}
	turned := phi.cross(v)
	return v.plus(turned.scale(0.5)).plus(phi.cross(turned).scale(d))
}
