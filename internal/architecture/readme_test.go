package architecture

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// elsewhere marks left-out lines in a quotation.
const elsewhere = "..."

// codeBlocks returns the code of a language that a Markdown text shows, with the line on which each
// block begins.
func codeBlocks(text, language string) (blocks [][]string, at []int) {
	inside := false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case line == "```"+language:
			inside = true
			blocks, at = append(blocks, nil), append(at, i+2)
		case strings.HasPrefix(line, "```"):
			inside = false
		case inside:
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], strings.TrimSpace(line))
		}
	}
	return blocks, at
}

// quoted reports whether the lines of a block are in a text in their order and, except for what
// is left out, one right after the other. Blank lines and indentation do not count.
func quoted(block []string, text string) bool {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	block = slices.DeleteFunc(slices.Clone(block), func(line string) bool { return line == "" })
	for start := range lines {
		if follows(block, lines[start:]) {
			return true
		}
	}
	return false
}

// follows reports whether lines begin with a block.
func follows(block, lines []string) bool {
	for i, want := range block {
		if want == elsewhere {
			for skip := range lines {
				if follows(block[i+1:], lines[skip:]) {
					return true
				}
			}
			return i+1 == len(block)
		}
		if len(lines) == 0 || lines[0] != want {
			return false
		}
		lines = lines[1:]
	}
	return true
}

// checkQuotations returns the blocks of a Markdown file that no Go file or no YAML file has, and
// its links that lead nowhere.
func checkQuotations(page textFile, all []textFile) (findings []string) {
	for _, of := range []struct{ language, extension, missing string }{
		{"go", ".go", "no Go file has this code; quote one that is compiled"},
		{"yaml", ".yaml", "no YAML file has these lines; quote an application that is run"},
	} {
		blocks, at := codeBlocks(page.text, of.language)
		for i, block := range blocks {
			if !slices.ContainsFunc(all, func(f textFile) bool { return strings.HasSuffix(f.path, of.extension) && quoted(block, f.text) }) {
				findings = append(findings, fmt.Sprintf("%s:%d: %s", page.path, at[i], of.missing))
			}
		}
	}
	code := false
	for i, line := range strings.Split(page.text, "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code {
			continue // Go has brackets before parentheses, too
		}
		for _, link := range links.FindAllStringSubmatch(line, -1) {
			if problem := checkLink(page.path, link[1], all); problem != "" {
				findings = append(findings, fmt.Sprintf("%s:%d: %s", page.path, i+1, problem))
			}
		}
	}
	return findings
}

// checkLink returns the problem of a link of a page, or nothing. Links to other sites are not
// followed. A link into a page names one of its headings.
func checkLink(from, link string, all []textFile) string {
	if strings.Contains(link, "://") {
		return ""
	}
	target, heading, _ := strings.Cut(link, "#")
	if target = path.Join(path.Dir(from), target); strings.HasPrefix(link, "#") {
		target = from
	}
	i := slices.IndexFunc(all, func(f textFile) bool { return f.path == target || strings.HasPrefix(f.path, target+"/") })
	switch {
	case i < 0:
		return "the link to " + link + " leads nowhere"
	case heading != "" && !slices.Contains(anchors(all[i].text), heading):
		return "the link to " + link + " names no heading of " + all[i].path
	}
	return ""
}

// anchors returns the names under which the headings of a page can be linked.
func anchors(text string) (all []string) {
	for _, line := range strings.Split(text, "\n") {
		if heading := strings.TrimLeft(line, "#"); heading != line && strings.HasPrefix(heading, " ") {
			name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(heading)), " ", "-")
			all = append(all, punctuation.ReplaceAllString(name, ""))
		}
	}
	return all
}

var (
	links       = regexp.MustCompile(`\]\(([^)\s]+)\)`) // of Markdown, and its pictures
	punctuation = regexp.MustCompile(`[^\p{L}\p{N}_-]`)
)

func TestEveryPageQuotesCodeThatIsCompiledAndLinksToWhatExists(t *testing.T) {
	all, pages := files(t), 0
	for _, f := range all {
		if strings.HasSuffix(f.path, ".md") {
			pages++
			report(t, checkQuotations(f, all))
		}
	}
	if pages < 3 {
		t.Errorf("%d Markdown files; expected the README and the guides", pages)
	}
}

func TestTheReadmeShowsCodeForEachKindOfUser(t *testing.T) {
	all := files(t)
	i := slices.IndexFunc(all, func(f textFile) bool { return f.path == "README.md" })
	if i < 0 {
		t.Fatal("there is no README.md")
	}
	if blocks, _ := codeBlocks(all[i].text, "go"); len(blocks) < 3 {
		t.Errorf("%d blocks of Go code in README.md; expected one at least for each of the three kinds of users", len(blocks))
	}
}

// A reader has ten minutes.
func TestTheReadmeHasAtMost1500Words(t *testing.T) {
	for _, f := range files(t) {
		if f.path != "README.md" {
			continue
		}
		if n := len(strings.Fields(f.text)); n > 1500 {
			t.Errorf("README.md has %d words; expected at most 1500: move details to the pages that it links", n)
		}
		return
	}
	t.Fatal("there is no README.md")
}

func TestCodeThatNobodyCompilesIsFoundInAPage(t *testing.T) {
	example := textFile{"examples/e/main.go", "package main\n\nfunc main() {\n\ta := 1\n\n\tb := 2\n\tuse(a, b)\n}\n"}
	for text, want := range map[string]string{
		"a := 1\nb := 2":                  "",
		"  func main() {\n...\nuse(a, b)": "",
		"a := 1\nuse(a, b)":               "r.md:2: no Go file",
		"b := 2\n...\na := 1":             "r.md:2: no Go file",
		"c := 3":                          "r.md:2: no Go file",
	} {
		got := checkQuotations(textFile{"r.md", "```go\n" + text + "\n```\n"}, []textFile{example})
		if want == "" {
			expectFindings(t, got)
			continue
		}
		expectFindings(t, got, want)
	}
	robot := textFile{"examples/e/app.yaml", "worlds:\n  arm:\n    rate: 500Hz\n"}
	expectFindings(t, checkQuotations(textFile{"r.md", "```yaml\narm:\n  rate: 500Hz\n```\n\n```yaml\nrate: 400Hz\n```\n"}, []textFile{robot}), "r.md:7: no YAML file")
	pages := []textFile{example, {"examples/e/g.md", "# The `first` step, done\n"}}
	expectFindings(t, checkQuotations(textFile{"r.md", "[a](examples/e), [b](examples/f/) and\n![c](c.png), [d](https://example.org/d)"}, pages),
		"r.md:1: the link to examples/f/ leads nowhere", "r.md:2: the link to c.png leads nowhere")
	expectFindings(t, checkQuotations(textFile{"examples/e/r.md", "[a](main.go), [b](../e/main.go), [c](e/main.go), [d](g.md#the-first-step-done), [e](g.md#second)"}, pages),
		"the link to e/main.go leads nowhere", "g.md#second names no heading of examples/e/g.md")
	expectFindings(t, checkQuotations(textFile{"r.md", "```text\nf[a](b)\n```\n[c](nowhere)\n"}, pages), "r.md:4: the link to nowhere leads nowhere")
}
