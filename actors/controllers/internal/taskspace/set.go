package taskspace

import (
	"errors"
	"fmt"
	"slices"
)

// TasksMax and LevelsMax bound a Set.
const (
	TasksMax  = 64
	LevelsMax = 16
)

// Set is an immutable list of checked tasks in levels. It may be shared by any number of
// goroutines.
type Set struct {
	tasks  []Task // as checked; never changed
	levels int    // at least 1 + the greatest level of a task: levels outlive their tasks
}

// NewSet checks tasks and makes a Set of copies of them. It reports every fault at once, joined
// into one error; they are ErrTask and ErrUnknown. Every level from 0 to the greatest must have a
// task.
func NewSet(tasks ...Task) (*Set, error) {
	s := &Set{}
	for i := range tasks {
		s.levels = max(s.levels, tasks[i].Level+1)
	}
	if err := s.take(tasks); err != nil {
		return nil, err
	}
	var faults []error
	for level := range s.levels {
		if !slices.ContainsFunc(s.tasks, func(t Task) bool { return t.Level == level }) {
			faults = append(faults, &marked{ErrTask, fmt.Errorf("level %d of %d is empty; give it a task, or count the levels without gaps", level, s.levels)})
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return s, nil
}

// take checks and copies tasks into s.
func (s *Set) take(tasks []Task) error {
	var faults []error
	if len(tasks) == 0 || len(tasks) > TasksMax {
		faults = append(faults, &marked{ErrTask, fmt.Errorf("there are %d tasks in the set; expected 1 to %d", len(tasks), TasksMax)})
	}
	if s.levels > LevelsMax {
		return errors.Join(append(faults, &marked{ErrTask, fmt.Errorf("there are %d levels; expected at most %d", s.levels, LevelsMax)})...)
	}
	s.tasks = make([]Task, len(tasks))
	for i := range tasks {
		s.tasks[i] = tasks[i].clone()
		faults = append(faults, s.tasks[i].check())
		if j := slices.IndexFunc(tasks[:i], func(t Task) bool { return t.Name == tasks[i].Name }); j >= 0 {
			faults = append(faults, tasks[i].invalid("name", "tasks %d and %d have the same name", j, i))
		}
	}
	return errors.Join(faults...)
}

// Len is the number of tasks.
func (s *Set) Len() int { return len(s.tasks) }

// Levels is the number of levels.
func (s *Set) Levels() int { return s.levels }

// Task returns a copy of task i, in the order of NewSet. An index outside the set gives the zero
// Task.
func (s *Set) Task(i int) Task {
	if i < 0 || i >= len(s.tasks) {
		return Task{}
	}
	return s.tasks[i].clone()
}

// Index finds a task by its name. The error is ErrUnknown and lists the names.
func (s *Set) Index(name string) (int, error) { return indexOf(s.tasks, name) }

func indexOf(tasks []Task, name string) (int, error) {
	for i := range tasks {
		if tasks[i].Name == name {
			return i, nil
		}
	}
	names := make([]string, len(tasks))
	for i := range tasks {
		names[i] = tasks[i].Name
	}
	return 0, unknown("", "task", name, names)
}

// Without returns a set without the named task. Its level stays, even if nothing is left in it: the
// other tasks keep their priorities, and other sets of the same behaviour their numbers. The last
// task cannot be taken out.
func (s *Set) Without(name string) (*Set, error) {
	i, err := s.Index(name)
	if err != nil {
		return nil, err
	}
	if len(s.tasks) == 1 {
		return nil, s.tasks[i].invalid("", "it is the only task of the set, and a set needs one")
	}
	return &Set{tasks: slices.Delete(slices.Clone(s.tasks), i, i+1), levels: s.levels}, nil
}

// With returns a set in which one parameter of a task has another value. The errors are ErrUnknown,
// ErrParameter and ErrTask. Structural parameters may be set here. Setting "level" may not leave a
// level empty.
func (s *Set) With(task, parameter string, value Value) (*Set, error) {
	i, err := s.Index(task)
	if err != nil {
		return nil, err
	}
	tasks := slices.Clone(s.tasks)
	tasks[i] = tasks[i].clone()
	if err := setParameter(&tasks[i], parameter, value); err != nil {
		return nil, err
	}
	return NewSet(tasks...)
}

// clone returns a copy of the task that shares no slice with it.
func (t *Task) clone() Task {
	c := *t
	c.Joints = slices.Clone(t.Joints)
	for _, v := range c.vectors() {
		*v = slices.Clone(*v)
	}
	return c
}

// vectors are all slices of numbers in a task.
func (t *Task) vectors() [11]*[]float64 {
	return [...]*[]float64{&t.Gains.Proportional, &t.Gains.Derivative, &t.Gains.VelocityMax, &t.Gains.Force,
		&t.Gains.ForceIntegral, &t.Motion.Velocity, &t.Motion.Acceleration, &t.Motion.Jerk, &t.Goal.Joints,
		&t.Goal.JointVelocity, &t.Goal.JointAcceleration}
}
