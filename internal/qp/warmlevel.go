package qp

import "math"

// holding solves a level with a few rows held at their limits, without a programme: in the usual
// tick the rows that held the tick before are the right ones, and one look at the optimality
// conditions proves it.
//
// A level makes ½|T y - goal|² small, where y are the first of the free variables; z, the others,
// do not matter to it. Rows N y + M z = d are held. As many of them as M has rank are met by z
// alone, whatever y is. What the others have more than these, their combinations without z, is held
// by y: C T⁻¹ u = e in the coordinates u = T y - goal, whose shortest solution is u = (C T⁻¹)ᵀ μ.
// The μ are the multipliers of the combinations, and give those of the rows.
type holding struct {
	set      []Active
	rows     []float64 // by the set: the row in the free variables, as oriented by its side
	stride   int       // of rows
	distance []float64 // by the set: from the point reached to the limit
	size     []float64 // by the set: length of the row in the free variables
	lambda   []float64 // by the set: multipliers

	met    reveal    // M, of which rows as many as its rank are met by z
	shares []float64 // by the rows that are not: how much of each of the rows that are met they contain
	basis  basis     // of C T⁻¹
	beyond []float64 // e, then what follows from it
	along  []float64
	wanted []float64 // goal + u
	y      []float64
}

func newHolding(n int) holding {
	cols := padded(n)
	vector := func() []float64 { return make([]float64, cols+width) }
	return holding{set: make([]Active, 0, n+1), rows: make([]float64, (n+1)*(cols+width)), stride: cols + width,
		distance: vector(), size: vector(), lambda: vector(), met: newReveal(n, n), shares: make([]float64, cols*cols), basis: newBasis(n),
		beyond: vector(), along: vector(), wanted: vector(), y: vector()}
}

const (
	// attempts limits the rows that are dropped or added before a programme is solved.
	attempts = 3
	// plain is the share of a row that has it depend on variables for sure; between it and vague
	// the question is open.
	plain, vague = 1e-4, 1e-10
	// weightless is the share of all multipliers that counts as none.
	weightless = 1e-12
)

// hold goes to the optimum of level l if no more than a few rows have changed since the tick
// before. It returns false where the programme has to be solved, and leaves the point as it is
// then.
func (k *Cascade) hold(l int) bool {
	h := &k.holding
	if len(k.soft) > k.fresh {
		return false
	}
	if k.free() == 0 && l > 0 {
		return true
	}
	h.set = h.set[:0]
	for _, a := range k.kept[l] {
		if !k.pin(a, l) {
			return false
		}
	}
	changes := 0
	for {
		wrong, ok := k.held(l)
		if !ok {
			return false
		}
		if wrong >= 0 {
			h.release(wrong)
		} else {
			k.look(h.y[:padded(k.free())])
			a, inside := k.inside()
			if inside {
				break
			}
			if a.Side == 0 || !k.pin(a, l) {
				return false
			}
		}
		if changes++; changes > attempts || changes > k.MaxIterations {
			return false
		}
	}
	if !k.exactly() || !k.accept() {
		return false
	}
	k.kept[l] = append(k.kept[l][:0], h.set...)
	k.note(h.set)
	k.result.Iterations += changes
	if l < len(k.levels) {
		level := &k.result.Levels[l]
		level.Iterations, level.Kept = changes, max(len(h.set)-changes, 0)
	}
	return true
}

// pin adds a row to those that are held. It returns false where that cannot be.
func (k *Cascade) pin(a Active, l int) bool {
	h, at := &k.holding, len(k.holding.set)
	if at >= k.free() || a.Row >= k.c.m+k.c.n+k.fresh {
		return false
	}
	lower, upper := k.limitsOf(a.Row)
	limit, sign := lower, 1.0
	if a.Side == Upper {
		limit, sign = upper, -1
	}
	if !finite(limit) || lower == upper {
		return false
	}
	row := h.rows[at*h.stride:][:h.stride]
	clear(row)
	size := k.reduce(row, a.Row)
	left := dot(row, row)
	if !(left > size*fixedShare*fixedShare) || !(left <= math.MaxFloat64) {
		return false
	}
	if a.Side == Upper {
		for j, v := range row {
			row[j] = -v
		}
	}
	h.distance[at] = sign * (limit - k.value(a.Row, k.x))
	if l > 0 || k.given { // the point fulfils the row, whatever rounding says
		h.distance[at] = min(h.distance[at], 0)
	}
	h.size[at] = math.Sqrt(left)
	h.set = append(h.set, a)
	return true
}

// release takes a row out of those that are held.
func (h *holding) release(at int) {
	last := len(h.set) - 1
	for i := at; i < last; i++ {
		copy(h.rows[i*h.stride:][:h.stride], h.rows[(i+1)*h.stride:])
		h.distance[i], h.size[i] = h.distance[i+1], h.size[i+1]
	}
	h.set = append(h.set[:at], h.set[at+1:]...)
}

