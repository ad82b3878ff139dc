package taskspace

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Binding is the robot that a Set is bound to.
type Binding struct {
	Model *rigidbody.Model
	// PositionMin and PositionMax are the joints' position limits, one entry a velocity of the
	// model, rad or m; infinite for no limit (planar, floating and continuous joints).
	// JointLimits needs them; nil means no limits.
	PositionMin, PositionMax []float64
	// Followers are joints that follow others (worlds.Reduction.Followers): they move, and are no
	// coordinates. Rows are then J G, with zeros in the columns of followers, and limits of
	// followers are limits of their leaders. Positions and velocities of a state are those of all
	// joints, followers where their leaders put them.
	Followers rigidbody.Followers
	// Kinematic measures Level.Scale in plain velocities, without the mass matrix, for laws that
	// decide on velocities.
	Kinematic bool
}

// Reference is where a task's quantity should be at this tick, in the fields of Goal that its kind
// uses.
type Reference = Goal

// Status reports how a task fares, as of the last tick.
type Status struct {
	Name  string
	Kind  Kind
	Level int
	Rows  int // in force
	// LinearError and AngularError are the norms of the error to the goal (not to the reference on
	// its way there), of the selected components: m and rad; the greatest entry for Posture, N and
	// N m for Force (NaN while the wrench is not known), kg m/s for Momentum. Joints of one degree
	// of freedom and Gaze count as angular.
	LinearError, AngularError float64
	Saturated                 bool // the feedback was cut to VelocityMax
	Arrived                   bool // the reference is at the goal
}

// Evaluator evaluates the tasks of a Set on one robot. It has a copy of the tasks' parameters, the
// state of their references, and all its buffers. It belongs to one goroutine.
type Evaluator struct {
	binding Binding
	nq, nv  int
	tasks   []*bound
	levels  []Level
	frames  []frame   // what tasks ask about, each evaluated once a tick
	forces  []float64 // nv
	wide    []float64 // 6 x nv, scratch
	factor  []float64 // nv x nv: of the mass matrix, where joints follow others; scratch of Bind
	started bool
}

// Levels returns the levels of the last tick. They, and what is in them, are the Evaluator's.
func (e *Evaluator) Levels() []Level { return e.levels }

// Forces returns the generalised forces (length nv) that the last tick's Force and Hybrid tasks
// feed forward: the transposed Jacobians of their force components times the wrench that the robot
// is to exert, as far as the measured wrench shows that something resists it. They are added to the
// torque that the levels give. Entries of followers are the loads of their own joints: it is in the
// entries of their leaders, too.
func (e *Evaluator) Forces() []float64 { return e.forces }

// Len is the number of tasks.
func (e *Evaluator) Len() int { return len(e.tasks) }

// Index finds a task by its name. The error is ErrUnknown and lists the names.
func (e *Evaluator) Index(name string) (int, error) {
	for i, b := range e.tasks {
		if b.task.Name == name {
			return i, nil
		}
	}
	return indexOf(e.definitions(), name)
}

// Set returns the tasks with their present parameters and goals as a Set.
func (e *Evaluator) Set() *Set {
	return &Set{tasks: e.definitions(), levels: len(e.levels)}
}

func (e *Evaluator) definitions() []Task {
	tasks := make([]Task, len(e.tasks))
	for i, b := range e.tasks {
		tasks[i] = b.task.clone()
	}
	return tasks
}

// Status reports how task i fares. An index outside the set gives the zero Status.
func (e *Evaluator) Status(i int) Status {
	if i < 0 || i >= len(e.tasks) {
		return Status{}
	}
	return e.tasks[i].status
}

// Start begins at a state that the workspace was set to, of position q: goals that are Measured
// become what is measured, profiles begin at rest where the robot is, force integrals are zero. It
// is called before the first tick and whenever the set takes over.
func (e *Evaluator) Start(w *rigidbody.Workspace, q []float64) error {
	if err := e.checkState(w, q, nil); err != nil {
		return err
	}
	for i := range e.frames {
		if err := e.frames[i].read(w); err != nil {
			return err
		}
	}
	for _, b := range e.tasks {
		b.begin(e, w, q)
	}
	e.started = true
	return nil
}

