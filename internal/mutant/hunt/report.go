package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/internal/mutant"
)

// outcome is a row of the table.
type outcome struct {
	Mutant string `json:"mutant"`
	Found  bool   `json:"found"`
	// Seeds and Seconds are the runs and the processor time of the search, Searched its revision.
	Seeds    uint64  `json:"seeds"`
	Seconds  float64 `json:"seconds"`
	Searched string  `json:"searched,omitempty"`
	// ShrinkSeconds is the processor time of shrinking.
	ShrinkSeconds float64 `json:"shrink_seconds,omitempty"`
	Seed          uint64  `json:"seed,omitempty"`
	// Invariant is the first that failed, Text its message, Plan the shrunk plan.
	Invariant string   `json:"invariant,omitempty"`
	Text      string   `json:"text,omitempty"`
	Plan      []string `json:"plan,omitempty"`
	// SoundPasses reports whether the program without the defect passes the seed.
	SoundPasses bool `json:"sound_passes"`
	// Program is the revision of the newest run. Another revision may draw another plan from a
	// seed.
	Program string `json:"program,omitempty"`
	Error   string `json:"error,omitempty"`
}

// String is the progress line of the row.
func (o *outcome) String() string {
	found := "not found"
	if o.Found {
		found = fmt.Sprintf("%s, seed %d, %d plan entries", o.Invariant, o.Seed, len(o.Plan))
		if !o.SoundPasses {
			found += ", BUT THE SOUND PROGRAM FAILS TOO"
		}
	}
	if o.Error != "" {
		found += ", error: " + o.Error
	}
	return fmt.Sprintf("%s: %s, %.1f s", o.Mutant, found, o.Seconds)
}

// report is the table.
type report struct {
	Outcomes []*outcome `json:"mutants"`
}

// read reads the table from a file. It is empty if the file does not exist. Rows of unknown defects
// are dropped.
func read(file string) (*report, error) {
	r := &report{}
	if file == "" {
		return r, nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s is not a table of defects: %w", file, err)
	}
	r.Outcomes = slices.DeleteFunc(r.Outcomes, func(o *outcome) bool { return place(o) < 0 })
	r.sort()
	return r, nil
}

// place is the index of a row's defect in the list of all, or -1.
func place(o *outcome) int {
	return slices.IndexFunc(mutant.All(), func(m mutant.Mutant) bool { return m.Name == o.Mutant })
}

// find returns the row of a defect, or nil.
func (r *report) find(name string) *outcome {
	for _, o := range r.Outcomes {
		if o.Mutant == name {
			return o
		}
	}
	return nil
}

// enter adds a row or replaces the row of the same defect.
func (r *report) enter(o *outcome) {
	r.Outcomes = slices.DeleteFunc(r.Outcomes, func(old *outcome) bool { return old.Mutant == o.Mutant })
	r.Outcomes = append(r.Outcomes, o)
	r.sort()
}

func (r *report) sort() {
	slices.SortStableFunc(r.Outcomes, func(a, b *outcome) int { return place(a) - place(b) })
}

// write writes the table to files; an empty name leaves one out.
func (r *report) write(jsonFile, markdownFile string) error {
	var errs []error
	if jsonFile != "" {
		data, err := json.MarshalIndent(r, "", "  ")
		errs = append(errs, err, os.WriteFile(jsonFile, append(data, '\n'), 0o644))
	}
	if markdownFile != "" {
		var b strings.Builder
		r.markdown(&b)
		errs = append(errs, os.WriteFile(markdownFile, []byte(b.String()), 0o644))
	}
	return errors.Join(errs...)
}

// found counts the defects found by a seed that the program without the defect passes.
func (r *report) found() (n int) {
	for _, o := range r.Outcomes {
		if o.Found && o.SoundPasses {
			n++
		}
	}
	return n
}

// seconds returns the median and the longest processor time of a search.
func (r *report) seconds() (median, longest float64) {
	var all []float64
	for _, o := range r.Outcomes {
		if o.Found {
			all = append(all, o.Seconds)
		}
	}
	if len(all) == 0 {
		return 0, 0
	}
	slices.Sort(all)
	return all[len(all)/2], all[len(all)-1]
}

// preface explains the columns of the table.
const preface = `# Seeded defects and the invariants that find them

` + "`go run ./internal/mutant/hunt`" + ` writes this page. For each defect it builds the program with the
defect and runs the campaign of ` + "`examples/mobile_manipulator/app.yaml`" + `, 10 s of virtual time per
run, until an invariant fails. A row that names another file used that one: a path is relative to
the folder of the example, and fleet stands for drawn applications.

- *expected* lists the invariants that the defect violates; *failed* is the first one that failed.
- *runs* and *seconds* are the runs and the processor time of the search.
- *plan* is the number of entries of the shrunk plan.
- *sound* is the result of the same seed without the defect.
- *revision* is the revision of the newest run. A recorded seed is replayed first, and searched anew
  only if it passes.

`

// markdown writes the table for people.
func (r *report) markdown(to io.Writer) {
	median, longest := r.seconds()
	fmt.Fprint(to, preface)
	fmt.Fprintf(to, "Found: %d of %d; search time median %.1f s, longest %.1f s.\n\n", r.found(), len(r.Outcomes), median, longest)
	fmt.Fprintln(to, "| defect | part | description | expected | failed | seed | runs | seconds | plan | sound | revision |")
	fmt.Fprintln(to, "|---|---|---|---|---|---:|---:|---:|---:|---|---|")
	for _, o := range r.Outcomes {
		fmt.Fprintln(to, o.row())
	}
}

func (o *outcome) row() string {
	m, _ := mutant.Find(o.Mutant)
	failed, seed, plan, sound := "not searched yet", "", "", ""
	if o.Seeds > 0 {
		failed = "none"
	}
	if o.Found {
		failed, seed, plan, sound = o.Invariant, fmt.Sprint(o.Seed), fmt.Sprint(len(o.Plan)), "fails"
		if o.SoundPasses {
			sound = "passes"
		}
	}
	name := o.Mutant
	if m.Application != "" {
		name += " (" + m.Application + ")"
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %d | %.1f | %s | %s | %s |", name, m.Part, m.Wrong, strings.Join(m.Breaks, ", "), failed, seed, o.Seeds, o.Seconds, plan, sound, o.Program)
}
