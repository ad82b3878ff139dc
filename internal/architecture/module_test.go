package architecture

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/robo-actors/robo-actors"

// textFile is one file of the repository.
type textFile struct {
	path string // slash-separated, relative to the root
	text string
}

// generated reports whether a tool wrote the file, by Go's convention for such files.
func (f textFile) generated() bool {
	head, _, _ := strings.Cut(f.text, "\npackage ")
	return strings.Contains(head, "// Code generated ") && strings.Contains(head, " DO NOT EDIT.")
}

func (f textFile) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// inTestdata reports whether the file is input of a test: hostile, damaged or planted on purpose.
func (f textFile) inTestdata() bool { return slices.Contains(strings.Split(f.path, "/"), "testdata") }

// goFile is one Go file, parsed without types; files of every operating system are among them.
type goFile struct {
	textFile
	set    *token.FileSet
	syntax *ast.File
}

// dir is the folder of the file's package, relative to the root.
func (f goFile) dir() string { return path.Dir(f.path) }

func (f goFile) at(p token.Pos) string {
	return fmt.Sprintf("%s:%d", f.path, f.set.Position(p).Line)
}

// root returns the folder with go.mod above the test.
func root(t *testing.T) string {
	t.Helper()
	dir, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		return "", errors.New("no go.mod in any folder above the test")
	}
}

// ignored names, as the patterns of .gitignore do that this repository uses.
func ignored(patterns []string, name string) bool {
	base := path.Base(name)
	for _, p := range patterns {
		p = strings.TrimSuffix(p, "/")
		if rooted, is := strings.CutPrefix(p, "/"); is {
			if rooted == name {
				return true
			}
			continue
		}
		if ok, _ := path.Match(p, base); ok {
			return true
		}
	}
	return false
}

// Many tests look at the whole repository, which is read and parsed once.
var readOnce, parseOnce = sync.OnceValues(readAll), sync.OnceValues(parseAll)

// files returns every file of the repository that git does not ignore.
func files(t *testing.T) []textFile {
	t.Helper()
	all, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func readAll() ([]textFile, error) {
	top, err := findRoot()
	if err != nil {
		return nil, err
	}
	var patterns []string
	if data, err := os.ReadFile(filepath.Join(top, ".gitignore")); err == nil {
		patterns = strings.Fields(string(data))
	}
	var all []textFile
	err = fs.WalkDir(os.DirFS(top), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" || name != "." && ignored(patterns, name):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(name)))
		all = append(all, textFile{name, string(data)})
		return err
	})
	if err == nil && len(all) < 100 {
		err = fmt.Errorf("only %d files were found below %s", len(all), top)
	}
	return all, err
}

// parse parses Go text as the file at a path.
func parse(t *testing.T, f textFile) goFile {
	t.Helper()
	parsed, err := parseFile(f)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func parseFile(f textFile) (goFile, error) {
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, f.path, f.text, parser.ParseComments|parser.SkipObjectResolution)
	return goFile{f, set, syntax}, err
}

// goFiles returns every Go file outside of testdata.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	all, err := parseOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func parseAll() ([]goFile, error) {
	all, err := readOnce()
	if err != nil {
		return nil, err
	}
	var parsed []goFile
	for _, f := range all {
		if path.Ext(f.path) != ".go" || f.inTestdata() {
			continue
		}
		file, err := parseFile(f)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	return parsed, nil
}

// report fails the test with every finding.
func report(t *testing.T, findings []string) {
	t.Helper()
	for _, f := range findings {
		t.Error(f)
	}
}

// expectFindings compares findings with the parts that each must have, in order.
func expectFindings(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d findings, expected %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("finding %q, expected one with %q", got[i], want[i])
		}
	}
}

func TestIgnoredNamesAreThoseOfGitignore(t *testing.T) {
	patterns := []string{"*.mcap", "/robo-actors", "node_modules/"}
	for name, want := range map[string]bool{
		"recordings/a.mcap": true, "robo-actors": true, "cmd/robo-actors": false, ".ci/mcap-js/node_modules": true, "go.mod": false,
	} {
		if got := ignored(patterns, name); got != want {
			t.Errorf("%s: ignored is %v, expected %v", name, got, want)
		}
	}
}
