package main

import (
	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of application files, for editors",
		Long: `Print the JSON Schema of application files with the options of every kind. Editors with a YAML language server take it
from a first line such as

  # yaml-language-server: $schema=robo-actors.schema.json`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			registry, err := kinds.Standard()
			if err != nil {
				return err
			}
			schema, err := app.Schema(registry)
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(append(schema, '\n'))
			return err
		},
	}
}
