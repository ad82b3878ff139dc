package app

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// read returns the cursor of a YAML text, and the list that collects its errors.
func read(t *testing.T, text string) (cursor, *diagnostics) {
	t.Helper()
	list := &diagnostics{}
	c, ok := parseFile("f.yaml", []byte(text), list)
	if !ok {
		t.Fatalf("the text cannot be read:\n%s", list.Error())
	}
	return c, list
}

// wantErrors compares the summaries of a list with what was expected of each, in order: a part of
// the summary, the expectation or the hint.
func wantErrors(t *testing.T, list *source.Diagnostics, wants ...string) {
	t.Helper()
	all := list.All()
	for i, d := range all {
		if i < len(wants) && !strings.Contains(d.Error(), wants[i]) {
			t.Errorf("error %d is\n%s\nwant a part\n%s", i, d.Error(), wants[i])
		}
	}
	if len(all) != len(wants) {
		t.Errorf("%d errors, want %d:\n%s", len(all), len(wants), list.Format(40))
	}
}

// firstOf returns a list of the first n diagnostics of another.
func firstOf(list *source.Diagnostics, n int) *source.Diagnostics {
	first := &source.Diagnostics{}
	for _, d := range list.All()[:min(n, list.Len())] {
		first.Add(d)
	}
	return first
}
