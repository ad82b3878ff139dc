//go:build linux

package killtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/actors/session"
)

// application is the process under test.
type application struct {
	cmd    *exec.Cmd
	dir    string
	output bytes.Buffer
	ended  chan struct{} // closed once err is set
	err    error
	struck chan struct{} // closed once it was struck
	once   sync.Once
	asked  bool // it was re-armed
}

func startApplication(program, file, dir, recording string) (*application, error) {
	a := &application{cmd: command(program, dir, "run", file, "--duration", "10m", "--record", recording), dir: dir,
		ended: make(chan struct{}), struck: make(chan struct{})}
	a.cmd.Stdout, a.cmd.Stderr = &a.output, &a.output
	if err := a.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		a.err = a.cmd.Wait()
		close(a.ended)
	}()
	return a, nil
}

func (a *application) signal(s syscall.Signal) error { return a.cmd.Process.Signal(s) }

// strike sends the signal. From then on the test sends the process no requests.
func (a *application) strike(s syscall.Signal) error {
	err := a.signal(s)
	a.once.Do(func() { close(a.struck) })
	return err
}

// wait waits for the end of the process.
func (a *application) wait(ctx context.Context) error {
	select {
	case <-a.ended:
		return nil
	case <-ctx.Done():
		return errors.Join(ctx.Err(), a.cmd.Process.Kill())
	case <-time.After(patience):
		return errors.Join(errors.New("the application's process did not end"), a.cmd.Process.Kill())
	}
}

// socket finds the control socket of the process, which names its number.
func (a *application) socket() (string, bool) {
	dir := filepath.Join(a.dir, "robo-actors")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", false
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), fmt.Sprintf("-%d.sock", a.cmd.Process.Pid)) {
			return filepath.Join(dir, e.Name()), true
		}
	}
	return "", false
}

// between is the pause between two attempts.
const between = 20 * time.Millisecond

// acknowledge re-arms every world again and again until done returns true, stopped is closed or the
// process ends. It calls first before the first time. A drive whose watchdog has acted needs a
// reset.
func (a *application) acknowledge(ctx context.Context, first func(), done func() bool, stopped <-chan struct{}) {
	for ; !done(); pause(ctx, stopped) {
		select {
		case <-stopped:
			return
		case <-a.ended:
			return
		case <-ctx.Done():
			return
		default:
		}
		path, found := a.socket()
		if !found {
			continue
		}
		client := session.OnSocket(path)
		status, err := client.Status(ctx)
		if err != nil {
			continue
		}
		if !a.asked {
			first()
		}
		a.asked = true
		for world := range status.Worlds {
			_, _ = client.Reset(ctx, world) // refused while a cause is there
		}
	}
}

func pause(ctx context.Context, stopped <-chan struct{}) {
	select {
	case <-time.After(between):
	case <-stopped:
	case <-ctx.Done():
	}
}
