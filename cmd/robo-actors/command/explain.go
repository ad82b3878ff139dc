package command

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
)

func newExplain(registry *actors.Registry) *cobra.Command {
	var live, asJSON bool
	var at time.Duration
	c := &cobra.Command{
		Use:   "explain RECORDING [JOINT|ACTOR...], or explain --live [JOINT|ACTOR...]",
		Short: "Explain why joints are in their modes and what became of actors",
		Long: `Explain why joints are in their modes: at the end of a recorded run, at another time of it, or now in a running
application. The explanation has the chain of events from the first fault to the present mode, its consequences, the fault
code of the joint's drive, and the command that brings the joint back.
Without a name, all joints that are not in run are explained; the recording of a failed test begins with the failed check and
the faults before it. Name a joint that several worlds command as world/joint.
The path of an actor explains its newest failure and what followed. A recording without joints, such as one of a lab of
actors, explains the actors that have failed.

  robo-actors explain run.mcap mobile_front_left --at 4.5s
  robo-actors explain run.mcap mobile_base/wheels
  robo-actors explain --live mobile_front_left`,
	}
	name := target(c)
	c.Flags().BoolVar(&live, "live", false, "explain the present modes of a running application")
	c.Flags().DurationVar(&at, "at", 0, "time of a recorded run; by default its end")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		print := func(all []session.Explained, err error) error {
			switch {
			case err != nil:
				return err
			case asJSON:
				return writeJSON(c.OutOrStdout(), explanations(all))
			}
			return printExplanations(c.OutOrStdout(), all)
		}
		switch {
		case live && c.Flags().Changed("at"):
			return usageError{errors.New("--at with --live; a running application explains its present modes only")}
		case live:
			return print(explainLive(c, *name, arguments))
		case len(arguments) == 0:
			return usageError{fmt.Errorf("%s takes a recording, or --live%s; see: %s --help", c.CommandPath(), newestHint([]string{"RECORDING"}, arguments), c.CommandPath())}
		case at < 0:
			return usageError{fmt.Errorf("--at %v; expected a time since the start of the run", at)}
		}
		when := session.End
		if c.Flags().Changed("at") {
			when = messages.Instant(at)
		}
		return reading(c, arguments[0], func(r *record.Reader) error {
			return print(session.ExplainRecording(r, registry, arguments[1:], when))
		})
	}
	return c
}

func explainLive(c *cobra.Command, application string, joints []string) ([]session.Explained, error) {
	client, err := connect(c, application)
	if err != nil {
		return nil, err
	}
	return client.Explain(c.Context(), joints...)
}

func printExplanations(w io.Writer, all []session.Explained) error {
	if len(all) == 0 {
		_, err := fmt.Fprintln(w, "every joint is in run")
		return err
	}
	for i, text := range session.ExplanationTexts(all) {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := io.WriteString(w, clean(pasted(text), "\n")); err != nil {
			return err
		}
	}
	return nil
}

// explanation is the JSON form of the explanation of one joint, actor or failed check.
type explanation struct {
	Check    string            `json:"failed_check,omitempty"`
	World    string            `json:"world,omitempty"`
	Joint    string            `json:"joint,omitempty"`
	Actor    string            `json:"actor,omitempty"`
	At       messages.Instant  `json:"at_ns"`
	Mode     string            `json:"mode,omitempty"`
	State    string            `json:"state,omitempty"` // of an actor
	Failures int               `json:"failures,omitempty"`
	Since    messages.Instant  `json:"since_ns"`
	Known    bool              `json:"first_is_known"`
	Chain    []explanationStep `json:"chain"`
	After    []explanationStep `json:"after"`
	Causes   []string          `json:"causes"`
	Present  string            `json:"present,omitempty"`
	Fault    string            `json:"drive_fault,omitempty"`
	Required string            `json:"required,omitempty"`
}

type explanationStep struct {
	Time   messages.Instant `json:"time_ns"`
	Kind   string           `json:"kind"`
	Source string           `json:"source"`
	Cause  string           `json:"cause"`
	Words  string           `json:"words"`
}

func explanations(all []session.Explained) []explanation {
	out := []explanation{}
	for _, x := range all {
		if c := x.Check; c != nil {
			out = append(out, explanation{Check: c.Text, At: c.At, Since: c.At, Known: true, Chain: explanationSteps(c.Faults), After: []explanationStep{}, Causes: []string{}})
			continue
		}
		if a := x.Actor; a != nil {
			out = append(out, explanation{Actor: a.Actor, At: a.At, State: a.State, Failures: a.Failures, Since: a.Since, Known: a.Known,
				Chain: explanationSteps(a.Chain), After: explanationSteps(a.After), Causes: []string{}})
			continue
		}
		e := explanation{World: x.World, Joint: x.Joint, At: x.At, Mode: x.Mode.String(), Since: x.Since, Known: x.Known,
			Chain: explanationSteps(x.Chain), After: explanationSteps(x.After), Causes: []string{}, Present: x.Present, Fault: x.DriveFault, Required: x.Required}
		for _, c := range x.Causes {
			e.Causes = append(e.Causes, c.String())
		}
		out = append(out, e)
	}
	return out
}

func explanationSteps(steps []explain.Step) []explanationStep {
	out := []explanationStep{}
	for _, s := range steps {
		out = append(out, explanationStep{s.Event.Time, s.Event.Kind.String(), s.Event.Source, s.Event.Cause.String(), s.Words})
	}
	return out
}
