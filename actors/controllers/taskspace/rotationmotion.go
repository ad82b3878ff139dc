package taskspace

import "math"

// leftJacobian gives the coefficients of J(phi) = 1 + b [phi] + c [phi]^2, for which w = J(phi) phi' is the angular
// velocity, in the outer axes, of the rotation exp(phi) (T. Barfoot, State Estimation for Robotics, 2017, section 7.1.5),
// and the derivatives of b and c by the angle, divided by the angle.
func leftJacobian(angle float64) (b, c, db, dc float64) {
	if angle < 0.05 { // series: the closed forms cancel
		t := angle * angle
		b = 1./2 + t*(-1./24+t*(1./720-t/40320))
		c = 1./6 + t*(-1./120+t*(1./5040-t/362880))
		db = -1./12 + t*(1./180-t*(1./6720-t/453600))
		dc = -1./60 + t*(1./1260-t*(1./60480-t/4989600))
		return b, c, db, dc
	}
	sin := math.Sin(angle)
	half := math.Sin(angle / 2)
	one := 2 * half * half // 1 - cos
	t := angle * angle
	b, c = one/t, (angle-sin)/(t*angle)
	db = (angle*sin - 2*one) / (t * t)
	dc = (angle*one - 3*(angle-sin)) / (t * t * angle)
	return b, c, db, dc
}

// rotationMotion gives the rotation exp(phi), and the angular velocity and acceleration, in the outer axes, of a rotation
// vector that moves.
func rotationMotion(phi, rate, second vec3) (r [9]float64, omega, alpha vec3) {
	angle := norm(phi)
	b, c, db, dc := leftJacobian(angle)
	half := angle / 2
	w, s := math.Cos(half), 0.5
	if angle > 0 {
		s = math.Sin(half) / angle
	}
	r = matrixOf([4]float64{w, s * phi.x, s * phi.y, s * phi.z})
	x := cross(phi, rate)
	xx := cross(phi, x)
	omega = add(rate, add(times(x, b), times(xx, c)))
	turn := dot(phi, rate) // angle times its derivative
	y := cross(phi, second)
	alpha = add(second, add(times(y, b), times(cross(phi, y), c)))
	alpha = add(alpha, add(times(x, db*turn), times(xx, dc*turn)))
	alpha = add(alpha, times(cross(rate, x), c))
	return r, omega, alpha
}

// rotationVectorMotion is the inverse of rotationMotion: the derivatives of the rotation vector phi of a rotation with
// the given angular velocity and acceleration.
func rotationVectorMotion(phi, omega, alpha vec3) (rate, second vec3) {
	rate = invertLeft(phi, omega)
	_, _, bend := rotationMotion(phi, rate, vec3{})
	return rate, invertLeft(phi, sub(alpha, bend))
}

// invertLeft solves J(phi) x = y: x = y - phi x y / 2 + k phi x (phi x y).
func invertLeft(phi, y vec3) vec3 {
	angle := norm(phi)
	var k float64
	if angle < 0.05 {
		t := angle * angle
		k = 1./12 + t*(1./720+t/30240)
	} else {
		k = (1 - angle/2/math.Tan(angle/2)) / (angle * angle)
	}
	x := cross(phi, y)
	return add(y, add(times(x, -0.5), times(cross(phi, x), k)))
}
