package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robo-actors/robo-actors/internal/jitter"
)

func newBenchViewers() *cobra.Command {
	o, size := comparison{}, jitter.Twenty
	c := &cobra.Command{
		Use:   "viewers",
		Short: "Compare the lateness of releases with viewers of the run and without a view",
		Long: `Run 8 actors at 1 kHz with a view and its viewers, and without a view, in turns, and print the lateness and the lost
ticks of both, and the medians of their ratios. Some viewers read, some do not, and some keep reconnecting. They are in
a process of their own on this machine.`,
		Args: exactly(),
	}
	flags := c.Flags()
	o.flags(flags)
	addAudience(flags, &size)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return o.run(c, func(ctx context.Context, o jitter.Options) (fmt.Stringer, error) {
			return jitter.MeasureViewers(ctx, o, size, watchApart)
		})
	}
	return c
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
