package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// gone returns the number of a process that has ended.
func gone(t *testing.T) int {
	t.Helper()
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	return ended.Process.Pid
}

func TestOnlyDeadSocketsOfThisPackageAreRemoved(t *testing.T) {
	dir, dead := t.TempDir(), gone(t)
	keep := map[string]func(path string) error{
		fmt.Sprintf("notes-%d.sock", dead):  func(path string) error { return os.WriteFile(path, []byte("mine"), 0o600) },
		fmt.Sprintf("folder-%d.sock", dead): func(path string) error { return os.Mkdir(path, 0o700) },
		fmt.Sprintf("link-%d.sock", dead):   func(path string) error { return os.Symlink("elsewhere", path) },
		fmt.Sprintf("early-%d.sock", os.Getpid()): func(path string) error { // bound, and does not listen yet
			return bind(t, path)
		},
		"x-99999999999999999999.sock": func(path string) error { return bind(t, path) },
		"other.sock":                  func(path string) error { return bind(t, path) },
	}
	for name, build := range keep {
		if err := build(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	left := SocketPath(dir, "arm", dead)
	if err := bind(t, left); err != nil {
		t.Fatal(err)
	}
	if names, err := Running(dir); err != nil || len(names) != 0 {
		t.Errorf("%v, %v; expected no application", names, err)
	}
	for name := range keep {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Errorf("%s was removed: %v", name, err)
		}
	}
	if _, err := os.Lstat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket that a process left is still there: %v", err)
	}
}

// bind creates a socket that nobody listens on.
func bind(t *testing.T, path string) error {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return err
	}
	l.SetUnlinkOnClose(false)
	return l.Close()
}

