package taskspace

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// bound is a task on one robot.
type bound struct {
	task   Task // its slices of gains and motion have one entry a component
	n      int  // components, selected or not
	status Status

	span     int              // index in its level's Spans
	frame    int              // index in the Evaluator's frames, -1 without
	rotation spatial.Rotation // columns are the task's axes
	turned   bool             // rotation is not the identity
	offset   bool             // the task's point is not the frame's origin
	selected []int            // components that make rows, ascending
	// deselected are those of them that do not, of kinds with axes.
	deselected []int
	forced     [6]bool // components under force control
	joints     []joint // of Posture and JointLimits
	across     [2]spatial.Vec
	scale      []float64 // of each component's whitened rows; see Level.Scale
	rate       []float64 // of each component: velocity that the feedback asks for an error of 1, 1/s
	loose      []int     // components without damping: a limit of velocity has no meaning for them

	measured [6]float64 // wrench on the surroundings, world axes
	sensed   bool       // measured is known; without it no force counts as missing
	ahead    bool       // a gaze looks where its axis points
	asked    bool       // somebody measures: Measure or Forget has been called
	borne    [6]float64 // share of the wanted wrench that may be fed forward, since something resists it, task's axes
	integral [6]float64 // force added by the integral, task's axes

	reference reference
	joined    jointReference
	// Scratch, one entry a component: error, velocity error, feed-forward acceleration; velocity
	// that the feedback asks for, and acceleration that this is worth; velocity, and what
	// velocities alone do to it, of kinds with axes.
	e, de, ff, s, p, speed, drift []float64

	trial   Task    // scratch: a goal is checked on it
	checker checker // scratch
}

// joint is where a joint is in the model's vectors.
type joint struct {
	q, v, goal int // first entry of position, velocity, and of the goal
	// column is the first velocity that moves the joint, and pace how fast: of a follower its
	// leader's and the multiplier, of the others v and 1.
	column int
	pace   float64
	shape  setpoint.Shape
	// continuous says that positions a whole turn apart are the same.
	continuous bool
	min, max   float64 // position limits of a joint of one degree of freedom
}

