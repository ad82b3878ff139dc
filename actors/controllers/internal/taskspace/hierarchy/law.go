package hierarchy

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// Errors of this package, which errors.Is distinguishes.
var (
	// ErrConfig marks a configuration that cannot be.
	ErrConfig = errors.New("hierarchy: configuration")
	// ErrShape marks an input whose slices do not have the length that the configuration asks for.
	ErrShape = errors.New("hierarchy: wrong shape")
	// ErrNotFinite marks an input that holds NaN or an infinity.
	ErrNotFinite = errors.New("hierarchy: not a finite number")
	// ErrMassMatrix marks a mass matrix that is not positive definite.
	ErrMassMatrix = errors.New("hierarchy: mass matrix")
)

// Config is what a Law is made from.
type Config struct {
	Velocities int   // degrees of freedom nv, at least 1
	Rows       []int // the most rows of each level
	// Unactuated are the velocities that no drive acts on, ascending: 0 to 5 for a floating base.
	Unactuated []int
	// ContactRows is the most rows that contacts have. 0 means no contacts.
	ContactRows int
	// SingularRegion is the singular value, as a share of the rows' Scale, below which a direction
	// is damped. It has no unit: a singular value and its Scale are both in 1/sqrt(kg) for metres
	// and in 1/sqrt(kg m2) for angles. 1/SingularRegion^2 is the ratio of the direction's apparent
	// inertia to the typical one of the robot. 0 means 0.015.
	SingularRegion float64
	// Damping is the greatest damping factor, likewise a share of Scale. 0 means SingularRegion.
	Damping float64
}

// ConfigFor is the configuration for a robot of nv velocities, all with drives, and the levels of
// an evaluator.
func ConfigFor(nv int, levels []taskspace.Level) Config {
	c := Config{Velocities: nv}
	for i := range levels {
		c.Rows = append(c.Rows, levels[i].RowsMax)
	}
	return c
}

// Input of a Solve. Nothing in it is changed or kept.
type Input struct {
	MassMatrix []float64 // nv x nv; the upper triangle is read
	Bias       []float64 // nv: Coriolis, centrifugal and gravity terms
	Levels     []taskspace.Level
	// Forces are generalised forces (nv) that the robot is to exert on its surroundings beside its
	// motion (taskspace.Evaluator.Forces). nil means none.
	Forces   []float64
	Contacts Contacts
}

// Contacts are motions that the surroundings forbid. The zero value means none.
type Contacts struct {
	Rows         int
	Jacobian     []float64 // Rows x nv
	Drift        []float64 // J-dot v, Rows
	Acceleration []float64 // wanted, Rows: 0, or what brings a contact that slipped to rest. nil means 0
	// Force is the preferred force on the robot, Rows: the answer is as near to it as the motion
	// allows. nil means 0.
	Force []float64
}

// Output of a Solve. Make it with Law.NewOutput.
type Output struct {
	Acceleration []float64 // nv
	Torque       []float64 // nv; 0 without a drive
	ContactForce []float64 // on the robot, Contacts.Rows
	Levels       []LevelReport
	Contact      LevelReport
	// Unsupported is the number of directions in which the robot moves as gravity and velocities
	// have it, because neither a drive nor a contact can act there.
	Unsupported int
	// Unbalanced is the greatest entry of the equation of motion that contact forces leave open in
	// the unactuated velocities: rounding, unless the contacts are close to losing a direction.
	Unbalanced float64
}

// LevelReport reports how a level fared.
type LevelReport struct {
	Rows int
	Rank int // directions that the level moves, damped ones included
	// Lost is Rows - Rank: directions that conflict within the level, or that the levels above have
	// taken.
	Lost   int
	Damped int // directions that were damped; above 0 the level is not exact
	// Smallest and Largest bound the singular values of the directions that count in Rank, in units
	// of the rows' Scale: all are between. They are singular values themselves where Exact is true.
	// Condition is Largest/Smallest.
	Smallest, Largest, Condition float64
	Exact                        bool
	// Missing is what the level wants and does not get, in its rows' units: b - d - J a with the a
	// of this level. It is zero where nothing is damped or lost.
	Missing []float64
	// Effort is the generalised force that the level adds, M (a_k - a_{k-1}), nv.
	Effort []float64
}

