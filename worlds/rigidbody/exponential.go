package rigidbody

import "math"

// Exponential and logarithm of planar and spatial motions. A constant body twist (rho, phi) over unit time leads to the
// rotation exp(phi) and the translation V(phi) rho, with
//
//	V(phi) = 1 + (1 - cos p) / p^2 [phi] + (1 - sin p / p) / p^2 [phi]^2,   p = |phi|
//
// (R. Murray, Z. Li, S. Sastry, A Mathematical Introduction to Robotic Manipulation, 1994, section 2.3).

// sinc is sin x / x.
func sinc(x float64) float64 {
	if math.Abs(x) < 1e-4 {
		return 1 - x*x/6
	}
	return math.Sin(x) / x
}

// chord is sin x / x and (1 - cos x) / x: where a turn by x at unit speed leads to, along the begin and across it.
func chord(x float64) (along, across float64) {
	z := x * x
	if z < 0.01 { // by the power series, whose next terms are below the last digit
		along = 1 + z*(-1./6+z*(1./120+z*(-1./5040+z*(1./362880))))
		across = x * (1./2 + z*(-1./24+z*(1./720+z*(-1./40320+z*(1./3628800)))))
		return along, across
	}
	return sinc(x), sinc(x/2) * math.Sin(x/2)
}

// integratePlanar moves x, y, theta along a constant body twist vx, vy, omega.
func integratePlanar(out, q, v []float64, dt float64) {
	turn := v[2] * dt
	s, c := chord(turn)
	x, y := (s*v[0]-c*v[1])*dt, (c*v[0]+s*v[1])*dt
	sin, cos := sincos(q[2])
	out[0], out[1], out[2] = q[0]+cos*x-sin*y, q[1]+sin*x+cos*y, q[2]+turn
}

// differPlanar is the inverse of integratePlanar over one second, with the turn in [-pi, pi].
func differPlanar(out, q0, q1 []float64) {
	turn := math.Remainder(q1[2]-q0[2], 2*math.Pi)
	sin, cos := math.Sincos(q0[2])
	dx, dy := q1[0]-q0[0], q1[1]-q0[1]
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	half := turn / 2
	a := math.Cos(half) / sinc(half) // half cot half
	out[0], out[1], out[2] = a*x+half*y, a*y-half*x, turn
}

// integrateFloating moves x, y, z and a quaternion along a constant body twist.
func integrateFloating(out, q, v []float64, dt float64) {
	rho, phi := vecAt(v).scale(dt), vecAt(v[3:]).scale(dt)
	p2 := phi.dot(phi)
	p := math.Sqrt(p2)
	half := sinc(p / 2)
	cross := phi.cross(rho)
	way := rho.addScaled(half*half/2, cross).addScaled(sincExcess(p2), phi.cross(cross))
	turn := quaternionAt(q[3:])
	r := turn.matrix()
	moved := vecAt(q).add(r.mul(way))
	axis := phi.scale(half / 2)
	turned := turn.times(quaternion{math.Cos(p / 2), axis.x, axis.y, axis.z}).unit()
	moved.put(out)
	out[3], out[4], out[5], out[6] = turned.w, turned.x, turned.y, turned.z
}

// differFloating is the inverse of integrateFloating over one second, with a turn of at most pi.
func differFloating(out, q0, q1 []float64) {
	from := quaternionAt(q0[3:]).unit()
	turn := from.conjugate().times(quaternionAt(q1[3:]).unit())
	if turn.w < 0 {
		turn = quaternion{-turn.w, -turn.x, -turn.y, -turn.z}
	}
	axis := vec3{turn.x, turn.y, turn.z}
	sin := math.Sqrt(axis.dot(axis))
	scale := 2 / turn.w
	if sin > 0 {
		scale = 2 * math.Atan2(sin, turn.w) / sin
	}
	phi := axis.scale(scale)
	r := from.matrix()
	way := r.tmul(vecAt(q1).sub(vecAt(q0)))
	cross := phi.cross(way)
	rho := way.addScaled(-0.5, cross).addScaled(cotExcess(phi.dot(phi)), phi.cross(cross))
	rho.put(out)
	phi.put(out[3:])
}

// sincExcess is (1 - sin p / p) / p^2, given p^2.
func sincExcess(p2 float64) float64 {
	if p2 < 0.01 {
		return 1./6 - p2*(1./120-p2*(1./5040-p2*(1./362880-p2/39916800)))
	}
	p := math.Sqrt(p2)
	return (1 - math.Sin(p)/p) / p2
}

// cotExcess is (1 - (p/2) cot (p/2)) / p^2, given p^2.
func cotExcess(p2 float64) float64 {
	if p2 < 0.01 {
		return 1./12 + p2*(1./720+p2*(1./30240+p2*(1./1209600+p2/47900160)))
	}
	half := math.Sqrt(p2) / 2
	return (1 - half/math.Tan(half)) / p2
}
