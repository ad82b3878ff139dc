package architecture

import (
	"bytes"
	"fmt"
	"go/format"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// topLevel are the permitted names at the top of the repository, beside those that begin with
// a dot.
var topLevel = []string{"README.md", "LICENSE", "go.mod", "go.sum", "actors", "messages", "worlds", "hardware", "supervision", "cmd", "examples", "internal"}

// maxLines bounds a file that people read.
const maxLines = 700

// A mark is a text that the repository must not contain. Its parts are joined, so that this file
// is clean itself.
type mark struct {
	pattern *regexp.Regexp
	why     string
}

var marks = []mark{
	{regexp.MustCompile(`\b(` + "TO" + "DO|FIX" + "ME|XX" + `X)\b`), "unfinished work belongs into the tracker, not into the text"},
	{regexp.MustCompile(`(^|[\s"'=(:` + "`" + `])/(` + "work|tmp|home|Users|root" + `)/\w`), "a path of one machine means nothing on another"},
	{regexp.MustCompile(`\b(` + `proxy\.golang` + `\.org|sum\.golang` + `\.org|registry\.npmjs` + `\.org|registry\.yarnpkg` + `\.com|pypi` + `\.org|files\.pythonhosted` + `\.org|deb\.debian` + `\.org)\b`),
		"where packages come from is set on the machine that installs them"},
}

// markExemptions are files in which a mark is meant.
var markExemptions = map[string]string{
	"actors/record/metadata_test.go": "it looks for such paths in recordings",
}

// checkText returns what is wrong with the text of a file.
func checkText(f textFile) (findings []string) {
	if !utf8.ValidString(f.text) || f.inTestdata() || markExemptions[f.path] != "" {
		return nil
	}
	if !f.generated() && path.Ext(f.path) == ".go" {
		if n := strings.Count(f.text, "\n"); n > maxLines {
			findings = append(findings, fmt.Sprintf("%s: %d lines, at most %d: split it by ideas", f.path, n, maxLines))
		}
	}
	for i, line := range strings.Split(f.text, "\n") {
		for _, m := range marks {
			if found := m.pattern.FindString(line); found != "" {
				findings = append(findings, fmt.Sprintf("%s:%d: %q: %s", f.path, i+1, strings.TrimSpace(found), m.why))
			}
		}
	}
	return findings
}

// checkTopLevel returns the names at the top that have no place there.
func checkTopLevel(all []textFile) (findings []string) {
	seen := map[string]bool{}
	for _, f := range all {
		name, _, _ := strings.Cut(f.path, "/")
		if seen[name] {
			continue
		}
		seen[name] = true
		if !strings.HasPrefix(name, ".") && !slices.Contains(topLevel, name) {
			findings = append(findings, fmt.Sprintf("%s: the top of the repository has these names only: %s", name, strings.Join(topLevel, ", ")))
		}
	}
	return findings
}

// checkFormat returns a finding where gofmt would change the file.
func checkFormat(f textFile) []string {
	want, err := format.Source([]byte(f.text))
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", f.path, err)}
	}
	if !bytes.Equal(want, []byte(f.text)) {
		return []string{fmt.Sprintf("%s: not formatted; run gofmt -w on it", f.path)}
	}
	return nil
}

// Lines of a comment that only code ends or begins like. Formulas and sentences do not match; examples in doc comments are
// indented and not looked at.
var codeLines = []*regexp.Regexp{
	regexp.MustCompile(`^[\w.,\s\[\]]+ := .+$`),
	regexp.MustCompile(`^(if|for|switch|select|func|type|go|defer)\b.*\{$`),
	regexp.MustCompile(`^\}( else \{)?$`),
	regexp.MustCompile(`^return( [\w.]+(\([\w., ]*\))?(, [\w.]+)*)?$`),
	regexp.MustCompile(`^(\w+\.)+\w+\([\w., "&*]*\)$`),
}

