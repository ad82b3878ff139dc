package audit

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// mostSteered bounds what is steered where a joint has no limit, SI units.
const mostSteered = 1000

// steer writes the next command of a controller: mostly a small step from the one before, at times
// something else.
func (p *player) steer(i int) {
	v, dt := p.values[i], p.step.Seconds()
	for _, n := range p.auditor.claims[i].joints {
		l, j := &p.auditor.joints[n], &p.config.Joints[n]
		switch x := p.rnd.Float64(); {
		case x < 0.01:
			v.Control[l.cj] = j.Controls[p.rnd.IntN(len(j.Controls))]
		case x < 0.012:
			v.Control[l.cj] = messages.ControlNone
		}
		for d := range j.Limits {
			m := &j.Limits[d]
			acceleration, velocity, effort := min(m.Acceleration, 20), min(m.Velocity, mostSteered), min(m.Effort, mostSteered)
			v.Velocity[l.cv+d] = p.walk(v.Velocity[l.cv+d], acceleration*dt, -velocity, velocity)
			v.Effort[l.cv+d] = p.walk(v.Effort[l.cv+d], effort/20, -effort, effort)
		}
		p.steerPosition(j, l, v, dt)
	}
}

// walk takes a random step of at most the given size.
func (p *player) walk(x, step, low, high float64) float64 {
	return max(low, min(high, x+(2*p.rnd.Float64()-1)*step))
}

// steerPosition goes on from the measured position while the joint is stopped, as a well-made
// controller does.
func (p *player) steerPosition(j *core.Joint, l *ledger, v *messages.JointCommand, dt float64) {
	q := v.Position[l.cq : l.cq+l.nq]
	if l.mode.Stops() {
		copy(q, l.seenP[:l.nq])
	}
	if j.Type == core.Floating {
		p.steerFloating(q, dt)
		return
	}
	for d := range q {
		m := &j.Limits[d]
		low, high := max(m.Lower, -mostSteered), min(m.Upper, mostSteered)
		q[d] = p.walk(q[d], 0.4*min(m.Velocity, 10)*dt, low, high)
		if p.chance(0.0005) {
			q[d] = max(low, min(high, 3*p.rnd.Float64()-1.5)) // a new goal
		}
	}
}

func (p *player) steerFloating(q []float64, dt float64) {
	for d := range 3 {
		q[d] = p.walk(q[d], 0.2*dt, -mostSteered, mostSteered)
	}
	half := (2*p.rnd.Float64() - 1) * 0.4 * dt
	w, z := math.Cos(half), math.Sin(half)
	turned := [4]float64{q[3]*w - q[6]*z, q[4]*w + q[5]*z, q[5]*w - q[4]*z, q[6]*w + q[3]*z}
	length := math.Sqrt(turned[0]*turned[0] + turned[1]*turned[1] + turned[2]*turned[2] + turned[3]*turned[3])
	if !(length > 0.5 && length < 2) { // before the first state
		copy(q[3:], []float64{1, 0, 0, 0})
		return
	}
	for d := range 4 {
		q[3+d] = turned[d] / length
	}
}

// spoil makes a copy of a controller's command bad, or perhaps bad.
func (p *player) spoil(i int) *messages.JointCommand {
	v, bad := p.values[i], p.spoilt[i]
	bad.Control = append(bad.Control[:0], v.Control...)
	bad.Position, bad.Velocity, bad.Effort = append(bad.Position[:0], v.Position...), append(bad.Velocity[:0], v.Velocity...), append(bad.Effort[:0], v.Effort...)
	vectors := [...]*[]float64{&bad.Position, &bad.Velocity, &bad.Effort}
	vector := vectors[p.rnd.IntN(3)]
	switch p.rnd.IntN(9) {
	case 0:
		bad.Control = bad.Control[:len(bad.Control)-1]
	case 1:
		*vector = (*vector)[:p.rnd.IntN(len(*vector))]
	case 2:
		*vector = append(*vector, 0)
	case 3:
		bad.Control[p.rnd.IntN(len(bad.Control))] = messages.ControlMode(p.rnd.IntN(256))
	case 4:
		p.edge(i, bad)
	default:
		(*vector)[p.rnd.IntN(len(*vector))] = odd[p.rnd.IntN(len(odd))]
	}
	return bad
}

// edge puts a value at the very edge of a limit: on it, or beyond by no more than rounding, or by
// more.
func (p *player) edge(i int, bad *messages.JointCommand) {
	joints := p.auditor.claims[i].joints
	n := joints[p.rnd.IntN(len(joints))]
	l, j := &p.auditor.joints[n], &p.config.Joints[n]
	d := p.rnd.IntN(len(j.Limits))
	m := &j.Limits[d]
	excess := [...]float64{1, 1 + 0.5e-9, 1 + 2e-9, 1 - 1e-9, 1 + 1e-6}[p.rnd.IntN(5)]
	switch p.rnd.IntN(4) {
	case 0:
		bad.Position[l.cq+d] = m.Upper * excess
	case 1:
		bad.Position[l.cq+d] = m.Lower * excess
	case 2:
		bad.Velocity[l.cv+d] = -m.Velocity * excess
	default:
		bad.Effort[l.cv+d] = m.Effort * excess
	}
}
