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

// report is the table.
type report struct {
	Outcomes []*outcome `json:"mutants"`
}

// read reads the table from a file; it is empty where there is none yet. Defects that are not any more are left out.
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
		return nil, fmt.Errorf("%s is no table of defects: %w", file, err)
	}
	r.Outcomes = slices.DeleteFunc(r.Outcomes, func(o *outcome) bool { return place(o) == 0 })
	return r, nil
}

// place is that of a defect in the list of them all, from 1 on.
func place(o *outcome) mutant.ID {
	m, err := mutant.Find(o.Mutant)
	if err != nil {
		return 0
	}
	return m.ID
}

// enter puts a row into its place, instead of the one that was there.
func (r *report) enter(o *outcome) {
	r.Outcomes = slices.DeleteFunc(r.Outcomes, func(old *outcome) bool { return old.Mutant == o.Mutant })
	r.Outcomes = append(r.Outcomes, o)
	slices.SortStableFunc(r.Outcomes, func(a, b *outcome) int { return int(place(a)) - int(place(b)) })
}

// write writes it to files; an empty name leaves one out.
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

// found counts the defects that were found, by a seed that the sound program passes.
func (r *report) found() (n int) {
	for _, o := range r.Outcomes {
		if o.Found && o.SoundPasses {
			n++
		}
	}
	return n
}

// seconds returns the median and the longest time that a defect took.
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

// markdown writes the table for people.
func (r *report) markdown(to io.Writer) {
	median, longest := r.seconds()
	fmt.Fprintln(to, "# Defects and what finds them")
	fmt.Fprintln(to)
	fmt.Fprintln(to, "Each defect was built in and looked for by the campaign of examples/mobile_manipulator/app.yaml, runs of 10 s, seeds from 1 on,")
	fmt.Fprintln(to, "until an invariant failed. Seconds are those of one processor. The plan is the shrunk one. Written by")
	fmt.Fprintln(to, "`go run ./internal/mutant/hunt -json internal/mutant/mutants.json -markdown internal/mutant/mutants.md`.")
	fmt.Fprintln(to)
	fmt.Fprintln(to, "Where a row names another file beside that one, it is the same robot with what the first example has not: the strategies one for")
	fmt.Fprintln(to, "all and degrade.")
	fmt.Fprintln(to)
	fmt.Fprintln(to, "A row says which revision of the program it is of: seeds draw other plans where the generator has changed since.")
	fmt.Fprintln(to)
	fmt.Fprintf(to, "Found: %d of %d; median %.1f s, longest %.1f s.\n\n", r.found(), len(r.Outcomes), median, longest)
	fmt.Fprintln(to, "| defect | part | what is wrong | has to break | first broken | seed | seconds | plan | sound program | revision |")
	fmt.Fprintln(to, "|---|---|---|---|---|---:|---:|---:|---|---|")
	for _, o := range r.Outcomes {
		fmt.Fprintln(to, o.row())
	}
}

func (o *outcome) row() string {
	broken, seed, plan, sound := "not looked for yet", "", "", ""
	if o.Seeds > 0 {
		broken = fmt.Sprintf("none in %d runs", o.Seeds)
	}
	if o.Found {
		broken, seed, plan, sound = o.Invariant, fmt.Sprint(o.Seed), fmt.Sprint(len(o.Plan)), "fails"
		if o.SoundPasses {
			sound = "passes"
		}
	}
	name := o.Mutant
	if o.File != "" {
		name += " (" + o.File + ")"
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.1f | %s | %s | %s |", name, o.Part, o.Wrong, strings.Join(o.Breaks, ", "), broken, seed, o.Seconds, plan, sound, o.Program)
}
