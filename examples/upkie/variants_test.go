package upkie

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// push.yaml and campaign.yaml are app.yaml with a few changes. What one of them changes is listed
// here: a change of app.yaml that the others lack fails.
func TestTheVariantsOfTheApplicationDifferWhereTheySay(t *testing.T) {
	app := linesOf(t, "app.yaml")
	for file, differs := range map[string]struct{ gone, new int }{
		"push.yaml":     {gone: 1, new: 4},  // the duration; the comment and the push
		"campaign.yaml": {gone: 5, new: 14}, // duration, ladder, contacts; and the agent within it
	} {
		variant := linesOf(t, file)
		if gone := without(app, variant); len(gone) != differs.gone {
			t.Errorf("%s lacks %d lines of app.yaml, expected %d:\n%s", file, len(gone), differs.gone, strings.Join(gone, "\n"))
		}
		if added := without(variant, app); len(added) != differs.new {
			t.Errorf("%s has %d lines that app.yaml lacks, expected %d:\n%s", file, len(added), differs.new, strings.Join(added, "\n"))
		}
	}
}

func linesOf(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "\n")
}

// without returns the lines that others lack.
func without(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}