// Law is the exact hierarchy. Beside its configuration it has only workspace: equal inputs give
// equal outputs. It belongs to one goroutine.
type Law struct {
	config Config
	n      int // velocities
	stride int // n, padded with zeros to a multiple of 4

	wide    int       // n, padded to a multiple of 3
	upper   []column  // U right of the blocks on its diagonal: a tile of three rows after the other, wide columns each
	corners []corner  // the blocks on its diagonal
	load    []float64 // bias and forces, n
	u, du   []float64 // the acceleration so far, and the move of the level at hand; stride
	moves   []float64 // those of all levels; one more for the contacts, one that stays zero: x stride

	stack stack
	steep float64 // the greatest product of squares up to which products of rows are used; see the constant

	rows       []float64 // whitened rows of the level, not projected: rowsMax x stride
	missing    []float64 // what the level misses of its goal, rowsMax
	factors    []float64 // what a row was multiplied with
	weights    []float64 // of the rows against the greatest, at most 1
	uneven     bool      // they are not all 1
	weightless bool      // some weight is not a number above 0
	odd        bool      // a row that adds no direction is not of numbers
	sigmas     []float64 // of the directions of a level with such weights
	stiffness  []float64 // D of reweigh
	triangle   []float64 // T, rowsMax x rowsMax: entry (i, j) at i*rowsMax + j
	scaled     []float64 // inverse of T's pivots
	solution   []float64
	turned     []float64 // columns of T as rows, rotated
	rowsMax    int

	basis     []float64 // directions in use, rows x stride; orthonormal except to those with a share below 1
	share     []float64 // of each direction, what the levels have taken of it
	directed  int       // how many directions
	partial   bool      // some share is below 1
	until     []int     // how many directions there were after the contacts and after each level; -1 where nothing was left
	exhausted bool      // nothing is left, and final holds the acceleration
	final     []float64 // n

	zero, vector, sink []float64 // zeros; scratch; wide
	scratch            []column  // wide

	base *support
}

// New checks a configuration and makes a Law with all the workspace that it will ever need. Its
// errors are ErrConfig, all of them at once.
func New(c Config) (*Law, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.SingularRegion == 0 {
		c.SingularRegion = defaultRegion
	}
	if c.Damping == 0 {
		c.Damping = c.SingularRegion
	}
	n := c.Velocities
	l := &Law{config: c, n: n, stride: (n + 3) &^ 3, rowsMax: max(c.ContactRows, len(c.Unactuated), 1)}
	for _, rows := range c.Rows {
		l.rowsMax = max(l.rowsMax, rows)
	}
	s, m := l.stride, l.rowsMax
	l.u, l.moves = make([]float64, s), make([]float64, (len(c.Rows)+2)*s)
	l.wide = (n + 2) / 3 * 3
	l.stack, l.steep = newStack(l.wide, c.Rows), steep
	l.load, l.final = make([]float64, n), make([]float64, n)
	for _, v := range []*[]float64{&l.zero, &l.vector, &l.sink} {
		*v = make([]float64, l.wide)
	}
	l.upper, l.corners, l.scratch = make([]column, l.wide*l.wide/3), make([]corner, l.wide/3), make([]column, l.wide)
	l.rows, l.missing, l.factors = make([]float64, m*s), make([]float64, m), make([]float64, m+2)
	l.weights, l.sigmas, l.stiffness = make([]float64, m), make([]float64, m), make([]float64, m)
	l.scaled = make([]float64, m)
	l.triangle, l.solution, l.turned = make([]float64, m*m), make([]float64, max(m, n)), make([]float64, m*max(m, n))
	room := n + c.ContactRows + len(c.Unactuated) + 1
	for _, rows := range c.Rows {
		room += rows
	}
	l.until = make([]int, len(c.Rows)+1)
	l.basis, l.share = make([]float64, room*s), make([]float64, room)
	if len(c.Unactuated) > 0 {
		l.base = newSupport(len(c.Unactuated), c.ContactRows)
	}
	return l, nil
}

