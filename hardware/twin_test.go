package hardware

import (
	"errors"
	"math"
	"slices"
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

// inTwin lets the bus of an application have stand-ins or the permission for real drives.
func inTwin(app actors.Application, kept *actors.Kept, drives *RealDrives) actors.Application {
	make := app.Actors[0].New
	app.Actors[0].New = func() any {
		b := make().(*Bus)
		b.StandIn, b.RealDrives = kept, drives
		return b
	}
	return app
}

// The drives of the twin panic when anything reaches them.
func TestATwinHasStandInsWhereTheRealDrivesWere(t *testing.T) {
	original := newFake()
	sys := runningBus(t, original)
	before := *original
	before.modes = slices.Clone(original.modes)
	var first *messages.DriveState
	twin, err := sys.Twin(inTwin(busOf(real{newFake()}), &actors.Kept{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	remove, err := actors.Tap(twin, "arm/bus.state", func(_ messages.Stamp, s *messages.DriveState) {
		if first == nil {
			first = &messages.DriveState{Position: slices.Clone(s.Position), Mode: slices.Clone(s.Mode)}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	if err := errors.Join(twin.Advance(50*time.Millisecond), twin.Stop(t.Context())); err != nil {
		t.Fatal(err)
	}
	if original.sends != before.sends || original.exchanges != before.exchanges || len(original.stops) != len(before.stops) {
		t.Error("the twin sent messages to the original's drives")
	}
	if err := sys.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if measured := float64(before.exchanges); first == nil || !slices.Equal(first.Position, []float64{measured, measured}) || !slices.Equal(first.Mode, before.modes) {
		t.Errorf("the stand-ins begin at %+v, the drives were measured at %g in modes %v", first, measured, before.modes)
	}
}

func TestRealDrivesAreClonedWithThePermissionOnly(t *testing.T) {
	sys := runningBus(t, newFake())
	for _, drives := range []*RealDrives{nil, {}} {
		if _, err := sys.Twin(inTwin(busOf(real{newFake()}), nil, drives)); err == nil || !strings.Contains(err.Error(), "real drives are never cloned") {
			t.Errorf("%v", err)
		}
	}
	own := newFake()
	twin, err := sys.Twin(inTwin(busOf(own), nil, GrantRealDrives()))
	if err != nil {
		t.Fatal(err)
	}
	opened := own.exchanges
	if err := errors.Join(twin.Advance(50*time.Millisecond), twin.Stop(t.Context()), sys.Stop(t.Context())); err != nil {
		t.Fatal(err)
	}
	if own.opens != 1 || own.exchanges < opened+50 {
		t.Errorf("the permitted drives were opened %d times and answered %d exchanges", own.opens, own.exchanges)
	}
}

// A drive goes where its set-points say, as fast as it may, and its watchdog ends it.
func TestAReplacementIsIdeal(t *testing.T) {
	drives := twoDrives()
	for i := range drives {
		drives[i].Limits.Lower, drives[i].Limits.Upper, drives[i].Limits.Velocity = -1, 1, 2
		drives[i].Watchdog = Watchdog{Timeout: 100 * time.Millisecond, Mode: messages.ModeDamp}
		drives[i].Controls = []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity}
	}
	d := NewStandIn(&fakeDriver{drives: drives})
	at := func(ms int) messages.Instant { return messages.Instant(time.Duration(ms) * time.Millisecond) }
	command := &messages.DriveCommand{Mode: []messages.Mode{messages.ModeRun, messages.ModeRun}, Control: []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity},
		Position: []float64{0.5, 0}, Velocity: []float64{0, -1}, Effort: make([]float64, 2), Arm: []uint32{1, 1}}
	state := &messages.DriveState{Position: make([]float64, 2), Velocity: make([]float64, 2), Effort: make([]float64, 2), Mode: make([]messages.Mode, 2), Fault: make([]uint16, 2),
		Answered: make([]bool, 2), Arm: make([]uint32, 2)}
	collect := func(ms int) []float64 {
		if err := d.Collect(at(ms), 0, state); err != nil {
			t.Fatal(err)
		}
		return state.Position
	}
	if err := errors.Join(d.Open(0, 0), d.Send(0, command)); err != nil {
		t.Fatal(err)
	}
	if p := collect(100); math.Abs(p[0]-0.2) > 1e-12 || math.Abs(p[1]+0.1) > 1e-12 || state.Mode[0] != messages.ModeRun {
		t.Errorf("after 100 ms: %v, %v", p, state.Mode)
	}
	if p := collect(200); math.Abs(p[0]-0.2) > 1e-12 || state.Mode[0] != messages.ModeDamp {
		t.Errorf("after its watchdog: %v, %v", p, state.Mode)
	}
	if err := d.Send(at(200), command); err != nil {
		t.Fatal(err)
	}
	if collect(210); state.Mode[0] != messages.ModeDamp {
		t.Error("a spent number moved a drive")
	}
	command.Arm[0]++
	if err := d.Send(at(210), command); err != nil {
		t.Fatal(err)
	}
	if p := collect(300); math.Abs(p[0]-0.38) > 1e-12 || state.Mode[1] != messages.ModeDamp {
		t.Errorf("after a re-arm: %v, %v", p, state.Mode)
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
