package faults

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write kinds.md anew")

// TestTheTableOfKindsIsThatOfTheCode compares kinds.md with the kinds. Run it with -update to write
// the file.
func TestTheTableOfKindsIsThatOfTheCode(t *testing.T) {
	const file = "kinds.md"
	want := markdown()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the code says; run go generate ./supervision/faults", file)
	}
}

func TestEveryKindHasOneRow(t *testing.T) {
	text := markdown()
	for _, k := range Kinds() {
		if n := strings.Count(text, "| `"+k.Name+"` |"); n != 1 {
			t.Errorf("%s has %d rows", k.Name, n)
		}
	}
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "|") && strings.Count(line, "|") != 9 {
			t.Errorf("line %d has %d bars: %s", i+1, strings.Count(line, "|"), line)
		}
	}
}