const defaultRegion = 0.015

func (c *Config) check() error {
	var faults []error
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Errorf("%w: %s", ErrConfig, fmt.Sprintf(format, args...)))
	}
	if c.Velocities < 1 || c.Velocities > 256 {
		fault("%d velocities; 1 to 256 are possible", c.Velocities)
	}
	for i, rows := range c.Rows {
		if rows < 0 || rows > 1024 {
			fault("level %d of %d rows; 0 to 1024 are possible", i, rows)
		}
	}
	last := -1
	for _, v := range c.Unactuated {
		if v <= last || v >= c.Velocities {
			fault("unactuated velocities %v; expected ascending indices below %d", c.Unactuated, c.Velocities)
			break
		}
		last = v
	}
	if c.ContactRows < 0 || c.ContactRows > 1024 {
		fault("%d rows of contacts; 0 to 1024 are possible", c.ContactRows)
	}
	if c.ContactRows > 0 && len(c.Unactuated) == 0 {
		fault("contacts on a robot whose velocities all have drives: the torques would not be unique; make them a task of level 0")
	}
	if !(c.SingularRegion >= 0 && c.SingularRegion < 1) {
		fault("a singular region of %g; expected a share of the rows' Scale below 1, or 0 for %g", c.SingularRegion, defaultRegion)
	}
	if !(c.Damping >= 0) || math.IsInf(c.Damping, 0) {
		fault("a damping of %g; expected a finite number of at least 0", c.Damping)
	}
	return errors.Join(faults...)
}

// NewOutput returns an Output with room for every result of l.
func (l *Law) NewOutput() *Output {
	o := &Output{
		Acceleration: make([]float64, l.n), Torque: make([]float64, l.n),
		ContactForce: make([]float64, l.config.ContactRows),
		Levels:       make([]LevelReport, len(l.config.Rows)),
		Contact:      LevelReport{Condition: 1, Missing: make([]float64, l.config.ContactRows), Effort: make([]float64, l.n)},
	}
	for i, rows := range l.config.Rows {
		o.Levels[i] = LevelReport{Missing: make([]float64, rows), Effort: make([]float64, l.n)}
	}
	return o
}

// Solve computes accelerations, torques and contact forces. Its errors are ErrShape, ErrMassMatrix
// and ErrNotFinite; out then holds nothing of use. It allocates nothing unless it fails.
func (l *Law) Solve(in *Input, out *Output) error {
	if err := l.checkShapes(in, out); err != nil {
		return err
	}
	if !l.factor(in.MassMatrix) {
		return fmt.Errorf("%w: not positive definite; a joint without inertia, or numbers that are not finite", ErrMassMatrix)
	}
	copy(l.load, in.Bias)
	for i, f := range in.Forces {
		l.load[i] += f
	}
	clear(l.u)
	l.directed, l.partial, l.exhausted, l.uneven, l.weightless, l.odd = 0, false, false, false, false, false
	l.stack.empty()
	if l.base != nil {
		l.contacts(in, out)
	}
	l.until[0] = l.directed
	for k := range in.Levels {
		l.du = l.move(k)
		l.level(&in.Levels[k], &out.Levels[k])
		l.until[k+1] = l.directed + l.stack.rows
		if l.exhausted {
			l.until[k+1] = -1
		}
	}
	if !l.exhausted {
		l.back(l.final, l.u)
	}
	copy(out.Acceleration, l.final)
	l.report(out.Levels, out.Torque)
	l.torques(in, out)
	if l.weightless || l.odd {
		return blame(in)
	}
	nothing := 0.0
	for i, t := range out.Torque {
		x := t + out.Acceleration[i]
		nothing += x - x // NaN of what is not finite
	}
	if nothing != 0 {
		return fmt.Errorf("%w: acceleration %v, torque %v; look for it in the levels, the bias or the contacts", ErrNotFinite,
			out.Acceleration, out.Torque)
	}
	return nil
}

