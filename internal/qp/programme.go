package qp

import (
	"math"
	"slices"
)

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
