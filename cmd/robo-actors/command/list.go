package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func newList(registry *actors.Registry) *cobra.Command {
	var name *string
	var asJSON, live bool
	c := &cobra.Command{
		Use:   "list [kinds [NAME] | faults | applications | actors FILE | joints FILE | links FILE | sensors FILE]",
		Short: "List kinds, faults, running applications, or the actors, joints, links and sensors of a file",
		Long: `List kinds, faults, running applications, or the parts of an application file:

  list kinds                the kinds that a file can name by type, with their options
  list kinds NAME           one kind with its ports and all nested options
  list faults               the faults that can be injected, with their parameters
  list applications         the applications that run on this machine
  list actors|joints|links|sensors FILE
  list joints ROBOT         the joints of a robot description, with their limits
  list --live               the actors of a running application, with their condition`,
		Args: atMost("WHAT", "FILE"),
		RunE: func(c *cobra.Command, arguments []string) error {
			switch {
			case live && len(arguments) > 0:
				return usageError{fmt.Errorf("list --live takes no argument, got %q; to name an application: --app %s", arguments[0], arguments[0])}
			case live:
				return listLive(c, *name, asJSON)
			case c.Flags().Changed("app"):
				return usageError{errors.New("--app needs --live")}
			}
			if len(arguments) == 0 {
				return c.Help()
			}
			return list(c.OutOrStdout(), c.ErrOrStderr(), registry, arguments, asJSON)
		},
	}
	name = target(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&live, "live", false, "of a running application")
	return c
}

func list(w, errs io.Writer, registry *actors.Registry, arguments []string, asJSON bool) error {
	what := arguments[0]
	if (what == "applications" || what == "faults") && len(arguments) > 1 {
		return usageError{fmt.Errorf("list %s takes no more arguments, got %q", what, arguments[1])}
	}
	switch what {
	case "kinds":
		return listKinds(w, registry, arguments[1:], asJSON)
	case "faults":
		return listFaults(w, asJSON)
	case "applications":
		dir, err := control.Directory()
		if err != nil {
			return err
		}
		names, silent := control.Running(dir)
		if silent != nil && !errors.Is(silent, control.ErrSilent) {
			return silent
		}
		warn(errs, silent)
		return printList(w, names, asJSON)
	case "actors", "joints", "links", "sensors":
		if len(arguments) < 2 {
			return usageError{fmt.Errorf("list %s takes an application file; see: robo-actors list --help", what)}
		}
		if what == "joints" && isDescription(arguments[1]) {
			return listDescription(w, arguments[1], asJSON)
		}
		config, err := app.LoadFile(arguments[1], registry)
		if err != nil {
			return err
		}
		return listFile(w, what, config, asJSON)
	}
	return usageError{fmt.Errorf("list %s is unknown; expected kinds, faults, applications, actors, joints, links or sensors", arguments[0])}
}

func listFile(w io.Writer, what string, config *app.Config, asJSON bool) error {
	switch what {
	case "joints":
		return listJoints(w, config, asJSON)
	case "sensors":
		return listSensors(w, config, asJSON)
	}
	system, err := app.New(config)
	if err != nil {
		return err
	}
	if what == "links" {
		return printList(w, system.LinkNames(), asJSON)
	}
	if asJSON {
		return writeJSON(w, actorRows(system))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ACTOR\tRATE\tPHASE\tSUPERVISOR\tWHAT")
	for _, a := range system.Actors() {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", a.Spec.Name, rate(a.Spec.Period), a.Spec.Phase, a.Group, a.Spec.Doc)
	}
	return t.Flush()
}

// actorRow is the JSON form of one actor.
type actorRow struct {
	Name, World, Group, Domain, Phase, Doc string
	Period                                 time.Duration
	Inputs, Outputs                        []actors.PortInfo
}

func actorRows(system *actors.System) []actorRow {
	var rows []actorRow
	for _, a := range system.Actors() {
		s := &a.Spec
		rows = append(rows, actorRow{Name: s.Name, World: s.World, Group: a.Group, Domain: s.Domain, Phase: s.Phase.String(), Doc: s.Doc,
			Period: s.Period, Inputs: a.Inputs, Outputs: a.Outputs})
	}
	return rows
}

func printList(w io.Writer, names []string, asJSON bool) error {
	if asJSON {
		if names == nil {
			names = []string{}
		}
		return writeJSON(w, names)
	}
	for _, n := range names {
		fmt.Fprintln(w, n)
	}
	return nil
}

// jointRow is one line of list joints.
type jointRow struct {
	World, Joint, Type, Role, SafeMode string
}

// mover returns what moves a joint: the joint that it mimics, or its role.
func mover(j *worlds.Joint) string {
	if j.Mimic != nil {
		return "mimic of " + j.Mimic.Joint
	}
	return j.Role.String()
}

func listJoints(w io.Writer, config *app.Config, asJSON bool) error {
	var rows []jointRow
	for i := range config.Worlds {
		world := &config.Worlds[i]
		for j := range world.Joints {
			joint := world.Model.Joint(j)
			row := jointRow{World: world.Name, Joint: joint.Name, Type: joint.Type.String(), Role: mover(&joint)}
			if world.Joints[j].Drive >= 0 {
				row.SafeMode = world.Joints[j].SafeMode.String()
			}
			rows = append(rows, row)
		}
	}
	if asJSON {
		return writeJSON(w, rows)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "WORLD\tJOINT\tTYPE\tROLE\tSAFE MODE")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.World, r.Joint, r.Type, r.Role, r.SafeMode)
	}
	return t.Flush()
}