// held computes the step to the optimum of level l with the rows held, and their multipliers. It
// returns a row that is held in vain, or -1, and false where the rows depend on each other too
// closely to tell.
func (k *Cascade) held(l int) (wrong int, ok bool) {
	h, v := &k.holding, &k.reveal
	last := l == len(k.levels)
	clear(h.y)
	rank, wanted := v.rank, h.wanted
	if last {
		rank = k.free()
		k.toward(k.Rest, wanted)
	} else {
		clear(wanted)
		copy(wanted, v.goal[:rank])
	}
	if len(h.set) == 0 {
		h.choose(v, rank, last)
		return -1, true
	}
	if !h.separate(rank, k.free()) || !h.combine(v, rank, last) {
		return -1, false
	}
	h.choose(v, rank, last)
	return h.meet(rank), true
}

// choose sets y to T⁻¹ times what is wanted; T is one for what all levels leave free.
func (h *holding) choose(v *reveal, rank int, last bool) {
	if last {
		copy(h.y, h.wanted[:rank])
	} else {
		v.solve(h.y, h.wanted)
	}
}

// separate finds the rows that z meets. It returns false where it cannot tell.
func (h *holding) separate(rank, free int) bool {
	m := &h.met
	m.start(free - rank)
	for i := range h.set {
		copy(m.next(), h.rows[i*h.stride+rank:][:m.cols])
		m.push(0, h.size[i]*h.size[i], 1, i)
	}
	m.factor(free-rank, plain)
	for i := m.rank; i < m.rows; i++ {
		row := m.b[i*m.cols:][:m.cols]
		rest := 0.0
		for _, t := range row[m.rank:] {
			rest += t * t
		}
		if rest > vague*vague*m.size[i] {
			return false
		}
	}
	return true
}

// combine finds the combinations that y has to hold, adds u to what is wanted, and sets the
// multipliers.
func (h *holding) combine(v *reveal, rank int, last bool) bool {
	m, b := &h.met, &h.basis
	clear(h.lambda)
	count := m.rows - m.rank
	if count > rank {
		return false
	}
	if count == 0 {
		return true
	}
	b.resize(padded(rank))
	clear(h.beyond)
	for i := range count {
		at := m.mark[m.rank+i]
		shares := h.shares[i*m.cols:][:m.rank]
		copy(shares, m.b[(m.rank+i)*m.cols:])
		m.divide(shares)
		row := h.y[:padded(rank)]
		copy(row, h.rows[at*h.stride:][:rank])
		clear(row[rank:])
		e, size := h.distance[at], h.size[at]
		for j, t := range shares {
			met := m.mark[j]
			size += math.Abs(t) * h.size[met]
			for c, x := range h.rows[met*h.stride:][:rank] {
				row[c] -= t * x
			}
			e -= t * h.distance[met]
		}
		if !(dot(row, row) > plain*plain*size*size) {
			return false // rounding, maybe, of rows that depend on each other
		}
		if !last {
			v.divide(row[:rank])
		}
		h.beyond[i] = e - dot(row, h.wanted)
		before, rest := b.project(row, h.along, 0)
		if !(rest > suspicious*before) || !(before <= math.MaxFloat64) {
			return false
		}
		b.add(h.along, row, math.Sqrt(rest))
	}
	b.solveTransposed(h.beyond)
	b.combine(h.wanted, h.beyond)
	b.solve(h.beyond)
	for i := range count {
		mu := h.beyond[i]
		h.lambda[m.mark[m.rank+i]] = mu
		for j, t := range h.shares[i*m.cols:][:m.rank] {
			h.lambda[m.mark[j]] -= mu * t
		}
	}
	clear(h.y)
	return true
}

// meet sets z to the least that meets the rows which it is to meet. It returns the row that is held
// in vain by the most, -1 without one: one that pulls the level, or where it does not, z.
func (h *holding) meet(rank int) (wrong int) {
	m := &h.met
	z := h.along[:padded(m.rank)]
	clear(z)
	for j := range m.rank {
		at, row := m.mark[j], m.b[j*m.cols:]
		t := h.distance[at]
		for c, x := range h.rows[at*h.stride:][:rank] {
			t -= x * h.y[c]
		}
		for i, x := range row[:j] {
			t -= x * z[i]
		}
		z[j] = t / row[j]
	}
	m.unturn(h.y[rank:], z)
	sum := 0.0
	for i, l := range h.lambda[:len(h.set)] {
		sum += math.Abs(l) * h.size[i]
	}
	wrong, worst := -1, -weightless*sum
	for i, l := range h.lambda[:len(h.set)] {
		if t := l * h.size[i]; t < worst {
			wrong, worst = i, t
		}
	}
	if wrong >= 0 {
		return wrong
	}
	m.divide(z[:m.rank]) // the multipliers of the least z
	worst = 0
	for j, t := range z[:m.rank] {
		at := m.mark[j]
		if t *= h.size[at]; t < worst && h.lambda[at]*h.size[at] <= weightless*sum {
			wrong, worst = at, t
		}
	}
	return wrong
}

// exactly reports whether the rows that are held are at their limits at the point that is looked
// at.
func (k *Cascade) exactly() bool {
	h := &k.holding
	for i, a := range h.set {
		lower, upper := k.limitsOf(a.Row)
		limit := lower
		if a.Side == Upper {
			limit = upper
		}
		if !(math.Abs(k.value(a.Row, k.next)-limit) <= feasibility*(math.Abs(limit)+h.size[i]*k.extent)) {
			return false
		}
	}
	return true
}
