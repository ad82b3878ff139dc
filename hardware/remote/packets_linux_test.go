package remote

import (
	"context"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

func socketOf(t *testing.T) (address, path string) {
	t.Helper()
	address = addresses(t)["unix"]
	return address, strings.TrimPrefix(address, "unix:")
}

func TestTwoServersDoNotAnswerAtOneSocket(t *testing.T) {
	address, path := socketOf(t)
	b := newBench(t, address)
	if s, err := Listen(newRecorder(2), address, still, time.Second); err == nil || !strings.Contains(err.Error(), "another process answers at "+path) {
		t.Errorf("%v, %v; expected that it is refused", s, err)
	}
	if err := b.driver.Open(0, 10*time.Second); err != nil {
		t.Errorf("the first server: %v", err)
	}
}

func TestAServerTakesTheSocketOfADeadProcess(t *testing.T) {
	address, path := socketOf(t)
	for _, name := range []string{path, path + "~"} {
		l, err := net.ListenUnix("unixpacket", &net.UnixAddr{Name: name, Net: "unixpacket"})
		if err != nil {
			t.Fatal(err)
		}
		l.SetUnlinkOnClose(false)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	b := newBench(t, address)
	if b.server.Address() != address {
		t.Errorf("it answers at %s", b.server.Address())
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; expected that only its owner can use it", info, err)
	}
	if err := b.driver.Open(0, 10*time.Second); err != nil {
		t.Error(err)
	}
	b.kill()
	if left, err := os.Lstat(path); err == nil {
		t.Errorf("%s is left", left.Name())
	}
}

func TestAServerRemovesNothingButSockets(t *testing.T) {
	address, path := socketOf(t)
	if err := os.WriteFile(path, []byte("somebody's notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(newRecorder(2), address, still, time.Second); err == nil || !strings.Contains(err.Error(), "no socket") {
		t.Errorf("%v; expected that it is refused", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "somebody's notes" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestTheEndOfAServerLeavesTheSocketOfTheNextOne(t *testing.T) {
	address, path := socketOf(t)
	first := newBench(t, address)
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	next := newBench(t, address)
	first.kill()
	if err := next.driver.Open(0, 10*time.Second); err != nil {
		t.Error(err)
	}
}

func TestAServerThatIsNotServedGivesItsSocketBack(t *testing.T) {
	address, _ := socketOf(t)
	for range 2 {
		s, err := Listen(newRecorder(2), address, still, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		over, cancel := context.WithCancel(context.Background())
		cancel()
		if err := s.Serve(over); err != nil {
			t.Error(err)
		}
	}
}

func TestAPathThatIsTooLongForAServerIsReported(t *testing.T) {
	address, _ := socketOf(t)
	if _, err := Listen(newRecorder(2), address+strings.Repeat("x", longestPath), still, time.Second); err == nil || !strings.Contains(err.Error(), "paths of sockets are short") {
		t.Errorf("%v; expected why, and what to do", err)
	}
}
