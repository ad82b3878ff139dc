package qp

import "math"

// Cascade solves a strict hierarchy: of all points that fulfil the constraints those that are best by the first level, of
// those the best by the second, and so on; what is left free at the end goes to the point Rest. A lower level never
// changes what a higher one has reached.
//
// Each level is solved in the variables that higher levels leave free (Escande, Mansard and Wieber, Hierarchical quadratic
// programming, International Journal of Robotics Research 33, 2014, without their shared active set): an orthogonal turn makes the
// level depend on as many variables as it has rank, the programme of the level is solved under all constraints, and the
// variables that it fixed are gone for the rest of the tick. Each level keeps its active set for the next tick.
//
// A row of a level that is wanted within limits gets a slack variable. Where it cannot be fulfilled, what it reached is kept
// exactly; where it can, it is a constraint of the lower levels.
//
// A cascade allocates nothing after NewCascade unless it fails, and is for one goroutine at a time.
type Cascade struct {
	// Rest is where what all levels leave free goes, one number a variable; zero at first.
	Rest []float64
	// Rank is the share of a row below which what higher rows leave of it counts as nothing. NewCascade sets 1e-8.
	Rank float64
	// MaxIterations limits the rows added and dropped in one level. NewCascade sets 10 times the number of rows and variables.
	MaxIterations int

	c       *Constraints
	levels  []*Tasks
	prover  *Solver // of the constraints alone, for problems that have no solution
	solver  *Solver
	reveal  reveal
	kept    [][]Active // by level, then of Rest: the active set of the tick before
	soft    []soft     // rows within limits, of all levels
	first   []int      // by level: its first row in soft
	wasSoft int        // how many of soft are constraints by now
	free    int        // number of variables that are still free
	size    []float64  // by row: square of its length in all variables
	value   []float64  // by row: what it is at the point reached so far; rows of bounds hold the point itself
	fixed   []bool     // by row: no variable that is still free moves it
	result  CascadeResult
}

// soft names a row of a level that is wanted within limits.
type soft struct{ level, row int }

const (
	// tiny is the root of the weight that variables get which a level does not depend on, over the greatest number of its root.
	tiny = 1e-4
	// proximal limits how often that weight is moved to where these variables went, which takes its influence away; near
	// enough is the move, over the length of the point in all variables, that is worth no other.
	proximal   = 20
	nearEnough = 1e-9
)

// NewCascade returns a solver of levels, the first of which counts most, under constraints. The number of variables is the
// same in all of them.
func NewCascade(c *Constraints, levels ...*Tasks) *Cascade {
	n, softRows, most := c.n, 0, c.m+c.n
	for _, l := range levels {
		if l.n != n {
			panic("qp: the levels of a cascade and its constraints differ in the number of variables")
		}
		softRows += l.m
		most = max(most, l.m)
	}
	rows := c.m + n + softRows
	k := &Cascade{
		Rest: make([]float64, n), Rank: 1e-8, MaxIterations: 10 * rows,
		c: c, levels: levels, prover: NewSolver(NewCost(c)), solver: newRootSolver(n+softRows, rows), reveal: newReveal(n, most),
		kept: make([][]Active, len(levels)+1), soft: make([]soft, 0, softRows), first: make([]int, len(levels)+1),
		size: make([]float64, rows+width), value: make([]float64, rows+width), fixed: make([]bool, rows),
	}
	for i := range k.kept {
		k.kept[i] = make([]Active, 0, n+softRows)
	}
	k.result = CascadeResult{X: make([]float64, n), Levels: make([]LevelResult, len(levels)), Active: make([]Active, 0, n), constraints: c}
	for i := range n {
		copy(k.prover.p.HessianRow(i)[i:], []float64{1})
	}
	return k
}

// Forget empties the kept active sets: the next solution starts cold.
func (k *Cascade) Forget() {
	for i := range k.kept {
		k.kept[i] = k.kept[i][:0]
	}
	k.prover.Forget()
}

// Solve solves the hierarchy as it stands. The result is overwritten by the next call.
func (k *Cascade) Solve() *CascadeResult {
	r := &k.result
	*r = CascadeResult{X: r.X, Levels: r.Levels, Active: r.Active[:0], constraints: k.c}
	clear(r.Levels)
	clear(r.X)
	if !k.begin() {
		return r
	}
	for l := range len(k.levels) + 1 {
		if !k.level(l) {
			return r
		}
		r.Reached = min(l+1, len(k.levels))
	}
	return r
}

