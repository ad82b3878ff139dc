package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// verdict is the result of tests or of a campaign.
type verdict struct {
	Killed bool `json:"killed"`
	// Package and Test are the test that failed; Invariant is the one that the campaign violated.
	Package   string `json:"package,omitempty"`
	Test      string `json:"test,omitempty"`
	Invariant string `json:"invariant,omitempty"`
	// How says how a killed mutant ended otherwise: "crashes" or "does not end".
	How string `json:"how,omitempty"`
	// Runs counts the runs of a campaign, and Seconds is the processor time.
	Runs    uint64  `json:"runs,omitempty"`
	Seconds float64 `json:"seconds"`
	// Program is the revision of the sources.
	Program string `json:"program,omitempty"`
}

// row is a mutant of the table.
type row struct {
	ID   string `json:"id"`
	Part string `json:"part"`
	operators.Identity
	// Line is the line of the edit, and Body a hash of its function's text, at the time of the
	// newest result.
	Line int    `json:"line"`
	Body string `json:"body"`
	// Own is the result of the tests of the package, and Tests that with the tests of importers.
	// Campaign is that of a short campaign where no test fails, and Sampled that of a longer
	// campaign where the mutant is in the sample.
	Own      *verdict `json:"own,omitempty"`
	Tests    *verdict `json:"tests,omitempty"`
	Campaign *verdict `json:"campaign,omitempty"`
	Sampled  *verdict `json:"sampled,omitempty"`

	found *operators.Mutation
}

// folder is the folder of the mutant's package.
func (r *row) folder() string { return path.Dir(r.File) }

// survives reports whether neither a test nor a campaign killed the mutant.
func (r *row) survives() bool {
	return r.Tests != nil && !r.Tests.Killed && (r.Campaign == nil || !r.Campaign.Killed) && (r.Sampled == nil || !r.Sampled.Killed)
}

// table is the published table.
type table struct {
	Seed    uint64 `json:"seed"`
	Mutants []*row `json:"mutants"`
}

// readTable reads a table. It is empty if the file does not exist.
func readTable(file string) (*table, error) {
	t := &table{}
	if err := readJSON(file, t); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return t, nil
}

func readJSON(file string, to any) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%s is not a table of mutants: %w", file, err)
	}
	return nil
}

// write writes the table to a file through a second one, so that an interruption leaves one of them
// whole.
func (t *table) write(file string) error {
	data, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// renew joins the table with the present sources: it drops the rows of mutants that the sources no
// longer have, forgets results of functions whose text changed, and draws mutants that are missing.
func (t *table) renew(all []*operators.Mutation) {
	byID := map[string]*operators.Mutation{}
	byPart := map[*part][]*operators.Mutation{}
	for _, m := range all {
		byID[m.ID()] = m
		p := partOf(path.Dir(m.File))
		byPart[p] = append(byPart[p], m)
	}
	t.Mutants = slices.DeleteFunc(t.Mutants, func(r *row) bool { return byID[r.ID] == nil })
	chosen := map[string]bool{}
	for _, r := range t.Mutants {
		chosen[r.ID] = true
		r.found = byID[r.ID]
		r.Line = r.found.Line
		if r.Body != r.found.Body() {
			r.Body, r.Own, r.Tests, r.Campaign, r.Sampled = r.found.Body(), nil, nil, nil, nil
		}
	}
	for i := range parts {
		p := &parts[i]
		for _, m := range p.draw(byPart[p], chosen, t.Seed) {
			t.Mutants = append(t.Mutants, &row{ID: m.ID(), Part: p.name, Identity: m.Identity, Line: m.Line, Body: m.Body(), found: m})
		}
	}
	slices.SortStableFunc(t.Mutants, func(a, b *row) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
	})
}

// sample returns the mutants that run against the longer campaign.
func (t *table) sample(n int) []*row {
	all := slices.Clone(t.Mutants)
	slices.SortFunc(all, func(a, b *row) int { return cmp.Compare(a.Order(t.Seed+1), b.Order(t.Seed+1)) })
	return all[:min(n, len(all))]
}
