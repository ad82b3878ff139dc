package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/internal/control/controltest"
)

func listen(t *testing.T, handlers map[string]Handler) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a-1.sock")
	s, err := Listen(path, handlers)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the socket is still there after Close: %v", err)
		}
		goleak.VerifyNone(t)
	})
	return path
}

var echo = map[string]Handler{
	"echo": {Answer: func(_ context.Context, a json.RawMessage) (any, error) {
		var v []string
		err := json.Unmarshal(a, &v)
		return v, err
	}},
	"fail":  {Answer: func(context.Context, json.RawMessage) (any, error) { return nil, errors.New("faults are not allowed") }},
	"panic": {Answer: func(context.Context, json.RawMessage) (any, error) { panic("handler") }},
}

func TestACallReturnsWhatTheHandlerAnswers(t *testing.T) {
	path := listen(t, echo)
	var got []string
	if err := Call(t.Context(), path, "echo", []string{"x", "y"}, &got); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got) != "[x y]" {
		t.Errorf("got %v", got)
	}
}

func TestErrorsOfAHandlerReachTheCaller(t *testing.T) {
	path := listen(t, echo)
	for verb, want := range map[string]string{"fail": "faults are not allowed", "panic": "the request failed: handler", "nothing": `verb "nothing" is unknown; known: echo, fail, panic`} {
		if err := Call(t.Context(), path, verb, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, expected %q", verb, err, want)
		}
	}
}

func TestTheSocketAnswersManyCallersAtOnce(t *testing.T) {
	path := listen(t, echo)
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var got []string
			if err := Call(t.Context(), path, "echo", []string{fmt.Sprint(i)}, &got); err != nil || got[0] != fmt.Sprint(i) {
				t.Errorf("caller %d: %v %v", i, got, err)
			}
		}()
	}
	wait.Wait()
}

func TestARequestThatEndsTheServerIsAnsweredFirst(t *testing.T) {
	for range 50 {
		path := filepath.Join(t.TempDir(), "socket")
		closed := make(chan error, 1)
		var server *Server
		ready := make(chan struct{})
		var err error
		server, err = Listen(path, map[string]Handler{"end": {Answer: func(context.Context, json.RawMessage) (any, error) {
			<-ready
			go func() { closed <- server.Close() }()
			runtime.Gosched()
			return "ending", nil
		}}})
		if err != nil {
			t.Fatal(err)
		}
		close(ready)
		var reply string
		if err := Call(t.Context(), path, "end", nil, &reply); err != nil || reply != "ending" {
			t.Fatalf("%q, %v; expected the reply", reply, err)
		}
		if err := <-closed; err != nil {
			t.Fatal(err)
		}
	}
}

// An operator must reach an application again that was short of descriptors when somebody called.
func TestASocketThatCouldNotAcceptForAWhileAnswersAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a-1.sock")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	s := serve(path, controltest.Scarce(listener, 3), echo)
	var got []string
	if err := Call(t.Context(), path, "echo", []string{"x"}, &got); err != nil || fmt.Sprint(got) != "[x]" {
		t.Errorf("got %v, %v", got, err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	goleak.VerifyNone(t)
}

func TestASessionThatAsksNothingDoesNotKeepTheServerOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	server, err := Listen(path, echo)
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("%d bytes, %v; expected the end of the connection", n, err)
	}
}

func TestClientsThatAskNothingKeepNobodyFromAsking(t *testing.T) {
	path := listen(t, echo)
	var idle []net.Conn
	for range 2 * maxSessions {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		idle = append(idle, c)
	}
	for range 3 {
		var got []string
		if err := Call(t.Context(), path, "echo", []string{"stop"}, &got); err != nil || fmt.Sprint(got) != "[stop]" {
			t.Fatalf("%v, %v; expected an answer", got, err)
		}
	}
	if err := idle[0].SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if words, err := io.ReadAll(idle[0]); err != nil || !strings.Contains(string(words), "try again") {
		t.Errorf("%q, %v; expected that the client that waited longest was let go with a word", words, err)
	}
}

// More clients than there are sessions come at once, again and again: each is answered.
func TestACrowdOfCallersIsAnswered(t *testing.T) {
	path := listen(t, echo)
	const callers, calls = 5 * maxAnswers, 5
	failed := make(chan error, callers)
	for range callers {
		go func() {
			var errs []error
			for range calls {
				errs = append(errs, Call(t.Context(), path, "echo", []string{"here"}, nil))
			}
			failed <- errors.Join(errs...)
		}()
	}
	for range callers {
		if err := <-failed; err != nil {
			t.Fatal(err)
		}
	}
}

// A client that finds every session busy for long gets an error: it must not take it for an
// application that died.
func TestARejectedCallerReceivesTheReason(t *testing.T) {
	answer := make(chan struct{})
	var busy sync.WaitGroup
	busy.Add(maxAnswers)
	path := listen(t, map[string]Handler{"wait": {Answer: func(context.Context, json.RawMessage) (any, error) {
		busy.Done()
		<-answer
		return "done", nil
	}}})
	replied := make(chan error, maxAnswers)
	for range maxAnswers {
		go func() { replied <- Call(t.Context(), path, "wait", nil, nil) }()
	}
	busy.Wait()
	if err := Call(t.Context(), path, "wait", nil, nil); err == nil || !strings.Contains(err.Error(), "try again") {
		t.Errorf("%v; expected an error that the application is busy", err)
	}
	close(answer)
	for range maxAnswers {
		if err := <-replied; err != nil {
			t.Error(err)
		}
	}
}

