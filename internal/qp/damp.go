package qp

import "math"

const (
	// damped limits the directions of one level that are damped.
	damped = 3
	// atEdge is by how much of it a direction may be below the edge and count as at it: one that
	// was damped is at the edge, except for rounding.
	atEdge = 1e-12
)

// damp adds rows to level l that lead its weakest directions to Calm (S. Chiaverini,
// Singularity-robust task-priority redundancy resolution, IEEE Transactions on Robotics and
// Automation 13, 1997, here in the lost direction only). The weight grows from nothing at the edge
// of the region to that of the edge itself.
//
// The rows' importance does not decide which directions are weak: a row that counts little is no
// singularity. What is damped goes as far as it would among rows that count the same, see counts.
func (k *Cascade) damp(l int) bool {
	v, judge := &k.reveal, k.judge()
	edge := k.Region * judge.greatest
	if v.rank == 0 || !k.Damp[l] || !(judge.least < 4*edge) {
		return true
	}
	k.toward(k.Calm, k.step)
	for range min(damped, v.rank) {
		direction := v.next()[:v.rank]
		value := judge.weakest(direction)
		if !(value < edge*(1-atEdge)) {
			break
		}
		left := 1 - value*value/(edge*edge)
		weight := edge * math.Sqrt(left)
		k.sharing.keep(direction, left)
		if k.uneven {
			row := judge.next()
			for i, x := range direction {
				row[i] = weight * x
			}
			judge.foldRow(judge.rows)
			weight *= k.counts(direction, value)
		}
		v.goal[v.rows] = 0
		for i := range direction {
			direction[i] *= weight
			v.goal[v.rows] += direction[i] * k.step[i]
		}
		if !finite(v.goal[v.rows]) {
			return k.fail(PartMagnitude, -1, 0)
		}
		v.foldRow(v.rows)
		k.result.Levels[l].Damped++
	}
	return true
}

// judge is what reports how a level is conditioned.
func (k *Cascade) judge() *reveal {
	if k.uneven {
		return &k.bare
	}
	return &k.reveal
}

// lay makes bare of the rows of level l, without their importance, if that differs among them.
func (k *Cascade) lay(l int) {
	if !k.uneven {
		return
	}
	v, b, importance := &k.reveal, &k.bare, k.levels[l].Importance
	b.start(v.variables)
	b.rank, b.rows = v.rank, v.rows
	for i := range v.rows {
		share := 1 / math.Sqrt(importance[v.mark[i]])
		row := b.b[i*b.cols:][:b.cols]
		clear(row)
		for j, x := range v.b[i*v.cols:][:v.rank] {
			row[j] = share * x
		}
		if i < v.rank {
			length := math.Abs(row[i])
			b.greatest, b.least = max(b.greatest, length), min(b.least, length)
		}
	}
	b.fold()
}

// counts is what a direction counts in T, all others giving way to it, over what it makes of its
// length without importance: 1/|T⁻ᵀ v| over the value, a Schur complement of TᵀT.
func (k *Cascade) counts(direction []float64, value float64) float64 {
	x := k.bare.d[:len(direction)]
	copy(x, direction)
	k.reveal.divide(x)
	return 1 / (value * math.Sqrt(inner(x, x)))
}
