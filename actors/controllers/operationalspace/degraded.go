package operationalspace

import "github.com/robo-actors/robo-actors/messages"

// slowDown puts out the degraded law, which needs no model but its own:
//
//	tau = g + M a,   a = -k v  (damp)   or   a = s (q0 - q) - k v  (hold)
//
// with mass matrix and gravity of the measured state, q0 where the law was entered, k Damping and s Stiffness. It is the
// emergency law of the whole-body control framework of Stanford's Robotics Laboratory, which takes k = 20 1/s.
func (l *Law) slowDown(in *Input, out *Output, was messages.TaskPhase, begins bool) error {
	if begins || was != messages.TaskDegraded || l.following {
		copy(l.hold, in.Position)
	}
	if err := l.slow(in, l.now); err != nil {
		return err
	}
	switch {
	case begins || l.following:
		l.handover.Begin(l.effective(in), l.now)
	case was != messages.TaskDegraded:
		l.handover.Begin(l.last, l.now)
	}
	l.put(in, out)
	return nil
}

// slow writes the output of the degraded law, within the limits of the axes.
func (l *Law) slow(in *Input, output []float64) error {
	clear(l.decel)
	if l.options.Degraded == "hold" {
		if err := l.measured.Model().Difference(l.decel, in.Position, l.hold); err != nil {
			return err
		}
	}
	for i, v := range in.Velocity {
		l.decel[i] = l.options.Stiffness*l.decel[i] - float64(l.options.Damping)*v
	}
	if err := l.measured.MassMatrix(l.exact.mass); err != nil {
		return err
	}
	if err := l.measured.GravityForces(l.exact.gravity); err != nil {
		return err
	}
	l.exact.multiply(output, l.decel, l.exact.gravity)
	for i := range output {
		if l.virtual[i] {
			output[i] = l.decel[i]
		}
		output[i] = clamp(output[i], l.limit[i])
	}
	return nil
}
