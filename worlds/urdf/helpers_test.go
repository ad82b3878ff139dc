package urdf

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// shared returns a folder that lies beside the repository, or skips the test.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(append([]string{dir, "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the files shared between projects are not here: %v", err)
	}
	return path
}

// readFile returns the content of a file.
func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// diagnostics returns what an error of the reader holds.
func diagnostics(t testing.TB, err error) []source.Diagnostic {
	t.Helper()
	var list *source.Diagnostics
	if !errors.As(err, &list) {
		t.Fatalf("the error is %T (%v), want diagnostics", err, err)
	}
	return list.All()
}

// mark is where a test expects the caret; it is taken out of the text before it is read.
const mark = "§"

// unmark returns text without its mark, and the line and column of the mark, 0 without one.
func unmark(text string) (plain string, line, column int) {
	before, after, found := strings.Cut(text, mark)
	if !found {
		return text, 0, 0
	}
	begin := strings.LastIndex(before, "\n") + 1
	return before + after, strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[begin:]) + 1
}

// wantRefused fails unless text is refused with exactly the given problems, the first of them at
// the mark.
func wantRefused(t *testing.T, name, text string, options Options, problems ...string) {
	t.Helper()
	plain, line, column := unmark(text)
	_, err := Parse(name, []byte(plain), options)
	if err == nil {
		t.Fatalf("accepted, want %q", problems)
	}
	all := diagnostics(t, err)
	for i, problem := range problems {
		found := 0
		for _, d := range all {
			if !strings.Contains(d.Error(), problem) {
				continue
			}
			found++
			if i == 0 && line > 0 && (d.Line != line || d.Column != column) {
				t.Errorf("%q is reported at %d:%d, want %d:%d\n%s", problem, d.Line, d.Column, line, column, d.Error())
			}
		}
		if found != 1 {
			t.Errorf("%d diagnostics contain %q, want 1, in\n%v", found, problem, err)
		}
	}
	if len(all) != len(problems) {
		t.Errorf("%d diagnostics, want %d:\n%v", len(all), len(problems), err)
	}
}
