package command

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
)

func newOpen() *cobra.Command {
	c := &cobra.Command{
		Use:   "open PART",
		Short: "Attach a part to a running application",
		Long: `Attach a part to a running application: a world of its own, or actors for the worlds that run. A part is a file in the
folder of the application file, or below, with sections worlds, couplings, plants and domains. A world of the application
has only the key processors there.

  robo-actors open examples/mobile_manipulator/second_arm.yaml

The part is checked with all that runs, and its actors start, before anything changes: it is attached as a whole or not at
all. No tick waits for that. Joints of a new world start as its file says.`,
		Args: exactly("PART"),
	}
	name, asJSON := target(c), jsonFlag(c)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		part, err := filepath.Abs(arguments[0]) // the application may run in another folder
		if err != nil {
			return err
		}
		client, err := connect(c, *name)
		if err != nil {
			return err
		}
		added, err := client.Open(c.Context(), part)
		return printEach(c, "added", added, err, *asJSON)
	}
	return c
}

func newClose() *cobra.Command {
	c := &cobra.Command{
		Use:   "close ACTOR|WORLD|PART",
		Short: "Remove an actor, a world or a part from a running application",
		Long: `Remove an actor, as WORLD/NAME, all actors of a world, or all of a part, by its path in the folder of the application, from
a running application. Drives are put into their safe mode first, then the actors stop, the last one first. An actor is not
removed while another one needs its values.

  robo-actors close second_arm.yaml
  robo-actors close second_arm
  robo-actors close mobile_base/tracker`,
		Args: exactly("ACTOR|WORLD|PART"),
	}
	name, asJSON := target(c), jsonFlag(c)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		client, err := connect(c, *name)
		if err != nil {
			return err
		}
		removed, err := client.Close(c.Context(), arguments[0])
		return printEach(c, "removed", removed, err, *asJSON)
	}
	return c
}

// printEach prints what was done with each actor.
func printEach(c *cobra.Command, done string, actors []string, err error, asJSON bool) error {
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), map[string][]string{done: actors})
	}
	for _, actor := range actors {
		if _, err := fmt.Fprintf(c.OutOrStdout(), "%s %s\n", done, actor); err != nil {
			return err
		}
	}
	return nil
}
