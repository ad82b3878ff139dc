package operators

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Variable is the environment variable that chooses the mutant of a program by its number.
const Variable = "ROBO_ACTORS_MUTANT"

// Trace is the value of [Variable] that runs the sources as they are, and writes a number of a
// mutant of each function that runs to the file that [TraceFile] names, one in a line.
const Trace = -1

// TraceFile is the environment variable that names the file of [Trace].
const TraceFile = "ROBO_ACTORS_MUTANT_TRACE"

// chosenFile is the file that an overlay adds to each package with mutants.
const chosenFile = "mutant_chosen.go"

const chosenText = `package %s

import (
	"os"
	"strconv"
	"sync/atomic"
)

// mutantChosen is the number of the mutant that runs, or zero.
var mutantChosen, _ = strconv.Atoi(os.Getenv("` + Variable + `"))

// mutantSeen are the functions that ran.
var mutantSeen [%d]atomic.Bool

// mutantReached notes that a function runs.
func mutantReached(n int) {
	if mutantSeen[n].Swap(true) {
		return
	}
	f, err := os.OpenFile(os.Getenv("` + TraceFile + `"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	f.WriteString(strconv.Itoa(n) + "\n")
	f.Close()
}
`

// Numbered maps the number of each mutant of a build to the mutant. Numbers begin at 1.
type Numbered map[int]*Mutation

// instrumented is a file with the copies of its mutants' functions.
type instrumented struct {
	text string
	// copies maps lines to the mutants that wrote them.
	copies map[int][]int
}

// instrument adds a copy of its function for each mutant of a file, and switches that call the
// copies. The lines of the original text keep their numbers.
func instrument(text string, all Numbered) *instrumented {
	byFunction := map[*function][]int{}
	for n, m := range all {
		byFunction[m.in] = append(byFunction[m.in], n)
	}
	functions := slices.SortedFunc(maps.Keys(byFunction), func(a, b *function) int { return cmp.Compare(a.start, b.start) })
	var out, copies strings.Builder
	r := &instrumented{copies: map[int][]int{}}
	line := 1 + strings.Count(text, "\n")
	at := 0
	for _, f := range functions {
		out.WriteString(text[at:f.body])
		at = f.body
		numbers := slices.Sorted(slices.Values(byFunction[f]))
		fmt.Fprintf(&out, " switch mutantChosen { case %d: mutantReached(%d);", Trace, numbers[0])
		for _, n := range numbers {
			name := text[f.ident[0]:f.ident[1]] + "_mutant" + strconv.Itoa(n)
			call := fmt.Sprintf(f.call, name)
			if f.results {
				call = "return " + call
			} else {
				call += "; return"
			}
			fmt.Fprintf(&out, " case %d: %s;", n, call)
			m := all[n]
			copied := "\n" + text[f.start:f.ident[0]] + name + text[f.ident[1]:m.start] + m.text + text[m.end:f.end] + "\n"
			for range strings.Count(copied, "\n") {
				line++
				r.copies[line] = []int{n}
			}
			copies.WriteString(copied)
		}
		out.WriteString(" };")
		r.copies[1+strings.Count(text[:f.body], "\n")] = numbers
	}
	out.WriteString(text[at:])
	r.text = out.String() + copies.String()
	return r
}

// Instrument writes into dir the files that hold the mutants, and an overlay of them as
// go build -overlay reads it, whose path it returns. The root is that of the module.
func Instrument(root, dir string, all Numbered) (string, error) {
	files, _, err := instrumentAll(root, all)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		copied := filepath.Join(dir, strconv.Itoa(len(replace))+".go.txt")
		if err := os.WriteFile(copied, []byte(files[file]), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(root, filepath.FromSlash(file))] = copied
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o600)
}

// instrumentAll returns the files of an overlay by their paths relative to the root, and the lines
// of mutants in each.
func instrumentAll(root string, all Numbered) (files map[string]string, copies map[string]map[int][]int, err error) {
	byFile := map[string]Numbered{}
	for n, m := range all {
		if byFile[m.File] == nil {
			byFile[m.File] = Numbered{}
		}
		byFile[m.File][n] = m
	}
	files, copies = map[string]string{}, map[string]map[int][]int{}
	var errs []error
	for file, mutants := range byFile {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		r := instrument(string(data), mutants)
		files[file], copies[file] = r.text, r.copies
		files[path.Join(path.Dir(file), chosenFile)] = fmt.Sprintf(chosenText, packageName(string(data)), 1+slices.Max(slices.Collect(maps.Keys(all))))
	}
	return files, copies, errors.Join(errs...)
}

// packageName returns the name in the package clause of a file.
func packageName(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if name, is := strings.CutPrefix(line, "package "); is {
			return strings.Fields(name)[0]
		}
	}
	return "main"
}

// Reached returns the numbers of the mutants whose functions ran, from the text of a file of
// [Trace].
func (all Numbered) Reached(trace string) map[int]bool {
	ran := map[*function]bool{}
	for line := range strings.Lines(trace) {
		if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && all[n] != nil {
			ran[all[n].in] = true
		}
	}
	reached := map[int]bool{}
	for n, m := range all {
		if ran[m.in] {
			reached[n] = true
		}
	}
	return reached
}
