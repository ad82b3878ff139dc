package command

import (
	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func newSchema(registry *actors.Registry) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of application files, for editors",
		Long: `Print the JSON Schema of application files with the options of every kind. Editors with a YAML language server read it
with a first line such as

  # yaml-language-server: $schema=robo-actors.schema.json`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			schema, err := app.Schema(registry)
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(append(schema, '\n'))
			return err
		},
	}
}
