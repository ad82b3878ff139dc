package campaign

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Markdown writes the table of a campaign, with what met what.
func (r *Result) Markdown(to io.Writer) error {
	w := &writer{to: to}
	w.line("| campaign of %s | |", r.Application)
	w.line("|---|---:|")
	w.line("| seeds | %d |", r.Seeds)
	w.line("| runs whose faults end (liveness) | %d |", r.Liveness)
	w.line("| length of a run | %v |", r.For)
	w.line("| simulated | %.2f h |", r.Simulated.Hours())
	w.line("| wall | %.3f h |", r.Wall.Hours())
	w.line("| times real time | %.0f |", r.Speed())
	w.line("| faults that began | %d |", r.Faults)
	w.line("| kinds drawn, of those begun | %d, %d |", len(r.Drawable), len(r.Kinds))
	w.line("| invariants | %d |", len(checked()))
	w.line("| commands of gates, one a joint | %d |", r.Decisions)
	w.line("| runs that the application ended itself | %d |", r.Ended)
	w.line("| runs repeated and compared | %d |", r.Twice)
	w.line("| digest | %s |", r.Digest)
	w.line("| failures | %d |", len(r.Failures))
	w.line("")
	w.met(r)
	if len(r.Sometimes) > 0 {
		w.line("")
		w.line("| situation | runs |")
		w.line("|---|---:|")
		for _, name := range slices.Sorted(maps.Keys(r.Sometimes)) {
			w.line("| %s | %d |", name, r.Sometimes[name])
		}
	}
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

// met writes which kind of fault met which mode.
func (w *writer) met(r *Result) {
	conditions := []string{}
	for _, m := range messages.Modes() {
		conditions = append(conditions, m.String())
	}
	conditions = append(conditions, "elsewhere")
	w.line("| fault, by the most severe mode of the world that it met | %s |", strings.Join(conditions, " | "))
	w.line("|---|%s", strings.Repeat("---:|", len(conditions)))
	for _, kind := range slices.Sorted(maps.Keys(r.Met)) {
		cells := make([]string, len(conditions))
		for i, c := range conditions {
			cells[i] = fmt.Sprint(r.Met[kind][c])
		}
		w.line("| %s | %s |", kind, strings.Join(cells, " | "))
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
