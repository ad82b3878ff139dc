package wholebody

import "math"

// hierarchy solves levels in strict priority inside a box. It works in coordinates u = sqrt(weight) x, in which the
// norm of the weights is the Euclidean one and null-space projectors are symmetric.
type hierarchy struct {
	n int

	root      []float64 // root of each axis's weight, u = root x
	low, high []float64 // the box, in u; low <= u <= high at all times
	u         []float64 // the solution so far

	null []float64 // n x n, symmetric: what the levels so far left over
	next []float64 // null of the next level
	free []float64 // null without the axes that the present level has fixed at a bound

	rows   []float64 // the level's rows in u coordinates, each followed by its goal: count x (n+1)
	count  int
	work   []float64 // rows projected on free, made orthogonal
	square []float64 // squared singular values of work
	delta  []float64 // a move of u

	region, damping float64 // of strict levels, relative to the greatest norm of their rows

	// Of the present level, all squared: singular values below floor are no direction, below edge they are damped, by
	// lambda at most.
	floor, edge, lambda float64
	reference           float64 // squared, the scale of the three
	damped              int     // how many directions of the last move were damped
}

const (
	rankTolerance = 1e-8  // singular values below this share of the greatest row's norm are no direction at all
	negligible    = 1e-12 // rows that orthogonalizing has shrunk below this share of it are rounding
	weak          = 1e-2  // singular values below this share of it are projected twice
	gradualRegion = 0.3   // singular value of a gradual level from which on a direction is fully its own
	heldTolerance = 1e-14 // an axis whose entry of the projector is below this cannot move
	stillMove     = 1e-13 // moves below this are rounding
	rounds        = 4     // how often axes at a bound are let go, to see whether the level now takes them back
	leastProgress = 1e-6  // share of the residual that a round must have taken off for another one
)

func newHierarchy(n, rowsMax int, region, damping float64) *hierarchy {
	return &hierarchy{
		n: n, region: region, damping: damping,
		root: make([]float64, n), low: make([]float64, n), high: make([]float64, n), u: make([]float64, n),
		null: make([]float64, n*n), next: make([]float64, n*n), free: make([]float64, n*n),
		rows: make([]float64, rowsMax*(n+1)), work: make([]float64, rowsMax*(n+1)),
		square: make([]float64, max(rowsMax, n)), delta: make([]float64, n),
	}
}

// start forgets all levels. active marks the axes that may move; nil means all.
func (h *hierarchy) start(active []bool) {
	clear(h.null)
	for i := 0; i < h.n; i++ {
		if active == nil || active[i] {
			h.null[i*h.n+i] = 1
		}
	}
}

// begin starts a level without rows.
func (h *hierarchy) begin() { h.count = 0 }

// row adds a row to the level and gives it, zeroed, for the caller to fill: n coefficients of u, then the goal.
func (h *hierarchy) row() []float64 {
	r := h.rows[h.count*(h.n+1) : (h.count+1)*(h.n+1)]
	clear(r)
	h.count++
	return r
}

// strictness says how a level's damped directions are passed on.
type strictness bool

const (
	// strict keeps lower levels out of every direction of the level, damped ones too. What is singular is measured by
	// the greatest norm of the level's rows before projection, so that a level that the ones above leave nothing to is
	// seen as lost, and rounding is never taken for a direction.
	strict strictness = true
	// gradual hands the damped part of a direction to the lower levels, so that a row that fades in moves nothing by a
	// step. Rows have norm 1 when they are fully in; a direction of singular value sigma is kept by the share
	// (sigma/gradualRegion)^2, at most 1.
	gradual strictness = false
)

// solve moves u toward the level's goals as far as the box allows, and takes the level's directions out of null. It
// gives false when the numbers overflowed.
func (h *hierarchy) solve(kind strictness, report *LevelReport) bool {
	report.Rows = h.count
	h.thresholds(kind)
	if !finite(h.reference) {
		return false
	}
	copy(h.free, h.null)
	if !h.decompose() {
		return false
	}
	h.describe(report)
	h.narrow(kind)
	h.move()
	report.Damped = h.damped
	reach := scale{start: h.residual(0), best: h.residual(1)}
	inside, ok := h.approach()
	report.Residual = h.residual(0)
	for round := 0; ok && !inside && round < rounds && reach.at(report.Residual) < 1; round++ {
		h.release()
		if ok = h.decompose(); !ok {
			break
		}
		h.move()
		if _, ok = h.approach(); !ok {
			break
		}
		before := report.Residual
		if report.Residual = h.residual(0); report.Residual > before*(1-leastProgress) {
			break
		}
	}
	if !ok {
		return false
	}
	report.Damped = max(report.Damped, h.damped)
	report.Scale = reach.at(report.Residual)
	h.null, h.next = h.next, h.null
	return true
}

