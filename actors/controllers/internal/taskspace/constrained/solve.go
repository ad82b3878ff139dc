package constrained

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// InfeasibleError names constraints that clash.
type InfeasibleError struct {
	// Constraints are the names of those that cannot hold together, those first whose limits weigh
	// the most.
	Constraints []string
}

// told is how many constraints an error lists.
const told = 8

// Error lists the constraints.
func (e *InfeasibleError) Error() string {
	list, more := e.Constraints, ""
	if len(list) > told {
		list, more = list[:told], fmt.Sprintf(" and %d more", len(list)-told)
	}
	return fmt.Sprintf("%v; these clash: %s%s; relax one of them, or start elsewhere", ErrInfeasible, strings.Join(list, ", "), more)
}

// Unwrap is ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// calming is the rate, 1/s, at which a robot without a solution is braked.
const calming = 20

func (l *Law) solveLevels(in *Input, out *Output) error {
	copy(l.cascade.Rest, l.rest)
	copy(l.cascade.Calm, l.calm)
	var r *qp.CascadeResult
	x := l.blend
	if len(l.fading) > 0 {
		r, out.Iterations, out.Reached = l.solveFading()
	} else {
		r = l.cascade.Solve()
		x, out.Iterations, out.Reached = r.X, r.Iterations, r.Reached
	}
	out.Inexact = r.Status == qp.Inexact
	for i := range out.Levels {
		level := &r.Levels[i]
		out.Levels[i] = LevelReport{Rows: level.Rows, Rank: level.Rank, Damped: level.Damped, Condition: level.Condition, Missing: level.Residual}
	}
	switch {
	case solved(r):
		l.take(x, in, out)
		l.note(r.Active, out)
		return nil
	case r.Status == qp.Infeasible:
		l.brake(in, out)
		return l.clash(r.Proof, r.Violated)
	case r.Status == qp.NotFinite:
		l.brake(in, out)
		return fmt.Errorf("%w: %w", ErrInput, r.Err())
	}
	l.brake(in, out)
	return fmt.Errorf("%w: %w", ErrUnsolved, r.Err())
}

// regularity is what every unknown counts, beside levels that count 1 and less; of the most that
// one counts, where that is less: of light robots, whose inertias are small numbers.
const regularity = 1e-6

// leastCurvature is what every unknown counts at least, against the most that one counts: with many
// levels the least of them, and what no level asks for, would be rounding of the first.
const leastCurvature = 1e-14

func (l *Law) solveWeighted(in *Input, out *Output) error {
	l.cost.ClearCost()
	least := regularity
	for _, t := range l.tasks {
		l.cost.AddTasks(t, 0, l.nv)
		least *= l.c.WeightStep
	}
	least /= math.Pow(l.c.WeightStep, math.Min(1, float64(len(l.tasks))))
	most := 0.0
	for i := range l.rest {
		most = max(most, l.cost.HessianRow(i)[i])
	}
	if most > 0 { // some level asks for something
		least = max(least*min(1, most), leastCurvature*most)
	}
	for i, rest := range l.rest {
		l.cost.HessianRow(i)[i] += least
		l.cost.G[i] -= least * rest
	}
	r := l.solver.Solve()
	out.Iterations, out.Reached, out.Inexact = r.Iterations, 0, r.Status == qp.Inexact
	switch r.Status {
	case qp.Optimal, qp.Inexact:
		out.Reached = len(l.tasks)
		l.take(r.X, in, out)
		l.note(r.Active, out)
		l.judge(r.X, in, out)
		return nil
	case qp.Infeasible:
		l.brake(in, out)
		return l.clash(r, r.Violated)
	case qp.IterationLimit:
		l.brake(in, out)
		return fmt.Errorf("%w: %w", ErrUnsolved, r.Err())
	}
	l.brake(in, out)
	return fmt.Errorf("%w: %w", ErrInput, r.Err())
}

// judge reports what the levels of a weighted problem miss.
func (l *Law) judge(x []float64, in *Input, out *Output) {
	for i, t := range l.tasks {
		sum := 0.0
		for r := range in.Levels[i].Rows {
			miss := rowTimes(t.Row(r)[:l.nv], x) - t.Lower[r]
			sum += t.Weight[r] * miss * miss
		}
		out.Levels[i] = LevelReport{Rows: in.Levels[i].Rows, Missing: math.Sqrt(sum)}
	}
}