func TestAServerReplacesASocketAndNothingElse(t *testing.T) {
	path := SocketPath(t.TempDir(), "arm", 5)
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(path, echo); err == nil || !strings.Contains(err.Error(), "is not a socket: remove it") {
		t.Errorf("%v; expected that the file is named", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "mine" {
		t.Errorf("the file is %q, %v", text, err)
	}
}

func TestAServerThatEndsLeavesTheSocketOfAnotherAlone(t *testing.T) {
	path := SocketPath(t.TempDir(), "arm", 5)
	first, err := Listen(path, echo)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Listen(path, echo)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := Call(t.Context(), path, "echo", nil, nil); err != nil {
		t.Errorf("the second server lost its socket: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// A socket that accepts and says nothing, as that of a paused application does.
func TestASilentSocketIsSkippedAndNamed(t *testing.T) {
	dir := t.TempDir()
	silent, err := net.Listen("unix", SocketPath(dir, "paused", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	s, err := Listen(SocketPath(dir, "arm", os.Getpid()), echo)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := fmt.Sprintf("paused-%d does not answer", os.Getpid())
	names, err := Running(dir)
	if len(names) != 1 || !errors.Is(err, ErrSilent) || err.Error() != want {
		t.Errorf("%v, %v; expected the arm, and %q", names, err, want)
	}
	path, skipped, err := Find(dir, "")
	if err != nil || path != SocketPath(dir, "arm", os.Getpid()) || skipped == nil || skipped.Error() != want {
		t.Errorf("%s, %v, %v", path, skipped, err)
	}
	if path, _, err := Find(dir, fmt.Sprintf("paused-%d", os.Getpid())); err != nil || path != SocketPath(dir, "paused", os.Getpid()) {
		t.Errorf("%s, %v; expected that a paused application can be named", path, err)
	}
	if _, skipped, err := Find(dir, "paused"); err == nil || skipped == nil {
		t.Errorf("%v, %v; expected that it is skipped", skipped, err)
	}
}

// 4 000 connections that ask nothing kept a stop out for longer than its client waits.
func TestThousandsOfIdleConnectionsKeepNoStopOut(t *testing.T) {
	path := listen(t, echo)
	const crowd = 4000
	idle := make([]net.Conn, 0, crowd)
	defer func() {
		for _, c := range idle {
			_ = c.Close()
		}
	}()
	for len(idle) < crowd {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Logf("%d connections: %v", len(idle), err) // the machine allows no more files
			break
		}
		idle = append(idle, c)
	}
	for range 3 {
		if err := Call(t.Context(), path, "echo", []string{"stop"}, nil); err != nil {
			t.Fatalf("behind %d idle connections: %v", len(idle), err)
		}
	}
}

// An operator's process keeps its session although another process has opened all others since.
func TestTheProcessWithMostIdleSessionsMakesRoom(t *testing.T) {
	operator, attacker := &net.UnixConn{}, make([]*net.UnixConn, 3)
	all := crowd{operator: {process: 1}}
	for i := range attacker {
		attacker[i] = &net.UnixConn{}
		all[attacker[i]] = &visitor{process: 2, since: all[operator].since.Add(1 + 2)}
	}
	all[attacker[1]].since = all[operator].since.Add(1)
	if least := all.leastDeserving(); least != attacker[1] {
		t.Error("expected the oldest session of the process with most of them")
	}
	for _, c := range attacker {
		all[c].busy = true
	}
	if least := all.leastDeserving(); least != operator {
		t.Error("expected the only silent session")
	}
	all[operator].busy = true
	if least := all.leastDeserving(); least != nil {
		t.Error("a session with a request was ended")
	}
}

// A stop does not wait for its turn behind requests that hang.
func TestAStopIsCarriedOutBesideAnyNumberOfRequests(t *testing.T) {
	answer := make(chan struct{})
	var busy sync.WaitGroup
	busy.Add(maxAnswers)
	path := listen(t, map[string]Handler{
		"wait": {Answer: func(context.Context, json.RawMessage) (any, error) { busy.Done(); <-answer; return "done", nil }},
		"stop": {Answer: func(context.Context, json.RawMessage) (any, error) { return "stopped", nil }, Urgent: true},
	})
	replied := make(chan error, maxAnswers)
	for range maxAnswers {
		go func() { replied <- Call(t.Context(), path, "wait", nil, nil) }()
	}
	busy.Wait()
	if err := Call(t.Context(), path, "stop", nil, nil); err != nil {
		t.Error(err)
	}
	close(answer)
	for range maxAnswers {
		if err := <-replied; err != nil {
			t.Error(err)
		}
	}
}

// Clients that ask much and read nothing, end in the middle of a request, or send garbage.
func TestClientsThatDoNotReadKeepNobodyFromAsking(t *testing.T) {
	path := listen(t, map[string]Handler{
		"much": {Answer: func(context.Context, json.RawMessage) (any, error) { return strings.Repeat("x", 1<<20), nil }},
		"echo": echo["echo"],
	})
	for i := range 2 * maxAnswers {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		line := []string{"{\"verb\":\"much\"}\n", "{\"verb\":\"mu", "\x00\xff\xfe\n\n\n", "[[[[[[[[\n"}[i%4]
		if _, err := c.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		if err := Call(t.Context(), path, "echo", []string{"here"}, nil); err != nil {
			t.Error(err)
		}
	}
}

// replied is a value of a user, whose MarshalJSON is a function of the test.
type replied func() ([]byte, error)

func (r replied) MarshalJSON() ([]byte, error) { return r() }

func TestAReplyWhoseMarshalJSONMisbehavesIsAnErrorAndTheSessionGoesOn(t *testing.T) {
	answer := func(do replied) Handler {
		return Handler{Answer: func(context.Context, json.RawMessage) (any, error) { return []any{do}, nil }}
	}
	path := listen(t, map[string]Handler{
		"echo":   echo["echo"],
		"panics": answer(func() ([]byte, error) { panic("no JSON of mine") }),
		"ends":   answer(func() ([]byte, error) { runtime.Goexit(); return nil, nil }),
		"fails":  answer(func() ([]byte, error) { return nil, errors.New("not today") }),
	})
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewScanner(c)
	for _, r := range []struct{ request, want string }{
		{`{"verb":"panics"}`, "the reply to panics cannot be encoded: "},
		{`{"verb":"ends"}`, "the reply to ends cannot be encoded: "},
		{`{"verb":"fails"}`, "not today"},
		{`{"verb":"echo","arguments":["x"]}`, `{"value":["x"]}`},
	} {
		if _, err := fmt.Fprintln(c, r.request); err != nil {
			t.Fatal(err)
		}
		if !in.Scan() || !strings.Contains(in.Text(), r.want) {
			t.Errorf("%s is answered %q, %v; expected %q", r.request, in.Text(), in.Err(), r.want)
		}
	}
}
