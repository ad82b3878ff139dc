package taskspace

import "math"

// leastDerivative is the derivative gain below which a velocity limit has no meaning for the PD
// law.
const leastDerivative = 1e-4

// tune prepares what the feedback needs of the gains. Components under force control have none:
// what is missing of their force is not a position error.
func (b *bound) tune() {
	g := &b.task.Gains
	b.loose = b.loose[:0]
	for c, kp := range g.Proportional {
		if c < len(b.forced) && b.forced[c] {
			b.rate[c] = 0
			continue
		}
		if kd := g.Derivative[c]; kd >= leastDerivative {
			b.rate[c] = kp / kd
		} else {
			b.rate[c] = math.Sqrt(kp) / 2
			b.loose = append(b.loose, c)
		}
	}
}

// feedback fills b.s, the velocity that feedback asks for, from the error b.e: (kp/kd) e,
// saturated; and b.p, the acceleration that it is worth. Components that are not selected have no
// error.
func (b *bound) feedback() {
	g := &b.task.Gains
	s, rate := b.s[:len(b.e)], b.rate[:len(b.e)]
	for c, e := range b.e {
		s[c] = rate[c] * e
	}
	b.status.Saturated = g.Saturation != Off && saturate(g.Saturation, s, g.VelocityMax)
	p, kd := b.p[:len(s)], g.Derivative[:len(s)]
	for c, v := range s {
		p[c] = kd[c] * v
	}
	for _, c := range b.loose { // nothing saturates them
		p[c] = g.Proportional[c] * b.e[c]
	}
}

// wanted returns the acceleration and the velocity that component c wants, where it moves at
// velocity y.
func (b *bound) wanted(c int, y float64) (acceleration, velocity float64) {
	de := b.de[c]
	return b.ff[c] + (b.p[c] + b.task.Gains.Derivative[c]*de), y + de + b.s[c]
}

// saturate cuts the velocities s to limit and reports whether it had to.
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
