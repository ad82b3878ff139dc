package faults

import (
	"fmt"
	"strings"
	"time"
)

// typical are the times of an application of the usual rates, for the table.
var typical = Timing{Period: 5 * time.Millisecond, Source: time.Millisecond, MaxAge: 30 * time.Millisecond, Silence: 100 * time.Millisecond,
	Watchdog: 100 * time.Millisecond, Hang: 100 * time.Millisecond, Tolerated: 50}

// Markdown renders the table of kinds for people.
func Markdown() string {
	var b strings.Builder
	b.WriteString(`# The kinds of faults

Written from the code by ` + "`go generate ./supervision/faults`" + `; a test compares.

A line of a schedule is ` + "`at 4s for 2s drop mobile_base/x->y p=0.3`" + `; a parameter that is not given has its default,
which stands in brackets; a 0 is refused where it is not the default. Runs: *virtual* and *real* time, or in a *process* of its
own, without which a kind is refused.
The last column is the time from the beginning of the fault to the moment when its detector's condition holds, for a world
` + fmt.Sprintf("of period %v, its sources of %v, a bound of age of %v, drives that may be silent for %v and a watchdog of %v,\nhangs of %v and %d missed releases", typical.Period, typical.Source, typical.MaxAge, typical.Silence, typical.Watchdog, typical.Hang, typical.Tolerated) + `. What need not be seen says why.

A value that is wrong in itself (` + "`corrupt`, `truncate`, `masquerade`, `old_schema`, `nan`, `extreme`, `quaternion`" + `) is passed on by
the runtime: gate, perception and the standard controllers refuse it. An actor of one's own has to look: ` + "`Fresh`" + ` returns numbers
that are none, and slices that are shorter than the size which the actor has declared.
`)
	for _, acts := range []struct{ acts, title string }{
		{"link", "Links, their values and their clocks"}, {"actor", "Actors and their ticks"}, {"joint", "Drives and sensors, by joint"},
		{"process", "The process and its machine"}, {"recording", "The storage of the recording"}, {"world", "What an operator does"},
	} {
		fmt.Fprintf(&b, "\n## %s\n\nTarget: %s.\n\n| id | kind | in words | parameters | without \"for\" | runs | seen by | within |\n|---|---|---|---|---|---|---|---|\n", acts.title, targetWords(acts.acts))
		for _, k := range Kinds() {
			if k.Acts == acts.acts {
				b.WriteString(k.row())
			}
		}
	}
	return b.String()
}

func targetWords(acts string) string {
	if acts == "link" {
		return "an output, an input, or `output->input`; an asterisk stands for any text"
	}
	return targets[acts]
}

// row is the kind's line of the table.
func (k *Kind) row() string {
	var takes, runs []string
	for i := range k.Parameters {
		p := &k.Parameters[i]
		text := fmt.Sprintf("`%s` %s", p.Name, strings.ReplaceAll(p.Range(), "|", " or "))
		if p.Standard() != "" {
			text += " [" + strings.ReplaceAll(p.Standard(), "|", " or ") + "]"
		}
		takes = append(takes, text)
	}
	if k.Virtual {
		runs = append(runs, "virtual")
	}
	if k.Real {
		runs = append(runs, "real")
	}
	if k.Child() {
		runs = append(runs, "process")
	}
	within := "-"
	if d, ok := k.Detection.Bound(typical); ok {
		within = d.String()
	}
	lasts := map[string]string{Once: "once", UntilEnd: "until the end", Instant: "at once"}[k.Lasts]
	if !k.Heals {
		lasts += ", for good"
	}
	return fmt.Sprintf("| %s | `%s` | %s: %s | %s | %s | %s | %s | %s |\n", k.ID, k.Name, k.Title, k.Doc, strings.Join(takes, "; "), lasts,
		strings.Join(runs, ", "), k.Detection.By, within)
}
