package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
)

// goaled holds the flags of the verbs about goals.
type goaled struct {
	app, controller string
	asJSON          bool
}

func (f *goaled) add(c *cobra.Command) {
	c.PersistentFlags().StringVar(&f.app, "app", "", appUsage)
	c.PersistentFlags().StringVar(&f.controller, "controller", "", "controller, as WORLD/NAME; without it, the one that moves the joints or has the task")
	c.PersistentFlags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

// client returns the client of the controller: that of the flag, or the only one that a goal of the
// task can be for, which names these joints.
func (f *goaled) client(c *cobra.Command, task string, names ...string) (*tasks.GoalClient, error) {
	application, err := session.Connect(f.app)
	if err != nil {
		return nil, err
	}
	controller := f.controller
	if controller == "" {
		all, err := application.GoalControllers(c.Context())
		if err != nil {
			return nil, err
		}
		if controller, err = session.ChooseGoalController(all, task, names); err != nil {
			return nil, err
		}
	}
	return application.Goals(controller), nil
}

func newGoal() *cobra.Command {
	var f goaled
	c := &cobra.Command{
		Use:   "goal [TASK]",
		Short: "Show, send or cancel goals of a running controller",
		Long: `Show the goals of a running controller with their state and progress, the newest last: the present ones and the last ones
that ended. A goal is accepted or rejected with a reason. It then ends as succeeded, aborted with a reason, canceled, or
preempted by a newer goal of the same task.

  robo-actors goal
  robo-actors goal send --wait shoulder=0.3 elbow=0.8
  robo-actors goal cancel

A goal is rejected while joints that it moves are stopped, and a joint that stops aborts it: a re-arm starts no motion.`,
		Args: atMost("TASK"),
	}
	f.add(c)
	_ = c.RegisterFlagCompletionFunc("controller", goalPaths) // the flag is there
	c.RunE = func(c *cobra.Command, arguments []string) error {
		if len(arguments) == 0 && f.controller == "" {
			return f.showAll(c)
		}
		return f.show(c, strings.Join(arguments, ""))
	}
	c.AddCommand(newGoalSend(&f), newGoalCancel(&f))
	return c
}

func (f *goaled) show(c *cobra.Command, task string) error {
	client, err := f.client(c, task)
	if err != nil {
		return err
	}
	goals, err := client.Goals(c.Context(), task)
	if err != nil {
		return err
	}
	if f.asJSON {
		return writeJSON(c.OutOrStdout(), goals)
	}
	return printGoals(c.OutOrStdout(), goals)
}

// showAll shows the goals of every controller.
func (f *goaled) showAll(c *cobra.Command) error {
	application, err := session.Connect(f.app)
	if err != nil {
		return err
	}
	all, err := application.GoalControllers(c.Context())
	if err != nil {
		return err
	}
	if len(all) < 2 {
		return f.show(c, "")
	}
	w, goals := c.OutOrStdout(), map[string][]messages.GoalInfo{}
	for _, controller := range all {
		list, err := application.Goals(controller.Path).Goals(c.Context(), "")
		if err != nil {
			return err
		}
		if goals[controller.Path] = list; f.asJSON {
			continue
		}
		fmt.Fprintf(w, "controller %s:\n", controller.Path)
		if err := printGoals(w, list); err != nil {
			return err
		}
	}
	if f.asJSON {
		return writeJSON(w, goals)
	}
	return nil
}

func printGoals(w io.Writer, goals []messages.GoalInfo) error {
	if len(goals) == 0 {
		_, err := fmt.Fprintln(w, "no goals yet")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "GOAL\tTASK\tSTATE\tPROGRESS\tREMAINING\tREASON")
	for i := range goals {
		g := &goals[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%.0f %%\t%s\t%s\n", g.ID, g.Task, g.State, 100*g.Progress, remaining(g), reason(g))
	}
	return t.Flush()
}

// remaining describes the distance to a goal: of several joints, of the one that is farthest.
func remaining(g *messages.GoalInfo) string {
	text := strings.TrimSpace(fmt.Sprintf("%.4g %s", g.Remaining, g.Unit))
	if g.Joint != "" {
		text += fmt.Sprintf(" of joint %q", g.Joint)
	}
	return text
}

// reason says why a goal was aborted.
func reason(g *messages.GoalInfo) string {
	var words []string
	if g.Reason != messages.GoalNoReason {
		words = append(words, g.Reason.String())
	}
	if g.Text != "" {
		words = append(words, g.Text)
	}
	return strings.Join(words, ": ")
}

func newGoalSend(f *goaled) *cobra.Command {
	var times []time.Duration
	var wait bool
	var tolerance float64
	var within time.Duration
	c := &cobra.Command{
		Use:   "send [TASK] NAME=NUMBERS...",
		Short: "Send a goal to a running controller",
		Long: `Send a goal to a running controller. NAME is a joint, or a part of the goal of a task of a whole_body controller: position,
orientation, joints, momentum or wrench. NUMBERS are in SI units, separated by commas. TASK is required if the controller has
several tasks. The new goal replaces the present one of the task without a jump. Of several controllers, the
one that moves the joints or has the task takes the goal.

  robo-actors goal send shoulder=0.3 elbow=-0.8
  robo-actors goal send reach position=0.4,-0.2,0.5 orientation=1,0,0,0

With --times the goal is a trajectory for a joint_trajectory controller: each joint has one position for each time. Joints that
the goal does not name keep their own goal.

  robo-actors goal send --times 1s,2.5s shoulder=0.3,0.6 elbow=-0.8,0

With --wait the command prints the progress and returns when the goal has ended: exit code 0 if it succeeded, else 1.`,
		Args:              atLeast("NAME=NUMBERS"),
		ValidArgsFunction: goalWords,
	}
	c.Flags().DurationSliceVar(&times, "times", nil, "times of the positions, counted from the acceptance")
	c.Flags().Float64Var(&tolerance, "tolerance", 0, "distance to the goal that counts as reached; 0 leaves it to the controller")
	c.Flags().DurationVar(&within, "within", 0, "time after which a goal that is not reached is aborted; 0 is no limit")
	c.Flags().BoolVar(&wait, "wait", false, "print the progress and wait for the result")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		goal, err := readGoal(arguments)
		if err != nil {
			return usageError{err}
		}
		goal.Times, goal.Tolerance, goal.Within = times, tolerance, within
		var names []string
		for _, v := range goal.Values {
			names = append(names, v.Name)
		}
		client, err := f.client(c, goal.Task, names...)
		if err != nil {
			return err
		}
		accepted, err := client.Send(c.Context(), goal)
		if err != nil {
			return err
		}
		w := c.OutOrStdout()
		if !f.asJSON {
			fmt.Fprintf(w, "goal %s of task %q is accepted\n", accepted.ID, accepted.Task)
		}
		if wait {
			accepted, err = f.await(c, client, accepted.ID)
		}
		if f.asJSON && accepted.ID != 0 {
			return errors.Join(writeJSON(w, accepted), err)
		}
		return err
	}
	return c
}

// readGoal reads [TASK] NAME=NUMBERS...
func readGoal(arguments []string) (goal messages.Goal, err error) {
	if !strings.Contains(arguments[0], "=") {
		goal.Task, arguments = arguments[0], arguments[1:]
	}
	if len(arguments) == 0 {
		return goal, fmt.Errorf("the goal of task %q is missing; expected NAME=NUMBERS, such as shoulder=0.3 or position=0.4,-0.2,0.5", goal.Task)
	}
	for _, word := range arguments {
		name, list, found := strings.Cut(word, "=")
		if !found || name == "" || list == "" {
			return goal, fmt.Errorf("%q is not part of a goal; expected NAME=NUMBERS, such as shoulder=0.3 or position=0.4,-0.2,0.5", word)
		}
		numbers, text, err := value(strings.Split(list, ","))
		if err == nil && text != "" {
			err = noNumber(text)
		}
		if err != nil {
			return goal, fmt.Errorf("%s: %w", name, err)
		}
		goal.Values = append(goal.Values, messages.GoalValue{Name: name, Numbers: numbers})
	}
	return goal, nil
}

// await prints the progress of a goal, about once a second, until it has ended.
func (f *goaled) await(c *cobra.Command, client *tasks.GoalClient, id messages.GoalID) (messages.GoalInfo, error) {
	looks := 0
	goal, err := client.Wait(c.Context(), id, func(g messages.GoalInfo) {
		if looks++; looks%10 == 0 && !f.asJSON {
			fmt.Fprintf(c.OutOrStdout(), "goal %s: %.0f %%, %s remaining\n", id, 100*g.Progress, remaining(&g))
		}
	})
	if err == nil && !f.asJSON {
		fmt.Fprintf(c.OutOrStdout(), "goal %s succeeded\n", id)
	}
	return goal, err
}

func newGoalCancel(f *goaled) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [TASK | GOAL]",
		Short: "Cancel goals of a running controller",
		Long: `Cancel the active goal of a task, a goal by its number, or all goals of the controller. The joints come to rest.

  robo-actors goal cancel
  robo-actors goal cancel reach
  robo-actors goal cancel 1.3`,
		Args: atMost("TASK"),
		RunE: func(c *cobra.Command, arguments []string) error {
			name := strings.Join(arguments, "")
			id, noID := messages.ParseGoalID(name)
			task := name
			if noID == nil {
				task = ""
			}
			client, err := f.client(c, task)
			if err != nil {
				return err
			}
			cancel := func() (messages.GoalReply, error) { return client.CancelAll(c.Context(), name) }
			if noID == nil {
				cancel = func() (messages.GoalReply, error) { return client.Cancel(c.Context(), id) }
			}
			reply, err := cancel()
			if err != nil {
				return err
			}
			if f.asJSON {
				return writeJSON(c.OutOrStdout(), reply)
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), reply.Text)
			return err
		},
	}
}
