package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// A survivor is a mutant that is allowed to survive.
type survivor struct {
	operators.Identity
	// Reason shows that the mutant is equivalent, or names what makes its difference harmless.
	Reason string `json:"reason"`
}

// readSurvivors returns the reasons of a file by the IDs of mutants.
func readSurvivors(file string) (map[string]string, error) {
	var all []survivor
	if err := readJSON(file, &all); err != nil {
		return nil, err
	}
	reasons := map[string]string{}
	for _, s := range all {
		if len(s.Reason) < 20 {
			return nil, fmt.Errorf("%s: mutant of %s %s has the reason %q; expected a sentence", file, s.File, s.Function, s.Reason)
		}
		reasons[s.ID()] = s.Reason
	}
	return reasons, nil
}

// unexplained is an error that lists the mutants that survive without a reason, or nil.
func unexplained(rows []*row, reasons map[string]string) error {
	var b strings.Builder
	n := 0
	for _, r := range rows {
		if r.survives() && reasons[r.ID] == "" {
			n++
			fmt.Fprintf(&b, "\n%s %s:%d %s: %s\n%s", r.ID, r.File, r.Line, r.Function, r.Operator, r.Diff())
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d mutants survive; add a test that fails, or their reason to survivors.json:%s", n, b.String())
}

// idle returns an error if reasons name mutants that are killed or that the table does not list.
func idle(rows []*row, reasons map[string]string) error {
	var names []string
	for id := range reasons {
		i := slices.IndexFunc(rows, func(r *row) bool { return r.ID == id })
		if i < 0 || rows[i].Tests != nil && !rows[i].survives() {
			names = append(names, id)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("survivors.json lists mutants that do not survive: %s", strings.Join(names, ", "))
}
