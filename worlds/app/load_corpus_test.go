package app

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// sharedFolder returns a folder of the references beside the repository, and skips the
// test where they do not.
func sharedFolder(t *testing.T, parts ...string) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("no go.mod above the test")
		}
		folder = parent
	}
	shared := filepath.Join(append([]string{folder, "..", "shared"}, parts...)...)
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the shared corpus is not here: ", err)
	}
	return shared
}

// bounded runs a load, and fails the test if it takes more memory than any file may, or does not
// come back.
func bounded(t *testing.T, load func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		defer close(done)
		load()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("the load hangs")
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 64<<20 {
		t.Errorf("the load took %d MiB, at most 64 are allowed", allocated>>20)
	}
}

// What becomes of each file of the corpus when it is taken for an application: none is one. All
// that is said is listed; an asterisk stands for more of the same.
var corpusOutcomes = map[string][]string{
	"alias_bomb.yaml":        {`"a" is unknown`, `"b" is unknown`, `"c" is unknown`, `"d" is unknown`, `"e" is unknown`, `"f" is unknown`, "alias_bomb.yaml:6:8: the document has too many values"},
	"bom16.yaml":             {"bom16.yaml:1:1: the text is UTF-16LE, not UTF-8"},
	"deep_block_2k.yaml":     {"deep_block_2k.yaml: the file has 2005000 bytes"},
	"deep_flow_100k.yaml":    {"deep_flow_100k.yaml:1:33: while increasing flow level: exceeded max depth of 32"},
	"dup_keys.yaml":          {"dup_keys.yaml:1:9: worlds: this is a single value", `dup_keys.yaml:2:1: the key "worlds" stands twice`},
	"include_a.yaml":         {"include_a.yaml:1:1: neither a rate nor a period is given", "include_b.yaml:1:20: models[0].include: the file includes itself: include_a.yaml -> include_b.yaml -> include_a.yaml"},
	"include_b.yaml":         {"include_a.yaml:1:20: models[0].include: the file includes itself: include_b.yaml -> include_a.yaml -> include_b.yaml", "include_b.yaml:1:1: neither a rate"},
	"include_dev_zero.yaml":  {"neither a rate", `include_dev_zero.yaml:1:17: models[0].path: "/dev/zero": the path is not relative`},
	"include_self.yaml":      {"neither a rate", "include_self.yaml:1:20: models[0].include: the file includes itself: include_self.yaml -> include_self.yaml"},
	"include_traversal.yaml": {"neither a rate", `include_traversal.yaml:1:20: models[0].include: "../../../../../etc/passwd": the path leads out of the folder`},
	"inf_nan.yaml":           {`inf_nan.yaml:1:1: period: the key "period" is unknown`, `"gain" is unknown`, `"neg" is unknown`, `"huge" is unknown`, `"int" is unknown`},
	"key_1M.yaml":            {`key_1M.yaml:1:3: kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…: the key "kkkk`},
	"merge_bomb.yaml":        {`"a" is unknown`, `"b" is unknown`, "merge_bomb.yaml:2:8: the merge key << is not allowed", "*"},
	"multi_doc.yaml":         {"multi_doc.yaml:2:1: a second document begins"},
	"negative_period.yaml":   {`worlds.base.models: the key "models" is missing`, "negative_period.yaml:1:25: worlds.base.period: the time -1ms is too short"},
	"non_string_key.yaml":    {"a key is not a plain word", "a key is not a plain word", `"null" is unknown`, `"1.5" is unknown`},
	"norway.yaml":            {`norway.yaml:1:1: country: the key "country" is unknown`, `"port" is unknown`, `"oct" is unknown`, `"ver" is unknown`, `"nul" is unknown`, `"name" is unknown`},
	"self_alias.yaml":        {`"a" is unknown`, "self_alias.yaml:1:8: the alias *a is within the value that it names"},
	"self_merge.yaml":        {`"a" is unknown`, "the merge key << is not allowed"},
	"tabs.yaml":              {"YAML indents with spaces"},
	"tag_binary.yaml":        {`"a" is unknown`, `the tag "!!binary" is not allowed`},
	"tag_python.yaml":        {`"a" is unknown`, "is not allowed"},
	"unknown_key.yaml":       {"unknown_key.yaml:1:16: worlds.base: neither a rate", `the key "models" is missing`, `worlds.base.perod: the key "perod" is unknown`},
	"zero_period.yaml":       {`the key "models" is missing`, `zero_period.yaml:1:25: worlds.base.period: the value "0" is not a time: it has no unit`},
}

func TestEveryFileOfTheHostileCorpusIsRefusedAtItsPlace(t *testing.T) {
	folder := sharedFolder(t, "corpus", "generated", "yaml")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(corpusOutcomes) {
		t.Errorf("the corpus has %d files, %d outcomes are decided", len(entries), len(corpusOutcomes))
	}
	r := testRegistry(t)
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			wants, decided := corpusOutcomes[e.Name()]
			if !decided {
				t.Fatal("no outcome is decided for this file")
			}
			bounded(t, func() {
				_, err := Load(os.DirFS(folder), e.Name(), r)
				list := problems(t, err)
				if n := len(wants) - 1; wants[n] == "*" {
					wants, list = wants[:n], firstOf(list, n)
				}
				wantErrors(t, list, wants...)
			})
		})
	}
}

