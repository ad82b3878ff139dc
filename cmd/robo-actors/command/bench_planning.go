package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/internal/jitter"
)

func newBenchPlanning() *cobra.Command {
	var asJSON bool
	o, threads := jitter.Options{}, 1
	c := &cobra.Command{
		Use:   "planning",
		Short: "Compare the lateness of releases with planning jobs and without",
		Long: `Run 8 actors at 1 kHz with jobs that plan motions, and without them, in turns, and print the lateness and the lost
ticks of both, and the medians of their ratios. The jobs search paths of an arm of seven joints among shelves without a
break, at the low priority of all jobs.`,
		Args: exactly(),
	}
	flags := c.Flags()
	addSlices(flags, &asJSON, &o)
	flags.IntVar(&threads, "threads", threads, "jobs at a time")
	c.RunE = func(c *cobra.Command, _ []string) error {
		o.Progress = func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) }
		r, err := jitter.MeasurePlanning(c.Context(), o, threads)
		if err != nil {
			return err
		}
		if asJSON {
			return writeJSON(c.OutOrStdout(), r)
		}
		_, err = fmt.Fprintln(c.OutOrStdout(), r)
		return err
	}
	return c
}
