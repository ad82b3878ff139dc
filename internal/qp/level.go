package qp

import "math"

// level solves level l, or what is left free behind the last. It returns false where the point reached before is as far as
// it goes.
func (k *Cascade) level(l int) bool {
	v := &k.reveal
	last := l == len(k.levels)
	v.start(k.free)
	k.wasSoft = k.first[l]
	if !last {
		k.gather(l)
		v.factor(k.free, k.Rank)
		v.fold()
		k.turn()
		k.addSoft(l)
	}
	if k.free > 0 || l == 0 || k.wasSoft > k.first[l] {
		if !k.programme(l) {
			return false
		}
	}
	if last {
		copy(k.result.X, k.point())
		return true
	}
	k.report(l)
	k.shift()
	k.freeze(l)
	return true
}

// gather brings the rows of level l that want one value into the variables that are still free.
func (k *Cascade) gather(l int) {
	v, p, tasks := &k.reveal, k.solver.p, k.levels[l]
	basis := p.a[k.c.m*p.stride:] // the bounds' rows: the free variables, by the caller's
	for i := range tasks.m {
		w := tasks.Weight[i]
		if w == 0 || tasks.Lower[i] != tasks.Upper[i] {
			continue
		}
		w = math.Sqrt(w)
		a := tasks.a[i*tasks.stride:][:tasks.stride]
		row := v.next()
		addRows(row, a, basis, p.stride)
		for j := range row {
			row[j] *= w
		}
		v.push(w*(tasks.Lower[i]-dot(a, k.value[k.c.m:])), w*w*dot(a, a), i)
	}
}

// addSoft appends the rows of level l that are wanted within limits to the rows, each with a slack variable of its own.
func (k *Cascade) addSoft(l int) {
	p, tasks := k.solver.p, k.levels[l]
	basis := p.a[k.c.m*p.stride:]
	for _, s := range k.soft[k.first[l]:k.first[l+1]] {
		i := k.c.m + k.c.n + k.wasSoft
		a := tasks.a[s.row*tasks.stride:][:tasks.stride]
		row := p.a[i*p.stride:][:p.stride]
		clear(row)
		addRows(row[:padded(k.free)], a, basis, p.stride)
		k.size[i], k.value[i] = dot(a, a), dot(a, k.value[k.c.m:])
		k.fixed[i] = false
		k.wasSoft++
	}
}

// limitsOf returns the limits of a row of the cascade.
func (k *Cascade) limitsOf(i int) (lower, upper float64) {
	if i < k.c.m+k.c.n {
		return k.c.limits(i)
	}
	s := k.soft[i-k.c.m-k.c.n]
	return k.levels[s.level].Lower[s.row], k.levels[s.level].Upper[s.row]
}

// programme solves the quadratic programme of level l and moves the point to its solution.
func (k *Cascade) programme(l int) bool {
	s := k.solver
	hard := k.c.m + k.c.n + k.first[l]
	slack := k.wasSoft - k.first[l]
	s.MaxIterations, s.scale = k.MaxIterations, k.extent()
	s.resize(k.free+slack, hard+slack)
	for i := range hard {
		if !k.limit(i, l == 0) {
			return k.prove()
		}
	}
	for i := range slack {
		lower, upper := k.limitsOf(hard + i)
		s.p.Lower[hard+i], s.p.Upper[hard+i] = lower-k.value[hard+i], upper-k.value[hard+i]
		row := s.p.a[(hard+i)*s.p.stride:]
		row[k.free+i] = 1
	}
	k.cost(l, slack)
	s.root.gradient(s.p.G, s.step)
	s.Start(k.kept[l])
	r := s.Solve()
	for range proximal {
		if r.Status != Optimal || !k.follow(l) {
			break
		}
		r = s.resume()
	}
	k.kept[l] = append(k.kept[l][:0], s.set...)
	k.result.Iterations += r.Iterations
	if l < len(k.levels) {
		level := &k.result.Levels[l]
		level.Iterations, level.Kept = r.Iterations, r.Kept
	}
	if r.Status != Optimal {
		return k.stop(l, r)
	}
	y := s.x
	clear(y[k.free:])
	for i := range slack {
		clear(s.p.a[(hard+i)*s.p.stride+k.free:][:len(y)-k.free])
	}
	k.move(y)
	k.result.Active = k.result.Active[:0]
	for _, a := range r.Active {
		if a.Row < k.c.m+k.c.n && len(k.result.Active) < cap(k.result.Active) {
			k.result.Active = append(k.result.Active, a)
		}
	}
	return true
}

