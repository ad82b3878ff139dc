package planning

import (
	"errors"
	"fmt"
	"math"
)

// Check is what CheckPath finds.
type Check struct {
	// Status is Solved for a path that is free, StartOutOfLimits, StartInCollision or PathInCollision.
	Status Status
	// Free is the number of motions from the start that are free.
	Free int
	// Detail explains the status for people.
	Detail string
}

// CheckPath checks a path with a space, for example once more before its execution, or after an
// obstacle has moved. The error reports misuse.
func CheckPath(space Space, path Path) (Check, error) {
	if space == nil || len(path) == 0 {
		return Check{}, errors.New("planning: a check needs a space and a path of at least one configuration")
	}
	dim := space.Dim()
	all := []error{checkSpace(0, space, dim)}
	for i, q := range path {
		all = append(all, checkConfiguration(fmt.Sprintf("configuration %d of the path", i), q, dim))
	}
	if err := errors.Join(all...); err != nil {
		return Check{}, err
	}
	for i, q := range path {
		for j, v := range q {
			if lower, upper := space.Lower()[j], space.Upper()[j]; v < lower || v > upper {
				status := PathInCollision
				if i == 0 {
					status = StartOutOfLimits
				}
				return Check{status, max(i-1, 0), fmt.Sprintf("degree of freedom %d of configuration %d of the path is %g; the limits are %g .. %g", j, i, v, lower, upper)}, nil
			}
		}
		if i == 0 && !space.Free(q) {
			return Check{StartInCollision, 0, explain(space, q)}, nil
		}
		if i > 0 && !space.FreeEdge(path[i-1], q) {
			return Check{PathInCollision, i - 1, fmt.Sprintf("the motion to configuration %d is not free: %s", i, explainMotion(space, path[i-1], q))}, nil
		}
	}
	return Check{Solved, len(path) - 1, ""}, nil
}

// explainMotion explains the first of some points of a motion that is not free.
func explainMotion(space Space, a, b []float64) string {
	const points = 64
	q := make([]float64, len(a))
	for k := range points + 1 {
		if Between(q, a, b, float64(k)/points); !space.Free(q) {
			return explain(space, q)
		}
	}
	return ""
}

// FreeUntil returns the time up to which the trajectory is free, from a time on, checked at points
// at most step apart, s; the duration where the rest is free. It does not check the limits of
// position.
func (t *Trajectory) FreeUntil(space Space, from, step float64) (until float64, err error) {
	if space.Dim() != t.dim || !(step > 0) {
		return 0, fmt.Errorf("planning: a trajectory of %d degrees of freedom is checked in a space of %d every %g s; expected equal numbers and a positive step", t.dim, space.Dim(), step)
	}
	from = min(max(from, 0), t.length)
	n := math.Ceil((t.length - from) / step)
	q := make([]float64, t.dim)
	until = from
	for k := 0.0; k <= n; k++ {
		time := min(from+k*step, t.length)
		if t.At(time, q, nil, nil); !space.Free(q) {
			return until, nil
		}
		until = time
	}
	return t.length, nil
}