func TestASessionThatIsAnsweredIsNotEndedForAnother(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	path := listen(t, map[string]Handler{"wait": {Answer: func(context.Context, json.RawMessage) (any, error) {
		close(asked)
		<-answer
		return "done", nil
	}}})
	replied := make(chan error, 1)
	go func() {
		var got string
		err := Call(t.Context(), path, "wait", nil, &got)
		if err == nil && got != "done" {
			err = fmt.Errorf("the answer is %q", got)
		}
		replied <- err
	}()
	<-asked
	for range 2 * maxSessions {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	if err := Call(t.Context(), path, "nothing", nil, nil); err == nil || !strings.Contains(err.Error(), "unknown") {
		t.Errorf("%v; expected an answer", err)
	}
	close(answer)
	if err := <-replied; err != nil {
		t.Error(err)
	}
}

func TestGarbageAndLongLinesEndOneSessionOnly(t *testing.T) {
	path := listen(t, echo)
	for _, garbage := range []string{"\x00\xff\n", "{}\n", "[1,2\n", strings.Repeat("x", maxRequest+10) + "\n"} {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Write([]byte(garbage)); err != nil {
			t.Logf("the server hung up while %d bytes were written: %v", len(garbage), err)
		}
		_ = c.Close()
	}
	if err := Call(t.Context(), path, "echo", []string{"still here"}, nil); err != nil {
		t.Error(err)
	}
}

func TestARequestThatIsTooLongIsReported(t *testing.T) {
	path := listen(t, echo)
	for _, length := range []int{maxRequest + 10, 20 * maxRequest} {
		err := Call(t.Context(), path, "echo", []string{strings.Repeat("x", length)}, nil)
		if err == nil || !strings.Contains(err.Error(), "the request has more than 65536 bytes") {
			t.Errorf("%d bytes: %v; expected an error with the limit", length, err)
		}
	}
}

func TestAPathThatIsTooLongForASocketIsReported(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", longestPath))
	if _, err := Listen(path, echo); err == nil || !strings.Contains(err.Error(), "paths of sockets are short") || !strings.Contains(err.Error(), "XDG_RUNTIME_DIR") {
		t.Errorf("%v; expected why, and what to do", err)
	}
}

func TestOnlyTheOwnerCanUseTheSocket(t *testing.T) {
	info, err := os.Stat(listen(t, echo))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v, expected 0600", info.Mode())
	}
}

func TestADirectoryThatOthersCanEnterIsRefused(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	run, err := Directory()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Directory(); err != nil || again != run {
		t.Errorf("a second call gave %q, %v", again, err)
	}
	if err := os.Chmod(run, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Directory(); err == nil || !strings.Contains(err.Error(), "0700") {
		t.Errorf("mode 0755: got %v", err)
	}
}

func TestARunDirectoryThatCannotBeMadeSaysWhatNamesIt(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", filepath.Join(t.TempDir(), "of somebody else"))
	if _, err := Directory(); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "XDG_RUNTIME_DIR names the folder") {
		t.Errorf("%v; expected what to do", err)
	}
}

func TestSocketsOfOtherNamesAreNoApplications(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"other.sock", ".sock", "other-x.sock", "other-.sock"} {
		l, err := net.Listen("unix", filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
	}
	if _, _, err := Find(dir, ""); err == nil || !strings.Contains(err.Error(), "no application is running") {
		t.Errorf("%v; expected that none is running", err)
	}
}

func TestFindNamesTheApplicationsThatRun(t *testing.T) {
	dir := t.TempDir()
	var servers []*Server
	for _, pid := range []int{1, 2} {
		s, err := Listen(SocketPath(dir, "arm", pid), echo)
		if err != nil {
			t.Fatal(err)
		}
		servers = append(servers, s)
	}
	if _, _, err := Find(dir, "arm"); err == nil || !strings.Contains(err.Error(), "arm-1, arm-2") {
		t.Errorf("two applications of one name: got %v", err)
	}
	if path, _, err := Find(dir, "arm-2"); err != nil || path != SocketPath(dir, "arm", 2) {
		t.Errorf("got %q, %v", path, err)
	}
	if _, _, err := Find(dir, "base"); err == nil || !strings.Contains(err.Error(), `no application "base" is running`) {
		t.Errorf("got %v", err)
	}
	for _, s := range servers {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := Find(dir, ""); err == nil || !strings.Contains(err.Error(), "no application is running") {
		t.Errorf("got %v", err)
	}
}

func TestWhoListsApplicationsDoesNotRemoveOneThatBegins(t *testing.T) {
	dir := t.TempDir()
	stop, listed := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				listed <- nil
				return
			default:
			}
			if _, err := Running(dir); err != nil {
				listed <- err
				return
			}
		}
	}()
	for range 200 {
		server, err := Listen(SocketPath(dir, "arm", 4), echo)
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Close(); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	if err := <-listed; err != nil {
		t.Error(err)
	}
}

func TestSocketsOfDeadProcessesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	path := SocketPath(dir, "arm", ended.Process.Pid)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	names, err := Running(dir)
	if err != nil || len(names) != 0 {
		t.Errorf("got %v, %v", names, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the dead socket is still there: %v", err)
	}
}
