package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/controllers/taskspace/taskbench"
)

func newBenchControl() *cobra.Command {
	var asJSON bool
	var o taskbench.Options
	c := &cobra.Command{
		Use:   "control",
		Short: "Time a tick of whole-body control, beside the figures of other programs",
		Long: `Time one tick of whole-body control, state in, torque out, dynamics included, on made-up robots, which go
through a motion of 6283 ticks again and again. Each piece of it, of 5 to 20 ticks, counts as often as gives the ticks asked
for, when it was interrupted least and the machine was fastest and calmest: PASSES are how often, of how often it was gone
through. Whether something took the processor away is told by a register that every interrupt clears, where the machine has it
so; INTERRUPTED is of how many ticks, of all, and of those that count. How fast the machine was is told by what plain arithmetic
took, of equal length and by turns with the ticks. Nothing is chosen by what the ticks took themselves. Every second run of the
arithmetic decides; what is said of it, as LOOP, is of the others, which know of the choice as little as the ticks.
MEDIAN is of the ticks, BEST the least median of 200 in a row: what the code takes while the machine does nothing else. P99
and TAIL are the 99th and 99.9th percentile over the median, LOOP P99 and LOOP TAIL those of the arithmetic. A machine that
interrupts a thousand times a second, as virtual ones do, is in more than 1% of all ticks longer than 10 us, and in their P99
where interruptions leave no trace.
IN A ROW are the median and the 99th percentile over it of as many passes, but one measured after the other with nothing left
out, those in which the arithmetic was steadiest, be the machine fast or slow; LOOP is the arithmetic's percentile there.
ROUND is the median of one round of the arithmetic, the same work in each line: how fast the machine was. STATES are the 99th
and the 99.9th percentile, over the states of the motion, of the least time that each took in any pass, over the median of
these: what is left of the tails without the machine. A turn takes some 25 s: the more turns, the calmer the pieces. Build with
GOAMD64=v3 for the published figures.`,
		Args: cobra.NoArgs,
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().DurationVar(&o.Budget, "budget", 10*time.Second, "most time to measure each workload in a turn")
	c.Flags().IntVar(&o.Turns, "turns", 8, "how often to measure the workloads one after the other; of all passes the calmest pieces count")
	c.Flags().IntVar(&o.Ticks, "ticks", 100000, "ticks of each workload that count, rounded up to passes; a turn measures as many")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if o.Turns < 1 {
			return usageError{fmt.Errorf("--turns %d; expected at least 1", o.Turns)}
		}
		begin := time.Now()
		o.Now = func() time.Duration { return time.Since(begin) }
		o.Progress = func(turn int) { fmt.Fprintf(c.ErrOrStderr(), "turn %d of %d\n", turn, o.Turns) }
		results, err := taskbench.Run(o)
		if err != nil {
			return err
		}
		if asJSON {
			return writeJSON(c.OutOrStdout(), results)
		}
		return printControl(c, results)
	}
	return c
}

func printControl(c *cobra.Command, results []taskbench.Result) error {
	const columns = 17
	out := c.OutOrStdout()
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "TICK\tUNKNOWNS\tPASSES\tINTERRUPTED\tMEDIAN\tBEST\tTARGET\tP99\tLOOP P99\tTAIL\tLOOP TAIL\tIN A ROW\tP99\tLOOP\tROUND\tSTATES\tOTHERS")
	for i := range results {
		r := &results[i]
		target := "-"
		if r.TargetNs > 0 {
			target = fmt.Sprintf("%.0f us", r.TargetNs/1e3)
		}
		states := "-"
		if r.StatesP99 > 0 {
			states = fmt.Sprintf("%.2f %.2f", r.StatesP99, r.StatesP999)
		}
		row := "-\t-\t-"
		if r.InARow.Passes > 0 {
			row = fmt.Sprintf("%.2f us\t%.2f\t%.2f", r.InARow.MedianNs/1e3, r.InARow.P99(), r.InARow.LoopP99)
		}
		interrupted := "-"
		if r.CanTell {
			interrupted = fmt.Sprintf("%.2f%% %.2f%%", 100*r.InterruptedShare, 100*float64(r.Interrupted)/float64(r.Ticks))
		}
		fmt.Fprintf(t, "%s\t%d\t%d of %d\t%s\t%.2f us\t%.2f us\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%.0f ns\t%s\t", r.Workload, r.Unknowns, r.Passes, r.Measured,
			interrupted, r.MedianNs/1e3, r.BestNs/1e3, target, r.P99(), r.LoopP99, r.Tail(), r.LoopTail, row, r.LoopRoundNs, states)
		for k, other := range r.References {
			if k > 0 {
				fmt.Fprint(t, "\n", strings.Repeat("\t", columns-1))
			}
			fmt.Fprintf(t, "%.1f us %s", other.Ns/1e3, other.What)
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "others: %s\n", taskbench.ReferencePrograms)
	return err
}
