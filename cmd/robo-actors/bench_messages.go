package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/internal/bench"
)

func newBenchMessages() *cobra.Command {
	var asJSON bool
	var o bench.FloodOptions
	c := &cobra.Command{
		Use:   "messages",
		Short: "Measure what a port costs, and what a flood of messages into one actor does to the others",
		Long: `Measure the time and allocations of a value's way through a port, then the lateness of actors at 1 kHz with and without
a flood of 500 000 messages a second into one of them, in slices that alternate.`,
		Args: exactly(),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().IntVar(&o.Pairs, "pairs", 10, "pairs of slices with and without the flood")
	c.Flags().DurationVar(&o.Slice, "slice", 2*time.Second, "length of a slice")
	c.Flags().IntVar(&o.Priority, "priority", 80, "SCHED_FIFO priority to ask for; 0 for the default policy")
	c.RunE = func(c *cobra.Command, _ []string) error {
		port, err := bench.Port(c.Context(), 0)
		if err != nil {
			return err
		}
		o.Progress = func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) }
		flood, err := bench.Flood(c.Context(), o)
		if err != nil {
			return err
		}
		if asJSON {
			return writeJSON(c.OutOrStdout(), struct {
				Port  bench.PortResult
				Flood bench.FloodResult
			}{port, flood})
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n%s\n", port, flood)
		return err
	}
	return c
}

func newBenchSoak() *cobra.Command {
	var asJSON bool
	var o bench.SoakOptions
	c := &cobra.Command{
		Use:   "soak",
		Short: "Let the runtime live with the garbage collector under load",
		Long:  "Run real-time domains and the watchdog while other goroutines make garbage, and report whether anything stood still.",
		Args:  exactly(),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().DurationVar(&o.For, "duration", 10*time.Minute, "how long")
	c.Flags().IntVar(&o.Priority, "priority", 80, "SCHED_FIFO priority to ask for; 0 for the default policy")
	c.RunE = func(c *cobra.Command, _ []string) error {
		o.Progress = func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) }
		r, err := bench.Soak(c.Context(), o)
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
