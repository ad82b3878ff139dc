package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// byText orders values by their texts.
func byText[T fmt.Stringer](a, b T) int { return strings.Compare(a.String(), b.String()) }

// takeCoverage adds what a run has reached.
func (r *Result) takeCoverage(v *invariant.Visited) {
	for _, cell := range slices.SortedFunc(maps.Keys(v.Cells), byText[invariant.Cell]) {
		r.Cells[cell.String()] += uint64(v.Cells[cell])
	}
	for _, t := range slices.SortedFunc(maps.Keys(v.Transitions), byText[invariant.Transition]) {
		r.Transitions[t.String()] += uint64(v.Transitions[t])
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

// jointColumn is a combination of kind of joint and control mode.
type jointColumn struct{ joint, control string }

// axes lists what occurs in cells: kinds of faults, conditions, and columns of joints, in order.
func axes(counts map[invariant.Cell]uint64) (kinds, conditions []string, columns []jointColumn) {
	for _, c := range slices.SortedFunc(maps.Keys(counts), byText[invariant.Cell]) {
		kinds, conditions = append(kinds, c.Fault), append(conditions, c.Condition)
		columns = append(columns, jointColumn{c.Joint, c.Control})
	}
	slices.Sort(kinds)
	slices.Sort(conditions)
	slices.SortFunc(columns, func(a, b jointColumn) int {
		return cmp.Or(cmp.Compare(a.joint, b.joint), cmp.Compare(a.control, b.control))
	})
	return slices.Compact(kinds), slices.Compact(conditions), slices.Compact(columns)
}

// Rarest returns the n cells that faults met least often, those never met first, among the fault
// kinds, conditions, and pairs of joint kind and control mode that occurred at all.
func (r *Result) Rarest(n int) []invariant.Cell {
	counts := r.cells()
	kinds, conditions, columns := axes(counts)
	var all []invariant.Cell
	for _, kind := range kinds {
		for _, condition := range conditions {
			for _, column := range columns {
				all = append(all, invariant.Cell{Fault: kind, Condition: condition, Joint: column.joint, Control: column.control})
			}
		}
	}
	slices.SortFunc(all, func(a, b invariant.Cell) int {
		return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a.String(), b.String()))
	})
	return all[:min(n, len(all))]
}

// coverage writes how many conditions each kind of fault has met, by kind of joint and control
// mode, and the transitions of the automata.
func (w *writer) coverage(r *Result) {
	counts := r.cells()
	if len(counts) == 0 {
		return
	}
	kinds, _, columns := axes(counts)
	heads := make([]string, len(columns))
	for i, c := range columns {
		heads[i] = c.joint + " " + c.control
	}
	w.line("")
	w.line("Conditions that a fault has met, by kind of joint and control mode, of %d; %d cells in all.", len(messages.Modes())+1, len(counts))
	w.line("")
	w.line("| fault | %s |", strings.Join(heads, " | "))
	w.line("|---|%s", strings.Repeat("---:|", len(columns)))
	for _, kind := range kinds {
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
		w.wrapped("Transitions never taken: " + strings.Join(never, ", ") + ".")
	}
}

// wrapped writes a paragraph in lines of at most 100 columns.
func (w *writer) wrapped(text string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > 100 {
			w.line("%s", line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	w.line("%s", line)
}

// Untaken lists the transitions of the automata that no run has taken.
func (r *Result) Untaken() (never []string) {
	for _, automaton := range []string{invariant.ModeAutomaton, invariant.VirtualAutomaton, invariant.LifeAutomaton} {
		all := invariant.Transitions(automaton)
		var missing []string
		for _, t := range all {
			if r.Transitions[t.String()] == 0 {
				missing = append(missing, fmt.Sprintf("%s %s -> %s", t.Automaton, t.From, t.To))
			}
		}
		if len(missing) == len(all) { // such as those of virtual joints, in an application without any
			missing = []string{"every one of " + automaton}
		}
		never = append(never, missing...)
	}
	return never
}
