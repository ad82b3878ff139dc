package command

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages/pb"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func newCheck(registry *actors.Registry) *cobra.Command {
	var asJSON, all bool
	var accept []string
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Check an application file and the files it names, or a robot description",
		Long: `Check an application file without starting it, or a robot description (URDF, urdf.yaml,
OpenRAVE XML, COLLADA). Errors are printed all at once, each with file:line:column, the line, and the nearest known name; the
exit code is then 1. Notes are likely mistakes, and what was ignored.

--accept loads a description that is wrong on purpose, with a note: ` + strings.Join(urdf.AcceptWords(), ", ") + `.
In an application file, the key accept of a model does the same.`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, arguments []string) error {
			if isDescription(arguments[0]) {
				return checkDescription(c.OutOrStdout(), arguments[0], accept, asJSON, all)
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
			writeNotes(c.OutOrStdout(), config.Notes, all)
			for _, note := range slices.Concat(app.TwinNotes(system), unrecorded(system)) {
				fmt.Fprintf(c.OutOrStdout(), "note: %s\n", note)
			}
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
	c.Flags().BoolVar(&all, "notes", false, "print every note with its line; otherwise equal notes share one line")
	c.Flags().StringSliceVar(&accept, "accept", nil, "errors of a robot description to accept")
	return c
}

// unrecorded returns a note for each output of a user's actor whose type recordings and the view do
// not have. Those of the actors of this module are meant so: they have other ways to be seen.
func unrecorded(system *actors.System) (notes []string) {
	known := map[string]bool{}
	for _, codec := range pb.Codecs() {
		known[codec.Type().String()] = true
	}
	for _, a := range system.Actors() {
		if ownKind(a.Spec.New()) {
			continue
		}
		for _, out := range a.Outputs {
			if !known[out.Type] {
				notes = append(notes, fmt.Sprintf("output %s.%s carries %s, which neither recordings nor the view have: they have the types of package messages, such as messages.Signals for plain numbers", a.Spec.Name, out.Name, out.Type))
			}
		}
	}
	return notes
}

// ownKind reports whether an actor is of this module's kinds.
func ownKind(actor any) bool {
	t := reflect.TypeOf(actor)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t == nil || strings.HasPrefix(t.PkgPath(), "github.com/robo-actors/robo-actors/actors/") ||
		strings.HasPrefix(t.PkgPath(), "github.com/robo-actors/robo-actors/worlds/")
}
