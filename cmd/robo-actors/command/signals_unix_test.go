//go:build unix

package command

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// failing is a testscript.T whose script fails.
type failing struct {
	*testing.T
	failed bool
	log    strings.Builder
}

var errFailed = errors.New("the script failed")

func (f *failing) Fatal(...any)      { f.FailNow() }
func (f *failing) FailNow()          { f.failed = true; panic(errFailed) }
func (f *failing) Log(words ...any)  { f.log.WriteString(words[0].(string)) }
func (f *failing) Parallel()         {}
func (f *failing) Skip(words ...any) { f.T.Skip(words...) }
func (f *failing) Verbose() bool     { return false }
func (f *failing) Run(_ string, run func(testscript.T)) {
	defer func() {
		if reason := recover(); reason != nil && reason != errFailed {
			panic(reason)
		}
	}()
	run(f)
}

// A script that fails right after the start of a run must not wait for the end of the run, whatever
// the shell lets its background jobs ignore.
func TestAScriptThatFailsEndsItsRun(t *testing.T) {
	defer signal.Reset(os.Interrupt)
	for _, ignored := range []bool{false, true} {
		if ignored {
			signal.Ignore(os.Interrupt)
			interruptible()
		}
		dir := t.TempDir()
		script := "exec robo-actors run robot/calm.yaml --duration 10m --no-record &run&\nexec robo-actors no-verb\n"
		if err := os.WriteFile(filepath.Join(dir, "fails.txtar"), []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		f := &failing{T: t}
		testscript.RunT(f, scripts(dir))
		if !f.failed || !strings.Contains(f.log.String(), "no-verb") {
			t.Errorf("ignored %t: the script did not fail:\n%s", ignored, f.log.String())
		}
	}
}

// A signal that comes while a verb starts ends it, at once or in order: no signal is lost between
// two handlers.
func TestARunEndsBySignalsThatComeWhileItStarts(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	robot := t.TempDir()
	if err := os.CopyFS(robot, os.DirFS("../../../examples/mobile_manipulator")); err != nil {
		t.Fatal(err)
	}
	if err := calm(robot); err != nil {
		t.Fatal(err)
	}
	for trial := range 10 {
		run := exec.Command(program, "run", filepath.Join(robot, "calm.yaml"), "--duration", "10m", "--no-record", "--notes")
		run.Args[0] = "robo-actors"
		errs, err := run.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		if trial%2 == 1 { // the verb has chosen: it has printed its first line
			if _, err := errs.Read(make([]byte, 1)); err != nil {
				t.Errorf("trial %d: %v", trial, err)
			}
		}
		if err := run.Process.Signal(syscall.SIGTERM); err != nil {
			t.Errorf("trial %d: %v", trial, err)
		}
		_, _ = io.Copy(io.Discard, errs)
		_ = run.Wait() // by which way it ended depends on when the signal came
	}
}
