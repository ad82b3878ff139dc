package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// appUsage describes the flag app of every command that operates a running application.
const appUsage = "running application, by name or NAME-PID; not needed when only one runs"

// target is the flag that names a running application.
func target(c *cobra.Command) *string {
	return c.Flags().String("app", "", appUsage)
}

// jsonFlag is the flag for JSON of a command that operates a running application.
func jsonFlag(c *cobra.Command) *bool { return c.Flags().Bool("json", false, "print JSON") }

func newStop() *cobra.Command {
	var mode string
	var joints []string
	c := &cobra.Command{
		Use:   "stop [WORLD]",
		Short: "Stop the joints of a world, or end a running application",
		Long: `Stop the joints of a world of a running application in a safe mode; rearm brings them back. Without a world, end the whole
application: every drive confirms its stop.`,
		Args: atMost("WORLD"),
	}
	name, asJSON := target(c), jsonFlag(c)
	c.Flags().StringVar(&mode, "mode", "ramp_hold", "mode to stop in: ramp_hold, damp, ramp_off, brake or off")
	c.Flags().StringSliceVar(&joints, "joint", nil, "joints to stop; by default all joints of the world")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		if len(arguments) == 0 && (c.Flags().Changed("mode") || c.Flags().Changed("joint")) {
			return usageError{fmt.Errorf("--mode and --joint need a world: without one the whole application ends; see: %s --help", c.CommandPath())}
		}
		stops, err := messages.ParseMode(mode)
		if err != nil {
			return usageError{fmt.Errorf("--mode %s is unknown; expected ramp_hold, damp, ramp_off, brake or off", mode)}
		}
		client, err := connect(c, *name)
		if err != nil {
			return err
		}
		if len(arguments) == 0 {
			if err := client.End(c.Context()); err != nil {
				return err
			}
			if *asJSON {
				return writeJSON(c.OutOrStdout(), map[string]bool{"ends": true})
			}
			fmt.Fprintln(c.OutOrStdout(), "the application ends")
			return nil
		}
		status, err := client.Stop(c.Context(), arguments[0], stops, joints...)
		if err != nil {
			return err
		}
		return printGate(c.OutOrStdout(), arguments[0], &status, *asJSON)
	}
	return c
}

func newRearm() *cobra.Command {
	c := &cobra.Command{
		Use:   "rearm WORLD",
		Short: "Re-arm the joints of a world, so that they accept commands again",
		Long: `Re-arm the joints of a world by acknowledging the causes that stopped them. The command prints the stopped joints with
their causes, and acknowledges what it printed; JSON has them under Acknowledged. The gate rejects the request while a cause is present, and if the condition
has changed meanwhile. A request that the application did not take within seconds expires: it is never carried out later.
The first command afterwards equals the measured state.

A fault of a drive requires a reset: pass --reset after inspecting the robot. Each joint must then pass the start-up checks:
its drive answers, has its limits and its watchdog, and reports no other fault; the joint is at rest and within its limits;
its brake has had time to open. The error names each failed check. A fault that persists stops the joint again at once.`,
		Args: func(c *cobra.Command, arguments []string) error {
			err := exactly("WORLD")(c, arguments)
			if err == nil || len(arguments) > 0 {
				return err
			}
			if _, status := liveStatus(c); status != nil {
				return usageError{fmt.Errorf("%w; %s", err, stoppedWorlds(status))}
			}
			return err
		},
	}
	name, asJSON := target(c), jsonFlag(c)
	reset := c.Flags().Bool("reset", false, "re-arm by a reset with the start-up checks, as required after faults of drives")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		client, err := connect(c, *name)
		if err != nil {
			return err
		}
		way := modes.Acknowledge
		if *reset {
			way = modes.Reset
		}
		return rearm(c.Context(), c.OutOrStdout(), client, arguments[0], way, *asJSON)
	}
	return c
}

// stoppedWorlds lists the worlds of an application that have stopped joints.
func stoppedWorlds(status *session.Status) string {
	var stopped []string
	for world, joints := range status.Worlds {
		if slices.ContainsFunc(joints.Joints, func(j gate.JointStatus) bool { return j.Mode.Stops() }) {
			stopped = append(stopped, world)
		}
	}
	if len(stopped) == 0 {
		return "no world has stopped joints"
	}
	slices.Sort(stopped)
	return "worlds with stopped joints: " + strings.Join(stopped, ", ")
}