// commentedOut returns comments inside of functions that read as code.
func commentedOut(f goFile) (findings []string) {
	for _, group := range f.syntax.Comments {
		for _, c := range group.List {
			line, is := strings.CutPrefix(c.Text, "// ")
			if !is {
				line, is = strings.CutPrefix(c.Text, "//\t")
				is = is && f.set.Position(c.Pos()).Column > 1
			}
			if !is || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
				continue
			}
			if slices.ContainsFunc(codeLines, func(r *regexp.Regexp) bool { return r.MatchString(line) }) {
				findings = append(findings, fmt.Sprintf("%s: the comment %q reads as code that was switched off; take it out, the history has it", f.at(c.Pos()), line))
			}
		}
	}
	return findings
}

func TestTheTextIsClean(t *testing.T) {
	for _, f := range files(t) {
		report(t, checkText(f))
	}
}

func TestTheTopOfTheRepositoryIsAsDesigned(t *testing.T) {
	report(t, checkTopLevel(files(t)))
}

func TestEveryFileIsFormatted(t *testing.T) {
	for _, f := range goFiles(t) {
		report(t, checkFormat(f.textFile))
	}
}

func TestNoCodeIsSwitchedOffInComments(t *testing.T) {
	for _, f := range goFiles(t) {
		report(t, commentedOut(f))
	}
}

func TestExemptionsOfMarksNameFilesThatExist(t *testing.T) {
	exists := map[string]bool{}
	for _, f := range files(t) {
		exists[f.path] = true
	}
	for name := range markExemptions {
		if !exists[name] {
			t.Errorf("%s does not exist any more; take it out of markExemptions", name)
		}
	}
}

func TestMarksOfUnfinishedWorkAndPlacesAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"// " + "TO" + "DO: later":                           "unfinished work",
		"x = 1 // " + "FIX" + "ME":                           "unfinished work",
		`open("/` + `tmp/a")`:                                "one machine",
		"see /" + "home/me/robot.urdf":                       "one machine",
		"https://registry" + ".npmjs.org/x":                  "where packages come from",
		"a word like method or fixed":                        "",
		"a path such as examples/wor" + "k/home, and a/tmp/": "",
	} {
		got := checkText(textFile{"a.md", "first line\n" + text + "\n"})
		if want == "" {
			expectFindings(t, got)
			continue
		}
		expectFindings(t, got, want)
		if !strings.HasPrefix(got[0], "a.md:2: ") {
			t.Errorf("%q does not name the line", got[0])
		}
	}
}

func TestAFileThatIsTooLongIsFound(t *testing.T) {
	long := "package p\n" + strings.Repeat("\n", maxLines)
	expectFindings(t, checkText(textFile{"p/p.go", long}), "split it by ideas")
	expectFindings(t, checkText(textFile{"p/p.go", long[:maxLines]}))
	expectFindings(t, checkText(textFile{"p/p.pb.go", "// Code generated by a tool. DO NOT EDIT.\n" + long}))
}

func TestAStrayNameAtTheTopIsFound(t *testing.T) {
	expectFindings(t, checkTopLevel([]textFile{{path: "go.mod"}, {path: ".ci/run"}, {path: "pkg/a.go"}, {path: "pkg/b.go"}, {path: "notes.txt"}}), "pkg: ", "notes.txt: ")
}

func TestAFileThatIsNotFormattedIsFound(t *testing.T) {
	expectFindings(t, checkFormat(textFile{"p/p.go", "package p\n\nvar  X = 1\n"}), "not formatted")
	expectFindings(t, checkFormat(textFile{"p/p.go", "package p\n\nvar X = 1\n"}))
	expectFindings(t, checkFormat(textFile{"p/p.go", "package\n"}), "p/p.go: ")
}

func TestCodeInCommentsIsFound(t *testing.T) {
	const planted = `package p

// F has an example:
//
//	x := g(1)
//	return x
func F(x float64) float64 {
	// The law is tau = M qdd + h, see g(x) below.
	// x := g(2)
	// if x > 1 {
	// p.g(3)
	// }
	// return x
	// return to the caller what was there
	return x // m = 2 kg
}
`
	expectFindings(t, commentedOut(parse(t, textFile{"p/p.go", planted})),
		"p.go:9: ", "p.go:10: ", "p.go:11: ", "p.go:12: ", "p.go:13: ")
}
