package mesh

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// scan collects the errors of a text.
type scan struct {
	text    *source.Text
	list    source.Diagnostics
	stopped bool // the structure of the text is broken, and nothing more is read
}

func newScan(file string, data []byte) scan { return scan{text: source.NewText(file, data)} }

// report adds an error, after which reading continues.
func (s *scan) report(offset int, problem, expected string) {
	if s.list.Full() {
		s.list.Add(source.Diagnostic{Problem: problem}) // only counted from here on
		return
	}
	d := s.text.Diagnostic(offset, "", problem)
	d.Expected = expected
	s.list.Add(d)
}

// fail adds an error, after which nothing more is read. It returns false.
func (s *scan) fail(offset int, problem, expected string) bool {
	s.report(offset, problem, expected)
	s.stopped = true
	return false
}

// number returns the value of a coordinate, zero with an error reported for one that is bad.
func (s *scan) number(word string, offset int) float64 {
	v, err := parseNumber(word)
	switch {
	case err != nil:
		s.report(offset, quoted(word)+" is not a number", "a finite decimal number")
		return 0
	case badCoordinate(v):
		s.report(offset, fmt.Sprintf("the coordinate is %v m", v), fmt.Sprintf("a finite number up to %g m", MaxCoordinate))
		return 0
	}
	return v
}

// parseNumber reads a decimal number: no hexadecimal digits, underscores, infinities or nan.
func parseNumber(word string) (float64, error) {
	if len(word) > 100 || strings.Trim(word, "+-.0123456789eE") != "" {
		return 0, strconv.ErrSyntax
	}
	v, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return 0, strconv.ErrSyntax
	}
	return v, nil
}

// quoted returns a word for an error, cut short.
func quoted(word string) string { return source.Quote(source.Clip(word, 40)) }

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'
}
