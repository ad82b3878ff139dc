package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sweep:", err)
		os.Exit(1)
	}
}

// options are the flags of the command.
type options struct {
	seed         uint64
	only         string
	again        bool
	stage        string
	short        time.Duration
	sample       int
	long         time.Duration
	applications string
	examples     string
	table        string
	report       bool
	draw         int
}

func parse(arguments []string) (*options, error) {
	o := &options{}
	flags := flag.NewFlagSet("sweep", flag.ContinueOnError)
	flags.Uint64Var(&o.seed, "seed", 0, "seed of the draws; 0 keeps that of the table, or 1")
	flags.StringVar(&o.only, "only", "", "comma-separated mutants, by the names of the table; empty for all")
	flags.BoolVar(&o.again, "again", false, "run mutants that have results")
	flags.StringVar(&o.stage, "until", "", "the last stage: own (tests of the package), tests (of importers, too); empty for campaigns")
	flags.DurationVar(&o.short, "short", 20*time.Second, "processor time of the campaign for a mutant that survives the tests")
	flags.IntVar(&o.sample, "sample", 60, "mutants in the sample of longer campaigns")
	flags.DurationVar(&o.long, "long", 2*time.Minute, "processor time of a longer campaign")
	flags.StringVar(&o.applications, "applications", defaultApplications, "comma-separated files of the applications, which share the time of a campaign; fleet stands for drawn ones")
	flags.StringVar(&o.examples, "examples", defaultExamples, "comma-separated files of further applications, which get a twentieth of the time each, before the others")
	flags.StringVar(&o.table, "table", "internal/mutant/generated.json", "table of mutants; the Markdown table is written beside it")
	flags.BoolVar(&o.report, "report", false, "write the Markdown table from the JSON table and exit")
	flags.IntVar(&o.draw, "draw", 0, "try this many mutants of the table against the tests that killed them, and change no file")
	return o, flags.Parse(arguments)
}

// defaultExamples are applications with parts that those of defaultApplications lack: many task
// sets, planned motions, an agent that resets the robot.
const defaultExamples = "examples/door/app.yaml,examples/pick_place/app.yaml,examples/upkie/campaign.yaml"

// defaultApplications are the applications that campaigns run.
const defaultApplications = "fleet,examples/mobile_manipulator/app.yaml,examples/cascade/app.yaml,examples/mobile_manipulator/app_torque.yaml"

func run(ctx context.Context, arguments []string) error {
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	t, err := readTable(o.table)
	if err != nil {
		return err
	}
	reasons, err := readSurvivors(filepath.Join(filepath.Dir(o.table), "survivors.json"))
	if err != nil {
		return err
	}
	if o.report {
		return t.publish(root, o.table, reasons)
	}
	dir, err := os.MkdirTemp("", "sweep")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if o.draw > 0 {
		return try(ctx, o, root, dir, t, reasons)
	}
	all, err := operators.Read(root, folders())
	if err != nil {
		return err
	}
	if t.Seed == 0 || o.seed != 0 {
		t.Seed = max(o.seed, 1)
	}
	t.renew(all)
	fmt.Fprintf(os.Stderr, "%d mutants drawn of %d\n", len(t.Mutants), len(all))
	b, err := newBuilds(root, dir, t.Mutants)
	if err != nil {
		return err
	}
	s := &sweep{options: o, table: t, trials: newTrials(b)}
	s.trials.examples, s.trials.applications, s.revision = strings.FieldsFunc(o.examples, func(r rune) bool { return r == ',' }), strings.Split(o.applications, ","), head(ctx)
	if s.importers, err = importers(ctx, root); err != nil {
		return err
	}
	if err := s.run(ctx); err != nil {
		return err
	}
	return errors.Join(t.publish(root, o.table, reasons), unexplained(t.Mutants, reasons), idle(t.Mutants, reasons))
}

// head returns the revision of the sources, or an empty string if git reports none.
func head(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=10", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// sweep is a run of the command.
type sweep struct {
	*options
	*table
	*trials
}

// run runs the stages one after another.
func (s *sweep) run(ctx context.Context) error {
	chosen := s.Mutants
	if s.only != "" {
		names := strings.Split(s.only, ",")
		chosen = slices.DeleteFunc(slices.Clone(chosen), func(r *row) bool { return !slices.Contains(names, r.ID) })
	}
	if s.again {
		for _, r := range chosen {
			r.Own, r.Tests, r.Campaign, r.Sampled = nil, nil, nil, nil
		}
	}
	if err := s.own(ctx, chosen); err != nil || s.stage == "own" {
		return err
	}
	err := s.each(ctx, "importers", chosen, func(r *row) (*verdict, error) {
		if r.Tests != nil || r.Own == nil {
			return nil, nil
		}
		err := s.imported(ctx, r)
		return r.Tests, err
	})
	if err != nil || s.stage == "tests" {
		return err
	}
	err = s.each(ctx, "campaign", chosen, func(r *row) (v *verdict, err error) {
		if r.Tests == nil || r.Tests.Killed || r.Campaign != nil {
			return nil, nil
		}
		r.Campaign, err = s.search(ctx, r, s.short)
		return r.Campaign, err
	})
	if err != nil {
		return err
	}
	return s.each(ctx, "sample", s.table.sample(s.options.sample), func(r *row) (v *verdict, err error) {
		if r.Sampled != nil {
			return nil, nil
		}
		r.Sampled, err = s.search(ctx, r, s.long)
		return r.Sampled, err
	})
}

// own runs mutants against the tests of their packages. Each package is built with its own mutants,
// because packages that it does not import then need no build.
func (s *sweep) own(ctx context.Context, chosen []*row) error {
	var errs []error
	for _, folder := range folders() {
		rows := slices.DeleteFunc(slices.Clone(chosen), func(r *row) bool { return r.folder() != folder || r.Own != nil || r.Tests != nil })
		if len(rows) == 0 {
			continue
		}
		dir, err := os.MkdirTemp(s.dir, "")
		if err != nil {
			return err
		}
		b, err := newBuilds(s.root, dir, rows)
		if err != nil {
			return err
		}
		t := newTrials(b)
		errs = append(errs, s.each(ctx, folder, rows, func(r *row) (v *verdict, err error) {
			if v, err = t.against(ctx, r, folder, ""); err != nil {
				return nil, err
			}
			v.Program = s.revision
			if r.Own = v; v.Killed {
				r.Tests = v
			}
			return v, nil
		}))
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(errs...)
}

// each calls a function with mutants, and writes the table after each that returns a result.
func (s *sweep) each(ctx context.Context, stage string, rows []*row, do func(*row) (*verdict, error)) error {
	var errs []error
	for i, r := range rows {
		v, err := do(r)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", r.ID, err))
			fmt.Fprintf(os.Stderr, "%s %d/%d %s: %v\n", stage, i+1, len(rows), r.ID, err)
			continue
		}
		if v == nil {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s %d/%d %s %s: %s\n", stage, i+1, len(rows), r.ID, r.found, v)
		if err := s.table.write(s.options.table); err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

// String says in a few words what a verdict is.
func (v *verdict) String() string {
	text := "SURVIVES"
	if v.Killed {
		text = "killed by " + strings.TrimSpace(strings.Join([]string{v.Package, v.Test, v.Invariant, v.How}, " "))
	}
	return fmt.Sprintf("%s, %.1f s", text, v.Seconds)
}
