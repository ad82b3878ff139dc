package taskspace

import "math"

// leastDerivative is the derivative gain below which a velocity limit has no meaning for the PD law.
const leastDerivative = 1e-4

// feedback fills b.s, the velocity that feedback asks for, from the error b.e: (kp/kd) e, saturated. Components that are
// not selected have no error.
func (b *bound) feedback() {
	g := &b.task.Gains
	for c, e := range b.e {
		kp, kd := g.Proportional[c], g.Derivative[c]
		if kd >= leastDerivative {
			b.s[c] = kp / kd * e
		} else {
			b.s[c] = math.Sqrt(kp) / 2 * e
		}
	}
	b.status.Saturated = saturate(g.Saturation, b.s, g.VelocityMax)
}

// wanted gives the acceleration and the velocity that component c wants, where it moves at velocity y.
func (b *bound) wanted(c int, y float64) (acceleration, velocity float64) {
	g := &b.task.Gains
	velocity = y + b.de[c] + b.s[c]
	if kd := g.Derivative[c]; kd >= leastDerivative {
		return b.ff[c] + kd*(b.s[c]+b.de[c]), velocity
	}
	return b.ff[c] + g.Proportional[c]*b.e[c] + g.Derivative[c]*b.de[c], velocity
}

// saturate cuts the velocities s to limit and tells whether it had to.
func saturate(policy Saturation, s, limit []float64) (cut bool) {
	switch policy {
	case PerComponent:
		for c := range s {
			if math.Abs(s[c]) > limit[c] {
				s[c], cut = math.Copysign(limit[c], s[c]), true
			}
		}
	case ByGreatest:
		factor := 1.0
		for c := range s {
			if a := math.Abs(s[c]); a*factor > limit[c] {
				factor = limit[c] / a
			}
		}
		cut = factor < 1
		for c := range s {
			s[c] *= factor
		}
	case ByNorm:
		if len(s) == 6 {
			linear := toNorm(s[:3], limit[0])
			return toNorm(s[3:], limit[3]) || linear
		}
		return toNorm(s, limit[0])
	}
	return cut
}

// toNorm scales s to the norm limit, if its norm is greater.
func toNorm(s []float64, limit float64) bool {
	sum := 0.0
	for _, x := range s {
		sum += x * x
	}
	if sum <= limit*limit {
		return false
	}
	for c := range s {
		s[c] *= limit / math.Sqrt(sum)
	}
	return true
}
