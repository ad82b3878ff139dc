package controltest

import (
	"errors"
	"net"
	"syscall"
	"testing"
)

func TestAScarceListenerAcceptsAfterItsFailures(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := Scarce(l, 2)
	for range 2 {
		if c, err := s.Accept(); c != nil || !errors.Is(err, syscall.EMFILE) {
			t.Fatalf("%v, %v; expected that no descriptors are left", c, err)
		}
	}
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	c, err := s.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
