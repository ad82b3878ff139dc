package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// writeNotes prints the warnings about a valid application.
func writeNotes(w io.Writer, config *app.Config) {
	for _, n := range config.Notes {
		fmt.Fprintf(w, "note: %s\n", n.Error())
	}
}

func newCheck(registry *actors.Registry) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Check an application file and the files it names",
		Long:  "Check an application file without starting it. Errors are printed all at once, each with file:line:column, the line, and the\nnearest known name; the exit code is then 1.",
		Args:  exactly("FILE"),
		RunE: func(c *cobra.Command, arguments []string) error {
			config, err := app.LoadFile(arguments[0], registry)
			if err != nil {
				return err
			}
			system, err := app.New(config)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.OutOrStdout(), actorRows(system))
			}
			writeNotes(c.OutOrStdout(), config)
			worlds, joints := len(config.Worlds), 0
			for _, w := range config.Worlds {
				joints += w.Model.NumJoints()
			}
			fmt.Fprintf(c.OutOrStdout(), "%s is valid: %s with %s, %s, %s, %s\n",
				arguments[0], count(worlds, "world"), count(joints, "joint"), count(len(config.Couplings), "coupling"),
				count(len(system.Actors()), "actor"), count(len(system.LinkNames()), "link"))
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the actors with their ports as JSON")
	return c
}
