package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// writeNotes tells what is worth knowing of an application that is in order, as joints that fall before their drives begin.
func writeNotes(w io.Writer, config *app.Config) {
	for _, n := range config.Notes {
		fmt.Fprintf(w, "note: %s\n", n.Error())
	}
}

func newCheck(registry *actors.Registry) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Check an application file and everything it names, without starting anything",
		Long:  "Check an application file: all errors at once, each with file:line:column, the line, and the nearest known name. Exit code 1 when there are any.",
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
			fmt.Fprintf(c.OutOrStdout(), "%s is in order: %d worlds with %d joints, %d couplings, %d actors, %d links\n",
				arguments[0], worlds, joints, len(config.Couplings), len(system.Actors()), len(system.LinkNames()))
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the actors with their ports as JSON")
	return c
}
