package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/internal/outage"
)

func newOutage() *cobra.Command {
	var asJSON bool
	o := outage.Options{}
	c := &cobra.Command{
		Use:   "outage APPLICATION --drives FILE",
		Short: "Kill and stop the process of an application at random times, and check its drives",
		Long: `Run the simulated drives of FILE in a process of their own, and the application, whose drives are of type remote, in
another one, again and again. Acknowledge, then kill the application's process or have it stand still, at a random time.
After each strike every drive must be in the mode of its watchdog within its time, the recording readable to its last
chunk, a new process need no hand, and nothing move before it is acknowledged.

  robo-actors outage examples/mobile_manipulator/app_remote.yaml --drives examples/mobile_manipulator/app.yaml`,
		Args: exactly("APPLICATION"),
	}
	flags := c.Flags()
	flags.StringVar(&o.Drives, "drives", "", "application file with the simulated drives; app.yaml beside APPLICATION when not given")
	flags.IntVar(&o.Kills, "kills", 1000, "trials that end with SIGKILL")
	flags.IntVar(&o.Stops, "stops", 200, "trials that are interrupted by SIGSTOP")
	flags.IntVar(&o.Ends, "ends", 0, "trials that end with SIGTERM, SIGHUP and SIGINT in turns: each drive's stop is confirmed")
	flags.Uint64Var(&o.Seed, "seed", 1, "of the times and of the order")
	flags.DurationVar(&o.Within, "within", time.Second, "longest time to the strike, in turns from a start and from when all drives run")
	flags.DurationVar(&o.Pause, "pause", 400*time.Millisecond, "longest time that a process stands still")
	flags.BoolVar(&asJSON, "json", false, "print JSON with every trial")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		var err error
		if o.Program, err = os.Executable(); err != nil {
			return err
		}
		if o.Application = arguments[0]; o.Drives == "" {
			o.Drives = filepath.Join(filepath.Dir(o.Application), "app.yaml")
		}
		for _, file := range []string{o.Application, o.Drives} {
			if _, err := load(file); err != nil {
				return err
			}
		}
		runsOn()
		begun := time.Now()
		o.Progress = func(t outage.Trial) {
			if n := t.Number + 1; n%20 == 0 || t.Violations != nil {
				fmt.Fprintf(c.ErrOrStderr(), "%d of %d trials, %s: %s\n", n, o.Kills+o.Stops+o.Ends, time.Since(begun).Round(time.Second), strings.Join(append(t.Violations, "the last one in "+t.Took.Round(time.Millisecond).String()), "; "))
			}
		}
		result, err := outage.Run(c.Context(), o)
		if result == nil {
			return err
		}
		if asJSON {
			err = errors.Join(err, unread(writeJSON(c.OutOrStdout(), result)))
		} else {
			printOutage(c.OutOrStdout(), result, time.Since(begun))
		}
		if v := result.Violations(); len(v) > 0 {
			return errors.Join(outageError{fmt.Errorf("%d violations; the first: %s", len(v), v[0])}, err)
		}
		return err
	}
	return c
}

// outageError marks a campaign after which something was not as it must be.
type outageError struct{ error }

func printOutage(w io.Writer, r *outage.Result, took time.Duration) {
	armed, messages, late := 0, 0, time.Duration(0)
	for _, t := range r.Trials {
		if t.Ran > 0 {
			armed++
		}
		messages += t.Messages
		late = max(late, t.Late)
	}
	fmt.Fprintf(w, "%d kills, %d stops and %d ends in %s; drives ran at %d of the strikes\n", r.Kills, r.Stops, r.Ends, took.Round(time.Second), armed)
	if all := r.Reactions(); len(all) > 0 {
		at := func(q float64) time.Duration {
			return all[min(int(q*float64(len(all))), len(all)-1)].Round(10 * time.Microsecond)
		}
		fmt.Fprintf(w, "from the last command to the mode of the watchdog, %d times: p50 %v, p99 %v, p99.9 %v, max %v\n", len(all), at(0.5), at(0.99), at(0.999), all[len(all)-1])
		fmt.Fprintf(w, "longest beyond the watchdog's time: %v, of it two steps of the plant and what the simulation itself was late\n", late.Round(10*time.Microsecond))
	}
	fmt.Fprintf(w, "%d messages read from %d recordings\nviolations: %d\n", messages, len(r.Trials), len(r.Violations()))
	for _, v := range r.Violations() {
		fmt.Fprintln(w, "  "+v)
	}
}
