package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robo-actors/robo-actors/internal/jitter"
)

func newBenchViewers() *cobra.Command {
	var asJSON bool
	o, size := jitter.Options{}, jitter.Twenty
	c := &cobra.Command{
		Use:   "viewers",
		Short: "Compare the lateness of releases with viewers of the run and without a view",
		Long: `Run 8 actors at 1 kHz with a view and its viewers, and without a view, in turns, and print the lateness and the lost
ticks of both, and the medians of their ratios. Some viewers read, some do not, and some keep reconnecting. They are in
a process of their own on this machine.`,
		Args: exactly(),
	}
	flags := c.Flags()
	addSlices(flags, &asJSON, &o)
	addAudience(flags, &size)
	c.RunE = func(c *cobra.Command, _ []string) error {
		o.Progress = func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) }
		r, err := jitter.MeasureViewers(c.Context(), o, size, watchApart)
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

// addSlices adds the flags of pairs of slices.
func addSlices(flags *pflag.FlagSet, asJSON *bool, o *jitter.Options) {
	flags.BoolVar(asJSON, "json", false, "print JSON with every slice")
	flags.IntVar(&o.Pairs, "pairs", 10, "pairs of slices")
	flags.DurationVar(&o.Slice, "slice", 2*time.Second, "duration of a slice")
	flags.IntVar(&o.Actors, "actors", 8, "actors in the domain")
	flags.DurationVar(&o.Period, "period", time.Millisecond, "period of the actors")
	flags.IntVar(&o.Priority, "priority", 80, "requested SCHED_FIFO priority; 0 for the default policy")
}

func addAudience(flags *pflag.FlagSet, size *jitter.Audience) {
	flags.IntVar(&size.Reading, "reading", size.Reading, "viewers that read")
	flags.IntVar(&size.Deaf, "deaf", size.Deaf, "viewers that subscribe and do not read")
	flags.IntVar(&size.Reconnecting, "reconnecting", size.Reconnecting, "viewers that keep reconnecting")
}

// watchApart lets the viewers watch in a process of their own, which runs bench audience.
func watchApart(ctx context.Context, address string, topics []string, size jitter.Audience) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	arguments := []string{"bench", "audience", "--reading", strconv.Itoa(size.Reading), "--deaf", strconv.Itoa(size.Deaf),
		"--reconnecting", strconv.Itoa(size.Reconnecting), address}
	var text bytes.Buffer
	c := exec.CommandContext(ctx, program, append(arguments, topics...)...)
	c.Stderr = &text
	if err := c.Run(); ctx.Err() == nil {
		return fmt.Errorf("the viewers ended early: %w: %s", err, bytes.TrimSpace(text.Bytes()))
	}
	return nil
}

// newBenchAudience makes the verb that bench viewers runs.
func newBenchAudience() *cobra.Command {
	size := jitter.Twenty
	c := &cobra.Command{
		Use: "audience ADDRESS TOPIC...", Short: "Watch a run, for bench viewers", Hidden: true, Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, arguments []string) error {
			return jitter.Watch(c.Context(), arguments[0], arguments[1:], size)
		},
	}
	addAudience(c.Flags(), &size)
	return c
}
