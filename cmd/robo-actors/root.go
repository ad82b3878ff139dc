package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func newRoot(out, errs io.Writer) *cobra.Command {
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
		return usageError{fmt.Errorf("%w; see: %s --help", err, c.CommandPath())}
	})
	root.AddCommand(newRun(), newSim(), newCheck(), newGraph(), newList(), newTop(), newStop(), newRearm(), newInject(),
		newLog(), newReplay(), newSchema(), newDoctor(), newBench(), newVersion())
	return root
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

// atMost wants up to that many arguments.
func atMost(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, arguments []string) error {
		if len(arguments) > len(names) {
			return usageError{fmt.Errorf("%s takes at most %d arguments %v, got %d; see: %s --help", c.CommandPath(), len(names), names, len(arguments), c.CommandPath())}
		}
		return nil
	}
}

// load reads an application file with the kinds of this module.
func load(file string) (*app.Config, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	return app.LoadFile(file, registry)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// terminal reports whether w is a terminal that may show a line that changes.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
