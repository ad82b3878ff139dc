//go:build unix

package faults

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// childLine is the variable of the environment that tells a child which fault it suffers; "none"
// for none.
const childLine = "ROBO_ACTORS_FAULT"

// ticking is an actor that says how its last tick was.
type ticking struct {
	Out actors.Out[float64] `port:"out"`
}

func (a *ticking) Tick(t *actors.Tick) error { return a.Out.Send(t, 1) }
func (a *ticking) Stop(*actors.Context, actors.StopReason) error {
	fmt.Println("confirmed")
	return nil
}

// TestAChildOfTheseTests is no test: it is what runs in the processes that the tests below start
// and lose.
func TestAChildOfTheseTests(t *testing.T) {
	line := os.Getenv(childLine)
	if line == "" {
		t.Skip("it runs in a process of its own")
	}
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	system, err := actors.New(actors.Application{Actors: []actors.Spec{{Name: "w/a", New: func() any { return &ticking{} }, Period: 5 * time.Millisecond,
		Tolerance: actors.Tolerance{Missed: -1}}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := system.Start(ctx); err != nil {
		t.Fatal(err)
	}
	fmt.Println("ready")
	if line != "none" {
		suffering(t, line)
	}
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Second): // nobody looks after this child any more
	}
	// What it missed is counted at its next release, which may come after the signal that ends it.
	before := system.Health()[0].Ticks
	for range 1000 {
		if system.Health()[0].Ticks > before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := system.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	fmt.Println("missed", system.Health()[0].Missed)
}

// suffering injects a fault into the child and reports what it cannot do then.
func suffering(t *testing.T, line string) {
	a, err := Parse("at 0s " + line)
	if err != nil {
		t.Fatal(err)
	}
	undo, err := Suffer(a.Fault)
	if err != nil {
		t.Fatal(err)
	}
	file, failed := os.CreateTemp(t.TempDir(), "x")
	if failed == nil {
		_, failed = file.Write([]byte("x"))
		_ = file.Close()
	}
	switch a.Fault.Kind {
	case actors.FaultOutOfMemory:
		for kept := [][]byte{}; ; kept = append(kept, bytes.Repeat([]byte{1}, 1<<20)) {
			runtime.KeepAlive(kept)
		}
	case actors.FaultThreadLimit:
		for range 100 {
			go func() { runtime.LockOSThread(); select {} }()
			time.Sleep(time.Millisecond)
		}
	}
	fmt.Println("file:", failed)
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	file, failed = os.CreateTemp(t.TempDir(), "x")
	if failed == nil {
		_ = file.Close()
	}
	fmt.Println("file again:", failed)
}

// child is a process that is about to be lost.
type child struct {
	t      *testing.T
	cmd    *exec.Cmd
	out    *bufio.Reader
	errors bytes.Buffer
}

func startChild(t *testing.T, line string) *child {
	t.Helper()
	c := &child{t: t, cmd: exec.Command(os.Args[0], "-test.run=^TestAChildOfTheseTests$", "-test.v")}
	c.cmd.Env = append(os.Environ(), childLine+"="+line, "TMPDIR="+t.TempDir()) // which it may not live to remove
	c.cmd.Stderr = &c.errors
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.cmd.Process.Kill() })
	c.out = bufio.NewReader(out)
	c.expect("ready")
	return c
}

// expect reads up to a line that begins so, and returns it.
func (c *child) expect(begin string) string {
	c.t.Helper()
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			c.t.Fatalf("there was no line %q: %v; %s", begin, err, c.errors.String())
		}
		if strings.HasPrefix(line, begin) {
			return strings.TrimSpace(line)
		}
	}
}

// end waits for the end of the process and returns its state.
func (c *child) end() *os.ProcessState {
	c.t.Helper()
	if _, err := io.Copy(io.Discard, c.out); err != nil {
		c.t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := c.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		c.t.Fatal(err)
	}
	return c.cmd.ProcessState
}

func (c *child) strike(f actors.Fault) {
	c.t.Helper()
	f.Target = "process"
	if err := Strike(c.cmd.Process, f); err != nil {
		c.t.Fatal(err)
	}
}

