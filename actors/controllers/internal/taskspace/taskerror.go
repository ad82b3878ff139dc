package taskspace

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// TaskError is an error about one task of a set.
type TaskError struct {
	// Task is the name of the task.
	Task string
	// Option locates the error in the task: its Path is a field, such as "goal.position", or empty.
	Option *messages.OptionError
}

// Error returns the task, the field and the problem.
func (e *TaskError) Error() string { return fmt.Sprintf("task %q: %v", e.Task, e.Option) }

// Unwrap returns the problem, which is ErrTask or ErrUnknown.
func (e *TaskError) Unwrap() error { return e.Option }

// marked is an error with a text of its own that errors.Is finds by its mark.
type marked struct {
	mark, err error
}

func (m *marked) Error() string   { return m.err.Error() }
func (m *marked) Unwrap() []error { return []error{m.mark, m.err} }

// invalid returns an error about a field of the task. It is ErrTask.
func (t *Task) invalid(field, format string, args ...any) error {
	return &TaskError{t.Name, &messages.OptionError{Path: field, Err: &marked{ErrTask, fmt.Errorf(format, args...)}}}
}

// unknown returns an error about a name that nothing has. It is ErrUnknown.
func unknown(field, what, name string, known []string) *messages.OptionError {
	return &messages.OptionError{Path: field, Err: &marked{ErrUnknown, fmt.Errorf("unknown %s %q", what, name)}, Unknown: name, Known: known}
}

// inTask returns the errors that err joins as errors about the task. An error that has no field of
// its own keeps none.
func (t *Task) inTask(err error) error {
	var all []error
	for _, one := range messages.Each(err) {
		located, is := one.(*messages.OptionError)
		if !is {
			located = &messages.OptionError{Err: &marked{ErrTask, one}}
		}
		all = append(all, &TaskError{t.Name, located})
	}
	return errors.Join(all...)
}

// goalError returns an error about a field of a goal. It is ErrTask.
func goalError(field, format string, args ...any) error {
	return &messages.OptionError{Path: field, Err: &marked{ErrTask, fmt.Errorf(format, args...)}}
}

// parameterError returns the errors that err joins as errors about parameters of the task. They are
// ErrParameter.
func (t *Task) parameterError(err error) error {
	var all []error
	for _, one := range messages.Each(err) {
		var located *messages.OptionError
		var ofTask *TaskError
		switch {
		case errors.As(one, &ofTask):
			located = ofTask.Option
		case !errors.As(one, &located):
			located = &messages.OptionError{Err: one}
		}
		copied := *located
		copied.Err = &marked{ErrParameter, located.Err}
		all = append(all, &TaskError{t.Name, &copied})
	}
	return errors.Join(all...)
}