// sensorRow is one line of list sensors.
type sensorRow struct {
	Bus, Sensor, Kind, Link string
}

// listSensors prints the sensors on the buses.
func listSensors(w io.Writer, config *app.Config, asJSON bool) error {
	rows := []sensorRow{}
	for i := range config.Worlds {
		for _, d := range config.Worlds[i].Drives {
			for _, s := range d.Sensors {
				rows = append(rows, sensorRow{d.Path, s.Name, s.Kind.String(), s.Link})
			}
		}
	}
	if asJSON {
		return writeJSON(w, rows)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "BUS\tSENSOR\tKIND\tLINK")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.Bus, r.Sensor, r.Kind, r.Link)
	}
	return t.Flush()
}

func rate(period time.Duration) string {
	if period <= 0 {
		return "on events"
	}
	return fmt.Sprintf("%.4g Hz", 1/period.Seconds())
}

// socket returns the socket of the running application that an optional argument names.
// connect finds a running application by its name, or the only one. It warns of applications that
// do not answer.
func connect(c *cobra.Command, name string) (*session.Client, error) {
	client, err := session.Connect(name)
	if err != nil {
		return nil, err
	}
	warn(c.ErrOrStderr(), client.Silent())
	return client, nil
}

// warn prints errors that do not end the command, one a line.
func warn(w io.Writer, err error) {
	if err != nil {
		fmt.Fprintf(w, "%s: %s\n", programName(), strings.ReplaceAll(clean(err.Error(), "\n"), "\n", "\n"+programName()+": "))
	}
}

func listLive(c *cobra.Command, name string, asJSON bool) error {
	client, err := connect(c, name)
	if err != nil {
		return err
	}
	return showStatus(c, client, asJSON)
}

// showStatus prints the condition of an application once.
func showStatus(c *cobra.Command, client *session.Client, asJSON bool) error {
	w := c.OutOrStdout()
	status, err := client.Status(c.Context())
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(w, status)
	}
	return printStatus(w, status)
}

func printStatus(w io.Writer, s *session.Status) error {
	fmt.Fprintf(w, "%s at %.3f s\n\n", s.Application, s.Now.Seconds())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ACTOR\tSTATE\tRATE\tLATE P99\tEXECUTION P99\tMISSED\tRESTARTS\tOLDEST INPUT")
	for _, h := range s.Health {
		fmt.Fprintf(t, "%s\t%s\t%s\t%v\t%v\t%d\t%d\t%s\n", h.Actor, h.State, rate(h.Period), h.Lateness.P99.Round(time.Microsecond), h.Execution.P99.Round(time.Microsecond), h.Missed, h.Restarts, oldest(&h))
	}
	printJobs(t, s)
	fmt.Fprintln(t, "\nWORLD\tJOINT\tMODE\tCAUSES\tRE-ARM BY")
	for _, h := range worldsOf(s) {
		for _, j := range s.Worlds[h].Joints {
			by := "-"
			if j.Mode != messages.ModeRun {
				by = j.Required.String()
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", h, j.Joint, j.Mode, j.Causes, by)
		}
	}
	return t.Flush()
}

// printJobs lists the jobs that run or wait, where there are any.
func printJobs(t io.Writer, s *session.Status) {
	if len(s.Jobs) == 0 {
		return
	}
	fmt.Fprintln(t, "\nJOB\tACTOR\tSTATE\tDONE\tDEADLINE\tREPORTS")
	for _, j := range s.Jobs {
		fmt.Fprintf(t, "%s\t%s\t%s\t%.0f %%\t%.3f s\t%s\n", j.Name, j.Actor, j.State, 100*j.Share, j.Deadline.Seconds(), j.Text)
	}
}

// worldsOf lists the worlds in the order of their actors.
func worldsOf(s *session.Status) []string {
	var names []string
	seen := map[string]bool{}
	for _, h := range s.Health {
		if _, ok := s.Worlds[h.World]; ok && !seen[h.World] {
			seen[h.World] = true
			names = append(names, h.World)
		}
	}
	return names
}

func oldest(h *messages.Health) string {
	var age time.Duration
	text := "-"
	for _, in := range h.Inputs {
		if in.Age >= age {
			age = in.Age
			text = fmt.Sprintf("%s %v", in.Port, in.Age.Round(time.Microsecond))
			if in.Stale {
				text += " (stale)"
			}
		}
	}
	return text
}
