package wholebody

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/behavior"
)

// Errors about tasks, task sets and the state machine begin with the path of the option that they are about, as
// "tasks[2].goal.position: ...", so that whoever has the options in a file finds the place.

// faultIn reports whether an error of the state machine is about a part of its definition.
func faultIn(err error, part string) bool {
	return slices.ContainsFunc(each(err), func(err error) bool {
		var fault *behavior.Fault
		return errors.As(err, &fault) && strings.HasPrefix(fault.Path, part)
	})
}

// placed turns the paths of the state machine's definition into those of options. Without states of its own, each task set
// is one.
func placed(o *Options, err error) error {
	var errs []error
	for _, err := range each(err) {
		var fault *behavior.Fault
		if !errors.As(err, &fault) {
			errs = append(errs, err)
			continue
		}
		path := fault.Path
		switch {
		case strings.HasPrefix(path, "sets"):
			path = "task_" + path
		case path == "prepare_within":
		case len(o.Behavior.States) == 0:
			path = strings.Replace(path, "states", "task_sets", 1)
		default:
			path = "behavior." + path
		}
		errs = append(errs, fmt.Errorf("%s: %s", path, plain(fault.Err)))
	}
	return errors.Join(errs...)
}

// packages are the words with which errors of package taskspace tell where they come from, which says nothing to a user.
var packages = strings.NewReplacer("taskspace: unknown name: ", "", "taskspace: ", "")

// plain is the text of an error without them.
func plain(err error) string { return packages.Replace(err.Error()) }

// setFaults are those of task sets, one error a set. Where the check of the state machine found fault with a set, no more is
// said about it.
func (l *Law) setFaults(sets []error, machine error) error {
	var errs []error
	for i, err := range sets {
		if !faultIn(machine, fmt.Sprintf("sets[%d]", i)) {
			errs = append(errs, l.ofTasks(err, i))
		}
	}
	return errors.Join(errs...)
}

// ofTask matches what package taskspace says about one task, and afterwards the field that it begins with.
var (
	ofTask    = regexp.MustCompile(`^taskspace: (?:unknown name: )?task "([^"]*)": (.*)$`)
	taskField = regexp.MustCompile(`^(frame|base|point|direction|rotation|axes|force_axes|joints|margin|weight|gains|motion|goal)(\.[a-z_]+)?(\[[0-9]+\])?( = | |: )`)
)

// ofTasks puts the path of the task in front of what is wrong with one, and that of the task set in front of the rest.
func (l *Law) ofTasks(err error, set int) error {
	var errs []error
	for _, err := range each(err) {
		text := err.Error()
		found := ofTask.FindStringSubmatch(text)
		i := -1
		if found != nil {
			i = slices.Index(l.tasks, found[1])
		}
		if i < 0 {
			errs = append(errs, fmt.Errorf("task_sets[%d]: %s", set, plain(err)))
			continue
		}
		path, rest := fmt.Sprintf("tasks[%d]", i), found[2]
		if field := taskField.FindStringSubmatch(rest); field != nil {
			path += "." + field[1] + field[2] + field[3]
			rest = strings.TrimPrefix(rest, field[0])
		}
		errs = append(errs, fmt.Errorf("%s: task %q: %s", path, found[1], rest))
	}
	return errors.Join(errs...)
}

// ofConstraint matches what package constrained says about one of the constraints that options declare, and constraintField the
// field that it is about.
var (
	ofConstraint    = regexp.MustCompile(`^constrained: configuration: ((contact|collision|box) "([^"]*)":? (.*))$`)
	constraintField = strings.NewReplacer("the friction coefficient ", ".friction\n", "has ", ".points\n", "the points ", ".points\n", "point ", ".points\n", "the normal ", ".normal\n")
)

// ofConstraints puts the path of the constraint in front of what is wrong with one.
func (o *Options) ofConstraints(err error) error {
	paths := map[string]string{}
	for i := range o.Contacts {
		paths["contact"+o.Contacts[i].Name] = fmt.Sprintf("contacts[%d]", i)
	}
	for i := range o.Collisions {
		paths["collision"+o.Collisions[i].Name] = fmt.Sprintf("collisions[%d]", i)
	}
	for i := range o.Boxes {
		paths["box"+o.Boxes[i].Name] = fmt.Sprintf("boxes[%d]", i)
	}
	var errs []error
	for _, err := range each(err) {
		found := ofConstraint.FindStringSubmatch(err.Error())
		if found == nil || paths[found[2]+found[3]] == "" {
			errs = append(errs, err)
			continue
		}
		path := paths[found[2]+found[3]]
		if field, _, is := strings.Cut(constraintField.Replace(found[4]), "\n"); is && strings.HasPrefix(field, ".") {
			path += field
		}
		errs = append(errs, fmt.Errorf("%s: %s", path, found[1]))
	}
	return errors.Join(errs...)
}

// each lists the errors that one joins, itself where it joins none.
func each(err error) []error {
	if err == nil {
		return nil
	}
	if _, whole := err.(*behavior.Fault); whole {
		return []error{err}
	}
	var all []error
	if many, joins := err.(interface{ Unwrap() []error }); joins {
		for _, one := range many.Unwrap() {
			all = append(all, each(one)...)
		}
	}
	if joined := errors.Join(all...); joined == nil || joined.Error() != err.Error() { // a text of its own, with errors in it
		return []error{err}
	}
	return all
}
