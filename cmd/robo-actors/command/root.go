package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
)

func newRoot(registry *actors.Registry, out, errs io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "robo-actors",
		Short: "An actor runtime for robot control",
		Long: `An actor runtime for robot control: worlds of actors, each at its own rate, coupled by messages.

Begin with:  robo-actors run examples/mobile_manipulator/app.yaml`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetOut(out)
	root.SetErr(errs)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w%s; see: %s --help", err, ofNumber(err.Error(), c.CommandPath()), c.CommandPath())}
	})
	readers := []*cobra.Command{newCheck(registry), newGraph(registry), newList(registry), newExplain(registry), newLog(), newPlot(), newReplay(), newGenerate(registry), newSchema(registry), newVersion()}
	runners := []*cobra.Command{newRun(registry), newSim(registry), newCampaign(registry)} // they read first, and endsInOrder from then on
	endsAtOnce(slices.Concat(readers, runners)...)
	root.AddCommand(readers...)
	root.AddCommand(runners...)
	root.AddCommand(newTop(), newStop(), newRearm(), newInject(), newTask(), newParam(), newBehavior(), newDrives(registry), newDoctor(), newBench())
	return group(root)
}

// ofNumber is what an error about a flag says more where the flag is a number below zero.
func ofNumber(text, command string) string {
	_, word, found := strings.Cut(text, " in ")
	if _, err := strconv.ParseFloat(word, 64); !found || err != nil {
		return ""
	}
	return fmt.Sprintf("; a number below zero stands behind --: %s ... -- %s", command, word)
}

// group makes a command that only holds others refuse what it does not know, and show its help when nothing is asked.
func group(c *cobra.Command) *cobra.Command {
	c.SuggestionsMinimumDistance = 2 // letters between a mistyped command and the one that is suggested
	c.Args = func(c *cobra.Command, arguments []string) error {
		if len(arguments) == 0 {
			return nil
		}
		nearest := ""
		if s := c.SuggestionsFor(arguments[0]); len(s) > 0 {
			nearest = "did you mean " + strings.Join(s, " or ") + "? "
		}
		return usageError{fmt.Errorf("%s has no command %q; %ssee: %s --help", c.CommandPath(), arguments[0], nearest, c.CommandPath())}
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

// exactly wants that many arguments, and says which.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, arguments []string) error {
		if len(arguments) != len(names) {
			return usageError{fmt.Errorf("%s takes %d arguments %v, got %d; see: %s --help", c.CommandPath(), len(names), names, len(arguments), c.CommandPath())}
		}
		return nil
	}
}

// atLeast wants that many arguments or more.
func atLeast(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, arguments []string) error {
		if len(arguments) < len(names) {
			return usageError{fmt.Errorf("%s takes at least %d arguments %v, got %d; see: %s --help", c.CommandPath(), len(names), names, len(arguments), c.CommandPath())}
		}
		return nil
	}
}

// atMost wants up to that many arguments.
func atMost(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, arguments []string) error {
		if len(arguments) > len(names) {
			return usageError{fmt.Errorf("%s takes at most %d arguments %v, got %d; see: %s --help", c.CommandPath(), len(names), names, len(arguments), c.CommandPath())}
		}
		return nil
	}
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// terminal reports whether w is a terminal that may show a line that changes.
func terminal(w io.Writer) bool {
	if s, is := w.(*standard); is {
		w = s.file
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