// blame names the row of a level, or of the contacts, whose numbers cannot be used.
func blame(in *Input) error {
	for k := range in.Levels {
		v := &in.Levels[k]
		for i := range v.Rows {
			if w, s := v.Weight[i], v.Scale[i]; !(w > 0 && w <= math.MaxFloat64) {
				return fmt.Errorf("%w: level %d, row %d has the weight %g; expected a finite number above 0", ErrNotFinite, k, i, w)
			} else if !(math.Abs(s) > 0 && math.Abs(s) <= math.MaxFloat64) {
				return fmt.Errorf("%w: level %d, row %d has the scale %g; expected a finite number above 0", ErrNotFinite, k, i, s)
			}
			for c, x := range v.Jacobian[i*len(in.Bias) : (i+1)*len(in.Bias)] {
				if !(math.Abs(x) <= math.MaxFloat64) {
					return fmt.Errorf("%w: level %d, row %d: the Jacobian has %g for velocity %d", ErrNotFinite, k, i, x, c)
				}
			}
		}
	}
	return fmt.Errorf("%w: a Jacobian of the contacts, what a level wants, or numbers whose squares overflow", ErrNotFinite)
}

// move is where the move of level k stands; behind those of the levels one of the contacts, and one
// that is zero.
func (l *Law) move(k int) []float64 { return l.moves[k*l.stride : (k+1)*l.stride] }

// report writes the efforts of the levels, and their sum M a into torque.
func (l *Law) report(levels []LevelReport, torque []float64) {
	clear(torque)
	rest := l.move(len(levels) + 1)
	for k := 0; k < len(levels); k += 3 {
		f0, f1, f2, u0, u1, u2 := levels[k].Effort, l.sink, l.sink, l.move(k), rest, rest
		if k+1 < len(levels) {
			f1, u1 = levels[k+1].Effort, l.move(k+1)
		}
		if k+2 < len(levels) {
			f2, u2 = levels[k+2].Effort, l.move(k+2)
		}
		l.efforts(torque, f0, f1, f2, u0, u1, u2)
	}
}

func (l *Law) checkShapes(in *Input, out *Output) error {
	n, c := l.n, &in.Contacts
	switch {
	case len(in.MassMatrix) != n*n || len(in.Bias) != n || in.Forces != nil && len(in.Forces) != n:
		return fmt.Errorf("%w: mass matrix %d, bias %d, forces %d; expected %d, %d, and %d or none", ErrShape, len(in.MassMatrix),
			len(in.Bias), len(in.Forces), n*n, n, n)
	case len(in.Levels) != len(l.config.Rows) || len(out.Levels) != len(in.Levels) || len(out.Torque) != n:
		return fmt.Errorf("%w: %d levels, an output of %d; expected %d, and an output of NewOutput", ErrShape, len(in.Levels),
			len(out.Levels), len(l.config.Rows))
	case c.Rows < 0 || c.Rows > l.config.ContactRows || len(c.Jacobian) != c.Rows*n || len(c.Drift) != c.Rows ||
		c.Acceleration != nil && len(c.Acceleration) != c.Rows || c.Force != nil && len(c.Force) != c.Rows:
		return fmt.Errorf("%w: contacts of %d rows (at most %d), Jacobian %d, drift %d, acceleration %d, force %d", ErrShape, c.Rows,
			l.config.ContactRows, len(c.Jacobian), len(c.Drift), len(c.Acceleration), len(c.Force))
	}
	for k := range in.Levels {
		v := &in.Levels[k]
		if m := v.Rows; m < 0 || m > l.config.Rows[k] || len(v.Jacobian) != m*n || len(v.Drift) != m || len(v.Acceleration) != m ||
			len(v.Weight) != m || len(v.Activation) != m || len(v.Scale) != m {
			return fmt.Errorf("%w: level %d of %d rows (at most %d), Jacobian %d, drift %d, acceleration %d", ErrShape, k, m,
				l.config.Rows[k], len(v.Jacobian), len(v.Drift), len(v.Acceleration))
		}
	}
	return nil
}
