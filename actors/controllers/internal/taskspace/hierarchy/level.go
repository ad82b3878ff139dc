package hierarchy

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

const (
	// floor is the size, against the rows' Scale, below which what projection leaves of a row is
	// rounding, and no direction.
	floor = 1e-10
	// shrunk is the square of the share of a row's norm that projection must leave for it to be
	// done once only: a row that shrank more carries rounding along the directions it was freed of.
	shrunk = 1e-4
	// gradualRegion is the singular value from which on a direction of a level with rows that fade
	// is fully its own.
	gradualRegion = 0.3
	// lightest is the least weight against the greatest of a level: squares of rows that counted
	// less would be rounding.
	lightest = 1e-10
	// contactRegion is the singular region of contacts: they are given up only where they are
	// redundant.
	contactRegion = 1e-6
)

// level adds one level of tasks.
func (l *Law) level(v *taskspace.Level, report *LevelReport) {
	switch {
	case l.exhausted:
		l.nothing(v, report)
		return
	case v.Identity:
		l.settle(v, report)
		return
	}
	m := v.Rows
	report.begin(m)
	clear(l.du)
	if m == 0 {
		return
	}
	l.weigh(v)
	l.whitenLevel(v)
	rule := damping{l.config.SingularRegion, l.config.Damping}
	met := false
	if v.Gradual {
		rule = damping{gradualRegion, gradualRegion}
	} else if l.directed == 0 {
		l.aim(v)
		met = l.meet(m, rule.region, report)
	}
	if !met {
		first := l.stack.tiles
		l.release()
		l.unpack(first, m)
		l.scale(v)
		l.solve(m, rule, report)
	}
}

// begin empties the report of a level of m rows.
func (r *LevelReport) begin(m int) {
	r.Rows, r.Rank, r.Lost, r.Damped, r.Exact = m, 0, 0, 0, false
	r.Smallest, r.Largest, r.Condition = 0, 0, 1
	r.Missing = r.Missing[:m]
	clear(r.Missing)
}

// weigh finds what the level's rows are multiplied with, the inverse of their Scale, and their
// weights against the greatest. Rank and conditioning are those of the rows without weights.
func (l *Law) weigh(v *taskspace.Level) {
	weightiest := 0.0
	for _, w := range v.Weight {
		if w > weightiest {
			weightiest = w
		}
	}
	scale, factors, weights := v.Scale[:len(v.Weight)], l.factors[:len(v.Weight)], l.weights[:len(v.Weight)]
	l.uneven = false
	for i, w := range v.Weight {
		if !(w > 0 && w <= math.MaxFloat64) {
			l.weightless = true
		}
		k := 1.0
		if !v.Gradual {
			k = 1 / scale[i]
		}
		weights[i] = 1
		if w != weightiest {
			weights[i], l.uneven = math.Max(w/weightiest, lightest), true
		}
		factors[i] = k
	}
}

// whitenLevel whitens the level's rows into tiles behind those that are held.
func (l *Law) whitenLevel(v *taskspace.Level) {
	s := &l.stack
	for i, t := 0, s.tiles; i < v.Rows; i, t = i+3, t+1 {
		factors := &column{1, 1, 1}
		if !v.Gradual { // the norm of rows that fade is to be known
			factors = (*column)(l.factors[i:])
		}
		x0, x1, x2 := l.threeRows(v.Jacobian, i, v.Rows)
		s.width[t] = min(l.n, l.whiten(s.columns[t*s.wide:(t+1)*s.wide], x0, x1, x2, factors))
	}
}

// unpack writes m rows from tiles into rows.
func (l *Law) unpack(tile, m int) {
	for i := 0; i < m; i, tile = i+3, tile+1 {
		l.spread(i, l.stack.tile(tile), min(3, m-i))
	}
}

// aim reports what the rows in the tiles of the level are to be.
func (l *Law) aim(v *taskspace.Level) {
	acceleration, drift, factors := v.Acceleration, v.Drift[:len(v.Acceleration)], l.factors[:len(v.Acceleration)]
	for t := l.stack.tiles; len(factors) > 0; t++ {
		goal := &l.stack.goal[t]
		if len(factors) < 3 {
			*goal = column{}
			for k, f := range factors {
				goal[k] = f * (acceleration[k] - drift[k])
			}
			return
		}
		goal[0], goal[1], goal[2] = factors[0]*(acceleration[0]-drift[0]), factors[1]*(acceleration[1]-drift[1]), factors[2]*(acceleration[2]-drift[2])
		acceleration, drift, factors = acceleration[3:], drift[3:], factors[3:]
	}
}

