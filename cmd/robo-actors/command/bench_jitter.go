package command

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/jitter"
)

func newBenchJitter() *cobra.Command {
	var asJSON, garbage bool
	o := jitter.Options{}
	c := &cobra.Command{
		Use:   "jitter",
		Short: "Compare the lateness of the runtime's releases with that of a bare loop",
		Long: `Run 8 actors at 1 kHz and a bare clock_nanosleep loop on a locked thread in turns, never together, with the same
scheduling policy, and print the lateness and the lost ticks of both, and the medians of their ratios. A domain with
SCHED_FIFO is awake shortly before a release by default; with --spin 0s it sleeps until the release, as the bare loop
does.`,
		Args: exactly(),
	}
	flags := c.Flags()
	flags.BoolVar(&asJSON, "json", false, "print JSON with every slice")
	flags.BoolVar(&garbage, "garbage", false, "allocate 200 MB/s meanwhile, to keep the garbage collector busy")
	flags.IntVar(&o.Pairs, "pairs", 10, "pairs of slices")
	flags.DurationVar(&o.Slice, "slice", 2*time.Second, "duration of a slice")
	flags.IntVar(&o.Actors, "actors", 8, "actors in the domain")
	flags.DurationVar(&o.Period, "period", time.Millisecond, "period of the actors and of the loop")
	flags.IntVar(&o.Priority, "priority", 80, "requested SCHED_FIFO priority; 0 for the default policy")
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
		o.Progress = func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) }
		r, err := jitter.Measure(c.Context(), o)
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
