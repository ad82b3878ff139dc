package operators

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module writes a module with one package of two files, and returns its root.
func module(t *testing.T, text string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":        "module example.org/sample\n\ngo 1.26\n",
		"law/law.go":    text,
		"law/helper.go": "package law\n\nfunc clear() {}\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// edits are bodies of a function with the operator, the old and the new line of each mutant.
var edits = []struct{ body, want string }{
	{"if x < y { x = y }", "comparison: if x < y { x = y } -> if x >= y { x = y }"},
	{"if x < y { x = y }", "dropped assignment: if x < y { x = y } -> if x < y {  }"},
	{"if n < 3 { return }", "bound: if n < 3 { return } -> if n <= 3 { return }"},
	{"if on && n == 2 { return }", "condition: if on && n == 2 { return } -> if on { return }"},
	{"if on && n == 2 { return }", "condition: if on && n == 2 { return } -> if n == 2 { return }"},
	{"x = -y // as agreed", "sign: x = -y -> x = y"},
	{"x = x + y", "sign: x = x + y -> x = x - y"},
	{"x -= y", "sign: x -= y -> x += y"},
	{"x = min(x, y)", "bound: x = min(x, y) -> x = max(x, y)"},
	{"x = Clamp(x, y)", "bound: x = Clamp(x, y) -> x = x"},
	{"n = 0", "forgotten reset: n = 0 -> "},
	{"all = all[:0]", "forgotten reset: all = all[:0] -> "},
	{"clear()", "forgotten reset: clear() -> "},
	{"n++", "dropped assignment: n++ -> "},
	{"use(n)\nn = 2", "reordered calls: use(n)\nn = 2 -> n = 2\nuse(n)"},
	{"s.open()\ns.close()", "reordered calls: s.open()\ns.close() -> s.close()\ns.open()"},
	{"x = s.position", "swapped unit: x = s.position -> x = s.velocity"},
	{"x = y * 1e9", "swapped unit: x = y * 1e9 -> x = y * 1e6"},
	{"d = 3 * time.Millisecond", "swapped unit: d = 3 * time.Millisecond -> d = 3 * time.Microsecond"},
	{"x = d.Seconds()", "swapped unit: x = d.Seconds() -> x = d.Minutes()"},
}

const sampleHead = `package law

import "time"

type state struct{ position, velocity float64 }

var (
	x, y float64
	n    int
	on   bool
	all  []int
	s    state
	d    time.Duration
)

func Clamp(x, limit float64) float64 { return x }

func use(int) {}

func (s *state) open() {}

func (s *state) close() {}

`

// sample is a file with a function for each edit.
func sample() string {
	var b strings.Builder
	b.WriteString(sampleHead)
	for i, e := range edits {
		b.WriteString("func body" + strconv.Itoa(i) + "() {\n" + e.body + "\n}\n\n")
	}
	return b.String()
}

func TestEveryOperatorMakesItsEdit(t *testing.T) {
	found, err := Read(module(t, sample()), []string{"law"})
	if err != nil {
		t.Fatal(err)
	}
	used := map[Operator]bool{}
	for i, e := range edits {
		var got []string
		for _, m := range found {
			if m.Function == "body"+strconv.Itoa(i) {
				got = append(got, string(m.Operator)+": "+m.Old+" -> "+m.New)
				used[m.Operator] = true
			}
		}
		if !slices.Contains(got, e.want) {
			t.Errorf("%q has the mutants %q; expected %q", e.body, got, e.want)
		}
	}
	if got := slices.Sorted(maps.Keys(used)); len(got) != len(Operators()) {
		t.Errorf("operators %q; expected all of %q", got, Operators())
	}
}

func TestComparisonsWithNilAndConstantSumsAreNotMutated(t *testing.T) {
	found, err := Read(module(t, "package law\n\nconst n = 1 + 2\n\nfunc f(e error) bool { return e != nil && len(\"a\"+\"b\") == n }\n"), []string{"law"})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found {
		if m.Operator != Condition && (m.Operator != Comparison || !strings.HasSuffix(m.New, "!= n }")) {
			t.Errorf("%s\n%s", m, m.Diff())
		}
	}
}

func TestMutantsThatDoNotTypeCheckAreLeftOut(t *testing.T) {
	text := "package law\n\nfunc f(a int, b []int) (n int) {\n\tk := 0\n\tk = a\n\tfor _, x := range b {\n\t\tn += x\n\t}\n\treturn n + k\n}\n\n" +
		"func g() int {\n\tvar unused int\n\tunused = 3\n\treturn unused\n}\n\nfunc h(position, velocity []int, s struct{ position []int; velocity float64 }) []int { return s.position }\n"
	root := module(t, text)
	all, err := Find(root, []string{"law"})
	if err != nil {
		t.Fatal(err)
	}
	good, err := Compiling(root, []string{"law"}, all)
	if err != nil {
		t.Fatal(err)
	}
	if len(good) == 0 || len(good) >= len(all) {
		t.Errorf("%d of %d mutants type-check; expected some and not all", len(good), len(all))
	}
	for _, m := range good {
		if m.Function == "h" {
			t.Errorf("%s\n%s\nreturns another type", m, m.Diff())
		}
	}
}

func TestIdentitiesSurviveEditsElsewhereInTheFile(t *testing.T) {
	before, err := Read(module(t, sample()), []string{"law"})
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(sample(), "type state", "// A comment, and a function.\nfunc more(a, b int) int { return a - b }\n\ntype state", 1)
	after, err := Read(module(t, edited), []string{"law"})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]*Mutation{}
	for _, m := range after {
		if ids[m.ID()] != nil {
			t.Errorf("%s and %s have the same identity", m, ids[m.ID()])
		}
		ids[m.ID()] = m
	}
	for _, m := range before {
		now := ids[m.ID()]
		if now == nil || now.Line != m.Line+3 || now.Body() != m.Body() {
			t.Errorf("%s became %v; expected the same three lines further down", m, now)
		}
	}
}

