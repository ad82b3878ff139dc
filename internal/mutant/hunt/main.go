package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/internal/mutant"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "hunt:", err)
		os.Exit(1)
	}
}

// run parses the flags and runs one trial or the whole hunt.
func run(ctx context.Context, arguments []string) error {
	flags := flag.NewFlagSet("hunt", flag.ContinueOnError)
	var t trial
	flags.StringVar(&t.file, "file", "examples/mobile_manipulator/app.yaml", "application file, or fleet for drawn applications")
	flags.DurationVar(&t.limit, "limit", 10*time.Minute, "processor time to search for one defect")
	try := flags.Bool("try", false, "run one campaign in this process; hunt starts its own processes with it")
	flags.Uint64Var(&t.seed, "seed", 0, "with -try: the only seed to run")
	flags.IntVar(&t.shrink, "shrink", 300, "maximum number of runs to shrink a plan")
	only := flags.String("only", "", "comma-separated names of defects; empty for all")
	search := flags.Bool("search", false, "search from seed 1 on without replaying recorded seeds first")
	report := flags.Bool("report", false, "write the Markdown table from the JSON table and exit")
	jsonFile := flags.String("json", "internal/mutant/mutants.json", "JSON table; rows of other defects stay")
	markdownFile := flags.String("markdown", "internal/mutant/mutants.md", "Markdown table")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if *try {
		r, err := t.do(ctx)
		if err != nil {
			return err
		}
		return r.print(os.Stdout)
	}
	table, err := read(*jsonFile)
	if err != nil {
		return err
	}
	if *report {
		return table.write(*jsonFile, *markdownFile)
	}
	all, err := named(*only)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "hunt")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	h := hunter{root: ".", dir: dir, file: t.file, limit: t.limit, shrink: t.shrink, revision: head(ctx)}
	if err := h.build(ctx); err != nil {
		return err
	}
	for i, m := range all {
		recorded := table.find(m.Name)
		if *search {
			recorded = nil
		}
		o := h.hunt(ctx, m, recorded)
		if ctx.Err() != nil {
			return ctx.Err() // earlier results are in the table
		}
		fmt.Fprintf(os.Stderr, "%d/%d %s\n", i+1, len(all), o)
		table.enter(o)
		if err := table.write(*jsonFile, *markdownFile); err != nil {
			return err
		}
	}
	return nil
}

// named returns the defects with those names, or all for an empty list.
func named(list string) ([]mutant.Mutant, error) {
	if list == "" {
		return mutant.All(), nil
	}
	var all []mutant.Mutant
	for _, name := range strings.Split(list, ",") {
		m, err := mutant.Find(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}
