package command

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// tasked holds the flags of verbs about tasks.
type tasked struct {
	app, controller string
	asJSON          bool
}

func (f *tasked) add(c *cobra.Command) {
	c.PersistentFlags().StringVar(&f.app, "app", "", "running application, by name or NAME-PID; required if several run")
	c.PersistentFlags().StringVar(&f.controller, "controller", "", "controller with tasks, as WORLD/NAME; required if there are several")
	c.PersistentFlags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

// ask sends a request to the controller. A rejected request is an error with the result and the
// text of the reply.
func (f *tasked) ask(request messages.TaskRequest) (reply messages.TaskReply, err error) {
	path, err := socket([]string{f.app})
	if err != nil {
		return reply, err
	}
	if err := control.Call(path, "task", session.TaskArguments{Controller: f.controller, Request: request}, &reply); err != nil {
		return reply, err
	}
	if reply.Result != messages.TaskSuccess {
		return reply, fmt.Errorf("%s: %s%s", reply.Result, reply.Text, meant(&request, &reply))
	}
	return reply, nil
}

// meant returns the known name nearest to an unknown one.
func meant(request *messages.TaskRequest, reply *messages.TaskReply) string {
	name := map[messages.TaskResult]string{messages.TaskUnknownTask: request.Task, messages.TaskUnknownParameter: request.Parameter,
		messages.TaskUnknownState: request.Name, messages.TaskUnknownEvent: request.Name, messages.TaskUnknownSignal: request.Name}[reply.Result]
	if hint := source.DidYouMean(name, reply.Known); hint != "" {
		return "; " + hint
	}
	return ""
}

// do sends a request and prints the reply.
func (f *tasked) do(w io.Writer, request messages.TaskRequest, print func(io.Writer, *messages.TaskReply) error) error {
	reply, err := f.ask(request)
	if err != nil {
		return err
	}
	if f.asJSON {
		return writeJSON(w, reply)
	}
	return print(w, &reply)
}

func printText(w io.Writer, r *messages.TaskReply) error {
	_, err := fmt.Fprintln(w, r.Text)
	return err
}

func newTask() *cobra.Command {
	var f tasked
	c := &cobra.Command{
		Use:   "task [TASK]",
		Short: "List the tasks of a running controller, or show one with its parameters",
		Long: `List the tasks of a running controller with their errors, or show the parameters of one with type, unit and range.

  robo-actors task
  robo-actors task reach`,
		Args: atMost("TASK"),
	}
	f.add(c)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		if len(arguments) == 1 {
			return f.do(c.OutOrStdout(), messages.TaskRequest{Verb: messages.TaskShow, Task: arguments[0]}, printParameters)
		}
		return f.do(c.OutOrStdout(), messages.TaskRequest{Verb: messages.TaskList}, printTasks)
	}
	return c
}

func newParam() *cobra.Command {
	var f tasked
	c := &cobra.Command{
		Use:   "param TASK PARAMETER [VALUE...]",
		Short: "Show a parameter or a goal of a running task, or give it a value",
		Long: `Show a parameter of a running task, or give it a value: numbers in SI units, or a word. A goal is a parameter. The
command stays continuous. The value holds until a state of the behaviour sets the parameter, or the controller restarts with
the parameters of its file.

  robo-actors param reach gains.proportional
  robo-actors param reach gains.proportional 150
  robo-actors param reach goal.position 0.4 -- -0.2 0.5
  robo-actors param reach gains.velocity_max unbounded

Write negative numbers after --, which separates them from flags.

A joint_space controller without a linked target input has the task joints with the parameter goal, one number per joint:

  robo-actors param joints goal 0.3 0.8 --controller arm/controller`,
		Args: atLeast("TASK", "PARAMETER"),
	}
	f.add(c)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		request := messages.TaskRequest{Verb: messages.TaskShow, Task: arguments[0], Parameter: arguments[1]}
		if len(arguments) == 2 {
			return f.do(c.OutOrStdout(), request, printParameters)
		}
		request.Verb = messages.TaskSet
		var err error
		if request.Numbers, request.Text, err = value(spelled(arguments[2:])); err != nil {
			return usageError{err}
		}
		return f.do(c.OutOrStdout(), request, printText)
	}
	return c
}

// unbounded is the word for the largest number, which messages carry where a value has no bound.
const unbounded = "unbounded"

// spelled replaces the word unbounded by the number that it stands for.
func spelled(words []string) []string {
	words = slices.Clone(words)
	for i, w := range words {
		if w == unbounded {
			words[i] = strconv.FormatFloat(math.MaxFloat64, 'g', -1, 64)
		}
	}
	return words
}

