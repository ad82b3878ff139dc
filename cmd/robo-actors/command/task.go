package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/messages"
)

// tasked holds the flags of verbs about tasks.
type tasked struct {
	app, controller string
	asJSON          bool
}

func (f *tasked) add(c *cobra.Command) {
	c.PersistentFlags().StringVar(&f.app, "app", "", appUsage)
	c.PersistentFlags().StringVar(&f.controller, "controller", "", "controller with tasks, as WORLD/NAME; required if there are several")
	c.PersistentFlags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

// client returns the client of the controller.
func (f *tasked) client(c *cobra.Command) (*tasks.Client, error) {
	application, err := connect(c, f.app)
	if err != nil {
		return nil, err
	}
	return application.Tasks(f.controller), nil
}

// do calls the controller and prints the reply.
func (f *tasked) do(c *cobra.Command, call func(*tasks.Client) (messages.TaskReply, error), print func(io.Writer, *messages.TaskReply) error) error {
	client, err := f.client(c)
	if err != nil {
		return err
	}
	reply, err := call(client)
	if err != nil {
		return err
	}
	if f.asJSON {
		return writeJSON(c.OutOrStdout(), reply)
	}
	return print(c.OutOrStdout(), &reply)
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
  robo-actors task reach

With --target the task realises the virtual joint of the controller's option target from now on, without a jump;
--joint says which joint, of a controller that realises several:

  robo-actors task hull --target
  robo-actors task hull --target --joint base_planar`,
		Args: atMost("TASK"),
	}
	f.add(c)
	realises := c.Flags().Bool("target", false, "have the task realise the virtual joint of the controller's option target")
	joint := c.Flags().String("joint", "", "with --target: the joint, of a controller whose tasks realise several")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		if *realises && len(arguments) == 0 {
			return usageError{errors.New("--target needs a task; see: robo-actors task --help")}
		}
		if *joint != "" && !*realises {
			return usageError{errors.New("--joint needs --target; see: robo-actors task --help")}
		}
		if *realises {
			return f.do(c, func(t *tasks.Client) (messages.TaskReply, error) { return t.Target(c.Context(), arguments[0], *joint) }, printText)
		}
		if len(arguments) == 1 {
			return f.do(c, func(client *tasks.Client) (r messages.TaskReply, err error) {
				r.Parameters, err = client.Parameters(c.Context(), arguments[0])
				return r, err
			}, printParameters)
		}
		return f.do(c, func(client *tasks.Client) (r messages.TaskReply, err error) {
			r.Tasks, err = client.List(c.Context())
			return r, err
		}, printTasks)
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
		task, parameter := arguments[0], arguments[1]
		if len(arguments) == 2 {
			return f.do(c, func(client *tasks.Client) (messages.TaskReply, error) {
				p, err := client.Parameter(c.Context(), task, parameter)
				return messages.TaskReply{Parameters: []messages.ParameterInfo{p}}, err
			}, printParameters)
		}
		numbers, word, err := value(spelled(arguments[2:]))
		if err != nil {
			return usageError{err}
		}
		return f.do(c, func(client *tasks.Client) (messages.TaskReply, error) {
			if word != "" {
				return client.SetWord(c.Context(), task, parameter, word)
			}
			return client.Set(c.Context(), task, parameter, numbers...)
		}, printText)
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
			return f.do(c, func(client *tasks.Client) (r messages.TaskReply, err error) {
				r.Behavior, err = client.Behavior(c.Context())
				return r, err
			}, printBehavior)
		}
		change, err := behaviorChange(arguments)
		if err != nil {
			return usageError{err}
		}
		return f.do(c, func(client *tasks.Client) (messages.TaskReply, error) { return change(c.Context(), client) }, printText)
	}
	return c
}

// behaviorChange reads a change of a behaviour from a command line.
func behaviorChange(arguments []string) (func(context.Context, *tasks.Client) (messages.TaskReply, error), error) {
	wanted, known := map[string]int{"event": 2, "state": 2, "signal": 3}[arguments[0]]
	if !known {
		return nil, fmt.Errorf("behavior %s is unknown; expected event, state or signal", arguments[0])
	}
	if len(arguments) != wanted {
		return nil, fmt.Errorf("behavior %s takes %d more arguments, got %d; see: robo-actors behavior --help", arguments[0], wanted-1, len(arguments)-1)
	}
	name := arguments[1]
	switch arguments[0] {
	case "event":
		return func(ctx context.Context, c *tasks.Client) (messages.TaskReply, error) { return c.Event(ctx, name) }, nil
	case "state":
		return func(ctx context.Context, c *tasks.Client) (messages.TaskReply, error) { return c.State(ctx, name) }, nil
	}
	numbers, word, err := value(arguments[2:])
	if err == nil && word != "" {
		err = errors.New("a signal takes a number")
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *tasks.Client) (messages.TaskReply, error) {
		return c.Signal(ctx, name, numbers[0])
	}, nil
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
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range [][2]string{{"state", b.State}, {"task set", b.Set}, {"law", b.Phase}, {"halted", b.Halted}, {"pending", b.Pending}, {"events waited for", strings.Join(b.Events, " ")},
		{"states to ask for", strings.Join(b.States, " ")}, {"states without a way out", strings.Join(b.DeadEnds, " ")}} {
		if line[1] != "" {
			fmt.Fprintf(t, "%s\t%s\n", line[0], line[1])
		}
	}
	return t.Flush()
}
