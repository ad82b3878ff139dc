//go:build linux

package killtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/internal/control"
)

// Options configure a campaign.
type Options struct {
	// Program is the path of the robo-actors command.
	Program string
	// Drives is the application file whose simulated drives run in a process of their own;
	// Application is the file that commands them.
	Drives, Application string
	// Kills and Stops are how many trials end with SIGKILL, and how many are interrupted by
	// SIGSTOP; Ends how many end with SIGTERM, SIGHUP and SIGINT in turns.
	Kills, Stops, Ends int
	// Seed of the times and of the order.
	Seed uint64
	// Within is the longest time to the strike, in turns from the start of the application's
	// process and from the moment when all drives run. Zero: 1 s.
	Within time.Duration
	// Pause is the longest suspension. Zero: 400 ms.
	Pause time.Duration
	// Progress is called after each trial; nil for no progress.
	Progress func(Trial)
}

// Trial is the outcome of one strike.
type Trial struct {
	Number int
	Kind   string // kill, stop, terminate, hang_up or interrupt
	// After is the time of the strike: since the start of the process in trials with odd numbers,
	// since all drives ran in the others. Pause is the length of the suspension.
	After time.Duration
	Pause time.Duration
	// Ran is how many drives were in run when the strike came.
	Ran int
	// Reactions are the times from the last command of a running drive to the mode of its watchdog.
	// Late is the part of them that the simulation's own delay may explain.
	Reactions []time.Duration
	Late      time.Duration
	// Messages that were read from the recording.
	Messages int
	Took     time.Duration
	// Violations lists the broken rules.
	Violations []string
}

// Result is the outcome of a campaign.
type Result struct {
	Kills, Stops, Ends int
	Trials             []Trial
}

// Violations lists those of all trials.
func (r *Result) Violations() (all []string) {
	for _, t := range r.Trials {
		for _, v := range t.Violations {
			all = append(all, fmt.Sprintf("trial %d (%s after %s): %s", t.Number, t.Kind, t.After.Round(time.Microsecond), v))
		}
	}
	return all
}

// Reactions returns every reaction of every drive, sorted.
func (r *Result) Reactions() (all []time.Duration) {
	for _, t := range r.Trials {
		all = append(all, t.Reactions...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	return all
}

// Run runs a campaign. The result holds the finished trials, also when ctx ends early or the
// campaign itself fails.
func Run(ctx context.Context, o Options) (*Result, error) {
	if o.Kills < 0 || o.Stops < 0 || o.Ends < 0 || o.Kills+o.Stops+o.Ends == 0 {
		return nil, fmt.Errorf("%d kills, %d stops and %d ends; expected none below zero, and at least one", o.Kills, o.Stops, o.Ends)
	}
	if o.Within <= 0 {
		o.Within = time.Second
	}
	if o.Pause <= 0 {
		o.Pause = 400 * time.Millisecond
	}
	run, err := control.Directory()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(run, "o") // the path of a socket is short
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	d, err := startDrives(ctx, o.Program, o.Drives, dir)
	if err != nil {
		return nil, err
	}
	c := &campaign{options: o, dir: dir, drives: d, random: source(o.Seed)}
	result := &Result{}
	for i, kind := range c.order() {
		if ctx.Err() != nil {
			break
		}
		t, err := c.trial(ctx, i, kind)
		if ctx.Err() != nil {
			break // a trial that ends with the campaign does not count
		}
		if err != nil {
			return result, errors.Join(fmt.Errorf("trial %d: %w", i, err), d.end())
		}
		switch kind {
		case kill:
			result.Kills++
		case stop:
			result.Stops++
		default:
			result.Ends++
		}
		result.Trials = append(result.Trials, t)
		if o.Progress != nil {
			o.Progress(t)
		}
	}
	return result, d.end()
}

// The kinds of trials.
const (
	kill = "kill"
	stop = "stop"
)

// ends are the kinds of trials that ask a process to end, in turns.
var ends = []string{"terminate", "hang_up", "interrupt"}

// signals has the signal of each kind.
var signals = map[string]syscall.Signal{kill: syscall.SIGKILL, stop: syscall.SIGSTOP, "terminate": syscall.SIGTERM, "hang_up": syscall.SIGHUP, "interrupt": syscall.SIGINT}

type campaign struct {
	options Options
	dir     string
	drives  *driveProcess
	random  *rand.Rand
}

// order draws the kinds of all trials.
func (c *campaign) order() []string {
	all := slices.Repeat([]string{kill}, c.options.Kills)
	all = append(all, slices.Repeat([]string{stop}, c.options.Stops)...)
	for i := range c.options.Ends {
		all = append(all, ends[i%len(ends)])
	}
	c.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func (c *campaign) recording(trial int) string {
	return filepath.Join(c.dir, fmt.Sprintf("trial-%d.mcap", trial))
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
