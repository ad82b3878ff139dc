package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/internal/gatefuzz"
)

func newBenchGate() *cobra.Command {
	var asJSON bool
	var seed uint64
	var decisions float64
	var workers int
	c := &cobra.Command{
		Use:   "gate",
		Short: "Have an independent auditor check the gate's decisions, as many as asked for",
		Long: `Play worlds drawn from consecutive seeds against the function that decides what the gate lets pass: commands that are no
numbers, out of limits, too old, of old incarnations or of nobody's, drives that do not obey, states that are lost. An
auditor that shares no code with the gate judges every command and checks everything that is sent. One decision is one
joint's command in one cycle. It ends at the first disagreement, with the seed of its world.`,
		Args: exactly(),
	}
	flags := c.Flags()
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	flags.Uint64Var(&seed, "seed", 1, "seed of the first world; each further one has the next number")
	flags.Float64Var(&decisions, "decisions", 1e7, "decisions to make, as 1e9")
	flags.IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "worlds that are played at once")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if !(decisions >= 1 && decisions <= 1e15) || workers < 1 {
			return usageError{fmt.Errorf("%g decisions by %d workers; expected 1 to 1e15, and at least one worker", decisions, workers)}
		}
		options := gatefuzz.Options{Seed: seed, Decisions: uint64(math.Ceil(decisions)), Workers: workers}
		begin := time.Now()
		options.Progress = gateProgress(c.ErrOrStderr(), begin, decisions)
		counts, err := gatefuzz.Run(c.Context(), options)
		return printDecisions(c.OutOrStdout(), gateResult{counts, seed, time.Since(begin).Seconds(), errorText(err)}, err, asJSON)
	}
	return c
}

// gateProgress shows how far it is, a line every ten seconds, or one that changes on a terminal.
func gateProgress(w io.Writer, begin time.Time, of float64) func(uint64) {
	every, form := 10*time.Second, "%s\n"
	if terminal(w) {
		every, form = 200*time.Millisecond, "\r\x1b[K%s"
	}
	shown := begin
	return func(made uint64) {
		if now := time.Now(); now.Sub(shown) >= every {
			shown = now
			fmt.Fprintf(w, form, fmt.Sprintf("%.4g of %.4g decisions, %.3g a second", float64(made), of, float64(made)/now.Sub(begin).Seconds()))
		}
	}
}

// gateResult is what a run has come to.
type gateResult struct {
	gatefuzz.Counts
	Seed      uint64  `json:"seed"`
	Seconds   float64 `json:"seconds"`
	Violation string  `json:"violation,omitempty"`
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func printDecisions(w io.Writer, r gateResult, err error, asJSON bool) error {
	var violation *gatefuzz.Violation
	violations := 0
	if errors.As(err, &violation) {
		violations = 1
		err = fmt.Errorf("%w\nto see it again: robo-actors bench gate --seed %d --decisions 1", err, violation.Seed)
	}
	if asJSON {
		return errors.Join(writeJSON(w, r), err)
	}
	_, printed := fmt.Fprintf(w, `decisions   %d, one a joint and cycle, in %d worlds from seed %d
violations  %d
commands    %d good, %d refused, %d of nobody's
joints      %d re-arms, %d stops, %d decisions under way, %d restarts of gates
rate        %.3g decisions a second, %.1f s
`, r.Decisions, r.Worlds, r.Seed, violations, r.Good, r.Refused, r.Unclaimed, r.Armed, r.Stopped, r.Moved, r.Lives, float64(r.Decisions)/r.Seconds, r.Seconds)
	return errors.Join(printed, err)
}