// begin lays the constraints out and takes the variables away that equalities fix.
func (k *Cascade) begin() bool {
	if !k.inputs() {
		return false
	}
	n, p := k.c.n, k.solver.p
	k.free, k.wasSoft = n, 0
	rows := k.c.m + n
	for i := range rows {
		row := p.a[i*p.stride:][:padded(n)]
		clear(row)
		if i < k.c.m {
			copy(row, k.c.Row(i))
			k.size[i] = dot(row, row)
		} else {
			row[i-k.c.m] = 1
			k.size[i] = 1
		}
		k.value[i], k.fixed[i] = 0, false
		if !(k.size[i] <= math.MaxFloat64) {
			if lower, upper := k.c.limits(i); math.IsInf(lower, -1) && math.IsInf(upper, 1) {
				clear(row)
				k.size[i] = 0
				continue
			}
			return k.fail(PartRow, -1, i)
		}
	}
	return k.equalities()
}

// equalities moves to the point of least length that fulfils them.
func (k *Cascade) equalities() bool {
	v, p := &k.reveal, k.solver.p
	v.start(k.free)
	for i := range k.c.m + k.c.n {
		lower, upper := k.c.limits(i)
		if lower == upper {
			copy(v.next(), p.a[i*p.stride:][:padded(k.free)])
			v.push(lower, k.size[i], i)
		} else if !(lower < upper) {
			return k.prove()
		}
	}
	if v.rows == 0 {
		return true
	}
	v.factor(k.free, 1e-12)
	k.turn()
	y := k.solver.x[:padded(v.rank)]
	clear(y)
	for i := range v.rank {
		row := v.b[i*v.cols:][:i+1]
		y[i] = v.goal[i]
		for j := range i {
			y[i] -= row[j] * y[j]
		}
		y[i] /= row[i]
	}
	k.move(y)
	extent := k.extent()
	for i := v.rank; i < v.rows; i++ {
		at := v.mark[i]
		if math.Abs(k.value[at]-v.goal[i]) > feasibility*(math.Abs(v.goal[i])+math.Sqrt(k.size[at])*extent) {
			return k.prove()
		}
	}
	k.shift()
	return true
}

// turn takes all rows into the turned variables.
func (k *Cascade) turn() {
	p := k.solver.p
	for i := range k.c.m + k.c.n + k.wasSoft {
		if !k.fixed[i] {
			k.reveal.turn(p.a[i*p.stride:])
		}
	}
}

// move adds a step in the variables, as turned, to the point.
func (k *Cascade) move(y []float64) {
	p := k.solver.p
	rows := k.c.m + k.c.n + k.wasSoft
	var d [width]float64
	for i := 0; i < rows; i += width {
		mulRows(d[:], y, p.a[i*p.stride:], p.stride)
		for j := i; j < min(i+width, rows); j++ {
			k.value[j] += d[j-i]
		}
	}
}

// shift takes the first few variables, as many as the rank, away, and notes the rows that nothing moves any more.
func (k *Cascade) shift() {
	p, rank, old := k.solver.p, k.reveal.rank, k.free
	k.free -= rank
	cols := padded(k.free)
	for i := range k.c.m + k.c.n + k.wasSoft {
		if k.fixed[i] {
			continue
		}
		row := p.a[i*p.stride:][:p.stride]
		copy(row, row[rank:old])
		clear(row[k.free:padded(old)])
		if left := dot(row[:cols], row[:cols]); left <= k.size[i]*fixedShare*fixedShare {
			k.fixed[i] = true
			clear(row[:padded(old)])
		}
	}
}

// fixedShare is the share of a row that may remain in variables that are said not to move it.
const fixedShare = 1e-9

// point returns the point reached so far.
func (k *Cascade) point() []float64 { return k.value[k.c.m:][:k.c.n] }

// extent returns the length of the point reached so far.
func (k *Cascade) extent() float64 {
	sum := 0.0
	for _, v := range k.point() {
		sum += v * v
	}
	return math.Sqrt(sum)
}
