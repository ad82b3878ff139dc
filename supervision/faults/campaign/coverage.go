package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// takeCoverage adds what a run has reached.
func (r *Result) takeCoverage(v *invariant.Visited) {
	for cell, n := range v.Cells {
		r.Cells[cell.String()] += uint64(n)
	}
	for t, n := range v.Transitions {
		r.Transitions[t.String()] += uint64(n)
	}
}

// checkCoverage checks the texts of cells and transitions in a file.
func (r *Result) checkCoverage() error {
	var errs []error
	for _, text := range sorted(r.Cells) {
		_, err := invariant.ParseCell(text)
		errs = append(errs, err)
	}
	for _, text := range sorted(r.Transitions) {
		_, err := invariant.ParseTransition(text)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// cells returns the counts of cells by their parts.
func (r *Result) cells() map[invariant.Cell]uint64 {
	all := map[invariant.Cell]uint64{}
	for _, text := range sorted(r.Cells) {
		if c, err := invariant.ParseCell(text); err == nil {
			all[c] += r.Cells[text]
		}
	}
	return all
}

// joints are the combinations of kind of joint and control mode that faults met.
type jointColumn struct{ joint, control string }

// Rarest returns the n cells that faults met least often, those never met first, among the fault
// kinds, conditions, and pairs of joint kind and control mode that occurred at all.
func (r *Result) Rarest(n int) []invariant.Cell {
	counts := r.cells()
	kinds, conditions, columns := map[string]bool{}, map[string]bool{}, map[jointColumn]bool{}
	for c := range counts {
		kinds[c.Fault], conditions[c.Condition], columns[jointColumn{c.Joint, c.Control}] = true, true, true
	}
	var all []invariant.Cell
	for kind := range kinds {
		for condition := range conditions {
			for column := range columns {
				all = append(all, invariant.Cell{Fault: kind, Condition: condition, Joint: column.joint, Control: column.control})
			}
		}
	}
	slices.SortFunc(all, func(a, b invariant.Cell) int {
		return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a.String(), b.String()))
	})
	return all[:min(n, len(all))]
}

// coverage writes how many conditions each kind of fault has met, by kind of joint and control mode,
// and the transitions of the automata.
func (w *writer) coverage(r *Result) {
	counts := r.cells()
	if len(counts) == 0 {
		return
	}
	var columns []jointColumn
	kinds := map[string]bool{}
	for c := range counts {
		kinds[c.Fault] = true
		if column := (jointColumn{c.Joint, c.Control}); !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
	}
	slices.SortFunc(columns, func(a, b jointColumn) int {
		return cmp.Or(cmp.Compare(a.joint, b.joint), cmp.Compare(a.control, b.control))
	})
	heads := make([]string, len(columns))
	for i, c := range columns {
		heads[i] = c.joint + " " + c.control
	}
	w.line("")
	w.line("Conditions that a fault has met, by kind of joint and control mode, of %d; %d cells in all.", len(messages.Modes())+1, len(counts))
	w.line("")
	w.line("| fault | %s |", strings.Join(heads, " | "))
	w.line("|---|%s", strings.Repeat("---:|", len(columns)))
	for _, kind := range sorted(kinds) {
		row := make([]string, len(columns))
		for i, column := range columns {
			met := 0
			for _, condition := range invariant.Conditions() {
				if counts[invariant.Cell{Fault: kind, Condition: condition, Joint: column.joint, Control: column.control}] > 0 {
					met++
				}
			}
			row[i] = fmt.Sprint(met)
		}
		w.line("| %s | %s |", kind, strings.Join(row, " | "))
	}
	w.transitions(r)
}

// transitions writes the steps of the automata, and those that no run has taken.
func (w *writer) transitions(r *Result) {
	w.line("")
	w.line("| automaton | from | to | times |")
	w.line("|---|---|---|---:|")
	for _, text := range sorted(r.Transitions) {
		if t, err := invariant.ParseTransition(text); err == nil {
			w.line("| %s | %s | %s | %d |", t.Automaton, t.From, t.To, r.Transitions[text])
		}
	}
	if never := r.Untaken(); len(never) > 0 {
		w.line("")
		w.line("Transitions never taken: %s.", strings.Join(never, ", "))
	}
}

// Untaken lists the transitions of the automata that no run has taken.
func (r *Result) Untaken() (never []string) {
	for _, automaton := range []string{invariant.ModeAutomaton, invariant.VirtualAutomaton, invariant.LifeAutomaton} {
		for _, t := range invariant.Transitions(automaton) {
			if r.Transitions[t.String()] == 0 {
				never = append(never, fmt.Sprintf("%s %s -> %s", t.Automaton, t.From, t.To))
			}
		}
	}
	return never
}
