package qp

import "math"

// Cascade solves a strict hierarchy: of all points that fulfil the constraints those that are best
// by the first level, of those the best by the second, and so on; what is left free at the end goes
// to the point Rest. A lower level never changes what a higher one has reached.
//
// Each level is solved in the variables that higher levels leave free (Escande, Mansard and Wieber,
// Hierarchical quadratic programming, International Journal of Robotics Research 33, 2014, without
// their shared active set): an orthogonal turn makes the level depend on as many variables as it
// has rank, the level is solved under all constraints, and the variables that it fixed are gone for
// the rest of the tick. Each level keeps its active set for the next tick, which looks first
// whether the same rows, or all but a few of them, fulfil the optimality conditions: one small
// system of equations in place of the level's quadratic programme.
//
// A row of a level that is wanted within limits gets a slack variable. Where it cannot be
// fulfilled, what it reached is kept exactly; where it can, it is a constraint of the lower levels.
//
// A cascade allocates nothing after NewCascade unless it fails, and is for one goroutine at a time.
type Cascade struct {
	// Rest is where what all levels leave free goes, one number a variable; zero at first.
	Rest []float64
	// Rank is the share of a row below which what higher rows leave of it counts as nothing.
	// NewCascade sets 1e-8.
	Rank float64
	// Region is the share of a level's greatest length below which a direction of it is damped: it
	// goes to Calm the more the less the level makes of it, all of it where that is nothing, and
	// lower levels get a share of it that grows likewise. The level's rows count here without their
	// Importance. NewCascade sets 0: nothing is damped.
	Region float64
	// Damp says of which levels directions may be damped; NewCascade sets all. Levels whose rows
	// name single variables lose directions to higher levels, and not by singularity.
	Damp []bool
	// Calm is where damped directions go, one number a variable; zero at first.
	Calm []float64
	// MaxIterations limits the rows added and dropped in one level. NewCascade sets 10 times the
	// number of rows and variables.
	MaxIterations int

	c       *Constraints
	levels  []*Tasks
	prover  *Solver // of the constraints alone, for problems that have no solution
	solver  *Solver
	reveal  reveal
	bare    reveal // T and its rows without importance, where that differs: of no other use than to be judged
	uneven  bool   // it differs
	holding holding
	sharing sharing
	kept    [][]Active // by level, then of Rest: the active set of the tick before
	soft    []soft     // rows within limits, of the levels up to the one at work
	fresh   int        // where in soft those of the level at work begin
	x       []float64  // the point reached
	extent  float64    // its length
	far     float64    // the greatest length of a point reached in this solution
	// basis holds orthonormal directions, one a row: those from the row gone on leave all levels
	// before as they are. Behind the last are zeros, so that kernels find a whole block from
	// anywhere.
	basis  []float64
	stride int
	gone   int
	turned bool      // the basis is not that of the variables themselves any more
	given  bool      // the start is the prover's point, which fulfils the constraints
	next   []float64 // a point that is looked at
	values []float64 // of the constraints' rows there
	along  []float64 // of a level's rows along the one direction that is left
	step   []float64
	result CascadeResult
}

// soft names a row of a level that is wanted within limits, or a direction that levels share.
type soft struct{ level, row int }

const (
	// tiny is the root of the weight that variables get which a level does not depend on, over the
	// greatest number of its root.
	tiny = 1e-4
	// proximal limits how often that weight is moved to where these variables went, which takes its
	// influence away; near enough is the move, over the length of the point in all variables, that
	// is worth no other.
	proximal   = 20
	nearEnough = 1e-9
	// patience is how many moves may be as large as the one before: directions that hardly count
	// are not followed forever.
	patience = 4
)

