package rigidbody

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Exponential and logarithm of planar and spatial motions. A constant body twist (rho, phi) over
// unit time leads to the rotation exp(phi) and the translation J(phi) rho, J the left Jacobian (R.
// Murray, Z. Li, S. Sastry, A Mathematical Introduction to Robotic Manipulation, 1994, section
// 2.3).

// sinc is sin x / x.
func sinc(x float64) float64 {
	if math.Abs(x) < 1e-4 {
		return 1 - x*x/6
	}
	return math.Sin(x) / x
}

// chord is sin x / x and (1 - cos x) / x: where a turn by x at unit speed leads to, along the begin
// and across it.
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
	rho, phi := spatial.VecAt(v).Scale(dt), spatial.VecAt(v[3:]).Scale(dt)
	turn := spatial.QuatAt(q[3:])
	r := turn.Rotation()
	moved := spatial.VecAt(q).Add(r.Apply(spatial.LeftJacobian(phi, rho)))
	turned := turn.Times(spatial.Exp(phi)).Unit()
	moved.Put(out)
	turned.Put(out[3:])
}

// differFloating is the inverse of integrateFloating over one second, with a turn of at most pi.
func differFloating(out, q0, q1 []float64) {
	from := spatial.QuatAt(q0[3:]).Unit()
	phi := from.Conj().Times(spatial.QuatAt(q1[3:]).Unit()).Log()
	way := from.Conj().Rotate(spatial.VecAt(q1).Sub(spatial.VecAt(q0)))
	spatial.LeftJacobianInverse(phi, way).Put(out)
	phi.Put(out[3:])
}
