package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/jitter"
)

func newBenchJitter() *cobra.Command {
	var garbage bool
	o := comparison{}
	c := &cobra.Command{
		Use:   "jitter",
		Short: "Compare the lateness of the runtime's releases with that of a bare loop",
		Long: `Run 8 actors at 1 kHz and a bare clock_nanosleep loop on a locked thread in turns, never together, with the same
scheduling policy, and print the lateness and the lost ticks of both, and the medians of their ratios. A domain with
SCHED_FIFO is awake shortly before a release by default; with --spin 0s it sleeps until the release, as the bare loop
does. Both keep idle cores awake where SCHED_FIFO is granted.`,
		Args: exactly(),
	}
	flags := c.Flags()
	o.flags(flags)
	flags.BoolVar(&garbage, "garbage", false, "allocate 200 MB/s meanwhile, to keep the garbage collector busy")
	spin := flags.Duration("spin", actors.DefaultSpin, "how long before a release the domain is awake, at most a twentieth of the period; by default only where SCHED_FIFO is granted")
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch {
		case *spin == 0:
			o.Spin = -1 // none
		case c.Flags().Changed("spin"):
			o.Spin = *spin
		}
		if garbage {
			o.Garbage = 200_000_000
		}
		return o.run(c, func(ctx context.Context, o jitter.Options) (fmt.Stringer, error) { return jitter.Measure(ctx, o) })
	}
	return c
}
