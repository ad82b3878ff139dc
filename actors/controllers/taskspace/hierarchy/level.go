package hierarchy

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/taskspace"
)

const (
	// floor is the size, against the rows' Scale, below which what projection leaves of a row is rounding, and no direction.
	floor = 1e-10
	// shrunk is the square of the share of a row's norm that projection must leave for it to be done once only: a row that
	// shrank more carries rounding along the directions it was freed of.
	shrunk = 1e-4
	// gradualRegion is the singular value from which on a direction of a level with rows that fade is fully its own.
	gradualRegion = 0.3
	// contactRegion is the singular region of contacts: they are given up only where they are redundant.
	contactRegion = 1e-6
)

// level adds one level of tasks.
func (l *Law) level(v *taskspace.Level, report *LevelReport) {
	m, n, s := v.Rows, l.n, l.stride
	switch {
	case l.exhausted:
		l.nothing(v, report)
		return
	case v.Identity:
		l.settle(v, report)
		return
	}
	l.whitenRows(v.Jacobian, m)
	weightiest := 0.0
	for _, w := range v.Weight {
		if w > weightiest {
			weightiest = w
		}
	}
	for i := range m {
		row := l.rows[i*s : i*s+s]
		size := v.Scale[i]
		if v.Gradual {
			size = math.Sqrt(dot(row, row)) / v.Activation[i]
		}
		k := 1 / size
		if w := v.Weight[i]; w != weightiest {
			k *= math.Sqrt(w / weightiest)
		}
		for c := range row {
			row[c] *= k
		}
		l.size[i] = 1 / k
		l.missing[i] = k*(v.Acceleration[i]-v.Drift[i]) - dot(row, l.u)
	}
	rule := damping{l.config.SingularRegion, l.config.Damping}
	if v.Gradual {
		rule = damping{gradualRegion, gradualRegion}
	}
	l.solve(m, rule, report)
	l.effort(report.Effort[:n], l.du)
}

// whitenRows fills l.rows from a Jacobian of m rows.
func (l *Law) whitenRows(jacobian []float64, m int) {
	n, s, i := l.n, l.stride, 0
	for ; i+3 <= m; i += 3 {
		l.whitenThree(l.rows[i*s:], jacobian[i*n:])
	}
	for ; i < m; i++ {
		l.whiten(l.rows[i*s:], jacobian[i*n:])
	}
}

// damping says which singular values are damped, and how much at most.
type damping struct{ region, most float64 }

// of gives lambda squared for a singular value squared.
func (d damping) of(square float64) float64 {
	edge := d.region * d.region
	if square >= edge {
		return 0
	}
	return (1 - square/edge) * d.most * d.most
}

// solve moves u to what the m rows miss of their goal, as far as the levels before leave room, and takes their
// directions. It leaves the move in du.
func (l *Law) solve(m int, rule damping, report *LevelReport) {
	report.Rows, report.Rank, report.Lost, report.Damped, report.Exact = m, 0, m, 0, false
	report.Smallest, report.Largest, report.Condition = 0, 0, 1
	report.Missing = report.Missing[:m]
	clear(l.du)
	clear(report.Missing)
	if m == 0 {
		report.Lost = 0
		return
	}
	first := l.directed
	rank := l.orthogonalise(m)
	if rank == m && l.substitute(m, first, rule.region, report) {
		report.Rank, report.Lost = m, 0
		l.directed += rank
	} else {
		l.decompose(m, rank, first, rule, report)
	}
	if l.partial {
		l.through(l.du, first)
	}
	for i := range l.u {
		l.u[i] += l.du[i]
	}
	if report.Lost > 0 || report.Damped > 0 {
		for i := range m {
			report.Missing[i] = l.size[i] * (l.missing[i] - dot(l.rows[i*l.stride:(i+1)*l.stride], l.du))
		}
	}
}

// orthogonalise projects the rows on what the levels before left, and makes them orthogonal: rows A = T Q, A what they left.
// Q goes behind the directions that are taken, T into triangle, m x rank; a row of which nothing is left adds none.
func (l *Law) orthogonalise(m int) (rank int) {
	s, first := l.stride, l.directed
	for i := range m {
		t := l.triangle[i*l.rowsMax : i*l.rowsMax+m]
		clear(t)
		q := l.basis[(first+rank)*s : (first+rank+1)*s]
		copy(q, l.rows[i*s:i*s+s])
		before := dot(q, q)
		if l.partial {
			l.reduce(q, first, false)
		} else {
			project(q, l.basis[:first*s], nil)
		}
		project(q, l.basis[first*s:(first+rank)*s], t)
		after := dot(q, q)
		if after < shrunk*before {
			if l.partial {
				l.reduce(q, first, true)
			} else {
				project(q, l.basis[:first*s], nil)
			}
			project(q, l.basis[first*s:(first+rank)*s], t)
			after = dot(q, q)
		}
		size := math.Sqrt(after)
		if !(size > floor) {
			continue
		}
		k := 1 / size
		t[rank], l.scaled[rank] = size, k
		for c := range q {
			q[c] *= k
		}
		rank++
	}
	return rank
}

