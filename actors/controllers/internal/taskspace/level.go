package taskspace

// Level is one level of tasks as of one tick: J v' + Drift = Acceleration is what it wants, or J v
// = Velocity at velocity level. The slices are the Evaluator's, valid until its next tick; nv is
// the model's number of velocities.
type Level struct {
	// Rows is the number of rows in force in this tick, from 0 to RowsMax: limits come and go.
	Rows, RowsMax int
	Jacobian      []float64 // Rows x nv
	Drift         []float64 // what velocities alone do to the rows, J-dot v
	Error         []float64 // the way to the reference; 0 without one (momentum)
	VelocityError []float64 // reference minus measured
	Acceleration  []float64 // wanted: feed-forward and feedback
	Velocity      []float64 // wanted, for the velocity level
	Weight        []float64 // of each row against the others of its level, above 0
	// Activation is the share of a row that is in force, in (0, 1]: below 1 while a row of
	// JointLimits fades in. What is left of it belongs to lower levels.
	Activation []float64
	// Gradual says that rows of the level fade in and out: it has a JointLimits task.
	Gradual bool
	// Scale is the size that whitened rows of this kind have on this robot: the geometric mean of
	// the singular values of L^-T J^T, L^T L the mass matrix, over a sample of states; 1 where
	// nothing but rounding moves them. It makes singular values comparable, whatever the units.
	Scale []float64
	// Identity says that Jacobian is the identity matrix: a posture of all joints that follow none.
	// Rows of followers, which nothing else of a level or of a reduced mass matrix moves, want
	// nothing.
	Identity bool
	// Spans say which rows are whose, in the order of the tasks.
	Spans []Span
}

// Span reports which rows of a level belong to a task.
type Span struct {
	Task         int // index in the Set
	First, Count int
}

// open empties the level for a tick.
func (l *Level) open(nv int) {
	l.Rows = 0
	l.resize(l.RowsMax, nv)
}

// row adds a row of a task's component to the level, and gives its part of the Jacobian for the
// caller to write.
func (l *Level) row(b *bound, component, nv int) (at int, jacobian []float64) {
	at = l.Rows
	l.Rows++
	l.Weight[at], l.Activation[at], l.Scale[at] = b.task.Weight, 1, b.scale[component]
	return at, l.Jacobian[at*nv : at*nv+nv]
}

// close notes which rows the task has, and counts them in its status.
func (l *Level) close(b *bound, first int) {
	l.Spans[b.span].First, l.Spans[b.span].Count = first, l.Rows-first
	b.status.Rows = l.Rows - first
}

// trim brings the slices to the length of what is in them.
func (l *Level) trim(nv int) { l.resize(l.Rows, nv) }

func (l *Level) resize(rows, nv int) {
	l.Jacobian = l.Jacobian[:rows*nv]
	l.Drift, l.Error, l.VelocityError = l.Drift[:rows], l.Error[:rows], l.VelocityError[:rows]
	l.Acceleration, l.Velocity, l.Weight = l.Acceleration[:rows], l.Velocity[:rows], l.Weight[:rows]
	l.Activation, l.Scale = l.Activation[:rows], l.Scale[:rows]
}
