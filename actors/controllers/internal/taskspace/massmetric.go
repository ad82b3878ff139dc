package taskspace

import (
	"errors"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// factorMass readies whiten for the state of a workspace. Where joints follow others the mass
// matrix is G^T M G, which is sparse in other places than that of the tree: its factor is a plain
// one.
func (e *Evaluator) factorMass(w *rigidbody.Workspace) error {
	f, n := e.binding.Followers, e.nv
	switch {
	case e.binding.Kinematic:
		return nil
	case len(f) == 0:
		return w.Factor()
	}
	if e.factor == nil {
		e.factor = make([]float64, n*n)
	}
	c := e.factor
	if err := w.MassMatrix(c); err != nil {
		return err
	}
	f.Matrix(c, n)
	for i := range n { // C C^T, C lower triangular, row by row
		for j := range i + 1 {
			sum := c[i*n+j]
			for k := range j {
				sum -= c[i*n+k] * c[j*n+k]
			}
			switch {
			case j < i:
				c[i*n+j] = sum / c[j*n+j]
			case !(sum > 0):
				return errors.New("some joint moves no inertia; expected inertias of the links that a joint and those that follow it move")
			default:
				c[i*n+i] = math.Sqrt(sum)
			}
		}
	}
	return nil
}

// whiten makes a row j, without entries of followers, L^-T j^T, up to a rotation: its products with
// other such rows are those in the inverse of the mass matrix.
func (e *Evaluator) whiten(w *rigidbody.Workspace, row []float64) error {
	switch {
	case e.binding.Kinematic:
		e.binding.Followers.Clear(row)
		return nil
	case len(e.binding.Followers) == 0:
		return w.HalfSolve(row, row)
	}
	e.binding.Followers.Clear(row)
	n, c := e.nv, e.factor
	for i := range row {
		for k := range i {
			row[i] -= c[i*n+k] * row[k]
		}
		row[i] /= c[i*n+i]
	}
	return nil
}
