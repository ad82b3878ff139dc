package qp

import (
	"math"
)

// level solves level l, or what is left free behind the last. It returns false where the point
// reached before is as far as it goes.
func (k *Cascade) level(l int) bool {
	v := &k.reveal
	last := l == len(k.levels)
	k.uneven = false
	v.start(k.free())
	k.fresh = len(k.soft)
	if !last {
		if !k.gather(l) {
			return false
		}
		if k.free() == 1 {
			v.balance(k.Rank)
		} else {
			v.factor(k.free(), k.Rank)
			k.lay(l)
			v.fold()
			k.turn()
		}
		if !k.damp(l) || !k.pay() {
			return false
		}
	}
	if !k.hold(l) && !k.programme(l) {
		return false
	}
	if last {
		copy(k.result.X, k.x)
		return k.review()
	}
	if !k.report(l) {
		return false
	}
	k.take()
	k.freeze()
	return true
}

// gather brings the rows of level l that want one value into the free variables, and lists those
// that are wanted within limits.
func (k *Cascade) gather(l int) bool {
	v, tasks := &k.reveal, k.levels[l]
	mulRows(k.values[:padded(tasks.m)], k.x, tasks.a, tasks.stride)
	one := k.free() == 1
	importance := 0.0
	if one {
		mulRows(k.along[:padded(tasks.m)], k.basis[k.gone*k.stride:][:k.stride], tasks.a, tasks.stride)
	}
	for i := range tasks.m {
		if !tasks.valid(i) {
			return k.fail(PartLimit, l, i)
		}
		w := tasks.Weight[i]
		if w == 0 {
			continue
		}
		a := tasks.a[i*tasks.stride:][:tasks.stride]
		size := w * dot(a, a)
		if !(size <= math.MaxFloat64) {
			return k.fail(PartRow, l, i)
		}
		if tasks.Lower[i] != tasks.Upper[i] {
			k.soft = append(k.soft, soft{l, i})
			continue
		}
		if one {
			v.lay(k.along[i], tasks.Lower[i]-k.values[i], size, w)
			continue
		}
		if share := tasks.Importance[i]; importance == 0 {
			importance = share
		} else if share != importance {
			k.uneven = true
		}
		row := v.next()
		k.project(row, a, 0)
		v.push(tasks.Lower[i]-k.values[i], size, w, i)
	}
	return true
}

// toward writes the step in the free variables that comes the closest to a point into y.
func (k *Cascade) toward(point, y []float64) {
	clear(y)
	for j, v := range point {
		k.next[j] = v - k.x[j]
	}
	mulRows(y[:padded(k.free())], k.next, k.basis[k.gone*k.stride:], k.stride)
}

// evaluate computes the rows of the constraints at a point.
func (k *Cascade) evaluate(point []float64) {
	c := k.c
	for i := 0; i < c.m; i += width {
		from, to := c.from[i], c.to[i]
		for at := i + 1; at < min(i+width, c.m); at++ {
			from, to = min(from, c.from[at]), max(to, c.to[at])
		}
		mulRows(k.values[i:i+width], point[from:to], c.a[i*c.stride+from:], c.stride)
	}
}

// inside reports whether the point that is looked at fulfils all constraints, those of higher
// levels among them, except for rounding. Where it does not, it returns the row that is missed by
// the most; none where a number is not finite.
func (k *Cascade) inside() (worst Active, inside bool) {
	c, next := k.c, k.next
	k.evaluate(next)
	most := 0.0
	for i, v := range k.values[:c.m] {
		// Equalities hold by construction; NaN is not inside.
		if lower, upper := c.Lower[i], c.Upper[i]; !(v >= lower && v <= upper) && !k.missed(i, v, lower, upper, &worst, &most) {
			return Active{}, false
		}
	}
	for j, v := range next[:c.n] {
		if lower, upper := c.Min[j], c.Max[j]; !(v >= lower && v <= upper) && !k.missed(c.m+j, v, lower, upper, &worst, &most) {
			return Active{}, false
		}
	}
	for i := range k.soft {
		row := c.m + c.n + i
		lower, upper := k.limitsOf(row)
		if v := k.value(row, next); !(v >= lower && v <= upper) && !k.missed(row, v, lower, upper, &worst, &most) {
			return Active{}, false
		}
	}
	return worst, worst.Side == 0
}

// missed keeps the row whose limit is the farthest away, if it is missed by more than rounding. It
// returns false for NaN.
func (k *Cascade) missed(row int, v, lower, upper float64, worst *Active, most *float64) bool {
	if !finite(v) {
		return false
	}
	if lower == upper {
		return true
	}
	a, miss, limit := Active{row, Lower}, lower-v, lower
	if v > upper {
		a, miss, limit = Active{row, Upper}, v-upper, upper
	}
	size := k.length(row)
	if !finite(size) {
		return false
	}
	if d := miss / size; d > *most && miss > feasibility*(math.Abs(limit)+size*k.extent) {
		*worst, *most = a, d
	}
	return true
}

// limitsOf returns the limits of a row of the constraints, or behind them of soft.
func (k *Cascade) limitsOf(i int) (lower, upper float64) {
	if i < k.c.m+k.c.n {
		return k.c.limits(i)
	}
	s := k.soft[i-k.c.m-k.c.n]
	if s.level == sharedRow {
		return k.sharing.lower[s.row], k.sharing.upper[s.row]
	}
	return k.levels[s.level].Lower[s.row], k.levels[s.level].Upper[s.row]
}

// report notes what level l has reached. It returns false, and ends the solution, where numbers
// overflow.
func (k *Cascade) report(l int) bool {
	v, level := &k.reveal, &k.result.Levels[l]
	level.Rank, level.Rows = v.rank, v.rows
	if v.rank > 0 {
		judge := k.judge()
		level.Condition = judge.greatest / judge.least
	}
	return k.miss(l)
}

// review notes what levels have reached at last of which others had a share.
func (k *Cascade) review() bool {
	if k.sharing.count == 0 {
		return true
	}
	for l := range k.levels {
		if k.result.Levels[l].Damped > 0 && !k.miss(l) {
			return false
		}
	}
	return true
}

// miss records the residual of level l at the present point. If a number overflows, it ends the
// solution and returns false.
func (k *Cascade) miss(l int) bool {
	level, tasks := &k.result.Levels[l], k.levels[l]
	values := k.values[:padded(tasks.m)]
	mulRows(values, k.x, tasks.a, tasks.stride)
	sum := 0.0
	for i, w := range tasks.Weight {
		if w > 0 {
			off := max(tasks.Lower[i]-values[i], values[i]-tasks.Upper[i], 0)
			sum += w * off * off
		}
	}
	if !finite(sum + level.Condition) {
		level.Condition = 0
		return k.fail(PartMagnitude, -1, 0)
	}
	level.Residual = math.Sqrt(sum)
	return true
}

// freeze takes the variables away that would change rows of the level at work which are out of
// their limits.
func (k *Cascade) freeze() {
	if len(k.soft) == k.fresh {
		return
	}
	v := &k.reveal
	v.start(k.free())
	for i := k.fresh; i < len(k.soft); i++ {
		row := k.c.m + k.c.n + i
		lower, upper := k.limitsOf(row)
		at, to := k.at(row), v.next()
		size := k.reduce(to, row)
		if max(lower-at, at-upper) > 1e-8*(math.Abs(at)+math.Sqrt(size)*k.extent) {
			v.push(0, size, 1, row)
		}
	}
	if v.rows == 0 {
		return
	}
	v.factor(k.free(), fixedShare)
	k.turn()
	k.gone += v.rank
}
