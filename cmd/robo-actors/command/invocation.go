package command

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/robo-actors/robo-actors/internal/gomodule"
)

// canonical is the name of the command in the texts of all packages. Events have it as it is, so
// that recordings do not depend on the name of a program.
const canonical = "robo-actors"

// mention is a command line in a text: the name of the command before one of its verbs.
var mention = regexp.MustCompile(`\b` + canonical + ` (bench|behavior|campaign|check|close|completion|database|doctor|drives|explain|generate|goal|graph|` +
	`inject|list|log|moteus|new|open|param|plot|rearm|replay|run|schema|sim|stop|task|top|version|view)\b`)

// pasted returns a text whose command lines begin as the user began this one, so that they can be
// pasted into the same shell. It leaves those that begin so already.
func pasted(text string) string { return pastedAs(text, invocation()) }

func pastedAs(text, as string) string {
	var b strings.Builder
	end := 0
	for _, at := range mention.FindAllStringIndex(text, -1) {
		before := text[:at[0]]
		if strings.HasSuffix(before, "/") || strings.HasSuffix(before, "go tool ") {
			continue
		}
		b.WriteString(text[end:at[0]])
		b.WriteString(as)
		end = at[0] + len(canonical)
	}
	return b.String() + text[end:]
}

// pasting is an output for people, whose command lines can be pasted.
type pasting struct{ io.Writer }

// Write implements io.Writer.
func (p pasting) Write(text []byte) (int, error) {
	if _, err := io.WriteString(p.Writer, pasted(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// invocation returns the words with which the user started this program.
var invocation = sync.OnceValue(func() string {
	built := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		built = info.Path
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return invocationOf(os.Args[0], built, dir)
})

// invocationOf returns the words that start a program in a folder: its name or path as it was
// typed, or the go command where that has built it into a folder of its own. Built is the path of
// the program's main package.
func invocationOf(typed, built, dir string) string {
	name := strings.TrimSuffix(path.Base(filepath.ToSlash(typed)), ".exe")
	switch {
	case name == "" || name == "." || strings.HasSuffix(name, ".test"):
		return canonical
	case !strings.ContainsAny(typed, `/\`):
		return quoted(name)
	case !slices.ContainsFunc(strings.Split(filepath.ToSlash(typed), "/"), func(folder string) bool { return strings.HasPrefix(folder, "go-build") }):
		return quoted(typed)
	case built == "" || built == "command-line-arguments": // go run FILE.go
		return "go run ."
	}
	root, module, tools := gomodule.Around(dir)
	if below, is := strings.CutPrefix(built+"/", module+"/"); is && module != "" {
		if relative, err := filepath.Rel(dir, filepath.Join(root, filepath.FromSlash(below))); err == nil {
			return "go run " + quoted(localPath(filepath.ToSlash(relative)))
		}
	}
	if slices.Contains(tools, built) {
		return "go tool " + name
	}
	return "go run " + built
}

// localPath returns a path as the go command takes it: one without dots would be an import path.
func localPath(relative string) string {
	if relative == "." || strings.HasPrefix(relative, "..") {
		return relative
	}
	return "./" + relative
}
