package hierarchy

import "math"

// steep is the greatest product of a level's squared singular values, |Y|^2 |T^-1|^2, up to which
// products of rows say enough about them: it times the rounding of a sum is what they are off by,
// and that stays below 1e-11.
const steep = 1e5

// stack is how levels are met that stand on firm ground: by the products of their rows with each
// other alone. With A the whitened rows of all levels so far and c one number a row, u = A^T c is
// the least move with A u = g for A A^T c = g. Factored as T T^T, A A^T has in T what
// orthogonalisation of the rows would find, level by level, without it. Here T T^T = B S B^T with 3
// x 3 blocks, those on the diagonal of B the identity.
//
// Rows stand three to a tile, each level beginning with a tile of its own; what is missing of the
// last is rows of zeros.
type stack struct {
	wide    int              // columns of a tile
	columns []column         // of the tiles, one after the other
	width   []int            // of each tile: columns from it on are zero, whatever their values
	goal    []column         // of each tile: what its rows are to be; then c
	reached []column         // of each tile that is held: B^-1 times goals
	parts   []column         // scratch
	below   []block          // B below its diagonal: of tile t beside tile s at t(t-1)/2 + s
	inverse []symmetricBlock // of S
	across  []block          // scratch: of one tile beside those before, not yet divided by S
	inside  []block          // scratch: B^-1 within a level, below the diagonal
	held    []heldLevel      // levels that were met this way
	tiles   int              // how many of theirs
	rows    int              // how many rows they are
}

type heldLevel struct{ tile, rows int }

func newStack(wide int, rows []int) (s stack) {
	tiles, most := 0, 1
	for _, r := range rows {
		tiles += (r + 2) / 3
		most = max(most, (r+2)/3)
	}
	s.wide = wide
	s.columns, s.width = make([]column, tiles*wide), make([]int, tiles)
	s.goal, s.reached, s.parts = make([]column, tiles), make([]column, tiles), make([]column, tiles)
	s.below, s.inverse, s.across = make([]block, tiles*(tiles+1)/2), make([]symmetricBlock, tiles), make([]block, tiles)
	s.inside, s.held = make([]block, most*most), make([]heldLevel, 0, len(rows))
	return s
}

func (s *stack) empty() { s.held, s.tiles, s.rows = s.held[:0], 0, 0 }

// tile returns the columns of a tile, up to its width.
func (s *stack) tile(t int) []column { return s.columns[t*s.wide : t*s.wide+s.width[t]] }

func (s *stack) beside(t int) []block { return s.below[t*(t-1)/2 : t*(t+1)/2] }

// meet moves u to the goals of the next m rows, which are in their tiles, and holds them. It
// leaves the move in du. It reports whether it could: no singular value of theirs may be below
// region, nor too small for this way.
func (l *Law) meet(m int, region float64, report *LevelReport) bool {
	s := &l.stack
	first, end := s.tiles, s.tiles+(m+2)/3
	own, projected := 0.0, 0.0
	for t := first; t < end; t++ {
		raw, left, ok := s.join(t, first, 3*(end-first)-m, t == end-1)
		if !ok {
			return false
		}
		own += raw
		projected += left
	}
	inverse := s.inverseSquares(first, end) - float64(3*(end-first)-m)
	if !(inverse*region*region <= 1 && inverse*own <= l.steep) {
		return false
	}
	copy(s.reached[first:end], s.goal[first:end])
	s.descend(s.reached, first, end)
	s.ascend(end)
	for t := range end {
		addRows(l.du, s.tile(t), &s.goal[t])
	}
	for i, x := range l.du {
		l.u[i] += x
	}
	s.held = append(s.held, heldLevel{first, m})
	s.tiles, s.rows = end, s.rows+m
	report.Rank, report.Lost = m, 0
	report.Smallest, report.Largest = 1/math.Sqrt(inverse), math.Sqrt(projected)
	report.Condition = report.Largest / report.Smallest
	return true
}

