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
	writeNotes(&b, notes)
	if got := strings.Count(b.String(), "note: "); got != source.MaxPrinted+1 || !strings.HasSuffix(b.String(), "note: and 980 more notes\n") {
		t.Errorf("%d notes:\n%s", got, b.String())
	}
	b.Reset()
	writeNotes(&b, notes[:source.MaxPrinted])
	if got := strings.Count(b.String(), "note: "); got != source.MaxPrinted || strings.Contains(b.String(), "more") {
		t.Errorf("%d notes:\n%s", got, b.String())
	}
}
