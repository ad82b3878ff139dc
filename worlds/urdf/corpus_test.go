package urdf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// decision is one line of testdata/corpus.txt.
type decision struct{ file, outcome, place, reason string }

func readDecisions(t *testing.T) map[string]decision {
	t.Helper()
	out := make(map[string]decision)
	for i, line := range strings.Split(strings.TrimSpace(string(readFile(t, "testdata/corpus.txt"))), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) < 4 || f[1] != "accepted" && f[1] != "refused" {
			t.Fatalf("line %d of corpus.txt has %d fields: %q", i+1, len(f), line)
		}
		out[f[0]] = decision{f[0], f[1], f[2], f[3]}
	}
	return out
}

// parseGuarded parses with a guard against a parser that never ends, and returns what it allocated
// and how long it took.
func parseGuarded(t *testing.T, name string, data []byte) (d *worlds.Description, bytes uint64, took time.Duration, err error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	done := make(chan struct{})
	go func() {
		defer close(done)
		d, err = Parse(name, data, Options{})
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatalf("%s: parsing does not end", name)
	}
	took = time.Since(begin)
	runtime.ReadMemStats(&after)
	return d, after.TotalAlloc - before.TotalAlloc, took, err
}

// maxMemory is what reading one file may allocate in all.
const maxMemory = 64 << 20

func TestEveryFileOfTheCorpusHasTheOutcomeThatWasDecided(t *testing.T) {
	decisions := readDecisions(t)
	seen := make(map[string]bool)
	slowest, largest := time.Duration(0), uint64(0)
	for _, folder := range []string{shared(t, "corpus", "urdf"), shared(t, "corpus", "generated", "urdf")} {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := file.Name()
			if strings.HasSuffix(name, ".txt") {
				continue
			}
			want, decided := decisions[name]
			if !decided {
				t.Errorf("nothing is decided about %s", name)
				continue
			}
			seen[name] = true
			d, allocated, took, err := parseGuarded(t, name, readFile(t, filepath.Join(folder, name)))
			slowest, largest = max(slowest, took), max(largest, allocated)
			if allocated > maxMemory {
				t.Errorf("%s allocated %d bytes, at most %d are allowed", name, allocated, maxMemory)
			}
			judge(t, want, d, err)
		}
	}
	for name := range decisions {
		if !seen[name] {
			t.Errorf("%s is decided but not there", name)
		}
	}
	t.Logf("slowest %v, most memory %.1f MiB", slowest, float64(largest)/(1<<20))
}

// judge compares an outcome with what was decided.
func judge(t *testing.T, want decision, d *worlds.Description, err error) {
	t.Helper()
	var found []source.Diagnostic
	if want.outcome == "accepted" {
		if err != nil {
			t.Errorf("%s is refused: %v", want.file, err)
			return
		}
		if _, err := worlds.Build(d); err != nil {
			t.Errorf("%s is accepted, but no world can be built of it: %v", want.file, err)
		}
		found = d.Notes
	} else {
		if err == nil {
			t.Errorf("%s is accepted", want.file)
			return
		}
		found = diagnostics(t, err)
	}
	if want.reason == "-" {
		if len(found) != 0 {
			t.Errorf("%s has the notes %v, want none", want.file, found)
		}
		return
	}
	for _, f := range found {
		if strings.Contains(f.Problem, want.reason) && (want.place == "-" || fmt.Sprintf("%d:%d", f.Line, f.Column) == want.place) {
			return
		}
	}
	t.Errorf("%s: no finding %q at %s among\n%v", want.file, want.reason, want.place, found)
}

