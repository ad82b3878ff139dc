package command

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// A module of a user names this one in its go.mod and holds a program that calls Main.
func TestAModuleElsewhereHasEveryVerbForItsOwnKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds two programs")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOFLAGS").Output()
	if err != nil {
		t.Fatal(err)
	}
	settings := append(strings.Split(string(out), "\n"), "", "", "")
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/outside",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			for name, value := range map[string]string{"ROOT": root, "GOCACHE": settings[0], "GOMODCACHE": settings[1],
				"GOFLAGS": strings.TrimSpace(settings[2] + " -mod=mod"), "GOPROXY": "off", "GOSUMDB": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"} {
				env.Setenv(name, value)
			}
			return nil
		},
	})
}
