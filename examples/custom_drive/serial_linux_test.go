package main

import (
	"errors"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/robo-actors/robo-actors/hardware/drivertest"
	moteus "github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/messages"
)

// serve answers on a pseudo terminal, and returns its path.
func serve(t testing.TB, line *emulator) string {
	t.Helper()
	file, path, err := moteus.OpenPort()
	if err != nil {
		t.Fatal(err)
	}
	keep, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY, 0) // a terminal whose last user closes it ends
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buffer, answers := make([]byte, 1024), make([]byte, 0, 1024)
		for {
			n, err := file.Read(buffer)
			if err != nil {
				return
			}
			answers = line.answer(answers[:0], buffer[:n])
			if _, err := file.Write(answers); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		if err := errors.Join(keep.Close(), file.Close()); err != nil {
			t.Error(err)
		}
		<-done
	})
	return path
}

// patience is how long a test waits for an answer that another goroutine gives: whatever else the
// machine does meanwhile.
const patience = time.Minute

func TestTheDriverKeepsItsContractOnASerialPort(t *testing.T) {
	drivertest.Run(t, func(t testing.TB) drivertest.Rig {
		c, line := bus(t, messages.ModeDamp)
		c.answerWithin, c.openWithin = 2*time.Second, patience
		c.port = newSerialPort(serve(t, line), time.Second)
		r := rig(t, c, line)
		r.Asynchronous = true
		r.Mute = nil // silence is awaited for seconds; the checks in memory have it
		return r
	})
}

func TestAFileThatIsNotAPortIsNamed(t *testing.T) {
	path := t.TempDir() + "/port"
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		is   error
	}{{path, unix.ENOTTY}, {path + "_missing", os.ErrNotExist}} {
		if err := newSerialPort(c.path, time.Second).Open(time.Second); !errors.Is(err, c.is) {
			t.Errorf("%s: %v, expected an error that is %v", c.path, err, c.is)
		}
	}
}
