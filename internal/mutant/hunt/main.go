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

// run reads the flags, and does what a process of a trial does, or the whole hunt.
func run(ctx context.Context, arguments []string) error {
	flags := flag.NewFlagSet("hunt", flag.ContinueOnError)
	var t trial
	flags.StringVar(&t.file, "file", "examples/mobile_manipulator/app.yaml", "application")
	flags.DurationVar(&t.limit, "limit", 10*time.Minute, "how long to look for one defect")
	try := flags.Bool("try", false, "run one campaign in this process; the others use it")
	flags.Uint64Var(&t.seed, "seed", 0, "with -try: the only seed to run")
	flags.IntVar(&t.shrink, "shrink", 300, "how many runs may be spent on shrinking a plan")
	only := flags.String("only", "", "names of the defects to look for, with commas between; empty for all")
	mutated := flags.String("mutated", "", "this command as it was built with the tag; it is built where that or the next one is empty")
	sound := flags.String("sound", "", "this command as it was built without the tag")
	jsonFile := flags.String("json", "", "file for the table; rows of other defects that it has stay")
	markdownFile := flags.String("markdown", "", "file for the table, for people")
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
	all, err := named(*only)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "hunt")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	h := hunter{file: t.file, limit: t.limit, shrink: t.shrink, progress: os.Stderr, numberOfMutants: len(all), revision: head(ctx)}
	if h.mutated, h.sound = *mutated, *sound; h.mutated == "" || h.sound == "" {
		if err := h.build(ctx, dir); err != nil {
			return err
		}
	}
	table, err := read(*jsonFile)
	if err != nil {
		return err
	}
	for i, m := range all {
		o := h.hunt(ctx, m)
		if ctx.Err() != nil {
			return ctx.Err() // what was found before is in the table
		}
		h.tell(i+1, o)
		table.enter(o)
		if err := table.write(*jsonFile, *markdownFile); err != nil {
			return err
		}
	}
	return nil
}

// named returns the defects with those names, all for none.
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
