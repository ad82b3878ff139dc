package remote

import (
	"errors"
	"net"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// repeats hears one driver, and answers each exchange but the first with the answer to the first,
// until it says goodbye.
func repeats(conn net.PacketConn, s *station) error {
	var first []byte
	for {
		in := make([]byte, maxFrame)
		n, from, err := conn.ReadFrom(in)
		if err != nil {
			return err
		}
		answer := s.handle(in[:n], 0, 99)
		switch {
		case kind(in[4]) == bye:
			return nil
		case kind(in[4]) == exchange && first == nil:
			first = append(first, answer...)
		case kind(in[4]) == exchange:
			answer = first
		}
		if _, err := conn.WriteTo(answer, from); err != nil {
			return err
		}
	}
}

// servedBy is an open driver of two drives whose peer answers as serve does, and where serve's
// error comes once it has ended. The name, the address and the drives are set.
func servedBy(t *testing.T, serve func(net.PacketConn, *station) error, c Config) (d *Driver, served <-chan error) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	r := newRecorder(2)
	s, err := newStation(r, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(conn, s) }()
	c.Name, c.Address, c.Drives = "bus", "udp:"+conn.LocalAddr().String(), r.Drives()
	if d, err = New(c); err != nil {
		t.Fatal(err)
	}
	if err := d.Open(0, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	return d, ended
}

// A network may deliver an answer again and again; what it says grows old nevertheless.
func TestAnAnswerThatComesAgainIsNoNewOne(t *testing.T) {
	d, served := servedBy(t, repeats, Config{Timeout: 200 * time.Millisecond, Silence: 20 * time.Millisecond})
	state := hardware.NewState(2)
	for n := range 6 {
		err := hardware.Exchange(d, messages.Instant(n)*messages.Instant(10*time.Millisecond), nil, state)
		if silent := n > 2; silent != errors.Is(err, hardware.ErrBusLost) || silent == state.Answered[0] {
			t.Errorf("%d0 ms after the answer: %v, answered %v", n, err, state.Answered[0])
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}
