package mutant

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var nameForm = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

// invariantForm is that of the names of invariants.
var invariantForm = regexp.MustCompile(`^(V([1-9]|1[0-9]|[2-4][0-9])|L[12])$`)

func TestEveryDefectHasANameAWordingAndInvariantsThatItBreaks(t *testing.T) {
	names := map[string]bool{}
	for _, m := range All() {
		if !nameForm.MatchString(m.Name) || names[m.Name] {
			t.Errorf("name %q", m.Name)
		}
		names[m.Name] = true
		if len(m.Wrong) < 20 || strings.Contains(m.Wrong, "|") || strings.HasSuffix(m.Wrong, ".") {
			t.Errorf("%s has the wording %q; expected a sentence that fits into a table", m.Name, m.Wrong)
		}
		if len(m.Breaks) == 0 || !slices.ContainsFunc(m.Breaks, invariantForm.MatchString) {
			t.Errorf("%s breaks %q; expected invariants", m.Name, m.Breaks)
		}
		if got, err := Find(m.Name); err != nil || got.Name != m.Name {
			t.Errorf("%s is found as %v, %v", m.Name, got, err)
		}
	}
}

func TestAnUnknownNameIsRejectedWithTheKnownNames(t *testing.T) {
	if _, err := Find("none"); err == nil || !strings.Contains(err.Error(), All()[0].Name) {
		t.Errorf("%v; expected the known names", err)
	}
}

// top is the root of the module.
func top(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEveryPatchAppliesOnceAndChangesTheSources(t *testing.T) {
	for _, m := range All() {
		if len(m.Patches) == 0 {
			t.Errorf("%s has no patch", m.Name)
		}
		for _, p := range m.Patches {
			if p.Old == p.New || strings.Contains(p.Old, "//") {
				t.Errorf("%s: old text %q; expected code without comments that the new text differs from", m.Name, p.Old)
			}
		}
		if _, err := m.Apply(top(t)); err != nil {
			t.Error(err)
		}
	}
}

func TestAPatchWhoseTextIsMissingOrAmbiguousIsReported(t *testing.T) {
	for old, want := range map[string]string{"no such text": "table.go contains the old text 0 times", "name": " times; expected once"} {
		m := Mutant{Name: "bad", Patches: []Patch{{"internal/mutant/table.go", old, ""}}}
		if _, err := m.Apply(top(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; expected %q", old, err, want)
		}
	}
	m := Mutant{Name: "bad", Patches: []Patch{{"no/such.go", "a", "b"}}}
	if _, err := m.Apply(top(t)); err == nil {
		t.Error("a missing file is accepted")
	}
}

// goPackage is what go list reports about a package.
type goPackage struct {
	ImportPath, Dir, Export string
	GoFiles, Deps           []string
}

// listed returns the packages of the patched files and all that they import, with their export
// data.
func listed(t *testing.T) map[string]*goPackage {
	t.Helper()
	folders := map[string]bool{}
	for _, m := range All() {
		for _, p := range m.Patches {
			folders["./"+filepath.ToSlash(filepath.Dir(filepath.FromSlash(p.File)))] = true
		}
	}
	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Deps"}, slices.Sorted(maps.Keys(folders))...)...)
	list.Dir = top(t)
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Start(); err != nil {
		t.Fatal(err)
	}
	packages := map[string]*goPackage{}
	for d := json.NewDecoder(out); ; {
		var p goPackage
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = &p
	}
	if err := list.Wait(); err != nil {
		t.Fatal(err)
	}
	return packages
}

func TestEveryPatchedPackageTypeChecks(t *testing.T) {
	packages, fset := listed(t), token.NewFileSet()
	from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(packages[path].Export) })
	root := top(t)
	byFolder := map[string]*goPackage{}
	for _, p := range packages {
		byFolder[p.Dir] = p
	}
	for _, m := range All() {
		files, err := m.Apply(root)
		if err != nil {
			continue // reported by the test of patches
		}
		c := &checker{Importer: from, fset: fset, packages: packages, patched: map[string]string{}, done: map[string]*types.Package{}}
		folders := map[string]bool{}
		for file, text := range files {
			path := filepath.Join(root, filepath.FromSlash(file))
			c.patched[path] = text
			folders[filepath.Dir(path)] = true
		}
		c.folders = folders
		for folder := range folders {
			if _, err := c.Import(byFolder[folder].ImportPath); err != nil {
				t.Errorf("mutant %s does not type-check: %v", m.Name, err)
			}
		}
	}
}

// checker type-checks the packages that a mutant patches. A patched package sees the patched forms
// of those it imports.
type checker struct {
	types.Importer
	fset     *token.FileSet
	packages map[string]*goPackage
	folders  map[string]bool   // of the patched files
	patched  map[string]string // text of a file by its path
	done     map[string]*types.Package
}

// fromSource reports whether a package is patched, or depends on one that is.
func (c *checker) fromSource(p *goPackage) bool {
	return p != nil && (c.folders[p.Dir] || slices.ContainsFunc(p.Deps, func(path string) bool {
		return c.packages[path] != nil && c.folders[c.packages[path].Dir]
	}))
}

// Import returns a package, from its sources where a patch reaches it.
func (c *checker) Import(path string) (*types.Package, error) {
	p := c.packages[path]
	if !c.fromSource(p) {
		return c.Importer.Import(path)
	}
	if c.done[path] != nil {
		return c.done[path], nil
	}
	var syntax []*ast.File
	for _, name := range p.GoFiles {
		file := filepath.Join(p.Dir, name)
		var source any
		if text, is := c.patched[file]; is {
			source = text
		}
		parsed, err := parser.ParseFile(c.fset, file, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		syntax = append(syntax, parsed)
	}
	config := types.Config{Importer: c}
	checked, err := config.Check(path, c.fset, syntax, nil)
	c.done[path] = checked
	return checked, err
}

func TestAnOverlayBuildsTheDefect(t *testing.T) {
	m := Mutant{Name: "sample", Patches: []Patch{{"internal/mutant/table.go", `"unknown defect %q;`, `"no defect is named %q;`}}}
	overlay, err := m.Overlay(top(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", overlay, "./internal/mutant")
	build.Dir = top(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