// rowTimes returns the product of a row with a vector, in four sums: one would wait for itself.
func rowTimes(row, x []float64) float64 {
	x = x[:len(row)]
	var s0, s1, s2, s3 float64
	for len(row) >= 4 && len(x) >= 4 {
		s0 += row[0] * x[0]
		s1 += row[1] * x[1]
		s2 += row[2] * x[2]
		s3 += row[3] * x[3]
		row, x = row[4:], x[4:]
	}
	for i, a := range row {
		s0 += a * x[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// take turns the unknowns into an output.
func (l *Law) take(x []float64, in *Input, out *Output) {
	out.Braking = false
	if l.velocity {
		copy(out.Velocity, x)
		l.c.Followers.Velocities(out.Velocity)
		return
	}
	copy(out.Acceleration, x[:l.nv])
	for i, b := range l.bias {
		out.Torque[i] = b + rowTimes(l.mass[i*l.nv:(i+1)*l.nv], out.Acceleration)
		out.Velocity[i] = in.Velocity[i] + l.c.PeriodS*out.Acceleration[i]
	}
	for i := range l.contacts {
		k := &l.contacts[i]
		k.forces(out.Forces[k.first:][:len(k.points)], x[l.nv:], l.force)
		k.subtract(out.Torque, out.Forces[k.first:], l.nv)
	}
	for i := range out.Torque {
		if !l.driven[i] {
			out.Torque[i] = 0
		} else if l.c.Limits.Effort != nil { // rounding must not leave the limit
			e := l.c.Limits.Effort[i]
			out.Torque[i] = max(-e, min(e, out.Torque[i]))
		}
	}
	l.c.Followers.Velocities(out.Acceleration)
	l.c.Followers.Velocities(out.Velocity)
}

// note lists the constraints that hold the motion back.
func (l *Law) note(active []qp.Active, out *Output) {
	out.Active = out.Active[:0]
	for _, a := range active {
		if i := a.Row; i >= l.constraints.Rows() || l.constraints.Lower[i] != l.constraints.Upper[i] {
			out.Active = append(out.Active, i)
		}
	}
}

// brake fills an output that calms the robot down, without a solution.
func (l *Law) brake(in *Input, out *Output) {
	out.Braking, out.Active = true, out.Active[:0]
	clear(out.Acceleration)
	clear(out.Torque)
	for i := range out.Forces {
		out.Forces[i] = [3]float64{}
	}
	for i, v := range in.Velocity {
		most := l.axes[i].acceleration * l.c.PeriodS
		out.Velocity[i] = math.Max(v-most, math.Min(v+most, 0))
	}
	l.c.Followers.Velocities(out.Velocity)
	if l.velocity {
		return
	}
	for i := range out.Torque {
		if !l.driven[i] {
			continue
		}
		tau := l.bias[i]
		for j, v := range in.Velocity {
			tau -= calming * l.mass[i*l.nv+j] * v
		}
		if e := l.c.Limits.Effort; e != nil {
			tau = math.Max(-e[i], math.Min(e[i], tau))
		}
		out.Torque[i] = tau
	}
}

// weightOf is what a limit adds to a proof, in size.
func (l *Law) weightOf(c qp.Clash) float64 {
	k := l.constraints
	limits := [2]float64{}
	if c.Row < k.Rows() {
		limits = [2]float64{k.Lower[c.Row], k.Upper[c.Row]}
	} else {
		limits = [2]float64{k.Min[c.Row-k.Rows()], k.Max[c.Row-k.Rows()]}
	}
	if c.Side == qp.Lower {
		return c.Weight * math.Abs(limits[0])
	}
	return c.Weight * math.Abs(limits[1])
}

// clash names the constraints of a proof; without one, the constraint that is missed the most.
func (l *Law) clash(proof *qp.Result, violated int) error {
	e := &InfeasibleError{}
	if proof == nil {
		e.Constraints = append(e.Constraints, l.constraints.Name(violated))
		return e
	}
	clash := slices.Clone(proof.Clash)
	slices.SortStableFunc(clash, func(a, b qp.Clash) int { return cmp.Compare(l.weightOf(b), l.weightOf(a)) })
	for _, c := range clash {
		e.Constraints = append(e.Constraints, fmt.Sprintf("%s (%s)", l.constraints.Name(c.Row), c.Side))
	}
	return e
}
