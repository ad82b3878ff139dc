package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/messages"
)

// taskParameters are the parameters of tasks, for viewers. Their names are
// "world/controller/task.parameter".
type taskParameters Session

// Get implements view.Parameters. Controllers that do not answer have none.
func (p *taskParameters) Get(ctx context.Context, names []string) ([]view.Parameter, error) {
	s := (*Session)(p)
	if len(names) > 0 {
		return p.named(ctx, names)
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	var all []view.Parameter
	for _, controller := range append(s.TaskControllers(), s.otherTaskControllers()...) {
		client := tasks.Of(s.System, controller)
		list, err := client.List(ctx)
		if err != nil {
			continue
		}
		for _, task := range list {
			parameters, err := client.Parameters(ctx, task.Name)
			if err != nil {
				continue
			}
			for i := range parameters {
				all = append(all, parameterOf(controller+"/"+task.Name+".", &parameters[i]))
			}
		}
	}
	return all, nil
}

// named returns the parameters of these names, without those that do not exist.
func (p *taskParameters) named(ctx context.Context, names []string) (all []view.Parameter, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	for _, name := range names {
		controller, task, parameter, err := splitParameter(name)
		if err != nil {
			continue
		}
		client, err := (*Session)(p).Tasks(controller)
		if err != nil {
			continue
		}
		info, err := client.Parameter(ctx, task, parameter)
		if err != nil {
			continue
		}
		all = append(all, parameterOf(controller+"/"+task+".", &info))
	}
	return all, nil
}

// Set implements view.Parameters.
func (p *taskParameters) Set(ctx context.Context, values []view.Parameter) ([]view.Parameter, error) {
	var errs []error
	var names []string
	for i := range values {
		names = append(names, values[i].Name)
		if err := p.set(ctx, &values[i]); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", values[i].Name, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return p.named(ctx, names)
}

func (p *taskParameters) set(ctx context.Context, v *view.Parameter) error {
	controller, task, parameter, err := splitParameter(v.Name)
	if err != nil {
		return err
	}
	client, err := (*Session)(p).Tasks(controller)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	switch value := v.Value.(type) {
	case float64:
		_, err = client.Set(ctx, task, parameter, value)
	case string:
		_, err = client.SetWord(ctx, task, parameter, value)
	case bool:
		_, err = client.SetWord(ctx, task, parameter, fmt.Sprint(value))
	case []any:
		var numbers []float64
		for i, x := range value {
			number, is := x.(float64)
			if !is {
				return fmt.Errorf("element %d is a %T; expected a number", i, x)
			}
			numbers = append(numbers, number)
		}
		_, err = client.Set(ctx, task, parameter, numbers...)
	default:
		return fmt.Errorf("the value is a %T; expected a number, a list of numbers or a word", value)
	}
	return err
}

// splitParameter splits "world/controller/task.parameter".
func splitParameter(name string) (controller, task, parameter string, err error) {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) == 3 {
		task, parameter, _ = strings.Cut(parts[2], ".")
	}
	if parameter == "" {
		return "", "", "", fmt.Errorf("parameter %q is unknown; expected world/controller/task.parameter", name)
	}
	return parts[0] + "/" + parts[1], task, parameter, nil
}

// parameterOf returns a parameter of a task as viewers have it. Parameters without a value are
// empty texts.
func parameterOf(prefix string, info *messages.ParameterInfo) view.Parameter {
	p := view.Parameter{Name: prefix + info.Name}
	switch {
	case len(info.Numbers) == 1 && (len(info.Lengths) == 1 && info.Lengths[0] == 1 || info.Type != "vector"):
		p.Type, p.Value = "float64", info.Numbers[0]
	case len(info.Numbers) > 0:
		list := make([]any, len(info.Numbers))
		for i, v := range info.Numbers {
			list[i] = v
		}
		p.Type, p.Value = "float64_array", list
	case len(info.Names) > 0:
		p.Value = strings.Join(info.Names, ", ")
	default:
		p.Value = info.Text
	}
	return p
}
