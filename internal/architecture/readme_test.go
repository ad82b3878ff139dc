package architecture

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// elsewhere marks left-out lines in a quotation.
const elsewhere = "..."

// goBlocks returns the Go code that a Markdown text shows, with the line on which each block
// begins.
func goBlocks(text string) (blocks [][]string, at []int) {
	inside := false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case line == "```go":
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

// checkQuotations returns the blocks of a Markdown file that no Go file of the examples has, and
// links that lead nowhere.
func checkQuotations(readme textFile, all []textFile) (findings []string) {
	blocks, at := goBlocks(readme.text)
	for i, block := range blocks {
		if !slices.ContainsFunc(all, func(f textFile) bool {
			return strings.HasPrefix(f.path, "examples/") && strings.HasSuffix(f.path, ".go") && quoted(block, f.text)
		}) {
			findings = append(findings, fmt.Sprintf("%s:%d: no file of the examples has this code; quote one that is compiled", readme.path, at[i]))
		}
	}
	for _, link := range links.FindAllStringSubmatch(readme.text, -1) {
		target := strings.TrimSuffix(link[1], "/")
		if !strings.Contains(target, "://") && !slices.ContainsFunc(all, func(f textFile) bool { return f.path == target || strings.HasPrefix(f.path, target+"/") }) {
			findings = append(findings, fmt.Sprintf("%s: the link to %s leads nowhere", readme.path, target))
		}
	}
	return findings
}

// links matches the links of Markdown and pictures, except links within the page.
var links = regexp.MustCompile(`\]\(([^)#\s]+)\)`)

func TestTheReadmeQuotesCodeThatIsCompiled(t *testing.T) {
	all := files(t)
	i := slices.IndexFunc(all, func(f textFile) bool { return f.path == "README.md" })
	if i < 0 {
		t.Fatal("there is no README.md")
	}
	if blocks, _ := goBlocks(all[i].text); len(blocks) < 3 {
		t.Errorf("%d blocks of Go code in README.md; expected one at least for each of the three kinds of users", len(blocks))
	}
	report(t, checkQuotations(all[i], all))
}

func TestCodeThatNobodyCompilesIsFoundInTheReadme(t *testing.T) {
	example := textFile{"examples/e/main.go", "package main\n\nfunc main() {\n\ta := 1\n\n\tb := 2\n\tuse(a, b)\n}\n"}
	for text, want := range map[string]string{
		"a := 1\nb := 2":                  "",
		"  func main() {\n...\nuse(a, b)": "",
		"a := 1\nuse(a, b)":               "r.md:2: no file of the examples",
		"b := 2\n...\na := 1":             "r.md:2: no file of the examples",
		"c := 3":                          "r.md:2: no file of the examples",
	} {
		got := checkQuotations(textFile{"r.md", "```go\n" + text + "\n```\n"}, []textFile{example})
		if want == "" {
			expectFindings(t, got)
			continue
		}
		expectFindings(t, got, want)
	}
	expectFindings(t, checkQuotations(textFile{"r.md", "[a](examples/e), [b](examples/f/) and ![c](c.png), [d](https://example.org/d)"}, []textFile{example}),
		"examples/f leads nowhere", "c.png leads nowhere")
}
