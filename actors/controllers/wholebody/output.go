package wholebody

import (
	"fmt"
	"math"
)

// takeOver begins a hand-over from what was put out, or would have been, at this tick. Velocities
// need none: the law keeps what it commands within the bound by itself.
func (l *Law) takeOver(before []float64) {
	if !l.velocities {
		l.handover.Begin(before, l.now)
	}
}

// evaluate computes the output of a task set, within the limits of the axes, and the errors of its
// tasks.
func (l *Law) evaluate(s *set, in *Input, dt float64) error {
	if err := l.feel(s, in); err != nil {
		return err
	}
	if err := s.evaluate(l.measured, in.Position, in.Velocity, dt); err != nil {
		return err
	}
	s.measure(l.independent(in.Velocity), l.errors, l.speeds, l.angles)
	d, err := l.matrices(s, in)
	if err != nil {
		return err
	}
	l.problem = problem{levels: s.levels, dynamics: d, at: l.workspaceOf(), measured: l.measured, position: in.Position, velocity: in.Velocity,
		commanded: l.velocity, forces: s.fresh.Forces(), moved: l.moved, touching: s.touching}
	if l.problem.decided, err = s.solver.solve(&l.problem); err != nil {
		return fmt.Errorf("task set %q: %w", s.name, err)
	}
	l.damped = s.solver.damped()
	l.take(&l.problem.decided)
	return nil
}

// take makes a decision the output of the law in force, within the limits of the axes.
func (l *Law) take(d *decision) {
	for i := range l.now {
		switch {
		case l.velocities:
			l.now[i] = d.velocity[i]
		case l.virtual[i]:
			l.now[i] = d.acceleration[i]
		default:
			l.now[i] = d.effort[i]
		}
		l.now[i] = clamp(l.now[i], l.limit[i])
	}
	l.followers.Clear(l.now)
}

// independent gives velocities in which joints that mimic others have none: rows that are reduced
// count their leaders' only.
func (l *Law) independent(v []float64) []float64 {
	if len(l.followers) == 0 {
		return v
	}
	copy(l.blend, v)
	l.followers.Clear(l.blend)
	return l.blend
}

// put adds what is left of hand-overs and writes the output. An output that is not finite is an
// error: a sensor may measure a finite number with which the dynamics overflow.
func (l *Law) put(in *Input, out *Output) error {
	copy(l.last, l.now)
	l.handover.Take(l.last)
	for i := range l.last {
		if l.last[i] = clamp(l.last[i], l.limit[i]); math.IsNaN(l.last[i]) {
			return fmt.Errorf("%w: the output of axis %d is no number, at position %v and velocity %v", ErrState, i, in.Position, in.Velocity)
		}
		switch {
		case l.velocities:
			l.velocity[i] = l.last[i]
		case l.virtual[i]:
			l.velocity[i] = clamp(l.velocity[i]+l.last[i]*in.StepS, l.speed[i])
		default:
			out.Velocity[i], out.Effort[i] = 0, l.last[i]
			continue
		}
		out.Velocity[i], out.Effort[i] = l.velocity[i], 0
	}
	return nil
}

func clamp(v, limit float64) float64 { return math.Max(-limit, math.Min(limit, v)) }
