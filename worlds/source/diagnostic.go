package source

import (
	"strconv"
	"strings"
)

// Diagnostic is one error or warning about a file. Its text is kept as found, and escaped when
// printed.
type Diagnostic struct {
	Position
	// Path is the whole path of the thing, outermost first: "worlds.mobile_base.models[0].joint".
	Path string `json:"path,omitempty"`
	// Problem is the error, in one line without a full stop.
	Problem string `json:"problem"`
	// Expected is what is valid: a type, a range, the known names. It may be empty.
	Expected string `json:"expected,omitempty"`
	// Hint is the next step, or the probable intention. It may be empty.
	Hint string `json:"hint,omitempty"`
	// Excerpt is the offending line, or the part of a long line around the position. It may be
	// empty.
	Excerpt string `json:"excerpt,omitempty"`
	// Caret is the column of the position within Excerpt, counted in characters from 1; 0 draws no
	// caret.
	Caret int `json:"caret,omitempty"`
}

// Fields are printed up to these numbers of characters.
const (
	longestPath    = 200
	longestProblem = 300
	longestDetail  = 600
	longestExcerpt = 140
)

// Summary returns the first line of the printed form: position, path and problem.
func (d Diagnostic) Summary() string {
	var b strings.Builder
	b.WriteString(d.Position.String())
	b.WriteString(": ")
	if d.Path != "" {
		b.WriteString(Escape(Clip(d.Path, longestPath)))
		b.WriteString(": ")
	}
	b.WriteString(Escape(Clip(d.Problem, longestProblem)))
	return b.String()
}

// Error returns the printed form, several lines without a final line feed; a Diagnostic is an error
// by itself.
func (d Diagnostic) Error() string {
	var b strings.Builder
	b.WriteString(d.Summary())
	d.writeExcerpt(&b)
	if d.Expected != "" {
		b.WriteString("\n    expected: " + Escape(Clip(d.Expected, longestDetail)))
	}
	if d.Hint != "" {
		b.WriteString("\n    hint: " + Escape(Clip(d.Hint, longestDetail)))
	}
	return b.String()
}

// writeExcerpt writes the excerpt with its line number, and the caret below it.
func (d Diagnostic) writeExcerpt(b *strings.Builder) {
	if d.Excerpt == "" {
		return
	}
	number := ""
	if d.Line > 0 {
		number = strconv.Itoa(d.Line)
	}
	shown, caret := printable(Clip(d.Excerpt, longestExcerpt), d.Caret)
	b.WriteString("\n    " + number + " | " + shown)
	if caret > 0 {
		b.WriteString("\n    " + strings.Repeat(" ", len(number)) + " | " + strings.Repeat(" ", caret-1) + "^")
	}
}

// printable escapes an excerpt, tabulators as single spaces, and returns the column of the caret in
// the escaped text, 0 if the caret is outside of it.
func printable(excerpt string, caret int) (string, int) {
	var b strings.Builder
	shown, width, index := 0, 0, 0
	for i, r := range excerpt {
		index++
		if index == caret {
			shown = width + 1
		}
		piece := " "
		if r != '\t' {
			piece = Escape(excerpt[i : i+runeBytes(excerpt[i:])])
		}
		b.WriteString(piece)
		width += len([]rune(piece))
	}
	if caret == index+1 {
		shown = width + 1
	}
	return b.String(), shown
}

// before orders diagnostics for print: by position, then path, then problem.
func (d Diagnostic) before(e Diagnostic) bool {
	switch {
	case d.Position != e.Position:
		return d.Position.Before(e.Position)
	case d.Path != e.Path:
		return d.Path < e.Path
	}
	return d.Problem < e.Problem
}
