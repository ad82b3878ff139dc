package taskspace

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// sizes collects logarithms of the singular values of one component's whitened rows.
type sizes struct {
	sum   float64
	count int
}

func (s *sizes) add(value float64) {
	s.sum += math.Log(value)
	s.count++
}

// mean returns the geometric mean; 1 for rows that nothing can move.
func (s *sizes) mean() float64 {
	if s.count == 0 {
		return 1
	}
	return math.Exp(s.sum / float64(s.count))
}

// sample adds what the workspace's state has to the sizes of the task's components.
func (b *bound) sample(e *Evaluator, w *rigidbody.Workspace, all []sizes) error {
	rows := make([]float64, 3*e.nv)
	switch b.task.Kind {
	case Posture, JointLimits:
		c := 0
		for i := range b.joints {
			for k := range b.joints[i].shape.Velocities() {
				clear(rows)
				rows[b.joints[i].column+k] = b.joints[i].pace
				if err := e.sampleRows(w, rows[:e.nv], all[c:c+1]); err != nil {
					return err
				}
				c++
			}
		}
		return nil
	case Gaze: // an angle of the frame
		copy(rows, e.frames[b.frame].jacobian[3*e.nv:])
		return e.sampleRows(w, rows, all)
	}
	reach := b.reach(w)
	var y quantity
	if err := b.quantity(e, w, &y); err != nil {
		return err
	}
	first, count := b.task.Kind.spatial()
	for start := 0; start < count; start += 3 {
		angular := first+start >= 3
		for k := range 3 {
			writeRow(rows[k*e.nv:k*e.nv+e.nv], &y, unitVector(k), angular)
		}
		if greatest(rows) <= rounding*b.origin(w, reach, angular) {
			continue // nothing moves it: these are sizes of rounding
		}
		if err := e.sampleRows(w, rows, all[start:start+3]); err != nil {
			return err
		}
	}
	return nil
}

// rounding is the share of what rows are computed from below which they say nothing.
const rounding = 1e-12

// reach is how far from the origin of the world the robot and the task's point are, m.
func (b *bound) reach(w *rigidbody.Workspace) float64 {
	far := 0.0
	for i := range w.Model().NumBodies() {
		p := w.Pose(i).P
		far = max(far, greatest(p[:]))
	}
	return far + greatest(b.task.Point[:])
}

// origin is the size of what rows are computed from: ways in the world for places, 1 for angles,
// and masses that move so for momentum.
func (b *bound) origin(w *rigidbody.Workspace, reach float64, angular bool) float64 {
	switch {
	case b.task.Kind == Momentum && angular:
		return w.Model().Mass() * reach * reach
	case b.task.Kind == Momentum:
		return w.Model().Mass() * reach
	case angular:
		return 1
	default:
		return reach
	}
}

// greatest is the greatest size of a number.
func greatest(numbers []float64) (most float64) {
	for _, x := range numbers {
		most = max(most, math.Abs(x))
	}
	return most
}

// sampleRows whitens rows, makes them orthogonal by rotations, and adds their norms, the singular
// values, to every component that the rows stand for. A direction that the robot cannot move adds
// nothing.
func (e *Evaluator) sampleRows(w *rigidbody.Workspace, rows []float64, all []sizes) error {
	nv := e.nv
	count := len(rows) / nv
	for i := range count {
		if err := e.whiten(w, rows[i*nv:i*nv+nv]); err != nil {
			return err
		}
	}
	for range 12 { // sweeps; they converge quadratically
		for i := range count {
			for j := i + 1; j < count; j++ {
				rotateRows(rows[i*nv:i*nv+nv], rows[j*nv:j*nv+nv])
			}
		}
	}
	greatest := 0.0
	norms := make([]float64, count)
	for i := range norms {
		for _, x := range rows[i*nv : i*nv+nv] {
			norms[i] += x * x
		}
		norms[i] = math.Sqrt(norms[i])
		greatest = math.Max(greatest, norms[i])
	}
	for _, n := range norms {
		if n > 1e-6*greatest {
			for c := range all {
				all[c].add(n)
			}
		}
	}
	return nil
}

// rotateRows turns two rows in their plane until they are orthogonal.
func rotateRows(a, b []float64) {
	var aa, bb, ab float64
	for k, x := range a {
		aa += x * x
		bb += b[k] * b[k]
		ab += x * b[k]
	}
	if ab == 0 {
		return
	}
	zeta := (bb - aa) / (2 * ab)
	t := math.Copysign(1/(math.Abs(zeta)+math.Hypot(1, zeta)), zeta)
	cos := 1 / math.Hypot(1, t)
	for k, x := range a {
		a[k], b[k] = cos*(x-t*b[k]), cos*(t*x+b[k])
	}
}