// Hold makes the goal of task i what is measured, from the next Start or Begin on until another
// goal is set: forces and momentum become zero, and a gaze looks ahead. It does nothing for an
// index outside the set.
func (e *Evaluator) Hold(i int) {
	if i < 0 || i >= len(e.tasks) {
		return
	}
	b := e.tasks[i]
	g := &b.task.Goal
	g.Momentum, g.Wrench, g.Twist, g.Acceleration = [6]float64{}, [6]float64{}, [6]float64{}, [6]float64{}
	b.ahead = b.task.Kind == Gaze
	if uses[b.task.Kind]&(usesPosition|usesOrientation|usesGoalJoints) != 0 && !b.ahead {
		g.Measured, g.open = true, 0
		clear(g.JointVelocity)
		clear(g.JointAcceleration)
	}
}

// Begin is Start for task i alone.
func (e *Evaluator) Begin(i int, w *rigidbody.Workspace, q []float64) error {
	if err := e.checkState(w, q, nil); err != nil {
		return err
	}
	if i < 0 || i >= len(e.tasks) {
		return fmt.Errorf("%w: task %d; the set has tasks 0 to %d", ErrUnknown, i, len(e.tasks)-1)
	}
	for k := range e.frames {
		if err := e.frames[k].read(w); err != nil {
			return err
		}
	}
	e.tasks[i].begin(e, w, q)
	return nil
}

// Evaluate fills the levels for a state that the workspace was set to, of position q (length nq)
// and velocity v (length nv), after dt seconds since the last tick, by which profiles and force
// integrals move on; 0 evaluates once more. It allocates nothing unless it fails, with ErrState
// (ErrSight where a gaze has nowhere to look), and then leaves profiles and integrals as they were.
func (e *Evaluator) Evaluate(w *rigidbody.Workspace, q, v []float64, dt float64) error {
	if !(dt >= 0 && dt <= 1) {
		return fmt.Errorf("%w: a tick %g s after the last one; from 0 to 1 s are possible", ErrState, dt)
	}
	if err := e.checkState(w, q, v); err != nil {
		return err
	}
	if !e.started {
		return fmt.Errorf("%w: Evaluate before Start", ErrState)
	}
	for i := range e.frames {
		if err := e.frames[i].evaluate(w); err != nil {
			return err
		}
		e.binding.Followers.Lead(e.frames[i].jacobian, e.nv)
	}
	for _, b := range e.tasks { // all that can fail, before anything moves on
		if b.task.Kind == Gaze {
			if err := b.mayLook(e); err != nil {
				return err
			}
		}
	}
	clear(e.forces)
	for i := range e.levels {
		e.levels[i].open(e.nv)
	}
	for _, b := range e.tasks {
		level := &e.levels[b.task.Level]
		first := level.Rows
		if err := b.evaluate(e, w, q, v, dt, level); err != nil {
			return err
		}
		if !level.Identity {
			e.binding.Followers.ClearColumns(level.Jacobian[first*e.nv:level.Rows*e.nv], e.nv)
		}
		level.close(b, first)
	}
	for i := range e.levels {
		e.levels[i].trim(e.nv)
	}
	return nil
}

func (e *Evaluator) checkState(w *rigidbody.Workspace, q, v []float64) error {
	switch {
	case w == nil || w.Model() != e.binding.Model:
		return fmt.Errorf("%w: the workspace is of another model than the tasks are bound to", ErrState)
	case len(q) != e.nq || v != nil && len(v) != e.nv:
		return fmt.Errorf("%w: position of length %d and velocity of length %d; the model has %d and %d", ErrState,
			len(q), len(v), e.nq, e.nv)
	case !allFinite(q) || !allFinite(v):
		return fmt.Errorf("%w: position %v, velocity %v: not all numbers are finite", ErrState, q, v)
	}
	return nil
}