// rearmed is the JSON form of a re-arm.
type rearmed struct {
	gate.Status                 // after the re-arm
	Way          modes.Rearm    // acknowledge or reset
	Acknowledged []stoppedJoint // what the re-arm consented to
}

// stoppedJoint is a joint that was stopped before a re-arm, and why.
type stoppedJoint struct {
	Joint  string
	Mode   messages.Mode
	Causes modes.Causes
}

// rearm shows the joints that are stopped and the causes, and re-arms them if nothing has changed
// since.
func rearm(ctx context.Context, w io.Writer, client *session.Client, world string, way modes.Rearm, asJSON bool) error {
	seen, err := client.Gate(ctx, world)
	if err != nil {
		return err
	}
	stopped := []stoppedJoint{}
	for _, j := range seen.Joints {
		if j.Mode.Stops() {
			stopped = append(stopped, stoppedJoint{j.Joint, j.Mode, j.Causes})
		}
	}
	if !asJSON {
		if err := printStopped(w, way, stopped); err != nil {
			return err
		}
	}
	status, err := client.RearmSeen(ctx, world, way, seen)
	switch {
	case err != nil && way == modes.Acknowledge && slices.ContainsFunc(seen.Joints, needsReset):
		return fmt.Errorf("%w; inspect the robot, then run: %s rearm %s --reset", err, invocation(), world)
	case err != nil:
		return err
	case asJSON:
		return writeJSON(w, rearmed{status, way, stopped})
	}
	return printGate(w, world, &status, false)
}

// needsReset reports whether a joint is stopped and re-arms by a reset only.
func needsReset(j gate.JointStatus) bool {
	return j.Mode.Stops() && j.Required == modes.LevelReset
}

// printStopped prints what a re-arm consents to: the stopped joints with their causes. Joints that
// are stopped alike share a line.
func printStopped(w io.Writer, way modes.Rearm, stopped []stoppedJoint) error {
	lines, joints := []string{}, map[string][]string{}
	for _, j := range stopped {
		why := fmt.Sprintf("%s (%s)", j.Mode, j.Causes)
		if joints[why] == nil {
			lines = append(lines, why)
		}
		joints[why] = append(joints[why], j.Joint)
	}
	doing := map[modes.Rearm]string{modes.Acknowledge: "acknowledging", modes.Reset: "resetting"}[way]
	for _, why := range lines {
		if _, err := fmt.Fprintf(w, "%s %s: %s\n", doing, why, strings.Join(joints[why], ", ")); err != nil {
			return err
		}
	}
	return nil
}

func newInject() *cobra.Command {
	c := &cobra.Command{
		Use:   "inject LINE",
		Short: "Inject a fault into a running application that allows faults",
		Long: `Inject a fault into a running application. The application rejects it unless its file has app.faults: allowed. The lines are
those of run --inject and of files with schedules, in quotes or as words; without "at TIME" the fault happens now.

  robo-actors inject panic mobile_base/wheels
  robo-actors inject 'at 40s panic mobile_base/wheels'
  robo-actors inject for 200ms drop whole_body/gate.joint_mobile_planar
  robo-actors inject for 1s delay mobile_base/controller.state delay=40ms

robo-actors list faults prints every kind with its parameters.`,
		Args: atLeast("LINE"),
	}
	name, asJSON := target(c), jsonFlag(c)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		line := strings.Join(arguments, " ")
		if _, err := faults.ParseNow(line); err != nil {
			return usageError{err}
		}
		client, err := connect(c, *name)
		if err != nil {
			return err
		}
		done, err := client.Inject(c.Context(), line)
		if err != nil {
			return err
		}
		if *asJSON {
			return writeJSON(c.OutOrStdout(), map[string]string{"injected": done})
		}
		fmt.Fprintf(c.OutOrStdout(), "injected: %s\n", done)
		return nil
	}
	return c
}

func printGate(w io.Writer, world string, s *gate.Status, asJSON bool) error {
	if asJSON {
		return writeJSON(w, s)
	}
	for _, j := range s.Joints {
		line := fmt.Sprintf("%s/%s: %s", world, j.Joint, j.Mode)
		if j.Mode.Stops() {
			line += fmt.Sprintf(" (%s), re-arm: %s", j.Causes, j.Required)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
