package taskspace

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// grow raises the squares in b.scale to what the workspace's state has.
func (b *bound) grow(e *Evaluator, w *rigidbody.Workspace, half []float64) error {
	square := func(row []float64) (sum float64, err error) {
		if err = w.HalfSolve(half, row); err != nil {
			return 0, err
		}
		for _, x := range half {
			sum += x * x
		}
		return sum, nil
	}
	switch b.task.Kind {
	case Posture, JointLimits:
		row, c := make([]float64, e.nv), 0
		for i := range b.joints {
			for k := range b.joints[i].shape.Velocities() {
				clear(row)
				row[b.joints[i].v+k] = 1
				s, err := square(row)
				if err != nil {
					return err
				}
				b.scale[c] = math.Max(b.scale[c], s)
				c++
			}
		}
		return nil
	case Gaze: // about as an angle of the frame
		s, err := b.half(e.frames[b.frame].jacobian[3*e.nv:], e.nv, square)
		b.scale[0] = math.Max(b.scale[0], s)
		b.scale[1] = b.scale[0]
		return err
	}
	var y quantity
	if err := b.quantity(e, w, &y); err != nil {
		return err
	}
	first, count := b.task.Kind.spatial()
	rows := make([]float64, 3*e.nv)
	for start := 0; start < count; start += 3 {
		angular := first+start >= 3
		for k := range 3 {
			var axis vec3
			axis[k] = 1
			writeRow(rows[k*e.nv:k*e.nv+e.nv], &y, axis, angular, len(y.jacobian) == 3*e.nv)
		}
		s, err := b.half(rows, e.nv, square)
		if err != nil {
			return err
		}
		for k := range 3 {
			b.scale[start+k] = math.Max(b.scale[start+k], s)
		}
	}
	return nil
}

// half gives the greatest square of three rows.
func (b *bound) half(rows []float64, nv int, square func([]float64) (float64, error)) (greatest float64, err error) {
	for k := range 3 {
		s, err := square(rows[k*nv : k*nv+nv])
		if err != nil {
			return 0, err
		}
		greatest = math.Max(greatest, s)
	}
	return greatest, nil
}
