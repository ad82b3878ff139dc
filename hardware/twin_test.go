package hardware

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// real is a stand-in for real drives that panics when it is opened, commanded or stopped.
type real struct{ *fakeDriver }

func (real) Open(messages.Instant, time.Duration) error          { panic("a real drive was opened") }
func (real) Send(messages.Instant, *messages.DriveCommand) error { panic("a real drive was commanded") }
func (real) Stop(messages.Instant, []messages.Mode) error        { panic("a real drive was stopped") }
func (real) Collect(messages.Instant, time.Duration, *messages.DriveState) error {
	panic("a real drive was asked")
}

// saving is a simulated drive: it implements actors.StateSaver.
type saving struct{ *fakeDriver }

func (d saving) SaveState(w *actors.StateWriter) error { return w.Save(&d.exchanges, &d.modes) }
func (d saving) LoadState(r *actors.StateReader) error { return r.Load(&d.exchanges, &d.modes) }

func busOf(driver Driver) actors.Application {
	return actors.Application{Actors: []actors.Spec{{Name: "arm/bus", Period: time.Millisecond, New: func() any {
		return &Bus{SafeModes: []messages.Mode{messages.ModeDamp, messages.ModeDamp}, Make: func() (Driver, error) { return driver, nil }}
	}}}}
}

func runningBus(t *testing.T, driver Driver) *actors.System {
	t.Helper()
	sys, err := actors.New(busOf(driver), actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sys.Start(t.Context()), sys.Advance(20*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	return sys
}

func TestARealDriveIsNeverCloned(t *testing.T) {
	original := newFake()
	sys := runningBus(t, original)
	before := *original
	_, err := sys.Twin(busOf(real{newFake()}))
	var refused *actors.TwinError
	if !errors.As(err, &refused) || len(refused.Obstacles) != 1 || refused.Obstacles[0].Actor != "arm/bus" ||
		!strings.Contains(err.Error(), "its driver *hardware.fakeDriver is not simulated: real drives are never cloned") {
		t.Errorf("%v", err)
	}
	if original.opens != before.opens || original.sends != before.sends || len(original.stops) != len(before.stops) {
		t.Error("the attempt sent messages to the real drive")
	}
	if err := sys.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestATwinCommandsOnlyItsOwnDrives(t *testing.T) {
	original := newFake()
	sys := runningBus(t, saving{original})
	own := newFake()
	twin, err := sys.Twin(busOf(saving{own}))
	if err != nil {
		t.Fatal(err)
	}
	before := *original
	if own.exchanges != original.exchanges {
		t.Errorf("the twin's drive has made %d exchanges, the original's %d", own.exchanges, original.exchanges)
	}
	if err := errors.Join(twin.Advance(50*time.Millisecond), twin.Stop(t.Context())); err != nil {
		t.Fatal(err)
	}
	if own.exchanges < before.exchanges+50 {
		t.Errorf("the twin's drive has made %d exchanges", own.exchanges)
	}
	if original.opens != before.opens || original.sends != before.sends || original.exchanges != before.exchanges || len(original.stops) != len(before.stops) {
		t.Error("the twin sent messages to the original's drive")
	}
	if err := sys.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
