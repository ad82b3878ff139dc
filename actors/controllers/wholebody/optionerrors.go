package wholebody

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
)

// invalid returns an error about an option.
func invalid(path, format string, args ...any) error {
	return &messages.OptionError{Path: path, Err: fmt.Errorf(format, args...)}
}

// inOption returns an error about an option that names the valid values.
func inOption(path, expected string, format string, args ...any) error {
	return &messages.OptionError{Path: path, Err: fmt.Errorf(format, args...), Expected: expected}
}

// behaviorErrors returns the errors of the state machine with the paths of options. Without
// declared states, each task set is one.
func behaviorErrors(o *Options, err error) error {
	var errs []error
	for _, err := range messages.Each(err) {
		var located *messages.OptionError
		if !errors.As(err, &located) {
			errs = append(errs, err)
			continue
		}
		moved := *located
		switch {
		case strings.HasPrefix(moved.Path, "sets"):
			moved.Path = "task_" + moved.Path
		case moved.Path == "prepare_within":
		case len(o.Behavior.States) == 0:
			moved.Path = strings.Replace(moved.Path, "states", "task_sets", 1)
		default:
			moved.Path = "behavior." + moved.Path
		}
		errs = append(errs, &moved)
	}
	return errors.Join(errs...)
}

// setErrors returns the errors of task sets, one entry a set. Sets in which the check of the state
// machine found an error are left out.
func (l *Law) setErrors(sets []error, machine error) error {
	var errs []error
	for i, err := range sets {
		path := fmt.Sprintf("sets[%d]", i)
		reported := slices.ContainsFunc(messages.Each(machine), func(err error) bool {
			var located *messages.OptionError
			return errors.As(err, &located) && strings.HasPrefix(located.Path, path)
		})
		if !reported {
			errs = append(errs, l.taskErrors(err, i))
		}
	}
	return errors.Join(errs...)
}

// taskErrors returns errors of package taskspace with the paths of the tasks, or else of the task
// set.
func (l *Law) taskErrors(err error, set int) error {
	var errs []error
	for _, err := range messages.Each(err) {
		var ofTask *taskspace.TaskError
		if errors.As(err, &ofTask) {
			if i := slices.Index(l.tasks, ofTask.Task); i >= 0 {
				located := *ofTask.Option
				located.Err = fmt.Errorf("task %q: %w", ofTask.Task, located.Err)
				errs = append(errs, messages.InOption(fmt.Sprintf("tasks[%d]", i), &located))
				continue
			}
		}
		errs = append(errs, messages.InOption(fmt.Sprintf("task_sets[%d]", set), err))
	}
	return errors.Join(errs...)
}
