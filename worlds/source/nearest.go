package source

import (
	"strconv"
	"strings"
	"unicode"
)

// Names longer than this are never suggested nor searched for: nobody mistypes them.
const longestSuggestible = 128

// Nearest returns the name of known that name is most likely a slip of: the one with the least
// optimal-string-alignment distance (Damerau-Levenshtein: insertions, deletions, substitutions and
// swaps of neighbours cost 1 each), letter case ignored. A distance beyond a third of the name's
// length, or beyond 3, is no likeness, and ok is false; so names of one or two characters are near
// to themselves only. Of equally near names the first in lexical order is taken: the answer does
// not depend on the order of known.
func Nearest(name string, known []string) (nearest string, ok bool) {
	wanted := foldedRunes(name)
	if len(wanted) == 0 || len(wanted) > longestSuggestible {
		return "", false
	}
	limit := min(3, len(wanted)/3)
	best := limit + 1
	var rows alignment
	for _, candidate := range known {
		if candidate == name || len(candidate) > 4*longestSuggestible {
			continue
		}
		d := rows.distance(wanted, foldedRunes(candidate), min(best, limit))
		if d < best || d == best && d <= limit && candidate < nearest {
			best, nearest = d, candidate
		}
	}
	return nearest, best <= limit
}

// foldedRunes returns the characters of s in lower case.
func foldedRunes(s string) []rune {
	runes := []rune(s)
	for i, r := range runes {
		runes[i] = unicode.ToLower(r)
	}
	return runes
}

// alignment computes edit distances; it keeps the three rows of the recurrence between calls.
type alignment struct{ beforeLast, last, current []int }

// distance returns the optimal-string-alignment distance between a and b, or limit+1 if it is
// greater than limit.
func (w *alignment) distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	w.reset(len(b) + 1)
	for i := 1; i <= len(a); i++ {
		w.current[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(w.last[j]+1, w.current[j-1]+1, w.last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, w.beforeLast[j-2]+1)
			}
			w.current[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		w.beforeLast, w.last, w.current = w.last, w.current, w.beforeLast
	}
	return min(w.last[len(b)], limit+1)
}

// reset sizes the rows and writes the distance of the empty string into the last one.
func (w *alignment) reset(columns int) {
	if cap(w.last) < columns {
		w.beforeLast, w.last, w.current = make([]int, columns), make([]int, columns), make([]int, columns)
	}
	w.beforeLast, w.last, w.current = w.beforeLast[:columns], w.last[:columns], w.current[:columns]
	for j := range w.last {
		w.last[j] = j
	}
}

// DidYouMean returns the hint `did you mean "x"?` for a name that is not among known, or "" if
// nothing is near.
func DidYouMean(name string, known []string) string {
	nearest, ok := Nearest(name, known)
	if !ok {
		return ""
	}
	return "did you mean " + Quote(nearest) + "?"
}

// Listed returns names for an error: in the given order, quoted, at most the given number, then the
// number of the others. It returns "none" for an empty list.
func Listed(names []string, most int) string {
	if len(names) == 0 {
		return "none"
	}
	var b strings.Builder
	for i, name := range names {
		if i == most {
			b.WriteString(" and " + strconv.Itoa(len(names)-most) + " more")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(Quote(name))
	}
	return b.String()
}
