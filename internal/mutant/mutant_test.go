package mutant

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
var invariantForm = regexp.MustCompile(`^V([1-9]|1[0-9]|2[01])$`)

func TestEveryDefectHasANumberANameAndWhatItBreaks(t *testing.T) {
	names := map[string]bool{}
	for i, m := range All() {
		if m.ID != ID(i+1) {
			t.Errorf("%s has number %d at place %d of the table", m.Name, m.ID, i+1)
		}
		if !nameForm.MatchString(m.Name) || names[m.Name] {
			t.Errorf("defect %d has the name %q", m.ID, m.Name)
		}
		names[m.Name] = true
		if len(m.Wrong) < 20 || strings.Contains(m.Wrong, "|") || strings.HasSuffix(m.Wrong, ".") {
			t.Errorf("%s says %q of what is wrong; expected a sentence that fits into a table", m.Name, m.Wrong)
		}
		if len(m.Breaks) == 0 || !slices.ContainsFunc(m.Breaks, invariantForm.MatchString) {
			t.Errorf("%s breaks %q; expected invariants", m.Name, m.Breaks)
		}
		if got, err := Find(m.Name); err != nil || got.ID != m.ID {
			t.Errorf("%s is found as %v, %v", m.Name, got, err)
		}
		if got, ok := Of(m.ID); !ok || got.Name != m.Name {
			t.Errorf("number %d is %v, %v", m.ID, got, ok)
		}
	}
}

func TestWhatIsNoDefectIsNotFound(t *testing.T) {
	if _, err := Find("none"); err == nil || !strings.Contains(err.Error(), All()[0].Name) {
		t.Errorf("%v; expected the names that there are", err)
	}
	for _, id := range []ID{0, ID(len(All()) + 1), 255} {
		if m, ok := Of(id); ok {
			t.Errorf("number %d is %s", id, m.Name)
		}
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

// switches counts where each defect is asked for, by the name of its constant.
func switches(t *testing.T) map[string]int {
	t.Helper()
	asked := regexp.MustCompile(`mutant\.On\(mutant\.(\w+)\)`)
	count := map[string]int{}
	for _, folder := range []string{"actors", "worlds", "hardware", "supervision"} {
		err := filepath.WalkDir(filepath.Join(top(t), folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			for _, found := range asked.FindAllStringSubmatch(string(data), -1) {
				count[found[1]]++
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return count
}

// constants are the names of the defects' constants, in the order of their numbers.
func constants(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "table.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		group, is := d.(*ast.GenDecl)
		if !is || group.Tok != token.CONST {
			continue
		}
		first := group.Specs[0].(*ast.ValueSpec)
		if first.Names[0].Name != "_" {
			continue
		}
		for _, s := range group.Specs[1:] {
			names = append(names, s.(*ast.ValueSpec).Names[0].Name)
		}
	}
	return names
}

func TestEveryDefectStandsInTheCode(t *testing.T) {
	names, count := constants(t), switches(t)
	if len(names) != len(All()) {
		t.Errorf("there are %d constants for %d defects", len(names), len(All()))
	}
	for _, name := range names {
		if count[name] == 0 {
			t.Errorf("nothing asks for %s", name)
		}
		delete(count, name)
	}
	for name := range count {
		t.Errorf("the code asks for %s, which is not in the table", name)
	}
}

func TestASoundProgramAsksForNothing(t *testing.T) {
	if Built {
		t.Skip("this program is built with the defects in it; the test is about the one without, whose run is the plain one")
	}
	for _, m := range All() {
		if On(m.ID) {
			t.Errorf("%s is on", m.Name)
		}
	}
	if m, on := Active(); on {
		t.Errorf("%s is on", m.Name)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "off.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl)
		if !is || f.Name.Name != "On" {
			continue
		}
		if r, is := f.Body.List[0].(*ast.ReturnStmt); len(f.Body.List) != 1 || !is || r.Results[0].(*ast.Ident).Name != "false" {
			t.Error("On does more than to return false, which the compiler can take out")
		}
	}
}

func TestASoundProgramHasNoTraceOfTheDefects(t *testing.T) {
	if testing.Short() || Built {
		t.Skip("it links the command and looks into it, which has nothing for the race detector that the short run is for, and is about the sound program only; its plain run does")
	}
	program := filepath.Join(t.TempDir(), "program")
	build := exec.Command("go", "build", "-o", program, "./cmd/robo-actors")
	build.Dir = top(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	symbols, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(symbols)) {
		if strings.Contains(line, "internal/mutant") {
			t.Errorf("the command has %s", strings.TrimSpace(line))
		}
	}
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range All() {
		if strings.Contains(string(data), m.Wrong) {
			t.Errorf("the command has the text %q", m.Wrong)
		}
	}
}
