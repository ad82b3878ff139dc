package strictyaml

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/source"
)

var limits = Limits{Bytes: 1 << 20, Depth: 64, Nodes: 100_000}

// writeTree writes a tree in one line, with line:column before each node.
func writeTree(b *strings.Builder, text *source.Text, n *Node) {
	p := text.Position(n.Offset)
	fmt.Fprintf(b, "%d:%d", p.Line, p.Column)
	switch n.Kind {
	case Scalar:
		fmt.Fprintf(b, "=%s", n.Value)
		if n.Quoted {
			b.WriteString("'")
		}
		if n.IsNull() {
			b.WriteString("(null)")
		}
	case Sequence:
		b.WriteString("[")
		for _, item := range n.Items {
			writeTree(b, text, item)
			b.WriteString(" ")
		}
		b.WriteString("]")
	case Mapping:
		b.WriteString("{")
		for _, e := range n.Entries {
			writeTree(b, text, e.Key)
			b.WriteString(" -> ")
			writeTree(b, text, e.Value)
			b.WriteString(" ")
		}
		b.WriteString("}")
	}
}

func TestNodesCarryTheirPlaces(t *testing.T) {
	text := source.NewText("f.yaml", []byte("é: \"ü\"\nx: [é, 'q', ~]\nm:\n  a: 1\n  b: |\n    block\n"))
	var list source.Diagnostics
	root := Parse(text, limits, &list)
	if list.Len() > 0 {
		t.Fatal(list.Error())
	}
	var b strings.Builder
	writeTree(&b, text, root)
	want := "1:1{1:1=é -> 1:4=ü' 2:1=x -> 2:4[2:5=é 2:8=q' 2:13=~(null) ] 3:1=m -> 4:3{4:3=a -> 4:6=1 5:3=b -> 5:6=block\n' } }"
	if b.String() != want {
		t.Errorf("read as\n%s\nwant\n%s", b.String(), want)
	}
	if got := root.Get("m").Get("a"); got == nil || got.Value != "1" {
		t.Errorf("m.a is %v", got)
	}
	if root.Get("nothing") != nil || root.Get("x").Get("y") != nil {
		t.Error("a missing key was found")
	}
}

func TestWhatIsRefusedIsNamedWithItsPlace(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"empty":            {"", "f:1:1: the document is empty"},
		"comment only":     {"# a\n", "f:1:1: the document is empty"},
		"two documents":    {"a: 1\n---\nb: 2\n", "f:2:1: a second document begins"},
		"trailing content": {"a: 1\n...\nb: 2\n", "f:3:1: a second document begins"},
		"duplicate key":    {"a: 1\nb: 2\na: 3\n", `f:3:1: the key "a" stands twice`},
		"tag":              {"a: !!binary x\n", `f:1:4: the tag "!!binary" is not allowed`},
		"python":           {"a: !!python/object/apply:os.system [id]\n", "is not allowed"},
		"merge":            {"a: 1\n<<: 2\n", "f:2:1: the merge key << is not allowed"},
		"anchor":           {"a: &x 1\n", `f:1:4: the anchor "x" is not allowed here`},
		"alias":            {"a: &x 1\nb: *x\n", "f:2:4: the alias *x is not allowed here"},
		"unknown alias":    {"b: *x\n", "f:1:4"},
		"list as a key":    {"? [a]\n: 1\n", "f:1:3: a key is not a plain word"},
		"tabulator":        {"a:\n\tb: 1\n", "YAML indents with spaces"},
		"open list":        {"a: [1,\nb: 2\n", "f:3:1: while parsing a flow sequence"},
		"NUL":              {"a: \x00\n", "f:1:4: the control character U+0000"},
		"broken UTF-8":     {"a: b\n c\xff\n", "f:2:3: the text is not UTF-8"},
		"UTF-16":           {"\xff\xfea\x00:\x00", "f:1:1: the text is UTF-16LE, not UTF-8"},
		"UTF-16, no mark":  {"a\x00:\x00 \x001\x00", "f:1:1: the text is UTF-16LE, not UTF-8"},
		"carriage return":  {"a: 1\rb: 2\n", "f:1:5: a carriage return stands alone"},
		"line separator":   {"a: \u2028b\n", "f:1:4: the line separator U+2028"},
		"deep":             {strings.Repeat("[", 65) + strings.Repeat("]", 65), "exceeded max depth"},
		"long":             {strings.Repeat("a", 1<<20+1), "f: the file has 1048577 bytes"},
		"many":             {"[" + strings.Repeat("a,", 100_001) + "]", "the document has too many values"},
	}
	for name, c := range cases {
		var list source.Diagnostics
		Parse(source.NewText("f", []byte(c.text)), limits, &list)
		if !strings.Contains(list.Error(), c.want) {
			t.Errorf("%s: refused with\n%s\nwant %q", name, list.Error(), c.want)
		}
	}
}

