package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/source"
)

func TestNotesArePrintedAsManyAsErrors(t *testing.T) {
	var notes []source.Diagnostic
	for i := range 1000 {
		notes = append(notes, source.Diagnostic{Problem: fmt.Sprintf("problem %d", i)})
	}
	var b strings.Builder
	writeNotes(&b, notes, false)
	if got := strings.Count(b.String(), "note: "); got != source.MaxPrinted+1 || !strings.HasSuffix(b.String(), "note: and 980 more notes\n") {
		t.Errorf("%d notes:\n%s", got, b.String())
	}
	b.Reset()
	writeNotes(&b, notes[:source.MaxPrinted], true)
	if got := strings.Count(b.String(), "note: "); got != source.MaxPrinted || strings.Contains(b.String(), "more") {
		t.Errorf("%d notes:\n%s", got, b.String())
	}
}

func TestNotesThatAreAlikeShareALine(t *testing.T) {
	at := func(file string, line int, problem string) source.Diagnostic {
		return source.Diagnostic{Position: source.Position{File: file, Line: line, Column: 3}, Path: fmt.Sprint("p", line), Problem: problem, Excerpt: "<x/>", Caret: 1}
	}
	notes := []source.Diagnostic{at("a.urdf", 1, "one"), at("a.urdf", 2, "two"), at("a.urdf", 3, "one"), at("b.urdf", 4, "one")}
	for line := 5; line < 10; line++ {
		notes = append(notes, at("a.urdf", line, "one"))
	}
	var b strings.Builder
	writeNotes(&b, notes, false)
	const want = "note: a.urdf:1:3: p1: one\n    also at 3:3, 5:3, 6:3, 7:3, 2 more\nnote: a.urdf:2:3: p2: two\nnote: b.urdf:4:3: p4: one\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	b.Reset()
	writeNotes(&b, notes, true)
	if got := strings.Count(b.String(), "<x/>"); got != len(notes) {
		t.Errorf("%d of %d notes have their line", got, len(notes))
	}
}