// The same files stand where a fragment is expected.
func TestNoFileOfTheHostileCorpusCanBeIncluded(t *testing.T) {
	folder := sharedFolder(t, "corpus", "generated", "yaml")
	r := testRegistry(t)
	for name := range corpusOutcomes {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files := withFiles(t, "hostile/"+name, map[string]string{"hostile/" + name: string(data), "hostile/include_a.yaml": "models: [{include: include_b.yaml}]", "hostile/include_b.yaml": "models: [{include: include_a.yaml}]"})
		bounded(t, func() {
			c, err := Load(files, "app.yaml", r)
			if c != nil || err == nil {
				t.Errorf("%s was included", name)
			}
		})
	}
}

// Files of the same kinds, made here, so that the limits are proved without the corpus.
func TestHostileFilesAreRefusedWithinBounds(t *testing.T) {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 8 {
		name, before := string(rune('1'+i)), string(rune('0'+i))
		bomb += "a" + name + ": &a" + name + " [" + strings.TrimSuffix(strings.Repeat("*a"+before+",", 10), ",") + "]\n"
	}
	for name, given := range map[string]struct{ text, want string }{
		"alias bomb":        {bomb, "the document has too many values"},
		"many aliases":      {"a: &a 1\nb: [" + strings.Repeat("*a,", 2000) + "]\n", "the document has too many aliases"},
		"deep lists":        {strings.Repeat("[", 50_000), "exceeded max depth"},
		"deep mappings":     {strings.Repeat("{a: ", 20_000), "exceeded max depth"},
		"many values":       {"[" + strings.Repeat("a,", 500_000) + "]", "the file may have 500001 values"},
		"many lines":        {strings.Repeat("- \n", 300_000), "values"},
		"a long text":       {"app: {name: " + strings.Repeat("n", 1_000_000) + "}", "has 1000000 bytes"},
		"a large file":      {"#" + strings.Repeat(" ", 1<<20), "the file has 1048577 bytes"},
		"many unknown keys": {manyKeys(30_000), `the key "k0" is unknown`},
		"many worlds":       {"worlds:\n" + strings.ReplaceAll(manyKeys(4096), ": 1", ": {}"), "neither a rate"},
		"too many worlds":   {"worlds:\n" + strings.ReplaceAll(manyKeys(4097), ": 1", ": {}"), "there are 4097 entries"},
		"many couplings":    {"worlds: {}\ncouplings: [" + strings.Repeat("{},", 5000) + "]", "there are 5000 couplings"},
		"NUL":               {"app: {name: \x00}", "the control character U+0000"},
		"only blanks":       {"   \n", "the document is empty"},
		"scalar":            {"hello", "this is a single value"},
		"a description":     {"\ufeff<?xml version='1.0'?>\n<robot name='r'><!-- by: hand -->\n</robot>\n", "app.yaml:1:1: this is XML, as robot descriptions are"},
		"null":              {"~", "there is no value"},
	} {
		t.Run(name, func(t *testing.T) {
			r := testRegistry(t)
			bounded(t, func() {
				_, err := Load(fstest.MapFS{"app.yaml": {Data: []byte(given.text)}}, "app.yaml", r)
				list := problems(t, err)
				if !strings.Contains(list.Format(20), given.want) {
					t.Errorf("the errors are\n%s\nwant %s", list.Format(3), given.want)
				}
				if printed := list.Error(); len(printed) > 200_000 {
					t.Errorf("the error has %d bytes", len(printed))
				}
			})
		})
	}
}

// A model of the greatest size, and lists of names that are not in it.
func TestManyWrongNamesInALargeModelCostLittle(t *testing.T) {
	var model strings.Builder
	model.WriteString("<robot name=\"chain\"><link name=\"l0\"/>\n")
	const links = 4000
	for i := 1; i < links; i++ {
		fmt.Fprintf(&model, "<link name=\"l%d\"/><joint name=\"j%d\" type=\"continuous\"><parent link=\"l%d\"/><child link=\"l%d\"/><axis xyz=\"0 0 1\"/></joint>\n", i, i, (i-1)/8, i)
	}
	model.WriteString("</robot>")
	wrong := "[" + strings.TrimSuffix(strings.Repeat("nobody,", 8_000), ",") + "]"
	text := "worlds:\n  w:\n    rate: 10Hz\n    models: [{path: chain.urdf}]\n    joint_groups: {g: " + wrong + "}\n" +
		"    processors: {m: {type: kinematics, options: {frames: " + wrong + "}}}\n    drives: {d: {type: sim, joints: " + wrong + "}}\n"
	r := testRegistry(t)
	files := fstest.MapFS{"app.yaml": {Data: []byte(text)}, "chain.urdf": {Data: []byte(model.String())}}
	_, err := Load(files, "app.yaml", r)
	list := problems(t, err)
	if list.Len() != source.MaxKept || !strings.Contains(list.Error(), "worlds.w.joint_groups.g[") {
		t.Errorf("there are %d errors:\n%s", list.Len(), list.Format(2))
	}
}

// manyKeys returns a mapping with n keys.
func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  k%d: 1\n", i)
	}
	return b.String()
}

// A list of tens of thousands of names is refused as a whole, wherever it stands.
func TestLongListsAreRefusedAsAWhole(t *testing.T) {
	long := "[" + strings.TrimSuffix(strings.Repeat("a_j1,", 48_000), ",") + "]"
	for name, edit := range map[string][2]string{
		"joint group": {"all: [m_planar, a_j1, a_j2]", "all: " + long}, "option": {"frames: [a_tip]", "frames: " + long},
	} {
		_, err := Load(edited(t, "app.yaml", edit[0], edit[1]), "app.yaml", testRegistry(t))
		list := problems(t, err)
		if list.Len() > 3 || !strings.Contains(list.Error(), "the list has 48000 elements") || !strings.Contains(list.Error(), "at most 8192") {
			t.Errorf("%s: %d errors: %s", name, list.Len(), list.Format(3))
		}
	}
}
