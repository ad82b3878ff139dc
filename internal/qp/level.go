package qp

import (
	"math"
	"slices"
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

// programme solves the quadratic programme of level l and moves the point to its solution.
func (k *Cascade) programme(l int) bool {
	s, free := k.solver, k.free()
	hard := k.c.m + k.c.n + k.fresh
	slack := len(k.soft) - k.fresh
	if free+slack == 0 && l > 0 {
		return true
	}
	s.MaxIterations, s.scale = k.MaxIterations, k.extent
	s.resize(free+slack, hard+slack)
	k.evaluate(k.x)
	for i := range hard {
		if ok, bad := k.limit(i, l == 0 && !k.given); bad {
			return k.fail(PartRow, -1, i)
		} else if !ok {
			return k.prove()
		}
	}
	for i := range slack {
		row := s.p.a[(hard+i)*s.p.stride:][:s.p.stride]
		clear(row)
		k.reduce(row, hard+i)
		row[free+i] = 1
		lower, upper := k.limitsOf(hard + i)
		at := k.at(hard + i)
		s.p.Lower[hard+i], s.p.Upper[hard+i] = lower-at, upper-at
		s.norms[hard+i] = math.Sqrt(dot(row, row))
	}
	k.cost(l, slack)
	s.root.gradient(s.p.G, s.step)
	s.Start(k.kept[l])
	s.rough = l < len(k.levels) && k.reveal.rank < free
	r := s.Solve()
	last := math.Inf(1)
	for i := range proximal {
		if r.Status != Optimal {
			break
		}
		moved := k.follow(l)
		if moved == 0 || i >= patience && moved > last/2 {
			break
		}
		last = moved
		r = s.resume()
	}
	if s.rough && r.Status == Optimal && s.extent > distant*max(s.scale, math.Sqrt(dot(s.x, s.x))) {
		s.polish()
		s.judge()
	}
	if (r.Status == Optimal || r.Status == Inexact) && !s.honest() {
		r.Status = IterationLimit
	}
	k.kept[l] = append(k.kept[l][:0], s.set...)
	k.result.Iterations += r.Iterations
	if l < len(k.levels) {
		level := &k.result.Levels[l]
		level.Iterations, level.Kept, level.Programme = r.Iterations, r.Kept, true
	}
	if r.Status == Inexact {
		k.result.Status = Inexact // of the whole, and the hierarchy goes on
	} else if r.Status != Optimal {
		return k.stop(l, r)
	}
	clear(s.x[free:])
	if !k.move(s.x[:padded(free)]) {
		return false
	}
	k.note(r.Active)
	return true
}

// distant is how many times as far away as its answer the optimum without rows may have been where
// no solution follows: what is left of the way in bounds and rows is 1e-10 of it.
const distant = 1e4

// note lists rows that held a level back, each once.
func (k *Cascade) note(set []Active) {
	for _, a := range set {
		if a.Row < k.c.m+k.c.n && !slices.Contains(k.result.Active, a) {
			k.result.Active = append(k.result.Active, a)
		}
	}
}

// limit writes row i and its limits, as seen from the point reached, into the programme. Rows that
// nothing moves are left out; ok is false where such a row is missed at the start. Later, the point
// fulfils all rows, and rounding must not say otherwise. A row is bad if its numbers are not
// finite.
func (k *Cascade) limit(i int, start bool) (ok, bad bool) {
	p := k.solver.p
	p.Free(i)
	lower, upper := k.limitsOf(i)
	if lower == upper || math.IsInf(lower, -1) && math.IsInf(upper, 1) {
		return true, false
	}
	row := p.a[i*p.stride:][:p.stride]
	clear(row)
	size, at := k.reduce(row, i), k.at(i)
	if !(size <= math.MaxFloat64) || !finite(at) || size < shortest*shortest && !k.zero(i) {
		return false, true
	}
	cols := padded(k.free())
	left := dot(row[:cols], row[:cols])
	k.solver.norms[i] = math.Sqrt(left)
	if left <= size*fixedShare*fixedShare {
		slack := feasibility * (math.Abs(at) + math.Sqrt(size)*k.extent)
		return !start || at >= lower-slack && at <= upper+slack, false
	}
	lower, upper = lower-at, upper-at
	if !start {
		lower, upper = min(lower, 0), max(upper, 0)
	}
	p.Lower[i], p.Upper[i] = lower, upper
	return true, false
}

// zero reports whether a row of the constraints, or behind them of soft, has no number but zeros.
func (k *Cascade) zero(i int) bool {
	a, _ := k.row(i)
	for _, c := range a {
		if c != 0 {
			return false
		}
	}
	return true
}

// cost writes the root of level l: T and its goal, tiny weights of the variables that it does not
// depend on, and the weights of the slacks.
func (k *Cascade) cost(l, slack int) {
	v, r := &k.reveal, k.solver.root
	if l == len(k.levels) {
		k.toward(k.Rest, r.goal)
		return
	}
	free := k.free()
	for i := range v.rank {
		row := v.b[i*v.cols:]
		r.set(i, row[:i], row[i])
		r.goal[i] = v.goal[i]
	}
	tasks := k.levels[l]
	greatest, lightest := v.greatest, v.lightest
	for i := range slack {
		w := math.Sqrt(tasks.Weight[k.soft[k.fresh+i].row])
		r.set(free+i, nil, w)
		greatest, lightest = max(greatest, w), min(lightest, w)
	}
	// Directions of light rows must count more than those that the level does not depend on.
	scale := min(greatest, spread*lightest)
	if scale == 0 {
		return
	}
	for i := v.rank; i < free; i++ {
		r.set(i, nil, tiny*scale)
	}
}

// spread is how much more the heaviest rows of a level may count than the lightest before what the
// level does not depend on is weighed against these.
const spread = 100

// follow moves the goal of the variables that level l does not depend on to where they are, and
// tells by how much, zero where it is not worth another solution: that of the next programme is
// then better by the level itself (the proximal point algorithm, Rockafellar, SIAM Journal on
// Control and Optimization 14, 1976).
func (k *Cascade) follow(l int) float64 {
	s, v := k.solver, &k.reveal
	if l == len(k.levels) || v.rank == k.free() || len(s.set) == 0 {
		return 0
	}
	moved, size := 0.0, dot(s.x, s.x)+k.extent*k.extent
	for i := v.rank; i < k.free(); i++ {
		goal := s.x[i] * s.root.diagonal[i]
		d := (goal - s.root.goal[i]) * s.root.reciprocal[i]
		s.root.goal[i] = goal
		moved += d * d
	}
	if moved <= nearEnough*nearEnough*size {
		return 0
	}
	s.root.gradient(s.p.G, s.step)
	return math.Sqrt(moved)
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

// miss notes what level l misses at the point reached. It returns false, and ends the solution,
// where numbers overflow.
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
