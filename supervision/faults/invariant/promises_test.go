package invariant

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// promised are the files with promises, and the packages whose tests may hold them.
var (
	promised = []string{"worlds/gate/doc.go", "worlds/gate/internal/core/doc.go", "supervision/doc.go", "supervision/modes/doc.go"}
	holders  = map[string]string{"core": "worlds/gate/internal/core", "gate": "worlds/gate", "supervision": "supervision", "modes": "supervision/modes",
		"literal": "supervision/faults/literal"}
)

// words returns the comments of a Go file as words with single spaces. A heading keeps its sign.
func words(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../..", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, line := range strings.Split(string(text), "\n") {
		if comment, is := strings.CutPrefix(strings.TrimSpace(line), "//"); is {
			all = append(all, strings.Fields(comment)...)
		}
	}
	return strings.Join(all, " ")
}

// tests returns the names of the tests of a package.
func tests(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../../..", filepath.FromSlash(folder), "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no tests: %v", folder, err)
	}
	all := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = true
		}
	}
	return all
}

// promises returns the rows of the table: promise, file, and what holds it.
func promises(t *testing.T) (rows [][3]string) {
	t.Helper()
	text, err := os.ReadFile("../promises.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || cells[1] == "of" {
			continue
		}
		rows = append(rows, [3]string{strings.TrimPrefix(cells[0], "| "), cells[1], strings.TrimSuffix(cells[2], " |")})
	}
	return rows
}

func TestEveryPromiseIsHeldByAnInvariantOrATest(t *testing.T) {
	ids, known := map[string]bool{}, map[string]map[string]bool{}
	for _, i := range List() {
		ids[i.ID] = true
	}
	for name, folder := range holders {
		known[name] = tests(t, folder)
	}
	for _, row := range promises(t) {
		if !strings.Contains(words(t, row[1]), row[0]) {
			t.Errorf("%s does not promise %q", row[1], row[0])
		}
		for _, by := range strings.Split(row[2], ", ") {
			if name, test, is := strings.Cut(by, "."); !ids[by] && (!is || !known[name][test]) {
				t.Errorf("%q is held by %s, which is neither an invariant nor a test of these packages: %v", row[0], by, holders)
			}
		}
	}
}

func TestEverySectionOfPromisesHasARow(t *testing.T) {
	rows := promises(t)
	for _, file := range promised {
		sections := strings.Split(words(t, file), " # ")
		for i, section := range sections {
			if i == 0 && len(sections) > 1 {
				continue // what the package is
			}
			held := false
			for _, row := range rows {
				held = held || row[1] == file && strings.Contains(section, row[0])
			}
			if !held {
				t.Errorf("%s: no row of promises.md quotes the section %.40q", file, section)
			}
		}
	}
}
