package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// publish writes both tables and prints the figures.
func (t *table) publish(root, file string, reasons map[string]string) error {
	var b strings.Builder
	t.markdown(&b, reasons)
	if err := errors.Join(t.write(file), os.WriteFile(markdownFile(file), []byte(b.String()), 0o644)); err != nil {
		return err
	}
	return t.figures(os.Stdout, root, reasons)
}

// markdownFile is the Markdown table beside a JSON table.
func markdownFile(file string) string { return strings.TrimSuffix(file, filepath.Ext(file)) + ".md" }

// tally counts mutants.
type tally struct{ all, open, tests, campaign, survive, explained, sampled, found int }

// add counts a mutant.
func (n *tally) add(r *row, reasons map[string]string) {
	n.all++
	if reasons[r.ID] != "" {
		n.explained++
	}
	switch {
	case r.Tests == nil:
		n.open++
	case r.Tests.Killed:
		n.tests++
	case !r.survives():
		n.campaign++
	default:
		n.survive++
	}
	if r.Sampled != nil {
		n.sampled++
		if r.Sampled.Killed {
			n.found++
		}
	}
}

func (n *tally) row(name string) string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d | %d |", name, n.all, n.tests, n.campaign, n.survive, n.open, n.explained, n.sampled, n.found)
}

// preface explains the tables.
const preface = `# Generated mutants

` + "`go run ./internal/mutant/sweep`" + ` writes this page. It draws mutants of the parts below with the
operators of package [operators](operators) and runs each against the tests of its package and of
the packages that import it, until one fails. A mutant that survives the tests runs against 20 s of
campaign, and a sample runs against 2 minutes of campaign, whether a test kills it or not. Times of
campaigns are processor times.

- *tests* are the mutants that a test kills, *campaign* those that only a campaign kills.
- *survive* are the mutants that nothing kills. Each is listed below with the reason.
- *open* are the mutants that did not run yet against all tests and the campaign. The list below has
  those that the tests of their own package do not kill.
- *explained* are the mutants of both lists that have a reason: they are equivalent, or their
  difference is harmless.
- *sample* are the mutants that ran against the longer campaign, *found* those that it killed.

`

const tallyHead = "| mutants | tests | campaign | survive | open | explained | sample | found |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|"

// markdown writes the table for people.
func (t *table) markdown(to io.Writer, reasons map[string]string) {
	fmt.Fprint(to, preface)
	fmt.Fprintf(to, "Seed of the draw: %d.\n", t.Seed)
	t.tallies(to, "part", reasons, func(r *row) string { return r.Part })
	t.tallies(to, "operator", reasons, func(r *row) string { return string(r.Operator) })
	fmt.Fprint(to, "\n## Survivors\n")
	for _, r := range t.Mutants {
		if r.survives() {
			fmt.Fprintf(to, "\n%s, %s, %s (%s)\n\n```diff\n%s\n```\n\n%s\n", r.File, r.Function, r.Operator, r.ID, r.Diff(), wrapped(cmp.Or(reasons[r.ID], "No reason is known.")))
		}
	}
	fmt.Fprint(to, "\n## Open\n")
	for _, r := range t.Mutants {
		if r.Own != nil && r.Tests == nil {
			fmt.Fprintf(to, "\n%s, %s, %s (%s)\n\n```diff\n%s\n```\n\n%s\n", r.File, r.Function, r.Operator, r.ID, r.Diff(), wrapped(cmp.Or(reasons[r.ID], "No reason is known.")))
		}
	}
	fmt.Fprint(to, "\n## Sample\n\n| mutant | function | operator | tests | campaign | runs | seconds | revision |\n|---|---|---|---|---|---:|---:|---|\n")
	for _, r := range t.Mutants {
		if v := r.Sampled; v != nil {
			fmt.Fprintf(to, "| %s | %s %s | %s | %s | %s | %d | %.1f | %s |\n", r.ID, r.folder(), r.Function, r.Operator, r.Tests.word(), v.word(), v.Runs, v.Seconds, v.Program)
		}
	}
}

// columns bound the lines of a page.
const columns = 100

// wrapped breaks a text into lines.
func wrapped(text string) string {
	var b strings.Builder
	width := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case width == 0:
		case width+1+len(word) > columns:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	return b.String()
}

// word says in a cell of a table how a mutant ended.
func (v *verdict) word() string {
	switch {
	case v == nil:
		return "not tried"
	case !v.Killed:
		return "survives"
	}
	return cmp.Or(v.Test, v.Invariant, v.How)
}

// tallies writes the numbers of mutants by a property.
func (t *table) tallies(to io.Writer, title string, reasons map[string]string, property func(*row) string) {
	counts, sum := map[string]*tally{}, &tally{}
	var names []string
	for _, r := range t.Mutants {
		name := property(r)
		if counts[name] == nil {
			counts[name] = &tally{}
			names = append(names, name)
		}
		counts[name].add(r, reasons)
		sum.add(r, reasons)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	fmt.Fprintf(to, "\n| %s %s\n", title, tallyHead)
	for _, name := range names {
		fmt.Fprintln(to, counts[name].row(name))
	}
	fmt.Fprintln(to, sum.row("all"))
}

// rank is the place of a part or operator in its list.
func rank(name string) int {
	if i := slices.IndexFunc(parts, func(p part) bool { return p.name == name }); i >= 0 {
		return i
	}
	return slices.Index(operators.Operators(), operators.Operator(name))
}
