package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/source"
)

func newRoot(registry *actors.Registry, arguments []string, out, errs io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:         programName(),
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: invocation()},
		Short:       "An actor runtime for robot control",
		Long: `An actor runtime for robot control: worlds of actors, each at its own rate, coupled by messages.

Begin with:  robo-actors new robot.urdf -o robot/app.yaml`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetArgs(arguments)
	root.SetOut(out)
	root.SetErr(pasting{errs})
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w%s%s; see: %s --help", err, nearestFlag(c, err), negativeHint(arguments, c.CommandPath()), c.CommandPath())}
	})
	readers := []*cobra.Command{newNew(), newCheck(registry), newGraph(registry), newList(registry), newExplain(registry), newLog(), newPlot(), newReplay(), newGenerate(registry), newSchema(registry), newVersion()}
	runners := []*cobra.Command{newRun(registry), newSim(registry), newCampaign(registry), newView(registry)} // they read first, and endsInOrder from then on
	endsAtOnce(slices.Concat(readers, runners)...)
	root.AddCommand(readers...)
	root.AddCommand(runners...)
	operators := []*cobra.Command{newTop(), newStop(), newRearm(), newInject(), newOpen(), newClose(), newTask(), newParam(), newGoal(), newBehavior()}
	for _, c := range operators {
		c.SetOut(pasting{out}) // an application says how joints come back
	}
	root.AddCommand(operators...)
	root.AddCommand(newDrives(registry), newMoteus(), newDatabase(), newDoctor(), newBench())
	complete(root, registry)
	wrapHelp(root)
	return group(root)
}

// programName returns the name of this program, which programs with kinds of their own choose: the
// prefix of its errors. Command lines begin with invocation.
func programName() string {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if name == "" || name == "." || strings.HasSuffix(name, ".test") {
		return "robo-actors"
	}
	return name
}

// nearestFlag returns a hint with the nearest flag of a command, if the error is a mistyped one, or
// with the unit that a duration lacks.
func nearestFlag(c *cobra.Command, err error) string {
	if _, bare, is := strings.Cut(err.Error(), "missing unit in duration "); is {
		return fmt.Sprintf("; expected a duration with its unit, as %ss", strings.Trim(bare, `"`))
	}
	mistyped, is := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !is {
		return ""
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if nearest, found := source.Nearest(mistyped, known); found {
		return "; did you mean --" + nearest + "?"
	}
	return ""
}

// negativeHint explains how to write negative numbers, if an argument is one.
func negativeHint(arguments []string, command string) string {
	for _, a := range arguments {
		if a == "--" {
			break
		}
		if _, err := strconv.ParseFloat(a, 64); err == nil && strings.HasPrefix(a, "-") {
			return fmt.Sprintf("; write negative numbers after --: %s ... -- %s", command, a)
		}
	}
	return ""
}

// count returns a number with a noun, which gets an s for all numbers but one.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// elsewhere has the verbs for words that other programs have for them.
var elsewhere = map[string]string{
	"cat": "log cat", "diff": "log diff", "export": "log export", "info": "log info", "play": "view", "ps": "list --live", "reset": "rearm WORLD --reset",
	"resume": "rearm", "simulate": "sim", "start": "run", "status": "list --live", "validate": "check",
}

// group makes a command that only holds others reject unknown commands, and show its help without
// arguments.
func group(c *cobra.Command) *cobra.Command {
	c.SuggestionsMinimumDistance = 2 // letters between a mistyped command and the suggested one
	c.Args = func(c *cobra.Command, arguments []string) error {
		if len(arguments) == 0 {
			return nil
		}
		meant := c.SuggestionsFor(arguments[0])
		if other := elsewhere[arguments[0]]; other != "" && !c.HasParent() {
			meant = []string{other}
		}
		nearest := ""
		if len(meant) > 0 {
			nearest = "did you mean " + strings.Join(meant, " or ") + "? "
		}
		return usageError{fmt.Errorf("%s has no command %q; %ssee: %s --help", c.CommandPath(), arguments[0], nearest, c.CommandPath())}
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

// exactly requires the named arguments.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, arguments []string) error {
		if len(arguments) != len(names) {
			return usageError{fmt.Errorf("%s takes %s %v, got %d%s%s; see: %s --help", c.CommandPath(), count(len(names), "argument"), names, len(arguments), equalsHint(c, arguments), newestHint(names, arguments), c.CommandPath())}
		}
		return nil
	}
}

// equalsHint explains how to give a value to a flag that may also be without one, if that is why
// there is an argument too many: --view 8766 instead of --view=8766.
func equalsHint(c *cobra.Command, arguments []string) (hint string) {
	if len(arguments) < 2 {
		return ""
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.NoOptDefVal != "" && f.Value.String() == f.NoOptDefVal {
			hint = fmt.Sprintf("; a value of --%s follows after =, as in --%s=%s", f.Name, f.Name, arguments[len(arguments)-1])
		}
	})
	return hint
}

// atLeast requires the named arguments and accepts more.
func atLeast(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, arguments []string) error {
		if len(arguments) < len(names) {
			return usageError{fmt.Errorf("%s takes at least %s %v, got %d%s; see: %s --help", c.CommandPath(), count(len(names), "argument"), names, len(arguments), newestHint(names, arguments), c.CommandPath())}
		}
		return nil
	}
}

// atMost accepts up to the named arguments.
func atMost(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, arguments []string) error {
		if len(arguments) > len(names) {
			return usageError{fmt.Errorf("%s takes at most %s %v, got %d; see: %s --help", c.CommandPath(), count(len(names), "argument"), names, len(arguments), c.CommandPath())}
		}
		return nil
	}
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// terminal reports whether w is a terminal that can show a changing line.
func terminal(w io.Writer) bool {
	if p, is := w.(pasting); is {
		w = p.Writer
	}
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
