package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func newGraph(registry *actors.Registry) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "graph FILE",
		Short: "Draw the worlds of an application and their couplings, as Mermaid or DOT",
		Long: `Draw the worlds of an application: actors, drives and gates as nodes, worlds as clusters, couplings with rate and age.

  robo-actors graph app.yaml                        Mermaid, for Markdown pages
  robo-actors graph app.yaml --format dot | dot -Tsvg > app.svg`,
		Args: exactly("FILE"),
	}
	c.Flags().StringVar(&format, "format", "mermaid", "mermaid or dot")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		config, err := app.LoadFile(arguments[0], registry)
		if err != nil {
			return err
		}
		switch format {
		case "mermaid":
			_, err = fmt.Fprint(c.OutOrStdout(), config.Mermaid())
		case "dot":
			_, err = fmt.Fprint(c.OutOrStdout(), config.DOT())
		default:
			err = usageError{fmt.Errorf("--format %s is unknown; expected mermaid or dot", format)}
		}
		return err
	}
	return c
}
