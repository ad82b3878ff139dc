package constrained

import (
	"cmp"
	"slices"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// fading is a row of a level that is in force in part only.
type fading struct {
	level, row         int
	activation, weight float64 // weight when it is wholly in force
}

// layersMost limits the solutions of one tick beside the one without any row that fades. Where more
// rows fade at once, each to another share, those that are the closest are taken together.
const layersMost = 8

// solveFading solves the hierarchy where rows fade: without any of them, then with those of the
// greatest activation, and so on to all of them, and writes the blend of the solutions. It returns
// the last result, or the first that is no solution.
func (l *Law) solveFading() (r *qp.CascadeResult, iterations, reached int) {
	slices.SortStableFunc(l.fading, func(a, b fading) int {
		return cmp.Or(cmp.Compare(b.activation, a.activation), cmp.Compare(a.level, b.level), cmp.Compare(a.row, b.row))
	})
	l.gather()
	clear(l.blend)
	for _, f := range l.fading {
		l.tasks[f.level].Weight[f.row] = 0
	}
	above, reached := 1.0, len(l.tasks)
	for i := 0; ; i++ {
		below := 0.0
		if i < len(l.fading) {
			below = l.fading[i].activation
		}
		if below < above {
			r = l.cascade.Solve()
			iterations, reached = iterations+r.Iterations, min(reached, r.Reached)
			if !solved(r) {
				return r, iterations, reached
			}
			for j, x := range r.X {
				l.blend[j] += (above - below) * x
			}
		}
		if i == len(l.fading) {
			return r, iterations, reached
		}
		f := &l.fading[i]
		l.tasks[f.level].Weight[f.row] = f.weight
		above = below
	}
}

// gather takes neighbours among the rows that fade together until there are no more than layersMost
// different activations.
func (l *Law) gather() {
	for {
		layers, closest, least := 0, 0, 1.0
		for i, f := range l.fading {
			if i > 0 && f.activation == l.fading[i-1].activation {
				continue
			}
			if layers++; i > 0 && l.fading[i-1].activation-f.activation < least {
				closest, least = i, l.fading[i-1].activation-f.activation
			}
		}
		if layers <= layersMost {
			return
		}
		for i, from := closest, l.fading[closest].activation; i < len(l.fading) && l.fading[i].activation == from; i++ {
			l.fading[i].activation = l.fading[closest-1].activation
		}
	}
}

// solved reports whether a result is one that a robot can follow.
func solved(r *qp.CascadeResult) bool {
	return r.Status == qp.Optimal || r.Status == qp.Inexact || r.Status == qp.IterationLimit && r.Reached > 0
}
