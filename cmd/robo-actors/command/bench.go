package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robo-actors/robo-actors/internal/jitter"
)

func newBench() *cobra.Command {
	c := &cobra.Command{Use: "bench", Short: "Measure this machine"}
	c.AddCommand(newBenchJitter(), newBenchViewers(), newBenchPlanning(), newBenchAudience())
	return group(c)
}

// comparison holds the flags of the verbs that compare slices in pairs.
type comparison struct {
	jitter.Options
	json bool
}

func (s *comparison) flags(flags *pflag.FlagSet) {
	flags.BoolVar(&s.json, "json", false, "print JSON with every slice")
	flags.IntVar(&s.Pairs, "pairs", 10, "pairs of slices")
	flags.DurationVar(&s.Slice, "slice", 2*time.Second, "duration of a slice")
	flags.IntVar(&s.Actors, "actors", 8, "actors in the domain")
	flags.DurationVar(&s.Period, "period", time.Millisecond, "period of the actors")
	flags.IntVar(&s.Priority, "priority", 80, "requested SCHED_FIFO priority; 0 for the default policy")
}

// run measures with the options of the flags and prints the result.
func (s *comparison) run(c *cobra.Command, measure func(context.Context, jitter.Options) (fmt.Stringer, error)) error {
	s.Progress = func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) }
	r, err := measure(c.Context(), s.Options)
	if err != nil {
		return err
	}
	if s.json {
		return writeJSON(c.OutOrStdout(), r)
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), r)
	return err
}
