package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// figures prints the size of fault testing as a table: campaigns, kinds, invariants, applications
// and mutants. The root is that of the module.
func (t *table) figures(to io.Writer, root string, reasons map[string]string) error {
	seeds, hours, err := campaigns(root)
	if err != nil {
		return err
	}
	applications, err := applications(root)
	if err != nil {
		return err
	}
	var seeded struct{ Mutants []struct{ Found bool } }
	if err := readJSON(filepath.Join(root, "internal/mutant/mutants.json"), &seeded); err != nil {
		return err
	}
	found := 0
	for _, m := range seeded.Mutants {
		if m.Found {
			found++
		}
	}
	sum := &tally{}
	for _, r := range t.Mutants {
		sum.add(r, reasons)
	}
	fmt.Fprintf(to, "| figure | value |\n|---|---:|\n")
	for _, f := range []struct {
		name  string
		value any
	}{
		{"seeds of published campaigns", seeds},
		{"simulated time of published campaigns in h", fmt.Sprintf("%.2f", hours)},
		{"kinds of faults", len(faults.Kinds())},
		{"invariants", len(invariant.List())},
		{"application files of the examples", applications},
		{"seeded defects", len(seeded.Mutants)},
		{"seeded defects that a campaign finds", found},
		{"generated mutants", sum.all},
		{"generated mutants that tests kill", sum.tests},
		{"generated mutants that only a campaign kills", sum.campaign},
		{"generated mutants that survive, each with a reason", sum.survive},
		{"generated mutants that did not run against everything yet", sum.open},
		{"generated mutants that no test of their package kills, for a reason", sum.explained},
		{"generated mutants in the sample of longer campaigns", sum.sampled},
		{"generated mutants of the sample that the campaign kills", sum.found},
	} {
		fmt.Fprintf(to, "| %s | %v |\n", f.name, f.value)
	}
	return nil
}

// campaignRow is a row of a published campaign: its seeds, or its simulated time.
var campaignRow = regexp.MustCompile(`(?m)^\| (seeds|simulated) \| ([0-9.]+)(?: h)? \|$`)

// campaigns returns the seeds and the simulated hours of the campaigns that are published beside
// package faults.
func campaigns(root string) (seeds int, hours float64, err error) {
	files, err := filepath.Glob(filepath.Join(root, "supervision/faults/*.md"))
	if err != nil {
		return 0, 0, err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return 0, 0, err
		}
		for _, m := range campaignRow.FindAllStringSubmatch(string(data), -1) {
			value, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				return 0, 0, fmt.Errorf("%s: %w", file, err)
			}
			if m[1] == "seeds" {
				seeds += int(value)
			} else {
				hours += value
			}
		}
	}
	return seeds, hours, nil
}

// worldsKey begins the worlds of an application file.
var worldsKey = regexp.MustCompile(`(?m)^worlds:`)

// applications counts the application files of the examples.
func applications(root string) (n int, err error) {
	files, err := filepath.Glob(filepath.Join(root, "examples/*/*.yaml"))
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		if worldsKey.Match(data) {
			n++
		}
	}
	return n, nil
}
