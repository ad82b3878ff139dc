package taskspace

import (
	"fmt"
	"math"
)

// samples is how many states Bind looks at to learn the size of whitened rows.
const samples = 16

// measureScales finds the size that each component's whitened rows have on this robot: the
// geometric mean of the singular values of L^-T J^T, where M = L^T L, over a fixed sample of
// states. Components of the same unit share theirs, and a task of selected components has that of
// all: a row that a singular posture makes small stays small against it.
func (e *Evaluator) measureScales() error {
	w, m := e.binding.Model.NewWorkspace(), e.binding.Model
	q, v := make([]float64, e.nq), make([]float64, e.nv)
	random := uint64(0x9e3779b97f4a7c15)
	uniform := func() float64 {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		return float64(random>>11) / (1 << 53)
	}
	all := make([][]sizes, len(e.tasks))
	for i, b := range e.tasks {
		all[i] = make([]sizes, b.n)
	}
	for range samples {
		if err := m.RandomPosition(q, uniform); err != nil {
			return err
		}
		e.intoLimits(q, uniform)
		e.binding.Followers.Positions(q)
		if err := w.SetState(q, v); err != nil {
			return err
		}
		if err := e.factorMass(w); err != nil {
			return fmt.Errorf("%w: the model has no mass matrix that tasks could use: %w", ErrTask, err)
		}
		for i := range e.frames {
			if err := e.frames[i].evaluate(w); err != nil {
				return err
			}
			e.binding.Followers.Lead(e.frames[i].jacobian, e.nv)
		}
		for i, b := range e.tasks {
			if err := b.sample(e, w, all[i]); err != nil {
				return err
			}
		}
	}
	for i, b := range e.tasks {
		for c := range b.scale {
			b.scale[c] = all[i][c].mean()
		}
	}
	return nil
}

// intoLimits moves joints with limits on both sides into them.
func (e *Evaluator) intoLimits(q []float64, uniform func() float64) {
	lo, hi := e.binding.PositionMin, e.binding.PositionMax
	if lo == nil || hi == nil {
		return
	}
	for i := range e.binding.Model.NumBodies() {
		body := e.binding.Model.Body(i)
		if body.Kind.Velocities() != 1 {
			continue
		}
		p, _ := e.binding.Model.PositionRange(i)
		k, _ := e.binding.Model.VelocityRange(i)
		if !math.IsInf(lo[k], 0) && !math.IsInf(hi[k], 0) {
			q[p] = lo[k] + uniform()*(hi[k]-lo[k])
		}
	}
}
