package app

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
	}
}

func TestTheGraphShowsWorldsAndTheirCouplings(t *testing.T) {
	c := loaded(t)
	golden(t, "graph.mmd", c.Mermaid())
	golden(t, "graph.dot", c.DOT())
}

func TestTheGraphIsTheSameEveryTime(t *testing.T) {
	first := loaded(t)
	for range 20 {
		again := loaded(t)
		if again.Mermaid() != first.Mermaid() || again.DOT() != first.DOT() {
			t.Fatal("two loads give two graphs")
		}
	}
}

func TestEveryEdgeOfTheGraphJoinsTwoNodes(t *testing.T) {
	c := loaded(t)
	for name, form := range map[string]struct {
		text       string
		node, edge *regexp.Regexp
	}{
		"mermaid": {c.Mermaid(), regexp.MustCompile(`(?m)^    (\w+)[\[(]`), regexp.MustCompile(`(?m)^  (\w+) [-=]+>(?:\|"[^"|]*"\|)? (\w+)$`)},
		"dot":     {c.DOT(), regexp.MustCompile(`(?m)^    (\w+) \[label=`), regexp.MustCompile(`(?m)^  (\w+) -> (\w+) \[`)},
	} {
		nodes := map[string]int{}
		for _, m := range form.node.FindAllStringSubmatch(form.text, -1) {
			nodes[m[1]]++
		}
		for id, n := range nodes {
			if n != 1 {
				t.Errorf("%s: node %s stands %d times", name, id, n)
			}
		}
		edges := form.edge.FindAllStringSubmatch(form.text, -1)
		for _, m := range edges {
			if nodes[m[1]] == 0 || nodes[m[2]] == 0 {
				t.Errorf("%s: an edge goes from %s to %s, which are not both there", name, m[1], m[2])
			}
		}
		arrows := strings.Count(form.text, "-> ") + strings.Count(form.text, "-->") + strings.Count(form.text, "==>")
		if name == "dot" {
			arrows = strings.Count(form.text, " -> ")
		}
		if len(nodes) != 11 || len(edges) == 0 || len(edges) != arrows {
			t.Errorf("%s: %d nodes, %d edges, %d arrows", name, len(nodes), len(edges), arrows)
		}
	}
}

func TestTextsOfTheGraphAreQuoted(t *testing.T) {
	if got := mermaidText(`a "b" #1`); got != `"a #quot;b#quot; #35;1"` {
		t.Errorf("Mermaid has %s", got)
	}
	if got := dotText("a \"b\"\\\nc"); got != `"a \"b\"\\\nc"` {
		t.Errorf("Graphviz has %s", got)
	}
}
