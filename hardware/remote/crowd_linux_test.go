package remote

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/internal/control/controltest"
	"github.com/robo-actors/robo-actors/messages"
)

// crowd connects as often as processes may at once, and once more, and says nothing.
func crowd(t *testing.T, path string) (all []net.Conn) {
	for range maxConnections + 1 {
		conn, err := net.Dial("unixpacket", path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		all = append(all, conn)
	}
	return all
}

// Processes that hang keep their connections: the one that takes over must reach the drives
// nevertheless.
func TestProcessesThatSayNothingKeepNobodyFromTheDrives(t *testing.T) {
	address, path := socketOf(t)
	b := newBench(t, address)
	silent := crowd(t, path)
	if err := b.driver.Open(0, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := silent[0].SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := silent[0].Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("%v; expected that the process that is silent for longest was let go", err)
	}
}

func TestACrowdDoesNotEndTheConnectionThatIsInUse(t *testing.T) {
	address, path := socketOf(t)
	b := newBench(t, address)
	command, state := b.run(b.driver)
	for range 3 {
		crowd(t, path)
		other := b.newDriver()
		other.config.Name = "shoulder"
		if err := other.Open(0, 10*time.Second); err == nil { // it has been heard: so has all of the crowd
			t.Fatal("a driver of another bus was welcome")
		}
		before := b.server.Counts().Commands
		b.exchange(b.driver, command, state)
		if now := b.server.Counts().Commands; now != before+1 {
			t.Errorf("%d commands, %d before", now, before)
		}
	}
	b.all(state, messages.ModeRun)
}

func TestAServerThatCouldNotAcceptForAWhileAnswersAgain(t *testing.T) {
	address, _ := socketOf(t)
	r := newRecorder(2)
	s, err := Listen(r, address, still, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	listener, _ := s.listener.(*packets)
	listener.Listener = controltest.Scarce(listener.Listener, 3)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	d, err := New(Config{Name: "bus", Address: address, Drives: r.Drives(), Timeout: 10 * time.Second, Silence: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Open(0, 10*time.Second); err != nil {
		t.Error(err)
	} else if err := hardware.Exchange(d, 0, nil, hardware.NewState(2)); err != nil {
		t.Error(err)
	}
	_ = d.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