func TestHostileContentsTakeLittleMemory(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString(`<robot name="r"><link name="l0"/>`)
		for i := range n {
			fmt.Fprintf(&b, `<link name="l%d"/><joint name="j%d" type="fixed"><parent link="l%d"/><child link="l%d"/></joint>`, i+1, i, i, i+1)
		}
		return b.String() + "</robot>"
	}
	loose := func(n int) string {
		var b strings.Builder
		b.WriteString(`<robot name="r">`)
		for i := range n {
			fmt.Fprintf(&b, `<link name="link_%d"/><joint name="joint_%d" type="fixed"><parent link="lnik_%d"/><child link="x"/></joint>`, i, i, i)
		}
		return b.String() + "</robot>"
	}
	shaped := func(n int) string {
		var b strings.Builder
		b.WriteString(`<robot name="r">`)
		for i := range n {
			fmt.Fprintf(&b, `<link name="l%d"><inertial><origin xyz="0 0 0" rpy="0 0 0"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>`, i)
			for _, kind := range []string{"visual", "collision"} {
				fmt.Fprintf(&b, `<%[1]s><origin xyz="0 0 0" rpy="0 0 0"/><geometry><sphere radius="1"/></geometry></%[1]s>`, kind)
			}
			b.WriteString("</link>")
			if i > 0 {
				fmt.Fprintf(&b, `<joint name="j%d" type="revolute"><origin xyz="0 0 1" rpy="0 0 0"/><parent link="l%d"/><child link="l%d"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>`, i, i/2, i)
			}
		}
		return b.String() + "</robot>"
	}
	cases := map[string]struct {
		data string
		want string // part of the refusal; empty if it is accepted
	}{
		"longest chain":           {chain(MaxLinks - 1), ""},
		"one link too many":       {chain(MaxLinks), "there are too many links"},
		"thousands of slips":      {loose(4000), "and "},
		"a huge comment":          {`<robot name="r"><link name="a"/><!--` + strings.Repeat("x", 4<<20) + "--></robot>", ""},
		"a huge text":             {`<robot name="r"><link name="a"/>` + strings.Repeat("x ", 1<<20) + "</robot>", ""},
		"a huge attribute":        {`<robot name="r"><link name="a" x="` + strings.Repeat("x", 4<<20) + `"/></robot>`, ""},
		"a huge number":           {strings.Replace(sound, `effort="3"`, `effort="`+strings.Repeat("9", 1<<20)+`"`, 1), "at most 100 are read"},
		"a vector of a million":   {strings.Replace(sound, `<axis xyz="0 0 1"/>`, `<axis xyz="`+strings.Repeat("1 ", 1<<20)+`"/>`, 1), "8 or more numbers"},
		"many empty elements":     {`<robot name="r"><link name="a"/>` + strings.Repeat("<x/>", 1<<20) + "</robot>", "too many elements"},
		"many kinds of elements":  {`<robot name="r"><link name="a"/>` + manyElements(50_000) + "</robot>", ""},
		"nested at the limit":     {`<robot name="r"><link name="a"/>` + strings.Repeat("<x>", MaxDepth-1) + strings.Repeat("</x>", MaxDepth-1) + "</robot>", ""},
		"nested beyond the limit": {`<robot name="r"><link name="a"/>` + strings.Repeat("<x>", MaxDepth), "nested too deep"},
		"line feeds":              {strings.Repeat("\n", 4<<20) + "x", "text before the root element"},
		"one byte too long":       {strings.Repeat(" ", MaxXMLBytes+1), "the file is too long"},
		"processing instructions": {strings.Repeat("<?a b?>", 50_000) + sound[22:], ""},
		"more instructions":       {strings.Repeat("<?a b?>", 1<<20) + sound[22:], "too many instructions"},
		"many attributes":         {`<robot name="r"><link name="a"/>` + strings.Repeat(`<x a="" b="" c="" d="" e="" f="" g="" h=""/>`, 160_000) + "</robot>", "too many attributes"},
		"most links, with shapes": {shaped(MaxLinks), ""},
		"closing tags":            {strings.Repeat("</x>", 1<<20), "closes nothing"},
		"angle brackets":          {strings.Repeat("<", 1<<20), "this is not XML"},
		"ampersands":              {`<robot name="` + strings.Repeat("&amp;", 1<<18) + `"/>`, "has "},
	}
	if testing.Short() { // with the race detector the largest of them take a second and more each
		for _, large := range []string{"line feeds", "a huge comment", "a huge text", "more instructions", "many empty elements", "ampersands", "closing tags", "many attributes"} {
			delete(cases, large)
		}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, allocated, took, err := parseGuarded(t, "r.urdf", []byte(c.data))
			if allocated > maxMemory {
				t.Errorf("%d bytes were allocated, at most %d are allowed", allocated, maxMemory)
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
			if err != nil && len(err.Error()) > 100_000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
			t.Logf("%v, %.1f MiB", took, float64(allocated)/(1<<20))
		})
	}
}

func manyElements(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<x%d/>", i)
	}
	return b.String()
}

func TestHostileYAMLTakesLittleMemory(t *testing.T) {
	cases := map[string]struct{ data, want string }{
		"one byte too long":   {strings.Repeat(" ", MaxYAMLBytes+1), "bytes"},
		"many joints":         {"robot: {name: r, links: [{name: a}], joints: [" + strings.Repeat("{},", 70_000) + "]}", "too many joints"},
		"many values":         {"robot: [" + strings.Repeat("1,", 500_000) + "]", "too many values"},
		"values at the limit": {"robot: [" + strings.Repeat("1,", 99_000) + "]", "this is a list"},
		"deep":                {"robot: " + strings.Repeat("[", 100_000), "max depth"},
		"a huge key":          {"? " + strings.Repeat("k", 1_000_000) + "\n: 1\n", "is unknown"},
		"a huge text":         {"robot: {name: r, links: [{name: '" + strings.Repeat("n", 1_000_000) + "'}]}", "has 1000000 bytes"},
		"alias bomb":          {"a: &a [1,1]\nb: &b [*a,*a]\nc: &c [*b,*b]\n", "is not allowed here"},
		"merge bomb":          {"a: &a {k: 1}\nb: {<<: [*a,*a]}\n", "merge key"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, allocated, took, err := parseGuarded(t, "r.yaml", []byte(c.data))
			if allocated > maxMemory {
				t.Errorf("%d bytes were allocated", allocated)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
			t.Logf("%v, %.1f MiB", took, float64(allocated)/(1<<20))
		})
	}
}

func TestEveryTruncationOfAFileIsRefusedAtItsEndOrBefore(t *testing.T) {
	data := readFile(t, "testdata/mobile_arm.urdf")
	end := bytes.LastIndex(data, []byte("</robot>")) + len("</robot>")
	for n := range end {
		if _, err := Parse("r.urdf", data[:n], Options{}); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", n, len(data))
		}
	}
	if _, err := Parse("r.urdf", data[:end], Options{}); err != nil {
		t.Error(err)
	}
}
