package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommandLinesBeginAsTheUserBegan(t *testing.T) {
	clone, own := t.TempDir(), t.TempDir()
	const command = "github.com/robo-actors/robo-actors/cmd/robo-actors"
	for folder, text := range map[string]string{
		clone: "module github.com/robo-actors/robo-actors // the module\n\ngo 1.26\n",
		own:   "module example.org/bots\n\nrequire (\n\tgithub.com/robo-actors/robo-actors v0.1.0\n)\n\ntool (\n\t" + command + "\n)\n",
	} {
		if err := os.MkdirAll(filepath.Join(folder, "cmd", "walker"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const run, cached = "/x/go-build3/b001/exe/", "/x/cache/go-build/10/10cf-d/"
	for _, c := range []struct{ typed, built, dir, want string }{
		{"robo-actors", command, clone, "robo-actors"},
		{"./robo-actors", command, clone, "./robo-actors"},
		{"/x/my bots/walker", "example.org/bots/cmd/walker", own, "'/x/my bots/walker'"},
		{"walker.exe", "example.org/bots/cmd/walker", own, "walker"},
		{run + "robo-actors", command, clone, "go run ./cmd/robo-actors"},
		{cached + "robo-actors", command, filepath.Join(clone, "cmd"), "go run ./robo-actors"},
		{run + "robo-actors", command, filepath.Join(clone, "cmd", "walker"), "go run ../robo-actors"},
		{run + "robo-actors", command, own, "go tool robo-actors"},
		{cached + "robo-actors", command, own, "go tool robo-actors"},
		{run + "walker", "example.org/bots/cmd/walker", own, "go run ./cmd/walker"},
		{run + "bots", "example.org/bots", own, "go run ."},
		{run + "main", "command-line-arguments", own, "go run ."},
		{run + "robo-actors", command, filepath.Dir(clone), "go run " + command},
		{"/x/command.test", command, clone, "robo-actors"},
	} {
		if got := invocationOf(c.typed, c.built, c.dir); got != c.want {
			t.Errorf("%s of %s in %s: %q, expected %q", c.typed, c.built, c.dir, got, c.want)
		}
	}
}

func TestCommandLinesAreReplacedOnce(t *testing.T) {
	for as, want := range map[string]string{
		"./bot":                    "run ./bot rearm arm, then ./bot run 'x'",
		"go tool robo-actors":      "run go tool robo-actors rearm arm, then go tool robo-actors run 'x'",
		"go run ./cmd/robo-actors": "run go run ./cmd/robo-actors rearm arm, then go run ./cmd/robo-actors run 'x'",
		"robo-actors":              "run robo-actors rearm arm, then robo-actors run 'x'",
		"'/x/my bots/$1/robo'":     "run '/x/my bots/$1/robo' rearm arm, then '/x/my bots/$1/robo' run 'x'",
	} {
		got := pastedAs("run robo-actors rearm arm, then robo-actors run 'x'", as)
		if again := pastedAs(got, as); got != want || again != want {
			t.Errorf("%s: %q, and again %q; expected %q", as, got, again, want)
		}
	}
}

// Every verb is known, so that no printed command line keeps the name of another program.
func TestEveryVerbIsKnownInCommandLines(t *testing.T) {
	for _, c := range newRoot(standardKinds(), nil, nil, nil).Commands() {
		if text := "see: robo-actors " + c.Name(); !mention.MatchString(text) {
			t.Errorf("verb %q is missing", c.Name())
		}
	}
	for _, text := range []string{"the files of robo-actors runs", "robo-actors, run", "not a recording of robo-actors: x"} {
		if mention.MatchString(text) {
			t.Errorf("%q has no command line", text)
		}
	}
	var b strings.Builder
	if n, err := (pasting{&b}).Write([]byte("next: robo-actors view x\n")); n != 25 || err != nil || b.String() != "next: robo-actors view x\n" {
		t.Errorf("%d, %v, %q", n, err, b.String())
	}
}
