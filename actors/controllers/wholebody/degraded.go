package wholebody

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/hierarchy"
)

// slowDown puts out the degraded law, which needs no model but its own:
//
//	tau = g + M a,   a = -k v  (damp)   or   a = s (q0 - q) - k v  (hold)
//
// with mass matrix and gravity of the measured state, q0 where the law was entered, k Damping and s
// Stiffness. It is the emergency law of the whole-body control framework of Stanford's Robotics
// Laboratory, which takes k = 20 1/s. A robot with passive axes follows the same a as far as its
// contacts let it, see upright. Velocities follow from the same a.
func (l *Law) slowDown(in *Input, out *Output, begins bool) error {
	if !l.slowing {
		copy(l.hold, in.Position)
	}
	if err := l.slow(in, l.sets[l.machine.SetOf(l.status.State)], l.now); err != nil {
		return err
	}
	switch {
	case begins || l.following:
		l.takeOver(l.effective(in, l.slowing))
	case !l.slowing:
		l.takeOver(l.last)
	}
	return l.put(in, out)
}

// slow writes the output of the degraded law, within the limits of the axes.
func (l *Law) slow(in *Input, s *set, output []float64) error {
	clear(l.decel)
	if l.options.Degraded == "hold" {
		if err := l.measured.Model().Difference(l.decel, in.Position, l.hold); err != nil {
			return err
		}
	}
	for i, v := range in.Velocity {
		if l.velocities {
			v = l.velocity[i]
		}
		l.decel[i] = l.options.Stiffness*l.decel[i] - float64(l.options.Damping)*v
	}
	switch {
	case l.velocities:
		for i, a := range l.decel {
			output[i] = l.velocity[i] + in.StepS*clamp(a, l.constraints.Limits.Acceleration[i])
		}
	case l.upright != nil:
		if err := l.stand(in, s, output); err != nil {
			return err
		}
	default:
		if err := l.measured.MassMatrix(l.exact.mass); err != nil {
			return err
		}
		if err := l.measured.GravityForces(l.exact.gravity); err != nil {
			return err
		}
		l.exact.reduce(l.followers)
		l.exact.multiply(output, l.decel, l.exact.gravity)
	}
	for i := range output {
		if l.virtual[i] && !l.velocities {
			output[i] = l.decel[i]
		}
		output[i] = clamp(output[i], l.limit[i])
	}
	l.followers.Clear(output)
	return nil
}

// upright is the degraded law of a robot with passive axes: the exact law, with the contacts of the
// active set and one task, the accelerations of the axes that are not passive. Friction is not
// looked at.
type upright struct {
	law  *hierarchy.Law
	in   hierarchy.Input
	out  *hierarchy.Output
	axes []int // that are not passive
}

// makeUpright makes the degraded law of a robot with passive axes.
func (l *Law) makeUpright() (err error) {
	if len(l.unactuated) == 0 || l.velocities {
		return nil
	}
	u := &upright{}
	for i, passive := range l.passive {
		if !passive {
			u.axes = append(u.axes, i)
		}
	}
	rows := len(u.axes)
	level := taskspace.Level{Rows: rows, RowsMax: rows, Jacobian: make([]float64, rows*l.n), Drift: make([]float64, rows), Acceleration: make([]float64, rows),
		Weight: make([]float64, rows), Activation: make([]float64, rows), Scale: make([]float64, rows)}
	for r, axis := range u.axes {
		level.Jacobian[r*l.n+axis], level.Weight[r], level.Activation[r] = 1, 1, 1
		level.Scale[r] = 1 / math.Sqrt(l.exact.mass[axis*l.n+axis])
	}
	u.in.Levels = []taskspace.Level{level}
	u.law, err = hierarchy.New(hierarchy.Config{Velocities: l.n, Rows: []int{rows}, Unactuated: l.unactuated, ContactRows: l.contacts.rows()})
	if err != nil {
		return err
	}
	u.out, l.upright = u.law.NewOutput(), u
	return nil
}

// stand writes the output of upright.
func (l *Law) stand(in *Input, s *set, output []float64) error {
	u := l.upright
	if err := l.measured.MassMatrix(l.exact.mass); err != nil {
		return err
	}
	if err := l.measured.Bias(l.exact.bias); err != nil {
		return err
	}
	l.exact.reduce(l.followers)
	for r, axis := range u.axes {
		u.in.Levels[0].Acceleration[r] = l.decel[axis]
	}
	u.in.MassMatrix, u.in.Bias = l.exact.mass, l.exact.bias
	p := problem{at: l.measured, measured: l.measured, position: in.Position, velocity: in.Velocity, touching: s.touching}
	if err := l.contacts.fill(&u.in.Contacts, &p); err != nil {
		return err
	}
	if err := u.law.Solve(&u.in, u.out); err != nil {
		return err
	}
	copy(output, u.out.Torque)
	return nil
}
