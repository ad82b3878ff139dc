package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
)

func TestMain(m *testing.M) {
	interruptible()
	testscript.Main(m, map[string]func(){"robo-actors": func() { Main(standardKinds()) }})
}

// interruptible lets the programs of scripts receive interrupts: a script that fails ends them so,
// and then waits for them. A test in the background of a shell was started with interrupts
// ignored, and its children would inherit that.
func interruptible() {
	if signal.Ignored(os.Interrupt) {
		signal.Reset(os.Interrupt)
		signal.Notify(make(chan os.Signal, 1), os.Interrupt) // children inherit no handler
	}
}

// standardKinds returns the registry that the command itself uses.
func standardKinds() *actors.Registry {
	registry, err := kinds.Standard()
	if err != nil {
		panic(err)
	}
	return registry
}

// TestCommand runs the command lines of testdata/script in processes of their own. Every script has
// a copy of the example in the folder robot, as app.yaml and, for a busy machine, as calm.yaml, and
// a run directory of its own.
func TestCommand(t *testing.T) {
	testscript.Run(t, scripts("testdata/script"))
}

// scripts are the parameters of the scripts in a folder.
func scripts(dir string) testscript.Params {
	return testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			// The path of a socket is short: the script's own folder may be too deep.
			dir, err := os.MkdirTemp("", "ra")
			if err != nil {
				return err
			}
			env.Defer(func() { _ = os.RemoveAll(dir) })
			env.Setenv("XDG_RUNTIME_DIR", dir)
			robot := filepath.Join(env.WorkDir, "robot")
			if err := os.CopyFS(robot, os.DirFS("../../../examples/mobile_manipulator")); err != nil {
				return err
			}
			return calm(robot)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":      exits,
			"eventually": eventually,
			"isjson":     isJSON,
			"replace":    replace,
			"truncate":   truncate,
			"until":      until,
		},
	}
}

// calm writes a variant of the example that tolerates a slow machine: the tests in real time check
// the command, not the machine.
func calm(robot string) error {
	data, err := os.ReadFile(filepath.Join(robot, "app.yaml"))
	if err != nil {
		return err
	}
	text := string(data)
	for _, r := range [][2]string{
		{"    rate: 100Hz\n    models:", "    rate: 50Hz\n    on_overrun: {missed: 1000000, hang_after: 1s}\n    models:"},
		{"    rate: 500Hz\n    models:", "    rate: 100Hz\n    on_overrun: {missed: 1000000, hang_after: 1s}\n    models:"},
		{"        type: simulated\n", "        type: simulated\n        max_age: 2s\n        options: {silence: 5s}\n"},
		{"        gear_ratio:", "        watchdog: 1s\n        gear_ratio:"},
		{"plant:\n", "plant:\n  hang_after: 1s\n"},
		{"rate: 1kHz", "rate: 100Hz"},
		{"max_age: 30ms", "max_age: 2s"},
	} {
		if !strings.Contains(text, r[0]) {
			return fmt.Errorf("the example has no %q any more", r[0])
		}
		text = strings.ReplaceAll(text, r[0], r[1])
	}
	return os.WriteFile(filepath.Join(robot, "calm.yaml"), []byte(text), 0o600)
}

// exits CODE COMMAND... runs a command that must end with that code.
func exits(ts *testscript.TestScript, _ bool, arguments []string) {
	if len(arguments) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(arguments[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(arguments[1], arguments[2:]...); err != nil {
		var ended *exec.ExitError
		if !errors.As(err, &ended) {
			ts.Fatalf("%v", err)
		}
		got = ended.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, expected %d", got, want)
	}
}

// patience bounds what eventually waits for; it is far beyond what a busy machine takes.
const patience = time.Minute

// eventually COMMAND... repeats a command until it succeeds.
func eventually(ts *testscript.TestScript, _ bool, arguments []string) {
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := ts.Exec(arguments[0], arguments[1:]...)
		if err == nil {
			return
		}
		if time.Since(begin) > patience {
			ts.Fatalf("it never succeeded: %v", err)
		}
	}
}

// until REGEXP COMMAND... repeats a command until it succeeds and prints a line that matches.
func until(ts *testscript.TestScript, _ bool, arguments []string) {
	want, err := regexp.Compile("(?m)" + arguments[0])
	ts.Check(err)
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := ts.Exec(arguments[1], arguments[2:]...)
		if err == nil && want.MatchString(ts.ReadFile("stdout")) {
			return
		}
		if time.Since(begin) > patience {
			ts.Fatalf("it never printed %s: %v", want, err)
		}
	}
}

// isjson FILE checks that a file, or stdout, is one JSON document; each line of it with the
// argument lines before.
func isJSON(ts *testscript.TestScript, neg bool, arguments []string) {
	file := arguments[len(arguments)-1]
	documents := []string{ts.ReadFile(file)}
	if arguments[0] == "lines" {
		documents = strings.Split(strings.TrimSuffix(documents[0], "\n"), "\n")
	}
	for _, d := range documents {
		if json.Valid([]byte(d)) == neg {
			ts.Fatalf("valid JSON: %t, in %.200q", !neg, d)
		}
	}
}

// replace FILE OLD NEW replaces a text that the file has exactly once.
func replace(ts *testscript.TestScript, _ bool, arguments []string) {
	file := ts.MkAbs(arguments[0])
	before := ts.ReadFile(arguments[0])
	old, with := unquoted(arguments[1]), unquoted(arguments[2])
	if n := strings.Count(before, old); n != 1 {
		ts.Fatalf("%s has %q %d times, expected once", arguments[0], old, n)
	}
	ts.Check(os.WriteFile(file, []byte(strings.Replace(before, old, with, 1)), 0o600))
}

// unquoted lets scripts write a new line as \n.
func unquoted(text string) string {
	return strings.ReplaceAll(text, `\n`, "\n")
}

// truncate FILE BYTES cuts a file off.
func truncate(ts *testscript.TestScript, _ bool, arguments []string) {
	size, err := strconv.ParseInt(arguments[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(arguments[0]), size))
}
