package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// writeNotes prints warnings about a valid file, as many as errors of an invalid one.
func writeNotes(w io.Writer, notes []source.Diagnostic) {
	shown := min(len(notes), source.MaxPrinted)
	for i := range notes[:shown] {
		fmt.Fprintf(w, "note: %s\n", notes[i].Error())
	}
	if more := len(notes) - shown; more > 0 {
		fmt.Fprintf(w, "note: and %d more notes\n", more)
	}
}

func newCheck(registry *actors.Registry) *cobra.Command {
	var asJSON bool
	var accept []string
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Check an application file and the files it names, or a robot description",
		Long: `Check an application file without starting it, or a robot description (URDF or urdf.yaml). Errors are printed all at once,
each with file:line:column, the line, and the nearest known name; the exit code is then 1.

--accept loads a description that is wrong on purpose, with a note: ` + strings.Join(urdf.AcceptWords(), ", ") + `.
In an application file, the key accept of a model does the same.`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, arguments []string) error {
			if isDescription(arguments[0]) {
				return checkDescription(c.OutOrStdout(), arguments[0], accept, asJSON)
			}
			if len(accept) > 0 {
				return usageError{errors.New("--accept with an application file; expected the key accept beside the path of the model in the file")}
			}
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
			writeNotes(c.OutOrStdout(), config.Notes)
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
	c.Flags().BoolVar(&asJSON, "json", false, "print the actors with their ports as JSON; of a robot description, its joints")
	c.Flags().StringSliceVar(&accept, "accept", nil, "errors of a robot description to accept")
	return c
}
