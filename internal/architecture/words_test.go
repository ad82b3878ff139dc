package architecture

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// A phrase is English that an engineer has to translate, with what to write instead.
type phrase struct {
	pattern *regexp.Regexp
	instead string
}

func wording(pattern, instead string) phrase {
	return phrase{regexp.MustCompile(`(?i)\b(` + pattern + `)\b`), instead}
}

var phrases = []phrase{
	wording(`(is|are|was|were|be|been|being|not|never) told`, `"is reported", "receives", "knows"`),
	wording(`tells? (of|that|whether|what|how|which|why)|told (of|that|once|to)`, `"reports", "returns", "says"`),
	wording(`stands? (at|in|there|behind|beside)`, `"is at", "is in"`),
	wording(`(it|that|which|name|value|result|word) (is|are|was|were) none`, `"is invalid", "does not exist"`),
	wording(`who(ever)? (asks?|asked|watches|has|have|had|sent|sends|calls|called|reads|owns)`, `"the caller", "the watcher", "the owner"`),
	wording(`what is wrong|something is wrong|is wrong with`, `"the error", "the problem"`),
	wording(`by now`, `"now"`),
	wording(`bears (a|an|it|the|that|this)|does not bear`, `"tolerates"`),
	wording(`(may|can) live with`, `"tolerates"`),
	wording(`go(es)? on where|goes on in`, `"resumes", "continues"`),
	wording(`put off`, `"switched off"`),
	wording(`a wish to|wishes to`, `"a request to"`),
	wording(`of one's own`, `"its own", "your own"`),
	wording(`(names|ones|files|topics|groups|kinds|joints) that there are`, `"the known names"`),
	wording(`for ever`, `"forever", "permanently"`),
	wording(`but for`, `"except"`),
	wording(`all there is`, `"everything"`),
	wording(`bites?`, `"trips"`),
	wording(`finds? fault with`, `"rejects"`),
	wording(`those that last|it lasts`, `"persistent", "persists"`),
	wording(`(stands|stood) still`, `"pauses", "hangs", "stops"`),
	wording(`asks? for nothing`, `"requires nothing"`),
}

// widest is the largest number of characters of a line of a comment, and of a line of prose in
// Markdown.
const widest = 100

// indented matches lines of code and tables in a comment.
var indented = regexp.MustCompile(`^//(\t|   )`)

// checkWording returns the phrases in a text, which begins on a line of a file.
func checkWording(file string, line int, text string) (findings []string) {
	for _, p := range phrases {
		if found := p.pattern.FindString(text); found != "" {
			findings = append(findings, fmt.Sprintf("%s:%d: %q: write %s", file, line, found, p.instead))
		}
	}
	return findings
}

// checkEnglish returns the phrases in the comments, strings and names of tests of a Go file, and its
// comments that are too wide.
func checkEnglish(f goFile) (findings []string) {
	if f.generated() {
		return nil
	}
	for _, group := range f.syntax.Comments {
		output := false
		for _, c := range group.List {
			at := f.set.Position(c.Pos()).Line
			for i, line := range strings.Split(c.Text, "\n") {
				findings = append(findings, checkWording(f.path, at+i, line)...)
				free := strings.HasPrefix(line, "//go:") || strings.Contains(line, "://") || indented.MatchString(line)
				output = output || strings.HasPrefix(line, "// Output:") // of an example
				if n := utf8.RuneCountInString(line); n > widest && !free && !output {
					findings = append(findings, fmt.Sprintf("%s:%d: a comment of %d columns, at most %d", f.path, at+i, n, widest))
				}
			}
		}
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				findings = append(findings, checkWording(f.path, f.set.Position(n.Pos()).Line, n.Value)...)
			}
		case *ast.FuncDecl:
			if strings.HasPrefix(n.Name.Name, "Test") {
				findings = append(findings, checkWording(f.path, f.set.Position(n.Pos()).Line, sentence(n.Name.Name))...)
			}
		}
		return true
	})
	return findings
}

// capital matches the capitals that begin the words of a name.
var capital = regexp.MustCompile(`[A-Z]`)

// sentence returns the words of the name of a test.
func sentence(name string) string { return strings.TrimSpace(capital.ReplaceAllString(name, " $0")) }

// checkProse returns the phrases in a page of Markdown, and its lines that are too wide: tables,
// links and code may be wider.
func checkProse(f textFile) (findings []string) {
	code := false
	for i, line := range strings.Split(f.text, "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t") {
			continue
		}
		findings = append(findings, checkWording(f.path, i+1, line)...)
		free := strings.HasPrefix(line, "|") || strings.Contains(line, "](") || strings.Contains(line, "://")
		if n := utf8.RuneCountInString(line); n > widest && !free {
			findings = append(findings, fmt.Sprintf("%s:%d: a line of %d columns, at most %d", f.path, i+1, n, widest))
		}
	}
	return findings
}

// checkProto returns the phrases in a file of protobuf declarations, and its comments that are too
// wide: tables, which are indented, may be wider.
func checkProto(f textFile) (findings []string) {
	for i, line := range strings.Split(f.text, "\n") {
		findings = append(findings, checkWording(f.path, i+1, line)...)
		_, comment, is := strings.Cut(line, "//")
		if n := utf8.RuneCountInString(line); is && n > widest && !strings.HasPrefix(comment, "   ") && !strings.Contains(line, "://") {
			findings = append(findings, fmt.Sprintf("%s:%d: a comment of %d columns, at most %d", f.path, i+1, n, widest))
		}
	}
	return findings
}

func TestTheEnglishIsPlain(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.path != "internal/architecture/words_test.go" { // it lists the phrases
			report(t, checkEnglish(f))
		}
	}
	for _, f := range files(t) {
		if path.Ext(f.path) == ".md" && !f.inTestdata() {
			report(t, checkProse(f))
		}
		if path.Ext(f.path) == ".proto" {
			report(t, checkProto(f))
		}
	}
}

func TestPhrasesAndWideLinesAreFound(t *testing.T) {
	wide := strings.Repeat("wide ", 21)
	f := parse(t, textFile{"p/p.go", "package p\n\n// F tells what is wrong.\nfunc F() string { return \"the value is none\" }\n\n// " + wide + "\n\n//go:generate " + wide + "\n"})
	expectFindings(t, checkEnglish(f), "p/p.go:3: \"tells what\"", "p/p.go:3: \"what is wrong\"", "p/p.go:6: a comment of 108 columns", "p/p.go:4: \"value is none\"")
	name := "package p\n\nfunc TestWhatIsToldIsKnown(t *testing.T) {}\n\nfunc whatIsTold() {}\n"
	expectFindings(t, checkEnglish(parse(t, textFile{"p/p_test.go", name})), "p/p_test.go:3: \"Is Told\"")
	generated := "// Code generated by a tool. DO NOT EDIT.\n\npackage p\n\n// It is told.\n"
	expectFindings(t, checkEnglish(parse(t, textFile{"p/p.go", generated})))
	proto := "// it is told\nmessage M {} // " + wide + "\n//   a table of " + wide + "\n"
	expectFindings(t, checkProto(textFile{"p.proto", proto}), "p.proto:1: \"is told\"", "p.proto:2: a comment of 121 columns")
	page := "It is told.\n\n| a table | " + wide + " |\n\n" + wide + "\n\n```\nit is told\n```\n\n    it is told\n"
	expectFindings(t, checkProse(textFile{"p.md", page}), "p.md:1: \"is told\"", "p.md:5: a line of 105 columns")
}
