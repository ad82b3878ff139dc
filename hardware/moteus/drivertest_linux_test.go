package moteus_test

import (
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/robo-actors/robo-actors/hardware/drivertest"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/messages"
)

// port serves the bus on a pseudo terminal and returns a transport to it.
func port(t testing.TB, bus *emulator.Bus, checksums bool) moteus.Transport {
	file, path, err := emulator.OpenPort()
	if err != nil {
		t.Fatal(err)
	}
	keep, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY, 0) // a terminal whose last user closes it ends
	if err != nil {
		t.Fatal(err)
	}
	go bus.ServeLines(file) //nolint:errcheck // it ends with the test
	t.Cleanup(func() { _, _ = keep.Close(), file.Close() })
	transport, err := moteus.NewTransport(moteus.TransportOptions{Kind: "fdcanusb", Device: path, Checksums: checksums, SendWithin: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return transport
}

// socket serves the bus on socket pairs that carry the kernel's frames.
func socket(t testing.TB, bus *emulator.Bus) moteus.Transport {
	return moteus.NewSocketCANOver(func() (*os.File, error) {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			return nil, err
		}
		far := os.NewFile(uintptr(pair[1]), "servos")
		go bus.ServeCAN(far) //nolint:errcheck // it ends with the socket
		t.Cleanup(func() { far.Close() })
		return os.NewFile(uintptr(pair[0]), "host"), nil
	})
}

// TestTheDriverKeepsItsContract runs the checks of the contract on every transport. The servos live
// in the time of the rig, so that no load of the machine lets a watchdog expire.
func TestTheDriverKeepsItsContract(t *testing.T) {
	for _, transport := range []struct {
		name     string
		connect  func(testing.TB, *emulator.Bus) moteus.Transport
		timeouts []moteus.TimeoutMode
	}{
		{"memory", func(_ testing.TB, bus *emulator.Bus) moteus.Transport { return bus.Transport() },
			[]moteus.TimeoutMode{moteus.TimeoutHold, moteus.TimeoutZeroVelocity, moteus.TimeoutStopped, moteus.TimeoutBrake}},
		{"fdcanusb", func(t testing.TB, bus *emulator.Bus) moteus.Transport { return port(t, bus, false) },
			[]moteus.TimeoutMode{moteus.TimeoutHold}},
		{"fdcanusb with checksums", func(t testing.TB, bus *emulator.Bus) moteus.Transport { return port(t, bus, true) },
			[]moteus.TimeoutMode{moteus.TimeoutZeroVelocity}},
		{"socketcan", socket, []moteus.TimeoutMode{moteus.TimeoutZeroVelocity}},
	} {
		t.Run(transport.name, func(t *testing.T) {
			timeouts := transport.timeouts
			if testing.Short() && transport.name == "fdcanusb with checksums" {
				t.Skip("checksums have no goroutines of their own; the whole test has them")
			}
			if testing.Short() {
				timeouts = timeouts[:1] // the others have the same goroutines
			}
			for _, timeout := range timeouts {
				t.Run(timeout.String(), func(t *testing.T) {
					drivertest.Run(t, func(t testing.TB) drivertest.Rig {
						r := rig(t, timeout, transport.connect)
						r.Asynchronous = transport.name != "memory"
						if transport.name == "fdcanusb with checksums" || transport.name != "memory" && testing.Short() {
							r.Mute = nil // silence is awaited for seconds, and the same without checksums
						}
						return r
					})
				})
			}
		})
	}
}

func rig(t testing.TB, timeout moteus.TimeoutMode, connect func(testing.TB, *emulator.Bus) moteus.Transport) drivertest.Rig {
	bus := emulated(timeout, 3)
	driver, err := moteus.New(moteus.Config{Name: "leg", Transport: connect(t, bus), HostID: 5, Prefix: 3, Timeout: timeout,
		Watchdog: 50 * time.Millisecond, AnswerWithin: 2 * time.Second, Servos: servos()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { driver.Close() })
	return drivertest.Rig{
		Driver: driver,
		Wait:   func(until messages.Instant) { bus.Advance(until) },
		Period: 2 * time.Millisecond,
		Settle: 400 * time.Millisecond,
		Motion: 0.01,

		HoldNeedsHost: timeout != moteus.TimeoutHold,
		Mute:          func(i int, muted bool) { bus.Do(func() { bus.Servos()[i].Muted = muted }) },
		Fail: func(i int, failing bool) {
			bus.Do(func() {
				if bus.Servos()[i].Failure = 0; failing {
					bus.Servos()[i].Failure = 38
				}
			})
		},
	}
}