// limit writes the limits of row i, as seen from the point reached, into the programme. It returns false where a row that
// nothing moves is missed at the start. Later, the point fulfils all rows, and rounding must not say otherwise.
func (k *Cascade) limit(i int, start bool) bool {
	p := k.solver.p
	lower, upper := k.limitsOf(i)
	if lower == upper || k.fixed[i] || k.size[i] == 0 {
		p.Free(i)
		slack := feasibility * (math.Abs(k.value[i]) + math.Sqrt(k.size[i])*k.extent())
		return !start || k.value[i] >= lower-slack && k.value[i] <= upper+slack
	}
	lower, upper = lower-k.value[i], upper-k.value[i]
	if !start {
		lower, upper = min(lower, 0), max(upper, 0)
	}
	p.Lower[i], p.Upper[i] = lower, upper
	return true
}

// cost writes the root of level l: T and its goal, tiny weights of the variables that it does not depend on, and the
// weights of the slacks.
func (k *Cascade) cost(l, slack int) {
	v, r := &k.reveal, k.solver.root
	if l == len(k.levels) {
		p := k.solver.p
		for j, rest := range k.Rest {
			if d := rest - k.value[k.c.m+j]; d != 0 {
				axpy(r.goal, d, p.a[(k.c.m+j)*p.stride:][:len(r.goal)])
			}
		}
		return
	}
	for i := range v.rank {
		row := v.b[i*v.cols:]
		r.set(i, row[:i], row[i])
		r.goal[i] = v.goal[i]
	}
	tasks := k.levels[l]
	scale := v.greatest
	for i := range slack {
		w := math.Sqrt(tasks.Weight[k.soft[k.first[l]+i].row])
		r.set(k.free+i, nil, w)
		scale = max(scale, w)
	}
	if scale == 0 {
		return
	}
	for i := v.rank; i < k.free; i++ {
		r.set(i, nil, tiny*scale)
	}
}

// follow moves the goal of the variables that level l does not depend on to where they are, and tells whether that was
// a move: the solution of the next programme is then better by the level itself (the proximal point algorithm, Rockafellar,
// SIAM Journal on Control and Optimization 14, 1976).
func (k *Cascade) follow(l int) bool {
	s, v := k.solver, &k.reveal
	if l == len(k.levels) || v.rank == k.free || len(s.set) == 0 {
		return false
	}
	moved, size := 0.0, dot(s.x, s.x)
	for i := v.rank; i < k.free; i++ {
		goal := s.x[i] * s.root.diagonal[i]
		d := (goal - s.root.goal[i]) * s.root.reciprocal[i]
		s.root.goal[i] = goal
		moved += d * d
	}
	if moved <= nearEnough*nearEnough*size {
		return false
	}
	s.root.gradient(s.p.G, s.step)
	return true
}

// report notes what level l has reached.
func (k *Cascade) report(l int) {
	v, level, tasks := &k.reveal, &k.result.Levels[l], k.levels[l]
	level.Rank, level.Rows = v.rank, v.rows
	if v.rank > 0 {
		level.Condition = v.greatest / v.least
	}
	sum := 0.0
	for i := range tasks.m {
		if tasks.Weight[i] > 0 {
			at := dot(tasks.a[i*tasks.stride:][:tasks.stride], k.value[k.c.m:])
			miss := max(tasks.Lower[i]-at, at-tasks.Upper[i], 0)
			sum += tasks.Weight[i] * miss * miss
		}
	}
	level.Residual = math.Sqrt(sum)
}

// freeze takes the variables away that would change rows of level l which are out of their limits.
func (k *Cascade) freeze(l int) {
	v, p := &k.reveal, k.solver.p
	if k.wasSoft == k.first[l] {
		return
	}
	v.start(k.free)
	extent := k.extent()
	for i := k.first[l]; i < k.wasSoft; i++ {
		at := k.c.m + k.c.n + i
		lower, upper := k.limitsOf(at)
		miss := max(lower-k.value[at], k.value[at]-upper)
		if miss > 1e-8*(math.Abs(k.value[at])+math.Sqrt(k.size[at])*extent) && !k.fixed[at] {
			copy(v.next(), p.a[at*p.stride:][:padded(k.free)])
			v.push(0, k.size[at], at)
		}
	}
	if v.rows == 0 {
		return
	}
	v.factor(k.free, fixedShare)
	k.turn()
	k.shift()
}