// SetGoal returns task i a new goal, in the fields that its kind uses; with Motion its reference
// goes there along the profile. It allocates nothing unless it fails: with ErrUnknown for an index
// out of range, and with ErrParameter for an invalid goal. The goal then stays as it was.
func (e *Evaluator) SetGoal(i int, goal *Reference) error {
	if i < 0 || i >= len(e.tasks) {
		return fmt.Errorf("%w: task %d; the set has tasks 0 to %d", ErrUnknown, i, len(e.tasks)-1)
	}
	return e.tasks[i].setGoal(goal)
}

// SetWrench gives a Force or Hybrid task a new wrench to exert, as Goal.Wrench, and leaves the rest
// of its goal. It allocates nothing unless it fails: with ErrUnknown for another task, and with
// ErrParameter for an invalid wrench.
func (e *Evaluator) SetWrench(i int, wrench [6]float64) error {
	if err := e.measures(i); err != nil {
		return err
	}
	b := e.tasks[i]
	for _, x := range wrench {
		if !(math.Abs(x) <= NumberMax) {
			return b.task.parameterError(goalError("goal.wrench", "%g; expected at most %g", x, NumberMax))
		}
	}
	b.task.Goal.Wrench = wrench
	return nil
}

// Wrench is the wrench that task i is to exert, zero for tasks that exert none.
func (e *Evaluator) Wrench(i int) [6]float64 { return e.tasks[i].task.Goal.Wrench }

// Measure tells a Force or Hybrid task the wrench that its body exerts on its surroundings: force
// and moment (N, N m) at the task's Point, in world axes. It holds until the next one, or until
// Forget. Of a task whose wrench nobody measures no force counts as missing: that of the goal is
// fed forward, and nothing else.
func (e *Evaluator) Measure(i int, wrench [6]float64) error {
	if err := e.measures(i); err != nil {
		return err
	}
	if !allFinite(wrench[:]) {
		return fmt.Errorf("%w: task %q: measured wrench %v: not all numbers are finite", ErrState, e.tasks[i].task.Name, wrench)
	}
	t := e.tasks[i]
	t.measured, t.sensed, t.asked = wrench, true, true
	return nil
}

// Forget tells a Force or Hybrid task that the wrench is not known any more. What is fed forward
// and what its integral has made up for stay as they are: nothing, if the wrench has not been known
// since Start.
func (e *Evaluator) Forget(i int) error {
	if err := e.measures(i); err != nil {
		return err
	}
	t := e.tasks[i]
	if !t.asked {
		t.borne = [6]float64{}
	}
	t.sensed, t.asked = false, true
	return nil
}

func (e *Evaluator) measures(i int) error {
	if i < 0 || i >= len(e.tasks) || !e.tasks[i].task.Kind.has(usesWrench) {
		return fmt.Errorf("%w: task %d measures no wrench; tasks of kind %v and %v do", ErrUnknown, i, Force, Hybrid)
	}
	return nil
}

// Parameters lists the parameters of a task with their present values. The error is ErrUnknown.
func (e *Evaluator) Parameters(task string) ([]Parameter, error) {
	i, err := e.Index(task)
	if err != nil {
		return nil, err
	}
	b := e.tasks[i]
	list := parametersOf(&b.task)
	for k := range list { // which only the joints can tell
		if p := &list[k]; p.Lengths == nil && (strings.HasPrefix(p.Name, "gains.") || strings.HasPrefix(p.Name, "motion.")) && p.Type == Vector {
			p.Lengths = slices.Compact([]int{1, b.n})
		}
	}
	return list, nil
}

// SetParameter changes a parameter of a task in place. It is checked whole before anything is
// touched; the errors are ErrUnknown, with the known names, and ErrParameter and ErrTask.
// Structural parameters are refused: see Set.With.
func (e *Evaluator) SetParameter(task, parameter string, value Value) error {
	i, err := e.Index(task)
	if err != nil {
		return err
	}
	return e.tasks[i].setParameter(parameter, value)
}
