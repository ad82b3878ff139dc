package actortest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheCommandThatAddsTheToolIsNamedWhereTheModuleLacksIt(t *testing.T) {
	folder := t.TempDir()
	for text, named := range map[string]bool{
		"module bot\n": true,
		"module bot\ntool github.com/robo-actors/robo-actors/cmd/robo-actors\n":               false,
		"module bot\ntool (\n\tgithub.com/robo-actors/robo-actors/cmd/robo-actors // it\n)\n": false,
	} {
		if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		const adds = "go mod edit -tool=github.com/robo-actors/robo-actors/cmd/robo-actors && go mod tidy"
		if got := withoutTool(folder); strings.Contains(got, adds) != named {
			t.Errorf("with the go.mod\n%sthe hint is %q", text, got)
		}
	}
}
