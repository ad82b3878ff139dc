package command

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/kinds"
)

// shownCommand is a command line in the code of a Markdown page.
type shownCommand struct {
	line  int
	words []string // after robo-actors
}

// program matches the beginning of a command line that has the verbs of this package.
var program = regexp.MustCompile(`^\$? ?(?:robo-actors|go tool robo-actors|go run (?:\./cmd/robo-actors|\./examples/custom_drive|github\.com/robo-actors/robo-actors/cmd/robo-actors(?:@\S+)?)) (.*)$`)

// commands returns the command lines in the code of a Markdown page.
func commands(page string) (all []shownCommand) {
	fenced := false
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		if !fenced && !strings.HasPrefix(line, "    ") {
			continue
		}
		at := i + 1
		for strings.HasSuffix(line, `\`) && i+1 < len(lines) {
			i++
			line = strings.TrimSuffix(line, `\`) + " " + strings.TrimSpace(lines[i])
		}
		if found := program.FindStringSubmatch(strings.TrimSpace(line)); found != nil {
			all = append(all, shownCommand{at, shellWords(found[1])})
		}
	}
	return all
}

// shellWords splits a command line as a shell does, up to a pipe, a redirection or a comment.
func shellWords(line string) (words []string) {
	var word strings.Builder
	quote, begun := rune(0), false
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, begun = c, true
		case c == ' ':
			end()
		case !begun && strings.ContainsRune("|><#&;", c):
			return words
		default:
			begun = true
			word.WriteRune(c)
		}
	}
	end()
	return words
}

// checkShown returns the problem of a command line, or nothing: it must name a verb, flags that the
// verb has, and as many arguments as the verb takes. It is not run.
func checkShown(t *testing.T, words []string) string {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	root := newRoot(registry, words, &bytes.Buffer{}, &bytes.Buffer{})
	verb, rest, err := root.Find(words)
	if err != nil {
		return err.Error()
	}
	verb.InitDefaultHelpFlag()
	if err := verb.ParseFlags(rest); err != nil {
		return err.Error()
	}
	if help, _ := verb.Flags().GetBool("help"); help {
		return ""
	}
	if err := verb.ValidateArgs(verb.Flags().Args()); err != nil {
		return err.Error()
	}
	return ""
}

func TestThePagesShowCommandsThatExist(t *testing.T) {
	top := filepath.Join("..", "..", "..")
	number := 0
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git" || entry.Name() == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, c := range commands(string(text)) {
			number++
			if problem := checkShown(t, c.words); problem != "" {
				t.Errorf("%s:%d: robo-actors %s: %s", path, c.line, strings.Join(c.words, " "), problem)
			}
			for _, word := range c.words {
				if _, err := os.Stat(filepath.Join(top, word)); err != nil && strings.HasPrefix(word, "examples/") {
					t.Errorf("%s:%d: there is no %s", path, c.line, word)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if number < 10 {
		t.Errorf("%d commands in all pages; expected those of the README and the guides", number)
	}
}

func TestCommandsThatDoNotExistAreFoundInAPage(t *testing.T) {
	page := "Text robo-actors runn\n\n    robo-actors simm app.yaml\n\n```\ngo run ./cmd/robo-actors sim app.yaml \\\n    --injekt 'at 1s panic a/b' | tee x\nrobo-actors check\n" +
		"robo-actors sim app.yaml --inject 'at 1s panic a/b' > log.txt\n$ go tool robo-actors rearm --help\n```\n"
	var problems []string
	for _, c := range commands(page) {
		if problem := checkShown(t, c.words); problem != "" {
			problems = append(problems, problem)
		}
	}
	want := []string{`no command "simm"`, "unknown flag: --injekt", "check takes 1 argument"}
	if len(problems) != len(want) {
		t.Fatalf("problems %q, expected %d", problems, len(want))
	}
	for i := range want {
		if !strings.Contains(problems[i], want[i]) {
			t.Errorf("problem %q, expected one with %q", problems[i], want[i])
		}
	}
}
