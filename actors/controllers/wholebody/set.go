package wholebody

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/behavior"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// set is a task set bound to the robot.
type set struct {
	name  string
	tasks []int // of the controller, in the order of the set's own
	// fresh evaluates errors, and in model own matrices too, at the state that was measured.
	// matrices, in model actor, evaluates Jacobians and drifts at the state of the model; its
	// levels have the same rows.
	fresh, matrices *taskspace.Evaluator
	levels          []taskspace.Level // what is solved: those of fresh, with the matrices' Jacobians and drifts
	frames          []bool            // of the model actor: which the set needs
	solver          solver
	touching        []bool // contacts that exist
	sensed          []sensed
	linear          []int  // how many of a task's rows are linear, for kinds with linear and angular ones
	at              uint64 // sequence of the model that matrices are of; zero for none
}

// newSet puts tasks into the levels of a set and binds them.
func (l *Law) newSet(d *behavior.TaskSet, lifted []string, tasks []taskspace.Task) (*set, error) {
	s := &set{name: d.Name, frames: make([]bool, len(l.frames)), touching: touching(l.options.Contacts, lifted)}
	var list []taskspace.Task
	var errs []error
	for level, names := range d.Levels {
		for _, name := range names {
			i := slices.IndexFunc(tasks, func(t taskspace.Task) bool { return t.Name == name })
			if i < 0 {
				continue // the behaviour's check names it
			}
			t := tasks[i]
			t.Level = level
			errs = append(errs, s.sense(&t, len(s.tasks), l.options.ForceSensors))
			list, s.tasks, s.linear = append(list, t), append(s.tasks, i), append(s.linear, linearRows(t.Axes))
			for _, frame := range []string{t.Frame, t.Base} {
				if k := slices.Index(l.frames, frame); k >= 0 {
					s.frames[k] = true
				} else if l.fromActor && frame != "" {
					errs = append(errs, &taskspace.TaskError{Task: t.Name, Option: &messages.OptionError{
						Err: fmt.Errorf("frame %q is not among model_frames", frame), Unknown: frame, Known: l.frames}})
				}
			}
		}
	}
	defined, err := taskspace.NewSet(list...)
	if err = errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	if s.fresh, err = defined.Bind(l.binding()); err != nil {
		return nil, err
	}
	if l.fromActor {
		if s.matrices, err = defined.Bind(l.binding()); err != nil {
			return nil, err
		}
	}
	s.levels = append([]taskspace.Level(nil), s.fresh.Levels()...)
	s.solver, err = l.newSolver(s.levels)
	return s, err
}

// start begins where the robot is.
func (s *set) start(w *rigidbody.Workspace, q []float64) error {
	s.at = 0
	s.solver.begin()
	if s.matrices != nil {
		if err := s.matrices.Start(w, q); err != nil {
			return err
		}
	}
	return s.fresh.Start(w, q)
}

// evaluate fills the levels, dt seconds after the last time, all of the state that w was set to.
func (s *set) evaluate(w *rigidbody.Workspace, q, v []float64, dt float64) error {
	if err := s.fresh.Evaluate(w, q, v, dt); err != nil {
		return err
	}
	copy(s.levels, s.fresh.Levels())
	return nil
}

// exchange copies the Jacobians and drifts of the model's snapshot into the levels, and sets w to
// it. They are evaluated once a model. What is wanted stays as it is: it follows from what was
// measured.
func (s *set) exchange(w *rigidbody.Workspace, m *messages.Model, sequence uint64) error {
	if s.at != sequence {
		if err := w.SetState(m.Position, m.Velocity); err != nil {
			return err
		}
		if err := s.matrices.Evaluate(w, m.Position, m.Velocity, 0); err != nil {
			return err
		}
		s.at = sequence
	}
	n := len(m.Velocity)
	for k, have := range s.matrices.Levels() {
		level := &s.levels[k]
		for i, to := range level.Spans {
			from := have.Spans[i]
			if from.Count != to.Count { // joint limits come and go: their rows are those of a constant selection
				continue
			}
			copy(level.Jacobian[to.First*n:(to.First+to.Count)*n], have.Jacobian[from.First*n:])
			copy(level.Drift[to.First:to.First+to.Count], have.Drift[from.First:])
		}
	}
	return nil
}

// setParameter changes a parameter of a task in place, checked before anything is touched.
func (s *set) setParameter(task, parameter string, value taskspace.Value) error {
	if err := s.fresh.SetParameter(task, parameter, value); err != nil {
		return err
	}
	if s.matrices == nil {
		return nil
	}
	s.at = 0
	return s.matrices.SetParameter(task, parameter, value)
}

// measure writes the errors and speeds of the set's tasks, one entry a task of the controller;
// those of other tasks are left as they are. angle is the error of the angular part of tasks that
// have a linear one too.
func (s *set) measure(v, err, speed, angle []float64) {
	for i, task := range s.tasks {
		status := s.fresh.Status(i)
		switch errorPart(status.Kind) {
		case linear:
			err[task] = status.LinearError
		case angular:
			err[task] = status.AngularError
		case both:
			err[task], angle[task] = status.LinearError, status.AngularError
		}
	}
	for k := range s.levels {
		for _, span := range s.levels[k].Spans {
			speed[s.tasks[span.Task]] = s.speed(&s.levels[k], span, v)
		}
	}
}

// speed is the norm of J v over a task's rows; of a task with linear and angular ones, over the
// linear ones.
func (s *set) speed(level *taskspace.Level, span taskspace.Span, v []float64) float64 {
	rows := span.Count
	if n := s.linear[span.Task]; n > 0 && errorPart(s.fresh.Status(span.Task).Kind) == both {
		rows = min(rows, n)
	}
	sum := 0.0
	for r := span.First; r < span.First+rows; r++ {
		y := 0.0
		for j, x := range level.Jacobian[r*len(v) : (r+1)*len(v)] {
			y += x * v[j]
		}
		sum += y * y
	}
	return math.Sqrt(sum)
}

// linearRows counts the linear components among axes, the zero value of which selects all.
func linearRows(axes taskspace.Axes) int {
	if axes == 0 {
		return 3
	}
	return bits.OnesCount8(uint8(axes & (taskspace.X | taskspace.Y | taskspace.Z)))
}

// part is a part of a task's error.
type part uint8

const (
	linear part = iota
	angular
	both
)

// errorPart reports what the error of a kind of task consists of.
func errorPart(k taskspace.Kind) part {
	switch k {
	case taskspace.FrameOrientation, taskspace.Gaze, taskspace.Posture, taskspace.JointLimits:
		return angular
	case taskspace.FramePose, taskspace.Hybrid, taskspace.RelativePose:
		return both
	}
	return linear
}

// errorUnit returns the unit of a kind's error.
func errorUnit(k taskspace.Kind) string {
	switch k {
	case taskspace.FrameOrientation, taskspace.Gaze:
		return "rad"
	case taskspace.Posture, taskspace.JointLimits:
		return "rad|m"
	case taskspace.Force:
		return "N"
	case taskspace.Momentum:
		return "kg m/s"
	}
	return "m"
}

// speedUnit returns the unit of a kind's speed.
func speedUnit(k taskspace.Kind) string {
	switch k {
	case taskspace.FrameOrientation, taskspace.Gaze:
		return "rad/s"
	case taskspace.Posture, taskspace.JointLimits:
		return "rad/s|m/s"
	case taskspace.Momentum:
		return "kg m/s"
	}
	return "m/s"
}
