//go:build linux

package killtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/internal/drives"
	"github.com/robo-actors/robo-actors/messages"
)

// patience bounds every wait; a busy machine needs far less.
const patience = 30 * time.Second

// command starts a process that finds the run directory.
func command(program, dir string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(program, arguments...)
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C ends the test, which then ends the process in order
	return cmd
}

// driveProcess is the process of the drives, with everything it has printed.
type driveProcess struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	errors bytes.Buffer
	ended  chan error

	mu      sync.Mutex
	changes []drives.Change
	marks   map[string]placed
	joints  int
	modes   map[string]string // by joint
	told    chan struct{}     // closed and replaced with every line
	err     error
}

// placed is the position of a mark among the changes, and its time on the clock of the drives'
// process.
type placed struct {
	changes int
	at      messages.Instant
}

// line is any line that the drives' process prints.
type line struct {
	drives.Change
	Joints []string `json:"joints"`
	Mark   string   `json:"mark"`
}

func startDrives(ctx context.Context, program, file, dir string) (*driveProcess, error) {
	d := &driveProcess{cmd: command(program, dir, "drives", file), ended: make(chan error, 1), marks: map[string]placed{}, modes: map[string]string{}, told: make(chan struct{})}
	d.cmd.Stderr = &d.errors
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if d.in, err = d.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	go d.read(out)
	if err := d.mark(ctx, "begin"); err != nil {
		return nil, errors.Join(err, d.end())
	}
	return d, nil
}

// read takes in what the process prints, until its end.
func (d *driveProcess) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var l line
		err := json.Unmarshal(lines.Bytes(), &l)
		d.mu.Lock()
		switch {
		case err != nil:
			d.err = fmt.Errorf("the drives' process printed %q: %w", lines.Text(), err)
		case l.Joints != nil:
			d.joints += len(l.Joints)
		case l.Mark != "":
			d.marks[l.Mark] = placed{len(d.changes), l.At}
		case l.Joint != "":
			d.changes = append(d.changes, l.Change)
			d.modes[l.Joint] = l.To
		}
		close(d.told)
		d.told = make(chan struct{})
		d.mu.Unlock()
	}
	d.ended <- errors.Join(lines.Err(), d.cmd.Wait())
}

// mark has the process print a text, and waits for it: whatever it printed before has been read
// then.
func (d *driveProcess) mark(ctx context.Context, text string) error {
	if _, err := fmt.Fprintf(d.in, "mark %s\n", text); err != nil {
		return fmt.Errorf("the drives' process does not listen: %w: %s", err, d.errors.String())
	}
	return d.until(ctx, "a mark", func() bool { _, is := d.marks[text]; return is })
}

// errPatience is what until returns when nothing came of it.
var errPatience = errors.New("it did not happen")

// until waits until a condition of the printed changes holds.
func (d *driveProcess) until(ctx context.Context, what string, holds func() bool) error {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		d.mu.Lock()
		ok, told, err := holds(), d.told, d.err
		d.mu.Unlock()
		switch {
		case err != nil:
			return err
		case ok:
			return nil
		}
		select {
		case <-told:
		case <-ctx.Done():
			return ctx.Err()
		case <-limit.C:
			return fmt.Errorf("%s: %w within %s", what, errPatience, patience)
		}
	}
}

// since returns the changes after a mark.
func (d *driveProcess) since(mark string) []drives.Change {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.changes[d.marks[mark].changes:])
}

// at returns when a mark was made.
func (d *driveProcess) at(mark string) messages.Instant {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.marks[mark].at
}

// running lists the joints whose drives are in run, sorted.
func (d *driveProcess) running() (all []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for joint, mode := range d.modes {
		if mode == "run" || mode == "limited" {
			all = append(all, joint)
		}
	}
	sort.Strings(all)
	return all
}

// end asks the process to end, and says whether it did so in order.
func (d *driveProcess) end() error {
	_ = d.cmd.Process.Signal(syscall.SIGTERM) // it may be gone already: Wait tells
	select {
	case err := <-d.ended:
		if err != nil {
			return fmt.Errorf("the drives' process: %w: %s", err, strings.TrimSpace(d.errors.String()))
		}
		return nil
	case <-time.After(patience):
		return errors.Join(errors.New("the drives' process did not end"), d.cmd.Process.Kill())
	}
}
