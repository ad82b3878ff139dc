package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session/report/page"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
)

// campaignFlags are the flags of campaign.
type campaignFlags struct {
	seeds, first                uint64
	length, heals               time.Duration
	checkpoint, keep, table     string
	page, guide                 string
	add, inject                 []string
	json, twice, fleet, gates   bool
	workers, most, rare, shrink int
}

// violationError reports a campaign in which an invariant did not hold.
type violationError struct{ failures int }

// Error returns the number of failed runs.
func (e violationError) Error() string {
	return fmt.Sprintf("invariants did not hold in %s", count(e.failures, "run"))
}

func newCampaign(registry *actors.Registry) *cobra.Command {
	var f campaignFlags
	c := &cobra.Command{
		Use:   "campaign FILE | campaign --fleet [FILE...]",
		Short: "Search for faults that break an invariant",
		Long: `Run an application in virtual time once per seed, with 1 to 8 faults and an operator drawn from the seed, and check
the invariants of a robot after every cycle.

The same seeds give the same runs. A plan that breaks an invariant is shrunk and printed with the command that repeats
it, and its run is recorded. Ctrl-C ends the campaign and prints the result so far. With --checkpoint the next call
resumes it, and other seeds of the same application are added. --add includes checkpoints of other machines, whose seeds
are not run again. --inject repeats a fixed plan instead of drawing plans.

With --fleet each seed also draws an application: robots, kinds of joints, control modes, couplings, rates, policies and
the length of the run, 3 s to 40 s. FILES take part as well. The application of a failed seed is written to the folder of
--keep.

To find the first failure as soon as possible, as JSON for a program:

	robo-actors campaign app.yaml --first 1 --seeds 100000 --workers 1 --failures 1 --rare -1 --keep '' --json

--shrink 0 keeps the drawn plan. Failures are reported in the order of the seeds, whatever --workers is. After a failure
only --table, --report and --json have the tables of what the faults met.

Exit codes: 0 every invariant held, 4 an invariant did not hold, 1 bad input, 2 wrong usage, 5 a file or the result could
not be written.`,
		Args: func(c *cobra.Command, arguments []string) error {
			if f.fleet {
				return nil
			}
			return exactly("FILE")(c, arguments)
		},
		RunE: func(c *cobra.Command, arguments []string) error { return f.run(c, registry, arguments) },
	}
	flags := c.Flags()
	flags.StringVar(&f.guide, "guide", "", "checkpoint of an earlier fleet: what its faults have met rarely is drawn more often")
	flags.BoolVar(&f.fleet, "fleet", false, "draw an application for each seed")
	flags.Uint64Var(&f.seeds, "seeds", 100, "number of seeds")
	flags.Uint64Var(&f.first, "first", 1, "first seed")
	flags.DurationVar(&f.length, "duration", 10*time.Second, "virtual time of each run")
	flags.StringVar(&f.checkpoint, "checkpoint", "", "file with the state of the campaign; an existing one is continued")
	flags.StringArrayVar(&f.add, "add", nil, "checkpoint of other seeds to include instead of running them; may be repeated")
	flags.StringVar(&f.table, "table", "", "file for the result as Markdown, with the command that reproduces it")
	flags.StringVar(&f.page, "report", "", "file for the result as an HTML page")
	flags.StringArrayVar(&f.inject, "inject", nil, "entry of a fixed plan for every seed, as in sim, instead of drawn plans; may be repeated")
	flags.DurationVar(&f.heals, "heals", 0, "time at which every fault of --inject has ended and the application must recover")
	flags.IntVar(&f.shrink, "shrink", 300, "largest number of runs for shrinking a plan; 0 keeps the drawn plan")
	flags.StringVar(&f.keep, "keep", "campaign", "folder for the recordings of failed runs; empty records none")
	flags.BoolVar(&f.json, "json", false, "print the result as JSON")
	flags.BoolVar(&f.twice, "twice", false, "run every seed twice and compare")
	flags.IntVar(&f.workers, "workers", 0, "parallel runs; 0 means one per processor")
	flags.IntVar(&f.most, "failures", 10, "end after this number of failed runs")
	flags.BoolVar(&f.gates, "gates", true, "compare the decisions of gates, beside those of supervisors, with a literal model of their documentation: L1 and L2")
	flags.IntVar(&f.rare, "rare", 100, "interval of seeds with the expensive checks (two runs, a recording, the whole process); -1 for none")
	return c
}

// check rejects invalid numbers.
func (f *campaignFlags) check() error {
	if f.seeds == 0 || f.length <= 0 || f.most <= 0 {
		return usageError{fmt.Errorf("--seeds %d --duration %v --failures %d; expected more than zero", f.seeds, f.length, f.most)}
	}
	if f.length < time.Millisecond {
		return usageError{fmt.Errorf("--duration %v; expected at least 1ms", f.length)}
	}
	if f.first+f.seeds-1 < f.first {
		return usageError{fmt.Errorf("--first %d --seeds %d; expected a last seed of at most %d", f.first, f.seeds, uint64(math.MaxUint64))}
	}
	if f.heals < 0 || f.shrink < 0 || f.workers < 0 {
		return usageError{fmt.Errorf("--heals %v --shrink %d --workers %d; expected none below zero", f.heals, f.shrink, f.workers)}
	}
	if f.rare < -1 || f.rare == 0 {
		return usageError{fmt.Errorf("--rare %d; expected 1 or more, or -1 for none", f.rare)}
	}
	return nil
}

