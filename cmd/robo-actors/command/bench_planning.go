package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/internal/jitter"
)

func newBenchPlanning() *cobra.Command {
	o, threads := comparison{}, 1
	c := &cobra.Command{
		Use:   "planning",
		Short: "Compare the lateness of releases with planning jobs and without",
		Long: `Run 8 actors at 1 kHz with jobs that plan motions, and without them, in turns, and print the lateness and the lost
ticks of both, and the medians of their ratios. The jobs search paths of an arm of seven joints among shelves without a
break, at the low priority of all jobs.`,
		Args: exactly(),
	}
	flags := c.Flags()
	o.flags(flags)
	flags.IntVar(&threads, "threads", threads, "jobs at a time")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return o.run(c, func(ctx context.Context, o jitter.Options) (fmt.Stringer, error) {
			return jitter.MeasurePlanning(ctx, o, threads)
		})
	}
	return c
}
