package moteus_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
)

func TestADeviceThatCannotBeOpenedIsNamedWithTheNextStep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind, device string
		want         []string
	}{
		{"fdcanusb", file + "x", []string{"fdcanusb " + file + "x: ", "cannot be opened", "no such file", "serial port"}},
		{"fdcanusb", file, []string{"fdcanusb " + file + ": ", "it is no serial port", "this machine"}},
		{"socketcan", "nosuch0", []string{"socketcan nosuch0: ", "no network interface nosuch0", "interfaces of this machine: "}},
		{"socketcan", "lo", []string{"socketcan lo: ", "CAN"}},
	} {
		transport, err := moteus.NewTransport(moteus.TransportOptions{Kind: c.kind, Device: c.device})
		if err != nil {
			t.Fatal(err)
		}
		_, err = moteus.NewTool(transport, 0, 0)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s %s: %v; want %q in it", c.kind, c.device, err, want)
			}
		}
	}
}

func TestAPortThatNobodyReadsSaysSo(t *testing.T) {
	file, path, err := emulator.OpenPort()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	transport, err := moteus.NewTransport(moteus.TransportOptions{Kind: "fdcanusb", Device: path, SendWithin: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if err := transport.Open(time.Minute); err != nil {
		t.Fatal(err)
	}
	defer transport.Close()
	var f moteus.Frame
	f.Set(make([]byte, 64))
	for range 100_000 {
		if err = transport.Send(&f); err != nil {
			break
		}
	}
	if err == nil || !strings.Contains(err.Error(), "nothing takes what is written") {
		t.Errorf("a port that is full: %v", err)
	}
}