// NewCascade returns a solver of levels, the first of which counts most, under constraints. The
// number of variables is the same in all of them.
func NewCascade(c *Constraints, levels ...*Tasks) *Cascade {
	n, softRows, most := c.n, 0, c.m+c.n
	for _, l := range levels {
		if l.n != n {
			panic("qp: the levels of a cascade and its constraints differ in the number of variables")
		}
		softRows += l.m
		most = max(most, l.m)
	}
	rows, cols := c.m+n+softRows, padded(n)
	k := &Cascade{
		Rest: make([]float64, n), Calm: make([]float64, n), Rank: 1e-8, MaxIterations: 10 * rows,
		c: c, levels: levels, prover: NewSolver(NewCost(c)), solver: newRootSolver(n+softRows, rows+shared), reveal: newReveal(n, most), bare: newJudge(n, most), holding: newHolding(n), sharing: newSharing(n),
		kept: make([][]Active, len(levels)+1), soft: make([]soft, 0, softRows+shared),
		x: make([]float64, cols), next: make([]float64, cols), step: make([]float64, cols), values: make([]float64, padded(most)), along: make([]float64, padded(most)),
		stride: cols, basis: make([]float64, (cols+width)*cols),
	}
	k.Damp = make([]bool, len(levels))
	for i := range k.Damp {
		k.Damp[i] = true
	}
	for i := range k.kept {
		k.kept[i] = make([]Active, 0, n+softRows)
	}
	k.result = CascadeResult{X: make([]float64, n), Levels: make([]LevelResult, len(levels)), Active: make([]Active, 0, 2*(c.m+n)), constraints: c, levels: levels}
	for i := range n {
		k.prover.p.HessianRow(i)[i] = 1
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
	k.given = false
	k.attempt()
	if r := &k.result; r.Status == Infeasible && r.Proof == nil { // nothing contradicts anything: there is a point to start from
		k.given = true
		k.attempt()
	}
	return &k.result
}

// attempt solves the hierarchy from the point of least length that fulfils the equalities, or from
// a given one.
func (k *Cascade) attempt() {
	r := &k.result
	*r = CascadeResult{X: r.X, Levels: r.Levels, Active: r.Active[:0], constraints: k.c, levels: k.levels}
	clear(r.Levels)
	clear(r.X)
	if !k.begin() {
		return
	}
	for l := range len(k.levels) + 1 {
		if !k.level(l) {
			return
		}
		r.Reached = min(l+1, len(k.levels))
	}
	if (k.given || k.strayed()) && !k.sound() {
		r.Status, r.Reached = IterationLimit, 0
		if k.given {
			r.Status = Infeasible
		}
		k.measure()
	}
}

// begin starts at zero with all variables free, and moves to where equalities hold.
func (k *Cascade) begin() bool {
	k.soft, k.fresh = k.soft[:0], 0
	k.gone, k.turned, k.extent, k.far = 0, false, 0, 0
	k.sharing.start()
	clear(k.x)
	clear(k.basis)
	for j := range k.c.n {
		k.basis[j*k.stride+j] = 1
	}
	for j, v := range k.Rest {
		if !finite(v + k.Calm[j]) {
			return k.fail(PartCost, -1, j)
		}
	}
	if !k.equalities() {
		return false
	}
	if k.given {
		copy(k.x, k.prover.result.X)
		k.extent = math.Sqrt(dot(k.x, k.x))
		k.far = k.extent
	}
	return true
}

// equalities takes the variables away that equalities fix, and moves to the point of least length
// that fulfils them.
func (k *Cascade) equalities() bool {
	v := &k.reveal
	v.start(k.c.n)
	for i := range k.c.m + k.c.n {
		lower, upper := k.c.limits(i)
		if lower == upper && finite(lower) {
			size := k.reduce(v.next(), i)
			if !(size <= math.MaxFloat64) {
				return k.fail(PartRow, -1, i)
			}
			v.push(lower, size, 1, i)
		} else if !(lower < upper) {
			return k.prove()
		}
	}
	if v.rows == 0 {
		return true
	}
	v.factor(k.c.n, 1e-12)
	k.turn()
	clear(k.step)
	v.solve(k.step, v.goal)
	if !k.move(k.step[:padded(v.rank)]) {
		return false
	}
	k.evaluate(k.x)
	for i := v.rank; i < v.rows; i++ {
		miss := math.Abs(k.at(v.mark[i]) - v.goal[i])
		if miss > feasibility*(math.Abs(v.goal[i])+math.Sqrt(v.size[i])*k.extent) && !k.given {
			return k.prove()
		}
	}
	k.gone += v.rank
	return true
}

// free returns the number of variables that no row before fixes.
func (k *Cascade) free() int { return k.c.n - k.gone }

// reduce writes a row of the constraints, or behind them of soft, in the free variables into a zero
// row, and returns the square of its length in all variables.
func (k *Cascade) reduce(row []float64, i int) (size float64) {
	c := k.c
	if i >= c.m && i < c.m+c.n {
		for j := range k.free() {
			row[j] = k.basis[(k.gone+j)*k.stride+i-c.m]
		}
		return 1
	}
	a, from := k.row(i)
	k.project(row, a, from)
	return dot(a, a)
}

// project writes a row of the caller's variables, those from the given one on, in the free
// variables into a zero row.
func (k *Cascade) project(row, a []float64, from int) {
	if !k.turned {
		copy(row[from:], a)
		return
	}
	mulRows(row[:padded(k.free())], a, k.basis[k.gone*k.stride+from:], k.stride)
}

// at returns the value of a row of the constraints, as evaluated last, or behind them of soft, at
// the point.
func (k *Cascade) at(i int) float64 {
	c := k.c
	if i < c.m {
		return k.values[i]
	}
	return k.value(i, k.x)
}

// value returns the value of a row of the constraints, or behind them of soft, at a point.
func (k *Cascade) value(i int, point []float64) float64 {
	if i >= k.c.m && i < k.c.m+k.c.n {
		return point[i-k.c.m]
	}
	a, from := k.row(i)
	return dot(a, point[from:])
}

// length returns the length of a row of the constraints, or behind them of soft.
func (k *Cascade) length(i int) float64 {
	if i >= k.c.m && i < k.c.m+k.c.n {
		return 1
	}
	a, _ := k.row(i)
	return math.Sqrt(dot(a, a))
}

// row returns a row of the constraints that is no bound, or behind them of soft, from the column on
// from which it is not zero.
func (k *Cascade) row(i int) (a []float64, from int) {
	c := k.c
	if i < c.m {
		from = c.from[i]
		return c.a[i*c.stride:][from:c.to[i]], from
	}
	s := k.soft[i-c.m-c.n]
	if s.level == sharedRow {
		return k.sharing.rows[s.row*k.stride:][:k.stride], 0
	}
	return k.levels[s.level].a[s.row*c.stride:][:c.stride], 0
}

// turn takes the basis into the turned variables.
func (k *Cascade) turn() {
	if k.reveal.rank == 0 {
		return
	}
	k.reveal.turn(k.basis[k.gone*k.stride:], k.stride, !k.turned)
	if k.sharing.count > 0 {
		k.reveal.turn(k.sharing.along[k.gone*shared:], shared, false)
	}
	k.turned = true
}

// look writes the point that lies a step in the free variables away into next.
func (k *Cascade) look(y []float64) {
	copy(k.next, k.x)
	addRows(k.next, y, k.basis[k.gone*k.stride:], k.stride)
}

// move goes a step in the free variables. It returns false, and ends the solution, where numbers
// overflow.
func (k *Cascade) move(y []float64) bool {
	k.look(y)
	return k.accept() || k.fail(PartMagnitude, -1, 0)
}

// accept makes the point that was looked at the point reached, if its numbers are finite.
func (k *Cascade) accept() bool {
	extent := math.Sqrt(dot(k.next, k.next))
	if !(extent <= math.MaxFloat64) {
		return false
	}
	k.x, k.next, k.extent, k.far = k.next, k.x, extent, max(k.far, extent)
	return true
}

// fixedShare is the share of a row that may remain in variables that are said not to move it.
const fixedShare = 1e-9