// Bind finds the tasks' frames and joints in a model and makes an Evaluator. It reports every fault
// at once; they are ErrUnknown, with the known names, and ErrTask.
func (s *Set) Bind(b Binding) (*Evaluator, error) {
	if b.Model == nil {
		return nil, fmt.Errorf("%w: a binding without a model", ErrTask)
	}
	e := &Evaluator{binding: b, nq: b.Model.NQ(), nv: b.Model.NV()}
	for _, limits := range [][]float64{b.PositionMin, b.PositionMax} {
		if limits != nil && len(limits) != e.nv {
			return nil, fmt.Errorf("%w: binding with %d position limits; the model has %d velocities", ErrTask, len(limits), e.nv)
		}
	}
	if err := b.Followers.Check(b.Model); err != nil {
		return nil, fmt.Errorf("%w: binding: %w", ErrTask, err)
	}
	e.binding.Followers = slices.Clone(b.Followers)
	e.binding.PositionMin, e.binding.PositionMax = slices.Clone(b.PositionMin), slices.Clone(b.PositionMax)
	if b.PositionMin != nil && b.PositionMax != nil {
		e.binding.Followers.Bounds(e.binding.PositionMin, e.binding.PositionMax)
	}
	e.forces, e.wide = make([]float64, e.nv), make([]float64, 6*e.nv)
	var faults []error
	for i := range s.tasks {
		t, err := e.bind(s.tasks[i].clone())
		if err != nil {
			faults = append(faults, err)
			continue
		}
		e.tasks = append(e.tasks, t)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	if err := e.measureScales(); err != nil {
		return nil, err
	}
	e.makeLevels(s.levels)
	return e, nil
}

// bind finds one task's frames and joints.
func (e *Evaluator) bind(t Task) (*bound, error) {
	b := &bound{task: t, frame: -1, n: t.Kind.components()}
	var faults []error
	if t.Kind.has(usesFrame) {
		faults = append(faults, e.bindFrame(b))
	}
	if t.Kind.has(usesJoints) {
		faults = append(faults, e.bindJoints(b))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	b.choose()
	if err := b.expand(); err != nil {
		return nil, err
	}
	b.room()
	b.status = Status{Name: t.Name, Kind: t.Kind, Level: t.Level}
	return b, b.prepare(e)
}

// room makes what has one entry a component.
func (b *bound) room() {
	for _, v := range []*[]float64{&b.scale, &b.rate, &b.e, &b.de, &b.ff, &b.s, &b.p, &b.speed, &b.drift} {
		*v = make([]float64, b.n)
	}
	b.loose = make([]int, 0, b.n)
	b.tune()
}

// bindFrame finds the bodies and the frame that the task shares with others.
func (e *Evaluator) bindFrame(b *bound) error {
	body, err := e.body(&b.task, "frame", b.task.Frame)
	base := -1
	if b.task.Kind.has(usesBase) {
		var missing error
		base, missing = e.body(&b.task, "base", b.task.Base)
		err = errors.Join(err, missing)
	}
	if err != nil {
		return err
	}
	b.frame = slices.IndexFunc(e.frames, func(f frame) bool { return f.body == body && f.base == base })
	if b.frame < 0 {
		b.frame = len(e.frames)
		e.frames = append(e.frames, frame{body: body, base: base, jacobian: make([]float64, 6*e.nv)})
	}
	return nil
}

func (e *Evaluator) body(t *Task, field, name string) (int, error) {
	i, err := e.binding.Model.BodyIndex(name)
	if err != nil {
		names := make([]string, e.binding.Model.NumBodies())
		for i := range names {
			names[i] = e.binding.Model.Body(i).Name
		}
		return 0, t.inTask(unknown(field, "body", name, names))
	}
	return i, nil
}

// bindJoints finds the joints; an empty list stands for all that the kind can take.
func (e *Evaluator) bindJoints(b *bound) error {
	m, t := e.binding.Model, &b.task
	var faults []error
	add := func(body int, field string) { // field is empty where the joint is not named
		kind := m.Body(body).Kind
		j := joint{min: math.Inf(-1), max: math.Inf(1), continuous: kind == rigidbody.Continuous}
		j.q, _ = m.PositionRange(body)
		j.v, _ = m.VelocityRange(body)
		for _, f := range e.binding.Followers { // a follower does not stay where it is when its leader turns once
			j.continuous = j.continuous && f.Leader != j.v && f.Velocity != j.v
		}
		j.column, j.pace = e.binding.Followers.Column(j.v)
		switch kind {
		case rigidbody.Planar:
			j.shape = setpoint.Planar
		case rigidbody.Floating:
			j.shape = setpoint.Floating
		}
		if t.Kind == JointLimits {
			if fault := e.limits(&j, t, field, m.Body(body).JointName); fault != nil {
				if field != "" {
					faults = append(faults, fault)
				}
				return
			}
		}
		b.joints = append(b.joints, j)
	}
	for i, name := range t.Joints {
		field := fmt.Sprintf("joints[%d]", i)
		body, err := m.JointIndex(name)
		switch {
		case err != nil:
			faults = append(faults, t.inTask(unknown(field, "joint", name, e.jointNames())))
		case m.Body(body).Kind == rigidbody.Fixed:
			faults = append(faults, t.invalid(field, "joint %q is fixed", name))
		default:
			add(body, field)
		}
	}
	if len(t.Joints) == 0 {
		for i := range m.NumBodies() {
			if m.Body(i).Kind != rigidbody.Fixed && !e.follows(i) {
				add(i, "")
			}
		}
	}
	b.n = 0
	for i := range b.joints {
		b.n += b.joints[i].shape.Velocities()
		if i > 0 {
			b.joints[i].goal = b.joints[i-1].goal + b.joints[i-1].shape.Positions()
		}
	}
	if len(faults) == 0 && b.n == 0 {
		faults = append(faults, t.invalid("joints", "the model has no joint for the task"))
	}
	return errors.Join(faults...)
}

// follows reports that the joint of a body follows another one, which stands for it where all
// joints are meant.
func (e *Evaluator) follows(body int) bool {
	v, _ := e.binding.Model.VelocityRange(body)
	column, _ := e.binding.Followers.Column(v)
	return column != v
}

// limits takes a joint's position limits.
func (e *Evaluator) limits(j *joint, t *Task, field, name string) error {
	if j.shape != setpoint.Scalar {
		return t.invalid(field, "joint %q has more than one degree of freedom, and no position limits", name)
	}
	if e.binding.PositionMin != nil {
		j.min = e.binding.PositionMin[j.v]
	}
	if e.binding.PositionMax != nil {
		j.max = e.binding.PositionMax[j.v]
	}
	if math.IsInf(j.min, -1) && math.IsInf(j.max, 1) {
		return t.invalid(field, "joint %q has no position limits; leave it out, or give it limits", name)
	}
	if !(j.max-j.min > 2*t.Margin) {
		return t.invalid("margin", "joint %q moves from %g to %g, less than twice the margin %g", name, j.min, j.max, t.Margin)
	}
	return nil
}

func (e *Evaluator) jointNames() (names []string) {
	for i := range e.binding.Model.NumBodies() {
		if b := e.binding.Model.Body(i); b.Kind != rigidbody.Fixed && b.JointName != "" {
			names = append(names, b.JointName)
		}
	}
	return names
}

// choose lists the components that make rows.
func (b *bound) choose() {
	first, count := b.task.Kind.spatial()
	if count == 0 {
		for c := range b.n {
			b.selected = append(b.selected, c)
		}
		return
	}
	for c := range count {
		if b.task.Axes == 0 || b.task.Axes&(1<<(first+c)) != 0 {
			b.selected = append(b.selected, c)
			b.forced[c] = b.task.Kind == Force || b.task.ForceAxes&(1<<(first+c)) != 0
		} else {
			b.deselected = append(b.deselected, c)
		}
	}
}

// expand returns every slice of gains and motion one entry a component, defaults filled in.
func (b *bound) expand() error {
	t := &b.task
	for _, f := range []struct {
		name   string
		values *[]float64
		uses   use
		none   float64
	}{
		{"gains.proportional", &t.Gains.Proportional, usesProportional, 100},
		{"gains.derivative", &t.Gains.Derivative, 0, 20},
		{"gains.velocity_max", &t.Gains.VelocityMax, usesProportional, math.Inf(1)},
		{"gains.force", &t.Gains.Force, usesForce, 0.1},
		{"gains.force_integral", &t.Gains.ForceIntegral, usesForce, 0},
		{"motion.velocity", &t.Motion.Velocity, usesMotion, 0},
		{"motion.acceleration", &t.Motion.Acceleration, usesMotion, 0},
		{"motion.jerk", &t.Motion.Jerk, usesMotion, 0},
	} {
		given := *f.values
		if !t.Kind.has(f.uses) || f.uses == usesMotion && len(given) == 0 {
			continue
		}
		values := make([]float64, b.n)
		for c := range values {
			switch {
			case len(given) == 0:
				values[c] = f.none
			case len(given) == 1:
				values[c] = given[0]
			case len(given) == b.n:
				values[c] = given[c]
			case len(given) == 2 && b.n == 6:
				values[c] = given[c/3]
			default:
				return t.invalid(f.name, "there are %d entries; the joints have %d velocities", len(given), b.n)
			}
		}
		*f.values = values
	}
	if t.Weight == 0 {
		t.Weight = 1
	}
	if t.Kind == JointLimits && t.Margin == 0 {
		t.Margin = defaultMargin
	}
	if t.Kind.has(usesForce) && t.Gains.ForceIntegralMax == 0 {
		t.Gains.ForceIntegralMax = 50
	}
	return nil
}

// makeLevels returns each level room for its tasks' rows.
func (e *Evaluator) makeLevels(count int) {
	e.levels = make([]Level, count)
	for _, b := range e.tasks {
		e.levels[b.task.Level].RowsMax += len(b.selected)
	}
	for i := range e.levels {
		l := &e.levels[i]
		if l.Identity = e.everyVelocity(i); l.Identity {
			l.RowsMax = e.nv
		}
		vectors := make([][]float64, 8)
		for k := range vectors {
			vectors[k] = make([]float64, l.RowsMax)
		}
		l.Jacobian = make([]float64, l.RowsMax*e.nv)
		l.Drift, l.Error, l.VelocityError, l.Acceleration = vectors[0], vectors[1], vectors[2], vectors[3]
		l.Velocity, l.Weight, l.Activation, l.Scale = vectors[4], vectors[5], vectors[6], vectors[7]
		for t, b := range e.tasks {
			if b.task.Level == i {
				b.span = len(l.Spans)
				l.Spans = append(l.Spans, Span{Task: t})
				l.Gradual = l.Gradual || b.task.Kind == JointLimits
			}
		}
		if l.Identity {
			l.fixIdentity(e, e.tasks[l.Spans[0].Task])
		}
	}
}

// everyVelocity reports whether a level is one posture of every joint that follows none, in the
// order of the velocities: its rows are the identity matrix, with rows that want nothing for
// followers.
func (e *Evaluator) everyVelocity(level int) bool {
	var only *bound
	for _, b := range e.tasks {
		switch {
		case b.task.Level != level:
		case only != nil || b.task.Kind != Posture:
			return false
		default:
			only = b
		}
	}
	if only == nil || only.n != e.nv-len(e.binding.Followers) {
		return false
	}
	next := 0
	for i := range only.joints {
		for column, _ := e.binding.Followers.Column(next); column != next; column, _ = e.binding.Followers.Column(next) {
			next++
		}
		if only.joints[i].v != next {
			return false
		}
		next += only.joints[i].shape.Velocities()
	}
	return true
}
