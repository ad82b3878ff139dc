//go:build unix

package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// full is the end of a pipe that nobody reads and that takes no more.
func full(t *testing.T) *os.File {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close(); writer.Close() })
	if err := writer.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := writer.Write(make([]byte, 4096)); err != nil {
			return writer
		}
	}
}

func TestARunEndsBySignalsThoughNobodyReadsItsReport(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "run", "../../../examples/mobile_manipulator/app.yaml", "--no-record")
	run.Args[0] = "robo-actors"
	dir, err := os.MkdirTemp("", "ra") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	run.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
	run.Stdout = full(t)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	begun := false
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		select {
		case <-ended:
			return
		default:
		}
		if time.Since(begin) > 30*time.Second { // three times as long as the run itself
			_ = run.Process.Kill()
			t.Fatal("it has not ended within 30 s")
		}
		if sockets, err := filepath.Glob(filepath.Join(dir, "*", "*.sock")); err != nil {
			t.Fatal(err)
		} else if begun = begun || len(sockets) > 0; begun {
			_ = run.Process.Signal(syscall.SIGTERM) // it may have ended now
		}
	}
}
