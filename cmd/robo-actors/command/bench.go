package command

import "github.com/spf13/cobra"

func newBench() *cobra.Command {
	c := &cobra.Command{Use: "bench", Short: "Measure this machine"}
	c.AddCommand(newBenchJitter(), newBenchViewers(), newBenchPlanning(), newBenchAudience())
	return group(c)
}