func (f *campaignFlags) run(c *cobra.Command, registry *actors.Registry, files []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.guide != "" && !f.fleet {
		return usageError{errors.New("--guide without --fleet; only fleets are guided")}
	}
	if f.fleet && len(f.inject) > 0 {
		return usageError{errors.New("--fleet with --inject; expected one of them: a fixed plan needs an application file")}
	}
	if len(f.inject) > 0 && (f.checkpoint != "" || len(f.add) > 0) {
		return usageError{errors.New("--inject with --checkpoint or --add; expected one of them: a fixed plan does not count as a drawn one")}
	}
	if f.heals != 0 && len(f.inject) == 0 {
		return usageError{errors.New("--heals without --inject; drawn plans define this time themselves")}
	}
	of, err := f.subjects(c, registry, files)
	if err != nil {
		return err
	}
	before, err := f.before()
	if err != nil {
		return err
	}
	plan, err := f.plan()
	if err != nil {
		return err
	}
	if f.page != "" { // a campaign is long: a folder that does not exist must not cost its page
		if err := os.WriteFile(f.page, nil, 0o644); err != nil {
			return fmt.Errorf("the report cannot be written: %w", err)
		}
	}
	show := &campaignProgress{to: c.ErrOrStderr(), changes: terminal(c.ErrOrStderr()), seeds: f.seeds, began: time.Now()}
	o := campaign.Options{Config: of.config, Fleet: of.fleet, First: f.first, Seeds: f.seeds, Duration: f.length, Twice: f.twice, Workers: f.workers, MostFailures: f.most,
		ShrinkRuns: f.shrink, Rare: f.rare, SupervisorsOnly: !f.gates, Plan: plan, Before: before, Progress: show.show, Found: show.found}
	if f.shrink == 0 {
		o.ShrinkRuns = -1
	}
	if f.checkpoint != "" {
		o.Save = f.save
	}
	runsOn()
	ctx, stop := endsInOrder(c)
	defer stop()
	r, err := campaign.Do(ctx, o)
	show.end()
	if r == nil {
		return err
	}
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	err = f.leave(context.WithoutCancel(ctx), c.OutOrStdout(), of, repeats(c, of.file), r)
	if len(r.Failures) > 0 {
		return errors.Join(violationError{len(r.Failures)}, err)
	}
	if err != nil {
		return incompleteError{err}
	}
	return nil
}

// leave stores and prints the result. An error in one step does not prevent the others, since a
// campaign is long.
func (f *campaignFlags) leave(ctx context.Context, w io.Writer, of *subjects, command string, r *campaign.Result) error {
	file := of.file
	err := f.record(ctx, of, r)
	if f.checkpoint != "" {
		err = errors.Join(err, f.save(r))
	}
	if f.table != "" {
		err = errors.Join(err, f.writeTable(file, r))
	}
	if f.page != "" {
		err = errors.Join(err, f.writePage(file, command, r))
	}
	return errors.Join(err, unread(f.print(w, file, r)))
}

// writePage writes the result as an HTML page.
func (f *campaignFlags) writePage(file, command string, r *campaign.Result) error {
	var b bytes.Buffer
	if err := page.WriteCampaign(&b, &page.Campaign{Result: r, Program: invocation(), File: file, Command: command}); err != nil {
		return err
	}
	return os.WriteFile(f.page, b.Bytes(), 0o644)
}

// before reads the checkpoint and the added ones. It returns nil without any.
func (f *campaignFlags) before() (*campaign.Result, error) {
	var all *campaign.Result
	if f.checkpoint != "" {
		r, err := readSlice(f.checkpoint)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		all = r
	}
	for _, name := range f.add {
		r, err := readSlice(name)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = r
		} else if err := all.Add(r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return all, nil
}

func readSlice(name string) (*campaign.Result, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r, err := campaign.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// plan returns the plan of --inject, or nil for drawn plans.
func (f *campaignFlags) plan() (*campaign.Plan, error) {
	if len(f.inject) == 0 {
		return nil, nil
	}
	s, err := faults.ParseSchedule("--inject", strings.Join(f.inject, "\n"))
	if err != nil {
		return nil, usageError{err}
	}
	return &campaign.Plan{Schedule: s, Heals: f.heals > 0, Ends: f.heals}, nil
}

// writeTable writes the result as Markdown, with the command that reproduces it.
func (f *campaignFlags) writeTable(file string, r *campaign.Result) error {
	var b strings.Builder
	first, twice := f.first, ""
	if len(r.Done) > 0 {
		first = r.Done[0].First
	}
	if f.twice {
		twice = " --twice"
	}
	fmt.Fprintf(&b, "# A campaign of faults\n\nMade by\n\n\t%s campaign %s --first %d --seeds %d --duration %v%s --checkpoint campaign.json --table %s\n\n",
		programName(), file, first, r.Seeds, r.Duration, twice, f.table)
	b.WriteString("which resumes an interrupted campaign. Package invariant documents the invariants, [kinds.md](kinds.md) the faults.\n\n")
	if err := r.Markdown(&b); err != nil {
		return err
	}
	return os.WriteFile(f.table, []byte(b.String()), 0o644)
}

// save writes the checkpoint to a new file and renames it, so that a complete checkpoint always
// exists.
func (f *campaignFlags) save(r *campaign.Result) error {
	data, err := r.Encode()
	if err != nil {
		return err
	}
	beside := f.checkpoint + ".new"
	if err := os.WriteFile(beside, data, 0o644); err != nil {
		return err
	}
	return os.Rename(beside, f.checkpoint)
}