func TestAKilledProcessIsGoneAtOnce(t *testing.T) {
	c := startChild(t, "none")
	c.strike(actors.Fault{Kind: actors.FaultKill})
	if s := c.end().Sys().(syscall.WaitStatus); !s.Signaled() || s.Signal() != syscall.SIGKILL {
		t.Errorf("%v", s)
	}
}

func TestAProcessThatIsAskedTwiceToEndStopsOnce(t *testing.T) {
	c := startChild(t, "none")
	c.strike(actors.Fault{Kind: actors.FaultTerminate})
	c.expect("confirmed")
	c.expect("missed")
	if s := c.end(); !s.Success() {
		t.Errorf("%v: %s", s, c.errors.String())
	}
}

func TestAProcessThatWasStoppedSkipsWhatItMissed(t *testing.T) {
	c := startChild(t, "none")
	c.strike(actors.Fault{Kind: actors.FaultPause, Delay: 200 * time.Millisecond})
	c.strike(actors.Fault{Kind: actors.FaultTerminate, Count: 1})
	var missed int
	if _, err := fmt.Sscanf(c.expect("missed"), "missed %d", &missed); err != nil || missed < 30 {
		t.Errorf("%d releases of 40 were missed, %v", missed, err)
	}
	c.end()
}

// noMemory is how Go's runtime says that it got none, by what it wanted it for. For the queues of
// its collector (Go 1.26) it does not look at what it got, and ends at the address 0: one run in
// sixty here.
const noMemory = `out of memory|cannot allocate memory|pthread_create failed|addr=0x0\n\ngoroutine .*\nruntime\.\(\*spanQueue\)\.tryDrain`

func TestWhatHitsAProcessFromInsideEndsItOrTakesItsMeans(t *testing.T) {
	tested := map[actors.FaultKind]bool{actors.FaultKill: true, actors.FaultTerminate: true, actors.FaultPause: true}
	for line, want := range map[string]struct{ dies, file string }{
		"stray_panic process":            {dies: "panic: injected outside of an actor"},
		"out_of_memory process limit=64": {dies: noMemory},
		"thread_limit process limit=30":  {dies: "thread exhaustion"},
		"no_descriptors process limit=3": {file: "too many open files"},
		"shared_memory process":          {file: "file too large"},
	} {
		a, err := Parse("at 0s " + line)
		if err != nil {
			t.Fatal(err)
		}
		tested[a.Fault.Kind] = true
		t.Run(line, func(t *testing.T) {
			if raceEnabled && a.Fault.Kind == actors.FaultOutOfMemory {
				t.Skip("the race detector's own memory ends the process in another way, where little address space is left; the plain run of this test asserts which")
			}
			c := startChild(t, line)
			if want.dies != "" {
				if s := c.end(); s.ExitCode() != 2 || !regexp.MustCompile(want.dies).MatchString(c.errors.String()) {
					t.Errorf("%v: %.2000s", s, c.errors.String())
				}
				return
			}
			if got := c.expect("file:"); !strings.Contains(got, want.file) {
				t.Errorf("%q, want %q", got, want.file)
			}
			if got := c.expect("file again:"); got != "file again: <nil>" {
				t.Errorf("%q", got)
			}
			c.strike(actors.Fault{Kind: actors.FaultTerminate})
			if s := c.end(); !s.Success() {
				t.Errorf("%v: %s", s, c.errors.String())
			}
		})
	}
	for _, k := range Kinds() {
		if k.Child() && !tested[actors.FaultKind(k.Name)] {
			t.Errorf("%s has no test of its effect", k.Name)
		}
	}
}

func TestWhatIsNoFaultOfAProcessIsRefused(t *testing.T) {
	f := actors.Fault{Kind: actors.FaultDrop, Target: "a"}
	if err := Strike(&os.Process{}, f); err == nil || !strings.Contains(err.Error(), "drop a p=1 burst=1 does not act on a process from outside") {
		t.Error(err)
	}
	if _, err := Suffer(f); err == nil || !strings.Contains(err.Error(), "drop a p=1 burst=1 does not act on a process from inside") {
		t.Error(err)
	}
	f.Probability = 3
	if err := Strike(nil, f); err == nil {
		t.Error("a bad fault was taken")
	}
	if _, err := Suffer(f); err == nil {
		t.Error("a bad fault was taken")
	}
}