// value parses numbers, or one word.
func value(words []string) (numbers []float64, text string, err error) {
	for _, w := range words {
		v, bad := strconv.ParseFloat(w, 64)
		if bad != nil {
			if len(words) == 1 {
				return nil, w, nil
			}
			return nil, "", fmt.Errorf("%q is not a number; expected numbers, or one word", w)
		}
		if v-v != 0 {
			return nil, "", fmt.Errorf("%q is not a finite number", w)
		}
		numbers = append(numbers, v)
	}
	return numbers, "", nil
}

func newBehavior() *cobra.Command {
	var f tasked
	c := &cobra.Command{
		Use:   "behavior [event NAME | state NAME | signal NAME VALUE]",
		Short: "Show or change the state of the behaviour of a running controller",
		Long: `Show the state machine of a running controller, raise an event, request a state, or set a signal that is not linked to the
controller's input. The command returns when the transition has ended.

  robo-actors behavior
  robo-actors behavior event grasped
  robo-actors behavior state release
  robo-actors behavior signal grip 4.5
  robo-actors behavior signal grip -- -4.5`,
		Args: atMost("WHAT", "NAME", "VALUE"),
	}
	f.add(c)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		if len(arguments) == 0 {
			return f.do(c.OutOrStdout(), messages.TaskRequest{Verb: messages.TaskBehavior}, printBehavior)
		}
		request := messages.TaskRequest{Verb: messages.TaskVerb(arguments[0])}
		wanted := 2
		switch request.Verb {
		case messages.TaskEvent, messages.TaskState:
		case messages.TaskSignal:
			wanted = 3
		default:
			return usageError{fmt.Errorf("behavior %s is unknown; expected event, state or signal", arguments[0])}
		}
		if len(arguments) != wanted {
			return usageError{fmt.Errorf("behavior %s takes %d more arguments, got %d; see: robo-actors behavior --help", arguments[0], wanted-1, len(arguments)-1)}
		}
		request.Name = arguments[1]
		if wanted == 3 {
			numbers, word, err := value(arguments[2:])
			if err == nil && word != "" {
				err = errors.New("a signal takes a number")
			}
			if err != nil {
				return usageError{err}
			}
			request.Numbers = numbers
		}
		return f.do(c.OutOrStdout(), request, printText)
	}
	return c
}

func printTasks(w io.Writer, r *messages.TaskReply) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "TASK\tKIND\tLEVEL\tERROR\tSPEED\tTASK SETS")
	for _, task := range r.Tasks {
		level := "-"
		if task.Level >= 0 {
			level = strconv.Itoa(task.Level)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", task.Name, task.Kind, level, quantity(task.Error, task.Unit), quantity(task.Speed, task.SpeedUnit), strings.Join(task.Sets, " "))
	}
	return t.Flush()
}

func quantity(v *float64, unit string) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.4g %s", *v, unit)
}

func printParameters(w io.Writer, r *messages.TaskReply) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PARAMETER\tTYPE\tVALUE\tUNIT\tRANGE\tMEANING")
	for i := range r.Parameters {
		p := &r.Parameters[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Name, p.Type, parameterValue(p), p.Unit, parameterRange(p), p.Doc)
	}
	return t.Flush()
}

func parameterValue(p *messages.ParameterInfo) string {
	switch {
	case p.Text != "":
		return p.Text
	case len(p.Names) > 0:
		return strings.Join(p.Names, " ")
	case len(p.Numbers) == 0:
		return "-"
	}
	words := make([]string, len(p.Numbers))
	for i, v := range p.Numbers {
		if math.Abs(v) == math.MaxFloat64 {
			words[i] = unbounded
			continue
		}
		words[i] = strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strings.Join(words, " ")
}

func parameterRange(p *messages.ParameterInfo) string {
	switch {
	case p.Fixed:
		return "fixed"
	case len(p.Choices) > 0:
		return strings.Join(p.Choices, " ")
	case p.Min == nil && p.Max == nil:
		return "any"
	}
	low, high := "", ""
	if p.Min != nil {
		low = fmt.Sprintf(">= %g", *p.Min)
		if p.Open {
			low = fmt.Sprintf("> %g", *p.Min)
		}
	}
	if p.Max != nil {
		high = fmt.Sprintf("<= %g", *p.Max)
	}
	return strings.TrimSpace(low + " " + high)
}

func printBehavior(w io.Writer, r *messages.TaskReply) error {
	b := r.Behavior
	if b == nil {
		return errors.New("the controller told nothing about its behaviour")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range [][2]string{{"state", b.State}, {"task set", b.Set}, {"law", b.Phase}, {"halted", b.Halted}, {"pending", b.Pending}, {"events waited for", strings.Join(b.Events, " ")},
		{"states to ask for", strings.Join(b.States, " ")}, {"states without a way out", strings.Join(b.DeadEnds, " ")}} {
		if line[1] != "" {
			fmt.Fprintf(t, "%s\t%s\n", line[0], line[1])
		}
	}
	return t.Flush()
}
