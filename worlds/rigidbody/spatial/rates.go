package spatial

import "math"

// The left Jacobian of the rotation exp(phi) is
//
//	J(phi) = 1 + b [phi] + c [phi]^2,   b = (1 - cos a) / a^2,   c = (a - sin a) / a^3,   a = |phi|
//
// with [phi] v = phi x v. It maps the derivative of phi to the angular velocity in the outer axes,
// and a constant velocity to the translation of the screw whose rotation is exp(phi). The right
// Jacobian, for body axes, is J(-phi). (T. Barfoot, State Estimation for Robotics, 2017, section
// 7.1.5.)

// seriesBelow is the square of the angle, 0.3 rad, below which power series replace the closed
// forms, which lose digits there. The terms left out are below the last digit.
const seriesBelow = 0.09

// LeftJacobian returns J(phi) v: the angular velocity, in the outer axes, of the rotation exp(phi)
// while phi changes at the rate v.
func LeftJacobian(phi, v Vec) Vec {
	b, c := jacobian(phi.Dot(phi))
	across := phi.Cross(v)
	return v.AddScaled(b, across).AddScaled(c, phi.Cross(across))
}

// LeftJacobianInverse returns the v with LeftJacobian(phi, v) = w. phi is shorter than 2 pi.
func LeftJacobianInverse(phi, w Vec) Vec {
	across := phi.Cross(w)
	return w.AddScaled(-0.5, across).AddScaled(inverseJacobian(phi.Dot(phi)), phi.Cross(across))
}

// OuterRates returns the angular velocity and acceleration, in the outer axes, of the rotation
// exp(phi) while phi has the given first and second derivative.
func OuterRates(phi, first, second Vec) (omega, alpha Vec) {
	t := phi.Dot(phi)
	b, c := jacobian(t)
	db, dc := jacobianDerivative(t)
	x := phi.Cross(first)
	xx := phi.Cross(x)
	y := phi.Cross(second)
	omega = first.AddScaled(b, x).AddScaled(c, xx)
	stretch := phi.Dot(first) // the angle times its derivative
	alpha = second.AddScaled(b, y).AddScaled(c, phi.Cross(y))
	alpha = alpha.AddScaled(db*stretch, x).AddScaled(dc*stretch, xx)
	return omega, alpha.AddScaled(c, first.Cross(x))
}

// BodyRates is OuterRates with the result in the axes of the rotating body.
func BodyRates(phi, first, second Vec) (omega, alpha Vec) {
	omega, alpha = OuterRates(phi.Neg(), first.Neg(), second.Neg())
	return omega.Neg(), alpha.Neg()
}

// VectorRates is the inverse of OuterRates: the first and second derivative of phi for a given
// angular velocity and acceleration in the outer axes. phi is shorter than 2 pi.
func VectorRates(phi, omega, alpha Vec) (first, second Vec) {
	first = LeftJacobianInverse(phi, omega)
	_, bend := OuterRates(phi, first, Vec{})
	return first, LeftJacobianInverse(phi, alpha.Sub(bend))
}

// VectorRatesFromBody is the inverse of BodyRates. phi is shorter than 2 pi.
func VectorRatesFromBody(phi, omega, alpha Vec) (first, second Vec) {
	first, second = VectorRates(phi.Neg(), omega.Neg(), alpha.Neg())
	return first.Neg(), second.Neg()
}

// jacobian returns b and c of the left Jacobian for the square t of an angle.
func jacobian(t float64) (b, c float64) {
	if t < seriesBelow {
		b = 1./2 - t*(1./24-t*(1./720-t*(1./40320-t*(1./3628800-t/479001600))))
		c = 1./6 - t*(1./120-t*(1./5040-t*(1./362880-t*(1./39916800-t/6227020800))))
		return b, c
	}
	angle := math.Sqrt(t)
	half := math.Sin(angle / 2)
	return 2 * half * half / t, (angle - math.Sin(angle)) / (t * angle)
}

// jacobianDerivative returns the derivatives of b and c by the angle, divided by the angle.
func jacobianDerivative(t float64) (db, dc float64) {
	if t < seriesBelow {
		db = -1./12 + t*(1./180-t*(1./6720-t*(1./453600-t*(1./47900160-t/7264857600))))
		dc = -1./60 + t*(1./1260-t*(1./60480-t*(1./4989600-t*(1./622702080-t/108972864000))))
		return db, dc
	}
	angle := math.Sqrt(t)
	sin, half := math.Sin(angle), math.Sin(angle/2)
	versed := 2 * half * half // 1 - cos
	return (angle*sin - 2*versed) / (t * t), (angle*versed - 3*(angle-sin)) / (t * t * angle)
}

// inverseJacobian returns d of the inverse left Jacobian 1 - [phi]/2 + d [phi]^2,
// d = (1 - (a/2) cot(a/2)) / a^2.
func inverseJacobian(t float64) float64 {
	if t < seriesBelow {
		return 1./12 + t*(1./720+t*(1./30240+t*(1./1209600+t*(1./47900160+t*691/1307674368000))))
	}
	half := math.Sqrt(t) / 2
	return (1 - half/math.Tan(half)) / t
}