const counter = `package main

import "fmt"

type Pair[T any] struct{ a, b T }

func (p *Pair[T]) Swap(more ...T) {
	p.a, p.b = p.b, p.a
}

func add[T int | float64](a, b T) (sum T) {
	sum = a + b
	return
}

func less(a, b int) int { return a - b }

func main() {
	p := Pair[int]{1, 2}
	p.Swap(3)
	fmt.Println(p.a, add(p.a, p.b), less(p.a, p.b))
}
`

// A program that holds all mutants behaves as the sources do without a number, and as the mutant
// with its number.
func TestOneProgramHoldsAllMutants(t *testing.T) {
	root := module(t, "package law\n")
	if err := os.WriteFile(filepath.Join(root, "main.go"), []byte(counter), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := Read(root, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	numbered := Numbered{}
	want := map[int]string{0: "2 3 1\n"}
	for i, m := range all {
		numbered[i+1] = m
		switch m.Function + " " + string(m.Operator) {
		case "Pair.Swap dropped assignment":
			want[i+1] = "1 3 -1\n"
		case "less sign":
			want[i+1] = "2 3 3\n"
		case "add dropped assignment":
			want[i+1] = "2 0 1\n"
		default:
			t.Errorf("%s\n%s", m, m.Diff())
		}
	}
	if len(want) != 4 {
		t.Fatalf("the mutants %v; expected three", all)
	}
	overlay, err := Instrument(root, t.TempDir(), numbered)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(root, "program")
	build := exec.Command("go", "build", "-overlay", overlay, "-o", program, ".")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for n, line := range want {
		c := exec.Command(program)
		c.Env = append(os.Environ(), Variable+"="+strconv.Itoa(n))
		out, err := c.Output()
		if err != nil || string(out) != line {
			t.Errorf("mutant %d prints %q, %v; expected %q", n, out, err, line)
		}
	}
	trace := filepath.Join(root, "trace")
	c := exec.Command(program)
	c.Env = append(os.Environ(), Variable+"="+strconv.Itoa(Trace), TraceFile+"="+trace)
	if out, err := c.Output(); err != nil || string(out) != want[0] {
		t.Errorf("without a mutant and with a trace it prints %q, %v; expected %q", out, err, want[0])
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	if reached := numbered.Reached(string(text)); len(reached) != len(all) {
		t.Errorf("reached: %v; expected all %d", reached, len(all))
	}
	if reached := numbered.Reached("1\n"); len(reached) != 1 || !reached[1] {
		t.Errorf("reached by the trace of the first: %v; expected the first alone", reached)
	}
}

func TestTheLinesOfTheSourcesKeepTheirNumbers(t *testing.T) {
	text := sample()
	all, err := Find(module(t, text), []string{"law"})
	if err != nil {
		t.Fatal(err)
	}
	numbered := Numbered{}
	for i, m := range all {
		numbered[i+1] = m
	}
	r := instrument(text, numbered)
	set := token.NewFileSet()
	if _, err := parser.ParseFile(set, "law.go", r.text, 0); err != nil {
		t.Fatal(err)
	}
	now := strings.Split(r.text, "\n")
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if !strings.HasPrefix(now[i], line) {
			t.Errorf("line %d is %q; expected %q", i+1, now[i], line)
		}
	}
}

func TestSourcesThatDoNotTypeCheckAreReported(t *testing.T) {
	if _, err := Read(module(t, "package law\n\nfunc f() int { return \"\" }\n"), []string{"law"}); err == nil || !strings.Contains(err.Error(), "law.go:3") {
		t.Errorf("%v; expected the file and the line", err)
	}
	if _, err := Instrument(t.TempDir(), t.TempDir(), Numbered{1: {Identity: Identity{File: "missing.go"}}}); err == nil {
		t.Error("a file that does not exist is instrumented")
	}
}