// reduce takes the first directions out of q by their shares, one after the other; again only those that are taken whole.
func (l *Law) reduce(q []float64, first int, again bool) {
	s := l.stride
	for j := range first {
		if again && l.share[j] != 1 {
			continue
		}
		v := l.basis[j*s : j*s+s]
		addScaled(q, v, -l.share[j]*dot(q, v))
	}
}

// substitute solves T w = missing where T is square and certainly has no singular value below the region, and moves du to
// it. It tells whether it did. 1/|T^-1|, by the Frobenius norm, is at most the smallest singular value.
func (l *Law) substitute(m, first int, region float64, report *LevelReport) bool {
	x := l.turned // T^-1, lower triangular, m x m
	norm, inverseNorm := 0.0, 0.0
	for i := range m {
		t := l.triangle[i*l.rowsMax : i*l.rowsMax+m]
		d := l.scaled[i]
		for j := range i {
			sum := 0.0
			for k := j; k < i; k++ {
				sum += t[k] * x[k*m+j]
			}
			x[i*m+j] = -sum * d
			norm += t[j] * t[j]
			inverseNorm += sum * sum * d * d
		}
		x[i*m+i] = d
		norm += t[i] * t[i]
		inverseNorm += d * d
	}
	if !(inverseNorm*region*region <= 1) {
		return false
	}
	for i := range m {
		w := 0.0
		for j := range i + 1 {
			w += x[i*m+j] * l.missing[j]
		}
		l.share[first+i] = 1
		addScaled(l.du, l.basis[(first+i)*l.stride:(first+i+1)*l.stride], w)
	}
	report.Smallest, report.Largest = 1/math.Sqrt(inverseNorm), math.Sqrt(norm)
	report.Condition = report.Largest / report.Smallest
	return true
}

// through applies what the first levels left to du, from the last of them to the first.
func (l *Law) through(du []float64, first int) {
	s := l.stride
	for j := first - 1; j >= 0; j-- {
		v := l.basis[j*s : j*s+s]
		addScaled(du, v, -l.share[j]*dot(du, v))
	}
}

// settle is a level whose Jacobian is the identity: u goes where it wants, in all that the levels before left.
func (l *Law) settle(v *taskspace.Level, report *LevelReport) {
	n := l.n
	wanted := l.solution[:n]
	for i := range wanted {
		wanted[i] = v.Acceleration[i] - v.Drift[i]
	}
	l.turnIn(l.du, wanted)
	for i := range l.du {
		l.du[i] -= l.u[i]
	}
	if l.partial {
		l.through(l.du, l.directed)
	} else {
		project(l.du, l.basis[:l.directed*l.stride], nil)
	}
	for i := range l.du {
		l.u[i] += l.du[i]
	}
	taken := 0.0
	for _, s := range l.share[:l.directed] {
		taken += s
	}
	rank := max(0, n-int(math.Round(taken)))
	*report = LevelReport{Rows: n, Rank: rank, Lost: n - rank, Condition: 1, Smallest: 1, Largest: 1, Exact: true,
		Missing: report.Missing[:n], Effort: report.Effort}
	l.effort(report.Effort[:n], l.du)
	l.back(l.final, l.u)
	for i, a := range l.final {
		report.Missing[i] = wanted[i] - a
	}
	l.exhausted = true
}

// nothing is a level below one that has taken everything.
func (l *Law) nothing(v *taskspace.Level, report *LevelReport) {
	n := l.n
	*report = LevelReport{Rows: v.Rows, Lost: v.Rows, Condition: 1, Missing: report.Missing[:v.Rows], Effort: report.Effort}
	clear(report.Effort)
	for i := range v.Rows {
		x := v.Acceleration[i] - v.Drift[i]
		for c, j := range v.Jacobian[i*n : i*n+n] {
			x -= j * l.final[c]
		}
		report.Missing[i] = x
	}
}
