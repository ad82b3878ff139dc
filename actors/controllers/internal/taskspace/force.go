package taskspace

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// missingForce compares the wrench that the robot is to exert with the measured one, in the task's
// axes, and moves the integral on. The result is in b.e of the forced components: N and N m;
// zero while nothing is measured.
func (b *bound) missingForce(dt float64) {
	measured := b.measured
	if b.turned {
		b.rotation.ApplyInverse(spatial.VecAt(measured[:3])).Put(measured[:3])
		b.rotation.ApplyInverse(spatial.VecAt(measured[3:])).Put(measured[3:])
	}
	g := &b.task.Gains
	linear, angular := 0.0, 0.0
	for c := range b.forced {
		if !b.forced[c] {
			continue
		}
		b.e[c], b.de[c] = 0, -b.speed[c]
		if !b.sensed {
			continue
		}
		b.e[c], b.borne[c] = b.task.Goal.Wrench[c]-measured[c], share(measured[c], b.task.Goal.Wrench[c])
		bound := g.ForceIntegralMax
		b.integral[c] = math.Max(-bound, math.Min(bound, b.integral[c]+b.borne[c]*g.ForceIntegral[c]*b.e[c]*dt))
		if c < 3 {
			linear += b.e[c] * b.e[c]
		} else {
			angular += b.e[c] * b.e[c]
		}
	}
	if b.task.Kind == Force {
		if !b.sensed {
			linear, angular = math.NaN(), math.NaN()
		}
		b.status.LinearError, b.status.AngularError = math.Sqrt(linear), math.Sqrt(angular)
		b.status.Arrived = true
	}
}

// share is how much of a wanted force may be fed forward where this much is measured: all from half
// of it on, none where nothing resists it. Such a force would accelerate the robot,
// beyond what the levels above it and limits allow.
func share(measured, wanted float64) float64 {
	if wanted == 0 {
		return 1
	}
	return math.Max(0, math.Min(1, 2*measured/wanted))
}

// force writes what a component under force control wants: the acceleration that a missing force is
// worth, damped; and feeds the wanted force forward as far as something resists it, so that it is
// there while nothing moves (O. Khatib, A unified approach, 1987, section V).
func (b *bound) force(e *Evaluator, c, at int, row []float64, speed float64, l *Level) {
	g := &b.task.Gains
	l.Acceleration[at] = g.Force[c]*b.e[c] - g.Derivative[c]*speed
	l.Velocity[at] = 0
	if kd := g.Derivative[c]; kd >= leastDerivative {
		l.Velocity[at] = g.Force[c] / kd * b.e[c]
	}
	if f := b.borne[c] * (b.task.Goal.Wrench[c] + b.integral[c]); f != 0 {
		for i := range row {
			e.forces[i] += f * row[i]
		}
	}
}
