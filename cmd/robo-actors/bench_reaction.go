package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/internal/reaction"
)

func newBenchReaction() *cobra.Command {
	var asJSON bool
	trials := 0
	c := &cobra.Command{
		Use:   "reaction FILE",
		Short: "Time how soon faults are seen and answered, in real time",
		Long: `Run an application with simulated drives in real time, inject faults, and print how long it takes from the fault to its
detection, and from there to the answer: the safe command handed to the driver, or the change of the mode. A stale coupling
is seen when the bound of its age is over, a hang after 20 periods and at least 100 ms, a lost bus once its drives have
been silent.`,
		Args: exactly("FILE"),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON with every time")
	c.Flags().IntVar(&trials, "trials", 100, "times that each fault is injected")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		if trials < 1 || trials > 100_000 {
			return usageError{fmt.Errorf("--trials %d; expected 1 to 100000", trials)}
		}
		config, err := load(arguments[0])
		if err != nil {
			return err
		}
		cases, err := reaction.Cases(config)
		if err != nil {
			return err
		}
		var all []reaction.Times
		for _, k := range cases {
			t, err := reaction.Measure(c.Context(), config, k, trials)
			if err != nil {
				return err
			}
			all = append(all, t)
			fmt.Fprintf(c.ErrOrStderr(), "%s: %d times\n", k.Name, len(t.Detection))
		}
		if asJSON {
			return writeJSON(c.OutOrStdout(), all)
		}
		w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "FAULT\tTRIALS\tDETECTION P50\tP99\tP99.9\tREACTION P50\tP99\tP99.9")
		for _, t := range all {
			fmt.Fprintf(w, "%s\t%d", t.Case, len(t.Detection))
			for _, times := range [][]time.Duration{t.Detection, t.Reaction} {
				for _, q := range []float64{0.5, 0.99, 0.999} {
					fmt.Fprintf(w, "\t%v", times[min(int(q*float64(len(times))), len(times)-1)].Round(time.Microsecond))
				}
			}
			fmt.Fprintln(w)
		}
		return w.Flush()
	}
	return c
}
