package campaign

import (
	"fmt"
	"io"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// Markdown writes the tables of a campaign: its size, which faults met which conditions, events,
// and failures.
func (r *Result) Markdown(to io.Writer) error {
	w := &writer{to: to}
	w.size(r)
	w.line("")
	w.met(r)
	w.line("")
	w.counts("event", "times", r.Events)
	w.line("")
	w.line("| change to the mode | times |")
	w.line("|---|---:|")
	for i, n := range r.Modes {
		w.line("| %s | %d |", messages.Mode(i), n)
	}
	if len(r.Sometimes) > 0 {
		w.line("")
		w.counts("situation", "runs", r.Sometimes)
	}
	w.coverage(r)
	w.line("")
	w.counts("program", "seeds", r.Programs)
	if len(r.Failures) > 0 {
		w.line("")
		w.line("| seed | invariant | at | joint | entries of the shrunk plan |")
		w.line("|---:|---|---:|---|---:|")
		for _, f := range r.Failures {
			w.line("| %d | %s | %s | %s | %d |", f.Seed, f.Invariant, f.Time, f.Joint, len(f.Plan))
		}
	}
	return w.err
}

// Summary writes the first table of Markdown, with the size of the campaign.
func (r *Result) Summary(to io.Writer) error {
	w := &writer{to: to}
	w.size(r)
	return w.err
}

// size writes what ran.
func (w *writer) size(r *Result) {
	w.line("| campaign of %s | |", r.Application)
	w.line("|---|---:|")
	w.line("| seeds | %d |", r.Seeds)
	w.line("| length of a run | %v |", r.Duration)
	w.line("| liveness runs (faults end, everything must recover) | %d |", r.Liveness)
	w.line("| simulated | %.2f h |", r.Simulated.Hours())
	w.line("| wall time of all slices | %.3f h |", r.Wall.Hours())
	w.line("| times real time | %.0f |", r.Speed())
	w.line("| started faults | %d |", r.Faults)
	w.line("| drawable kinds | %d |", len(r.Drawable))
	w.line("| started kinds | %d |", r.begun())
	w.line("| invariants checked after every cycle | %d |", len(r.always()))
	w.line("| invariants checked on some seeds | %d |", len(invariant.List())-len(r.always()))
	w.line("| seeds with those checks | %d |", r.Rare)
	w.line("| repeated runs with equal event hashes | %d |", r.Twice)
	w.line("| gate decisions (one command of a joint each) | %d |", r.Decisions)
	w.line("| decisions compared with the literal model | %d |", r.Compared)
	w.line("| runs ended early by the application | %d |", r.Ended)
	w.line("| digest of all event hashes | %s |", r.Digest)
	w.line("| failures | %d |", len(r.Failures))
}

// begun returns the number of drawn kinds that have started.
func (r *Result) begun() int {
	_, never := r.Unreached()
	return len(r.Drawable) - len(never)
}

// always lists the invariants that need one run.
func (r *Result) always() []string {
	var all []string
	for _, i := range invariant.List() {
		if i.Needs == invariant.OneRun {
			all = append(all, i.ID)
		}
	}
	return all
}

// met writes which kinds of faults met which conditions.
func (w *writer) met(r *Result) {
	conditions := invariant.Conditions()
	w.line("| fault, by the condition that it met | %s |", strings.Join(conditions, " | "))
	w.line("|---|%s", strings.Repeat("---:|", len(conditions)))
	for _, kind := range sorted(r.Met) {
		cells := make([]string, len(conditions))
		for i, c := range conditions {
			cells[i] = fmt.Sprint(r.Met[kind][c])
		}
		w.line("| %s | %s |", kind, strings.Join(cells, " | "))
	}
}

// counts writes a table of two columns.
func (w *writer) counts(what, unit string, all map[string]uint64) {
	w.line("| %s | %s |", what, unit)
	w.line("|---|---:|")
	for _, name := range sorted(all) {
		w.line("| %s | %d |", name, all[name])
	}
}

// writer keeps the first error.
type writer struct {
	to  io.Writer
	err error
}

func (w *writer) line(format string, arguments ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.to, format+"\n", arguments...)
	}
}