// scale readies rows for orthogonalisation: it brings those of a level with rows that fade to the
// share of their norm that is in force, of their Scale where they are singular or nothing but
// rounding, and finds what they miss.
func (l *Law) scale(v *taskspace.Level) {
	for i := range v.Rows {
		row := l.rows[i*l.stride : (i+1)*l.stride]
		l.odd = l.odd || l.factors[i] == 0
		if v.Gradual {
			norm := math.Max(math.Sqrt(dot(row, row)), l.config.SingularRegion*v.Scale[i])
			k := l.factors[i] * v.Activation[i] / norm
			for c := range row {
				row[c] *= k
			}
			l.factors[i] = k
		}
		l.missing[i] = l.factors[i]*(v.Acceleration[i]-v.Drift[i]) - dot(row, l.u)
	}
}

// damping reports which singular values are damped, and how much at most.
type damping struct{ region, most float64 }

// of returns lambda squared for a singular value squared.
func (d damping) of(square float64) float64 {
	edge := d.region * d.region
	if square >= edge {
		return 0
	}
	return (1 - square/edge) * d.most * d.most
}

// solve moves u to what the m rows miss of their goal, as far as the levels before leave room, and
// takes their directions. It leaves the move in du.
func (l *Law) solve(m int, rule damping, report *LevelReport) {
	clear(l.du)
	if m == 0 {
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
			report.Missing[i] = (l.missing[i] - dot(l.rows[i*l.stride:(i+1)*l.stride], l.du)) / l.factors[i]
		}
	}
}

// orthogonalise projects the rows on what the levels before left, and makes them orthogonal: rows A
// = T Q, A what they left. Q goes behind the directions that are taken, T into triangle, m x rank;
// a row of which nothing is left adds none.
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
			l.odd = l.odd || size != size
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

// reduce takes the first directions out of q by their shares, one after the other; again only those
// that are taken whole.
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

// substitute solves T w = missing where T is square and certainly has no singular value below the
// region, and moves du to it. It reports whether it did. 1/|T^-1|, by the Frobenius norm, is at
// most the smallest singular value.
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

// settle is a level whose Jacobian is the identity: u goes where it wants, in all that the levels
// before left.
func (l *Law) settle(v *taskspace.Level, report *LevelReport) {
	n := l.n
	wanted := l.solution[:n]
	for i := range wanted {
		wanted[i] = v.Acceleration[i] - v.Drift[i]
	}
	l.turnIn(l.du, wanted)
	switch {
	case l.stack.tiles > 0: // of which u is made up: nothing of it is left
		l.withdraw(l.du)
	case l.partial:
		addScaled(l.du, l.u, -1)
		l.through(l.du, l.directed)
	default:
		addScaled(l.du, l.u, -1)
		project(l.du, l.basis[:l.directed*l.stride], nil)
	}
	for i := range l.du {
		l.u[i] += l.du[i]
	}
	taken := float64(l.stack.rows)
	for _, s := range l.share[:l.directed] {
		taken += s
	}
	report.begin(n)
	report.Rank = max(0, n-int(math.Round(taken)))
	report.Lost = n - report.Rank
	report.Smallest, report.Largest, report.Exact = 1, 1, true
	l.back(l.final, l.u)
	for i, a := range l.final {
		report.Missing[i] = wanted[i] - a
	}
	l.exhausted = true
}

// nothing is a level below one that has taken everything.
func (l *Law) nothing(v *taskspace.Level, report *LevelReport) {
	n := l.n
	report.begin(v.Rows)
	report.Lost = v.Rows
	clear(l.du)
	for i := range v.Rows {
		x := v.Acceleration[i] - v.Drift[i]
		for c, j := range v.Jacobian[i*n : i*n+n] {
			x -= j * l.final[c]
		}
		report.Missing[i] = x
		l.odd = l.odd || !(math.Abs(x) <= math.MaxFloat64)
	}
}
