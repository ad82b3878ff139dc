package sharedmemory

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// ownerVariable makes the test binary a spine: it holds NAME in FOLDER until its input ends.
const ownerVariable = "SHAREDMEMORY_TEST_OWNER"

func TestMain(m *testing.M) {
	if folder := os.Getenv(ownerVariable); folder != "" {
		os.Exit(ownFiles(folder))
	}
	os.Exit(m.Run())
}

// ownFiles creates files, prints a line, publishes observations until the input ends, and leaves.
func ownFiles(folder string) int {
	s, err := Create("upkie", Options{Folder: folder})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("ready", s.TakenOver())
	ended := make(chan struct{})
	go func() {
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
		close(ended)
	}()
	for i := int64(1); ; i++ {
		select {
		case <-ended:
			if s.Close() != nil {
				return 1
			}
			return 0
		case <-time.After(100 * time.Microsecond):
			if s.Publish(i, []byte(strings.Repeat("o", 500))) != nil {
				return 1
			}
		}
	}
}

// startOwner runs the test binary as a spine, and returns it once it has its files.
func startOwner(t *testing.T, folder string) (owner *exec.Cmd, line string) {
	t.Helper()
	owner = exec.Command(os.Args[0])
	owner.Env = append(os.Environ(), ownerVariable+"="+folder)
	input, err := owner.StdinPipe()
	check(t, err)
	output, err := owner.StdoutPipe()
	check(t, err)
	check(t, owner.Start())
	t.Cleanup(func() {
		_ = input.Close()
		_ = owner.Wait() // a test may have killed it
	})
	line, err = bufio.NewReader(output).ReadString('\n')
	check(t, err)
	return owner, strings.TrimSpace(line)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inMemory returns a folder in memory that ends with the test.
func inMemory(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp(DefaultFolder, "sharedmemory-test-")
	check(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

func create(t testing.TB, folder string, size int) *Server {
	t.Helper()
	s, err := Create("/upkie", Options{Folder: folder, Size: size})
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

func connect(t testing.TB, folder string, timeout time.Duration) *Client {
	t.Helper()
	c, err := Open("upkie", ClientOptions{Folder: folder, Timeout: timeout})
	check(t, err)
	t.Cleanup(func() { check(t, c.Close()) })
	return c
}

func openLive(t testing.TB, folder string) *Live {
	t.Helper()
	l, err := OpenLive("upkie", ClientOptions{Folder: folder})
	check(t, err)
	t.Cleanup(func() { check(t, l.Close()) })
	return l
}

// patient is a timeout that only a hang exceeds.
const patient = time.Minute

// serve answers requests until the test ends: an action is echoed with a prefix, a start is
// answered by its own data, a stop by none, and any other request by Error.
func serve(t *testing.T, s *Server) {
	t.Helper()
	ended, answered := make(chan struct{}), make(chan error)
	go func() {
		buffer := make([]byte, 0, DefaultSize)
		for {
			select {
			case <-ended:
				answered <- nil
				return
			default:
			}
			if err := answerOne(s, buffer); err != nil {
				answered <- err
				return
			}
		}
	}()
	t.Cleanup(func() {
		close(ended)
		check(t, <-answered)
	})
}

func answerOne(s *Server, buffer []byte) error {
	request, err := s.Wait(time.Millisecond)
	if err != nil {
		return err
	}
	switch request {
	case None:
		return nil
	case Action, Start:
		data, err := s.Read(buffer)
		if err != nil {
			return s.Answer(Error)
		}
		return s.Reply(None, append([]byte("seen:"), data...))
	case Stop:
		return s.Answer(None)
	}
	return s.Answer(Error)
}

func background(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	t.Cleanup(cancel)
	return ctx
}