// approach makes the move delta, holding each axis that meets its bound and taking up the rest with the others. It
// tells whether the last move was made in full.
func (h *hierarchy) approach() (inside, ok bool) {
	for pass := 0; pass <= h.n; pass++ {
		axis := h.advance()
		if axis < 0 {
			return pass == 0, true
		}
		h.hold(axis)
		if !h.decompose() {
			return false, false
		}
		h.move()
	}
	return false, true
}

// release sets free to null without the axes that stand at a bound and would, by the gradient of the residual, go
// further out: the step of a bounded-variable least squares method that lets go of the other ones (Stark and Parker,
// "Bounded-variable least-squares", Computational Statistics 10, 1995).
func (h *hierarchy) release() {
	n, stride := h.n, h.n+1
	copy(h.free, h.null)
	slope := h.square[len(h.square)-n:] // spent, and at least n long
	clear(slope)
	for r := 0; r < h.count; r++ {
		row := h.rows[r*stride : r*stride+stride]
		addScaled(slope, row[:n], row[n]-innerProduct(row[:n], h.u))
	}
	for i := 0; i < n; i++ {
		descent := innerProduct(h.null[i*n:i*n+n], slope)
		if (h.u[i] >= h.high[i] && descent >= 0) || (h.u[i] <= h.low[i] && descent <= 0) {
			h.hold(i)
		}
	}
}

// decompose projects the rows on free and makes them orthogonal.
func (h *hierarchy) decompose() bool {
	h.project()
	if !orthogonalizeRows(h.work, h.count, h.n, negligible*negligible*h.reference, h.square) {
		return false
	}
	h.clean()
	return true
}

// project sets work to the rows times free, each followed by what u misses of the goal.
func (h *hierarchy) project() {
	n, stride := h.n, h.n+1
	for r := 0; r < h.count; r++ {
		from, to := h.rows[r*stride:r*stride+stride], h.work[r*stride:r*stride+stride]
		to[n] = from[n] - innerProduct(from[:n], h.u)
		for c := 0; c < n; c++ {
			to[c] = innerProduct(h.free[c*n:c*n+n], from[:n]) // free is symmetric
		}
	}
}

// thresholds sets what counts as singular in this level.
func (h *hierarchy) thresholds(kind strictness) {
	h.reference, h.edge, h.lambda = 1, gradualRegion*gradualRegion, gradualRegion*gradualRegion
	if kind == strict {
		h.reference = 0
		for r := 0; r < h.count; r++ {
			h.reference = math.Max(h.reference, squaredNorm(h.rows[r*(h.n+1):r*(h.n+1)+h.n]))
		}
		h.edge, h.lambda = h.region*h.region*h.reference, h.damping*h.damping*h.reference
	}
	h.floor = rankTolerance * rankTolerance * h.reference
}

// clean projects weak directions once more. They are what is left of much larger rows, and carry their rounding in
// directions that higher levels own.
func (h *hierarchy) clean() {
	n, stride := h.n, h.n+1
	for r := 0; r < h.count; r++ {
		if h.lost(h.square[r]) || h.square[r] > weak*weak*h.reference {
			continue
		}
		row := h.work[r*stride : r*stride+n]
		for i := range h.delta {
			h.delta[i] = innerProduct(h.free[i*n:i*n+n], row)
		}
		copy(row, h.delta)
	}
}

// describe reports the singular values.
func (h *hierarchy) describe(report *LevelReport) {
	smallest, largest := math.Inf(1), 0.0
	for _, s := range h.square[:h.count] {
		smallest, largest = math.Min(smallest, s), math.Max(largest, s)
	}
	if h.count > 0 {
		report.SmallestSingular, report.LargestSingular = math.Sqrt(smallest), math.Sqrt(largest)
	}
	for _, s := range h.square[:h.count] {
		if !h.lost(s) {
			report.Rank++
		}
	}
}

// lost tells whether a squared singular value is no direction at all.
func (h *hierarchy) lost(square float64) bool { return square <= h.floor }

// filter gives the damped inverse of a squared singular value, 1/(sigma^2+lambda^2), and the share of the direction
// that is kept, sigma^2/(sigma^2+lambda^2), which is 1 outside the singular region.
func (h *hierarchy) filter(square float64) (inverse, kept float64) {
	if square >= h.edge {
		return 1 / square, 1
	}
	inverse = 1 / (square + h.lambda*(1-square/h.edge))
	return inverse, square * inverse
}

// narrow sets next to null without the level's directions.
func (h *hierarchy) narrow(kind strictness) {
	n, stride := h.n, h.n+1
	copy(h.next, h.null)
	for r := 0; r < h.count; r++ {
		if h.lost(h.square[r]) {
			continue
		}
		inverse := 1 / h.square[r]
		if kind == gradual {
			inverse, _ = h.filter(h.square[r])
		}
		v := h.work[r*stride : r*stride+n]
		for i, vi := range v {
			if vi == 0 {
				continue
			}
			addScaled(h.next[i*n:i*n+n], v, -vi*inverse)
		}
	}
}

