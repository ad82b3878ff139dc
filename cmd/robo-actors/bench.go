package main

import (
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/rigidbench"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func newBench() *cobra.Command {
	c := &cobra.Command{Use: "bench", Short: "Measure this machine: dynamics, control, jitter, messages; or check the gate at length"}
	loops := []*cobra.Command{newBenchDynamics(), newBenchControl()}
	endsAtOnce(loops...)
	c.AddCommand(loops...)
	c.AddCommand(newBenchGate(), newBenchJitter(), newBenchMessages(), newBenchReaction(), newBenchSoak())
	return group(c)
}

func newBenchDynamics() *cobra.Command {
	var asJSON, floating bool
	var budget time.Duration
	c := &cobra.Command{
		Use:   "dynamics [URDF]",
		Short: "Time the rigid-body operations on a robot, beside the figures of Pinocchio",
		Long: `Time the rigid-body operations on the robot of a URDF, or on a made-up arm of 7 axes and a made-up humanoid of 38
degrees of freedom, in batches of some 50 us by turns, on one thread. MEDIAN is over the tenth of the batches in which the
machine was fastest, as plain arithmetic before and after them tells, and nothing of the operations themselves; BEST is the
quickest batch, ALL the median over all batches. Build with GOAMD64=v3 for the published figures.`,
		Args: atMost("URDF"),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&floating, "floating", false, "put the robot of the URDF on a floating base")
	c.Flags().DurationVar(&budget, "budget", 3*time.Second, "time to measure each robot")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		robots, err := benchRobots(arguments, floating)
		if err != nil {
			return err
		}
		return benchDynamics(c, robots, budget, asJSON)
	}
	return c
}

// benchRobot is a robot to measure.
type benchRobot struct {
	name   string
	bodies []rigidbody.Body
}

func benchRobots(arguments []string, floating bool) ([]benchRobot, error) {
	if len(arguments) == 0 {
		return []benchRobot{{"arm", rigidbench.Arm()}, {"humanoid", rigidbench.Humanoid()}}, nil
	}
	data, err := os.ReadFile(arguments[0])
	if err != nil {
		return nil, err
	}
	description, err := urdf.Parse(filepath.Base(arguments[0]), data, urdf.Options{BoundlessRevoluteIsContinuous: true, AnyMeshURI: true})
	if err != nil {
		return nil, err
	}
	world, err := worlds.Build(description)
	if err != nil {
		return nil, err
	}
	bodies := world.Bodies()
	if floating {
		bodies[0].Kind, bodies[0].JointName = rigidbody.Floating, "floating_base"
	}
	return []benchRobot{{description.Name, bodies}}, nil
}

func benchDynamics(c *cobra.Command, robots []benchRobot, budget time.Duration, asJSON bool) error {
	all := map[string][]rigidbench.Result{}
	for _, r := range robots {
		model, err := rigidbody.New(r.bodies)
		if err != nil {
			return err
		}
		begin := time.Now()
		results, err := rigidbench.Run(model, budget, func() time.Duration { return time.Since(begin) })
		if err != nil {
			return err
		}
		all[r.name] = results
		if asJSON {
			continue
		}
		fmt.Fprintf(c.OutOrStdout(), "%s, %d degrees of freedom; reference: %s\n", r.name, model.NV(), rigidbench.ReferenceLibrary)
		t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "OPERATION\tMEDIAN\tBEST\tALL\tREFERENCE\tOF ROBOT\tRATIO")
		for _, x := range results {
			printResult(t, x)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), all)
	}
	return nil
}

func printResult(t *tabwriter.Writer, x rigidbench.Result) {
	if x.Err != nil {
		fmt.Fprintf(t, "%s\t%v\t\t\t\t\t\n", x.Operation, x.Err)
		return
	}
	reference, robot, ratio := "-", "-", "-"
	if x.Reference != nil {
		reference = fmt.Sprintf("%.3f us", x.Reference.Ns/1e3)
		robot = fmt.Sprintf("%s, %d", x.Reference.Robot, x.Reference.NV)
		ratio = fmt.Sprintf("%.2f", x.MedianNs/x.Reference.Ns)
	}
	fmt.Fprintf(t, "%s\t%.3f us\t%.3f us\t%.3f us\t%s\t%s\t%s\n", x.Operation, x.MedianNs/1e3, x.BestNs/1e3, x.AllNs/1e3, reference, robot, ratio)
}