// join factors tile t behind those before it, of which those from first on are of its level. It
// gives the squares of its rows, and of what the levels before leave of them; the last tile of a
// level lacks some rows.
func (s *stack) join(t, first, lacking int, last bool) (raw, left float64, ok bool) {
	own, beside := s.tile(t), s.beside(t)
	across := s.across[:len(beside)]
	for i := range across {
		x := &across[i]
		other := s.tile(i)
		both := min(len(own), len(other))
		x.setDots(own[:both], other[:both])
		before := s.beside(i)
		for k := range before {
			x.subtract(&across[k], &before[k])
		}
	}
	a := &s.inverse[t]
	a.setSquares(own)
	raw, left = a.trace(), a.trace()
	for i := range across {
		b := &beside[i]
		b.setProduct(&across[i], &s.inverse[i])
		a.subtract(&across[i], b)
		if i == first-1 {
			left = a.trace()
		}
	}
	if last && lacking > 0 {
		a.zz = 1
		if lacking > 1 {
			a.yy = 1
		}
	}
	var p pivots
	ok = p.factor(a)
	a.invert(&p)
	return raw, left, ok
}

// inverseSquares returns |T^-1|^2 of a level of tiles first to end, the trace of the inverse of its
// part of A A^T.
func (s *stack) inverseSquares(first, end int) (sum float64) {
	count := end - first
	for i := range count {
		p := &s.inverse[first+i]
		sum += p.trace()
		beside := s.beside(first + i)[first:]
		for j := range i {
			x := &s.inside[i*count+j]
			for e := range x {
				x[e] = -beside[j][e]
			}
			for k := j + 1; k < i; k++ {
				x.subtractPlain(&beside[k], &s.inside[k*count+j])
			}
			sum += p.form(x)
		}
	}
	return sum
}

// descend turns goals g of the tiles from first to end into B^-1 g, in place, and leaves in goal
// what S^-1 makes of that; nothing in the tiles before.
func (s *stack) descend(g []column, first, end int) {
	for t := first; t < end; t++ {
		r := &g[t]
		x, y, z := r[0], r[1], r[2]
		beside := s.beside(t)
		for i := range beside {
			b, h := &beside[i], &g[i]
			x -= b[0]*h[0] + b[1]*h[1] + b[2]*h[2]
			y -= b[3]*h[0] + b[4]*h[1] + b[5]*h[2]
			z -= b[6]*h[0] + b[7]*h[1] + b[8]*h[2]
		}
		r[0], r[1], r[2] = x, y, z
		c := &s.goal[t]
		c[0], c[1], c[2] = s.inverse[t].times(r)
	}
	clear(s.goal[:first])
}

// ascend turns what descend leaves of the tiles before end into c.
func (s *stack) ascend(end int) {
	for t := end - 1; t > 0; t-- {
		g := &s.goal[t]
		x, y, z := -g[0], -g[1], -g[2]
		beside := s.beside(t)
		for i := range beside {
			b, h := &beside[i], &s.goal[i]
			h[0] += b[0]*x + b[3]*y + b[6]*z
			h[1] += b[1]*x + b[4]*y + b[7]*z
			h[2] += b[2]*x + b[5]*y + b[8]*z
		}
	}
}

// withdraw takes out of u what the held levels have taken.
func (l *Law) withdraw(u []float64) {
	s := &l.stack
	for t := range s.tiles {
		g := &s.parts[t]
		g[0], g[1], g[2] = rowTimes(u, s.tile(t))
	}
	s.descend(s.parts, 0, s.tiles)
	s.ascend(s.tiles)
	for t := range s.tiles {
		g := &s.goal[t]
		g[0], g[1], g[2] = -g[0], -g[1], -g[2]
		addRows(u, s.tile(t), g)
	}
}

// release makes directions of the rows that are held: levels below stand on them where products of
// rows say too little.
func (l *Law) release() {
	s := &l.stack
	for _, h := range s.held {
		l.unpack(h.tile, h.rows)
		first := l.directed
		l.directed += l.orthogonalise(h.rows)
		for i := first; i < l.directed; i++ {
			l.share[i] = 1
		}
	}
	s.empty()
}