func TestAllRefusalsAreReportedAtOnce(t *testing.T) {
	var list source.Diagnostics
	Parse(source.NewText("f", []byte("a: !!str 1\nb: 1\nb: 2\nc: &x 1\n<<: 1\n")), limits, &list)
	if list.Len() != 4 {
		t.Errorf("%d errors, want 4:\n%s", list.Len(), list.Error())
	}
}

func TestAliasesAreResolvedWithinTheirLimit(t *testing.T) {
	allowing := limits
	allowing.Aliases = 3
	var list source.Diagnostics
	root := Parse(source.NewText("f", []byte("a: &x [1, 2]\nb: *x\nc: *x\n")), allowing, &list)
	if list.Len() > 0 || root.Get("b") != root.Get("a") || len(root.Get("c").Items) != 2 {
		t.Errorf("aliases are not resolved: %s", list.Error())
	}
	for text, want := range map[string]string{
		"a: &x 1\nb: [*x, *x, *x, *x]\n": "f:2:17: the document has too many aliases",
		"a: &x [*x]\n":                   "f:1:8: the alias *x is within the value that it names",
	} {
		list = source.Diagnostics{}
		Parse(source.NewText("f", []byte(text)), allowing, &list)
		if !strings.Contains(list.Error(), want) {
			t.Errorf("%q: %s, want %q", text, list.Error(), want)
		}
	}
}

func TestABombOfAliasesIsDefusedByTheNumberOfValues(t *testing.T) {
	allowing := limits
	allowing.Aliases = 1 << 20
	var b strings.Builder
	b.WriteString("a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n")
	for i := range 20 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 10))
	}
	var list source.Diagnostics
	Parse(source.NewText("f", []byte(b.String())), allowing, &list)
	if !strings.Contains(list.Error(), "too many values") || list.Len() != 1 {
		t.Errorf("refused with %s", list.Error())
	}
}

// corpus returns the folder of hostile inputs beside the repository, or skips.
func corpus(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(dir, "..", "shared", "corpus", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the corpus of hostile inputs is not here: %v", err)
	}
	return path
}

func TestEveryHostileFileIsJudgedWithLittleMemory(t *testing.T) {
	want := map[string]string{ // file -> part of the refusal; empty: it is plain YAML, and refused by what reads it
		"alias_bomb.yaml": "is not allowed here", "bom16.yaml": "not UTF-8", "deep_block_2k.yaml": "2005000 bytes",
		"deep_flow_100k.yaml": "exceeded max depth", "dup_keys.yaml": "stands twice", "merge_bomb.yaml": "merge key",
		"multi_doc.yaml": "second document", "non_string_key.yaml": "not a plain word", "self_alias.yaml": "is not allowed here",
		"self_merge.yaml": "merge key", "tabs.yaml": "indents with spaces", "tag_binary.yaml": "tag", "tag_python.yaml": "tag",
		"include_a.yaml": "", "include_b.yaml": "", "include_dev_zero.yaml": "", "include_self.yaml": "", "include_traversal.yaml": "",
		"inf_nan.yaml": "", "key_1M.yaml": "", "negative_period.yaml": "", "norway.yaml": "", "unknown_key.yaml": "", "zero_period.yaml": "",
	}
	folder := corpus(t, "generated/yaml")
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		expected, decided := want[file.Name()]
		if !decided {
			t.Errorf("nothing is decided about %s", file.Name())
		}
		data, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var list source.Diagnostics
		Parse(source.NewText(file.Name(), data), limits, &list)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%s took %d bytes", file.Name(), used)
		}
		if expected == "" && list.Len() > 0 || !strings.Contains(list.Error(), expected) {
			t.Errorf("%s: %s, want %q", file.Name(), list.Error(), expected)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a: [1, {b: 'c'}]\n", "a: &x 1\nb: *x\n", "? k\n: v\n", "- |\n  x\n", "%YAML 1.1\n---\na: 1\n...\n", "é: \"\\u00fc\"\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		allowing := limits
		allowing.Aliases = 5
		for _, l := range []Limits{limits, allowing} {
			var list source.Diagnostics
			text := source.NewText("f", data)
			root := Parse(text, l, &list)
			if root == nil && list.Len() == 0 {
				t.Error("nothing was read, and nothing was said")
			}
			_ = list.Error()
			if root != nil && list.Len() == 0 {
				walk(t, text, root)
			}
		}
	})
}

// walk checks the invariants of a tree.
func walk(t *testing.T, text *source.Text, n *Node) {
	if n.Offset < 0 || n.Offset > len(text.Bytes()) {
		t.Errorf("offset %d outside of the text", n.Offset)
	}
	if n.Kind != Scalar && n.Value != "" || n.Kind != Sequence && n.Items != nil || n.Kind != Mapping && n.Entries != nil {
		t.Errorf("a %v has %+v", n.Kind, n)
	}
	keys := map[string]bool{}
	for _, e := range n.Entries {
		if e.Key.Kind != Scalar || keys[e.Key.Value] {
			t.Errorf("the key %+v is no scalar, or stands twice", e.Key)
		}
		keys[e.Key.Value] = true
		walk(t, text, e.Value)
	}
	for _, item := range n.Items {
		walk(t, text, item)
	}
}