// move sets delta to the move that reaches the goals: along each direction v, the damped inverse of what is missing.
// In a damped direction, what u already does there counts by its kept share too: the result is the damped solution
// itself, not one step of an iteration that would undo the damping over time.
func (h *hierarchy) move() {
	n, stride := h.n, h.n+1
	clear(h.delta)
	h.damped = 0
	for r := 0; r < h.count; r++ {
		if h.lost(h.square[r]) {
			continue
		}
		row := h.work[r*stride : r*stride+stride]
		inverse, kept := h.filter(h.square[r])
		k := inverse * row[n]
		if kept < 1 {
			h.damped++
			k -= (1 - kept) * innerProduct(row[:n], h.u) / h.square[r]
		}
		addScaled(h.delta, row[:n], k)
	}
}

// advance moves u by as much of delta as the box allows. It gives the axis that met its bound, and now stands exactly
// on it, or -1 where delta was made in full.
func (h *hierarchy) advance() int {
	share, axis := 1.0, -1
	for i, d := range h.delta {
		room := 0.0
		switch {
		case math.Abs(d) <= stillMove*(1+math.Abs(h.u[i])):
			continue
		case d > 0:
			room = h.high[i] - h.u[i]
		default:
			room = h.low[i] - h.u[i]
		}
		if room/d < share {
			share, axis = math.Max(room/d, 0), i
		}
	}
	for i, d := range h.delta {
		h.u[i] = math.Min(math.Max(h.u[i]+share*d, h.low[i]), h.high[i])
	}
	if axis >= 0 {
		h.u[axis] = h.high[axis]
		if h.delta[axis] < 0 {
			h.u[axis] = h.low[axis]
		}
	}
	return axis
}

// hold takes an axis out of free, so that the rest of the level leaves it where it is.
func (h *hierarchy) hold(axis int) {
	n := h.n
	column := h.delta // delta is spent
	copy(column, h.free[axis*n:axis*n+n])
	if pivot := column[axis]; pivot > heldTolerance {
		for i, v := range column {
			if v != 0 {
				addScaled(h.free[i*n:i*n+n], column, -v/pivot)
			}
		}
	}
	for i := 0; i < n; i++ { // exactly zero, whatever rounding left
		h.free[axis*n+i], h.free[i*n+axis] = 0, 0
	}
}

// settle is the last level: u as close to wanted (in u coordinates) as what is left over allows.
func (h *hierarchy) settle(wanted []float64, report *LevelReport) {
	n := h.n
	report.Rows = n
	copy(h.free, h.null)
	trace := 0.0 // of a projector: its rank
	for i := 0; i < n; i++ {
		trace += h.null[i*n+i]
	}
	report.Rank = int(math.Round(trace))
	var reach scale
	for pass := 0; pass <= n; pass++ {
		clear(h.delta)
		for i := range h.delta {
			if gap := wanted[i] - h.u[i]; gap != 0 {
				addScaled(h.delta, h.free[i*n:i*n+n], gap)
			}
		}
		if pass == 0 {
			reach = scale{start: h.distance(wanted, 0), best: h.distance(wanted, 1)}
		}
		axis := h.advance()
		if axis < 0 {
			break
		}
		h.hold(axis)
	}
	report.Residual = h.distance(wanted, 0)
	report.Scale = reach.at(report.Residual)
}

// residual gives the norm of what u + share delta misses of the level's goals.
func (h *hierarchy) residual(share float64) float64 {
	n, stride, sum := h.n, h.n+1, 0.0
	for r := 0; r < h.count; r++ {
		row := h.rows[r*stride : r*stride+stride]
		e := row[n] - innerProduct(row[:n], h.u)
		if share != 0 {
			e -= share * innerProduct(row[:n], h.delta)
		}
		sum += e * e
	}
	return math.Sqrt(sum)
}

// distance gives the norm of wanted minus u + share delta.
func (h *hierarchy) distance(wanted []float64, share float64) float64 {
	sum := 0.0
	for i, w := range wanted {
		e := w - h.u[i] - share*h.delta[i]
		sum += e * e
	}
	return math.Sqrt(sum)
}

// scale is what a level can reach: the residual it starts from, and the one it would have without limits.
type scale struct{ start, best float64 }

// at gives the share of the way from start to best that a residual stands for, in [0, 1].
func (s scale) at(residual float64) float64 {
	const rounding = 1e-10
	if residual <= s.best+rounding*(1+s.start) {
		return 1
	}
	return math.Max(0, (s.start-residual)/(s.start-s.best))
}

// addScaled adds k times b to a.
func addScaled(a, b []float64, k float64) {
	b = b[:len(a)]
	for i := range a {
		a[i] += k * b[i]
	}
}
