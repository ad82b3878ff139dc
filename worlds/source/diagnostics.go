package source

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"
)

const (
	// MaxKept is the number of distinct diagnostics that Diagnostics keeps; those that come later
	// are only counted.
	MaxKept = 1000
	// MaxPrinted is the number of diagnostics that Error prints.
	MaxPrinted = 20
)

// Diagnostics collects the errors of a file, so that a reader meets all errors of a file at once.
// The zero value is an empty list. A
// *Diagnostics is an error; return it through [Diagnostics.Err], which is nil for an empty one.
type Diagnostics struct {
	items   []Diagnostic            // distinct, in the order they were added, at most MaxKept
	known   map[Diagnostic]struct{} // the items, to find repetitions
	dropped int                     // added when items was full
}

// Add adds a diagnostic, unless an equal one is in the list.
func (l *Diagnostics) Add(d Diagnostic) {
	if _, repeated := l.known[d]; repeated {
		return
	}
	if len(l.items) >= MaxKept {
		l.dropped++
		return
	}
	if l.known == nil {
		l.known = make(map[Diagnostic]struct{})
	}
	l.known[d] = struct{}{}
	l.items = append(l.items, d)
}

// AddAll adds the diagnostics of another list, which may be nil.
func (l *Diagnostics) AddAll(other *Diagnostics) {
	if other == nil {
		return
	}
	for _, d := range other.items {
		l.Add(d)
	}
	l.dropped += other.dropped
}

// AddError adds an error: all diagnostics of a *Diagnostics, a Diagnostic as it is, and anything
// else as a problem at the given position. A nil error adds nothing.
func (l *Diagnostics) AddError(at Position, path string, err error) {
	var list *Diagnostics
	var one Diagnostic
	switch {
	case err == nil:
	case errors.As(err, &list):
		l.AddAll(list)
	case errors.As(err, &one):
		l.Add(one)
	default:
		l.Add(Diagnostic{Position: at, Path: path, Problem: err.Error()})
	}
}

// Len returns how many diagnostics were added, repetitions not counted.
func (l *Diagnostics) Len() int {
	if l == nil {
		return 0
	}
	return len(l.items) + l.dropped
}

// Full reports whether the list keeps no more diagnostics, so that a parser of a hopeless file may
// stop.
func (l *Diagnostics) Full() bool { return len(l.items) >= MaxKept }

// All returns the diagnostics kept, in the order of their positions.
func (l *Diagnostics) All() []Diagnostic {
	if l == nil {
		return nil
	}
	sorted := slices.Clone(l.items)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].before(sorted[j]) })
	return sorted
}

// Err returns the list as an error, nil if it is empty.
func (l *Diagnostics) Err() error {
	if l.Len() == 0 {
		return nil
	}
	return l
}

// Error returns the printed form of the first [MaxPrinted] diagnostics, and how many more there
// are.
func (l *Diagnostics) Error() string { return l.Format(MaxPrinted) }

// Format returns the printed form of at most the given number of diagnostics, in the order of their
// positions, a line about the rest at the end, and no final line feed.
func (l *Diagnostics) Format(most int) string {
	if l.Len() == 0 {
		return "no errors"
	}
	var b strings.Builder
	for i, d := range l.All() {
		if i == most {
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.Error())
	}
	if rest := l.Len() - min(most, len(l.items)); rest > 0 {
		b.WriteString("\nand " + strconv.Itoa(rest) + " more")
	}
	return b.String()
}

// Unwrap returns the diagnostics as errors, for errors.As and errors.Is.
func (l *Diagnostics) Unwrap() []error {
	all := l.All()
	wrapped := make([]error, len(all))
	for i, d := range all {
		wrapped[i] = d
	}
	return wrapped
}
