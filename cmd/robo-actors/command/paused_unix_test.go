//go:build unix

package command

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
)

// TestARearmWhoseClientGaveUpNeverRunsTheDrives pauses an application, asks it to re-arm, gives up,
// and lets it continue.
func TestARearmWhoseClientGaveUpNeverRunsTheDrives(t *testing.T) {
	client, process := runCalm(t)
	ctx := t.Context()
	stopped := func() bool {
		status, err := client.Gate(ctx, "mobile_base")
		if err != nil {
			return true // it does not answer: nothing is known
		}
		for _, j := range status.Joints {
			if j.Mode.Passes() {
				return false
			}
		}
		return true
	}
	eventuallyTrue(t, "the base is stopped", func() bool {
		_, err := client.Stop(ctx, "mobile_base", messages.ModeRampHold)
		return err == nil
	})
	for trial := range 8 {
		pause(t, process)
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		if _, err := client.Rearm(short, "mobile_base"); err == nil {
			t.Error("a paused application answered")
		}
		cancel()
		if err := process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if !stopped() {
				t.Fatalf("trial %d: the drives run, though the client gave up before the application continued", trial)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	eventuallyTrue(t, "the base runs", func() bool {
		if _, err := client.Rearm(ctx, "mobile_base"); err != nil {
			_, _ = client.Reset(ctx, "mobile_base") // a drive's watchdog may have acted in a pause
		}
		return !stopped()
	})
}

// pause stops a child process, and returns once all its threads stand.
func pause(t *testing.T, process *os.Process) {
	t.Helper()
	if err := process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatalf("the process is not stopped: %v, %v", status, err)
	}
}

// runCalm runs the variant of the example that tolerates a slow machine, until the test ends.
func runCalm(t *testing.T) (*session.Client, *os.Process) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "ra") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	robot := filepath.Join(dir, "robot")
	if err := os.CopyFS(robot, os.DirFS("../../../examples/mobile_manipulator")); err != nil {
		t.Fatal(err)
	}
	if err := calm(robot); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "run", filepath.Join(robot, "calm.yaml"), "--duration", "10m", "--no-record")
	run.Args[0] = "robo-actors"
	run.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = run.Process.Kill()
		_ = run.Wait() // it was killed
	})
	t.Setenv("XDG_RUNTIME_DIR", dir)
	var client *session.Client
	eventuallyTrue(t, "the application answers", func() bool {
		if client, err = session.Connect(""); err != nil {
			return false
		}
		status, err := client.Gate(t.Context(), "mobile_base")
		return err == nil && len(status.Joints) > 0 && status.Joints[0].Mode == messages.ModeRun
	})
	return client, run.Process
}

// eventuallyTrue waits until a condition holds.
func eventuallyTrue(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begin := time.Now(); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > patience {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}
