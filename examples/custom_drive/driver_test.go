package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/drivertest"
	"github.com/robo-actors/robo-actors/messages"
)

// bus describes two drives and a switch, and returns the line on which they are emulated.
func bus(t testing.TB, watchdog messages.Mode) (busConfig, *emulator) {
	t.Helper()
	c := busConfig{name: "head/line", openWithin: 100 * time.Millisecond, arms: hardware.NewArmNumbers(2)}
	for i, joint := range []string{"pan", "tilt"} {
		c.drives = append(c.drives, driveConfig{uint8(i + 1), hardware.DriveInfo{Name: "drive_" + joint, Joint: joint,
			Limits:   hardware.Limits{Lower: -2, Upper: 2, Velocity: 3, Acceleration: 20, Effort: 2},
			Controls: []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlPosition | messages.ControlVelocity},
			Watchdog: hardware.Watchdog{Timeout: 50 * time.Millisecond, Mode: watchdog},
			Measures: hardware.Measurements{Temperature: true, FaultWord: true}}})
	}
	option := SwitchOptions{Name: "left_stop", Address: 9, Link: "neck", Beyond: 0.5}
	c.switches = []switchConfig{{9, option.info()}}
	return c, emulate(&c, []SwitchOptions{option})
}

// rig lets the drives live in the time of the checks, so that no load of the machine lets a
// watchdog expire.
// trueModes are the modes of the emulated drives.
var trueModes = map[wireMode]messages.Mode{wireOff: messages.ModeOff, wireDamp: messages.ModeDamp, wireHold: messages.ModeRampHold, wireFollow: messages.ModeRun}

func rig(t testing.TB, c busConfig, line *emulator) drivertest.Rig {
	t.Helper()
	d, err := newDriver(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return drivertest.Rig{
		Driver: d,
		Wait:   line.advance,
		Period: 2 * time.Millisecond,
		Settle: 400 * time.Millisecond,
		Motion: 0.01,
		Mode: func(i int) (m messages.Mode) {
			line.do(func() { m = trueModes[line.drives[i].mode] })
			return m
		},
		Mute: func(i int, muted bool) { line.do(func() { line.drives[i].muted = muted }) },
		Late: func(i int, late bool) { line.do(func() { line.drives[i].late = late }) },
		Fail: func(i int, failing bool) { line.do(func() { line.drives[i].failing = failing }) },
	}
}

func TestTheDriverKeepsItsContract(t *testing.T) {
	for _, watchdog := range []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeOff} {
		t.Run(watchdog.String(), func(t *testing.T) {
			drivertest.Run(t, func(t testing.TB) drivertest.Rig {
				c, line := bus(t, watchdog)
				c.port = &memoryPort{emulator: line}
				return rig(t, c, line)
			})
		})
	}
}

func TestADriveWithOtherSettingsIsRejected(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*driveSettings)
		want   hardware.DriveMismatch
	}{
		"a longer watchdog": {func(s *driveSettings) { s.watchdog = 500 }, hardware.DriveMismatch{Setting: "watchdog in s", Got: "0.5", Want: "0.05"}},
		"a wider range":     {func(s *driveSettings) { s.upper = 3 }, hardware.DriveMismatch{Setting: "upper position limit in rad or m", Got: "3", Want: "2"}},
		"another mode":      {func(s *driveSettings) { s.watchdogMode = wireOff }, hardware.DriveMismatch{Setting: "watchdog mode", Got: "off", Want: "ramp_hold"}},
	} {
		config, line := bus(t, messages.ModeRampHold)
		config.port = &memoryPort{emulator: line}
		c.change(&line.drives[1].settings)
		d, err := newDriver(config)
		if err != nil {
			t.Fatal(err)
		}
		c.want.Bus, c.want.Drive, c.want.Joint = "head/line", "drive_tilt", "tilt"
		var got *hardware.DriveMismatch
		if err := d.Open(0, time.Second); !errors.As(err, &got) || *got != c.want {
			t.Errorf("%s: got %v\n\twant %v", name, err, &c.want)
		}
	}
}

func TestASilentDriveIsNamedWhenTheBusIsOpened(t *testing.T) {
	c, line := bus(t, messages.ModeRampHold)
	c.port = &memoryPort{emulator: line}
	line.drives[1].muted = true
	d, err := newDriver(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Open(0, time.Second); err == nil || !strings.Contains(err.Error(), `drive 2 of joint "tilt" on the emulator: it does not answer`) {
		t.Errorf("got %v", err)
	}
}

// latePort is a port whose answers come some time after each Write. Nothing waits for them.
type latePort struct {
	memoryPort
	after, missing time.Duration
}

func (p *latePort) Write(b []byte) error {
	p.missing = p.after
	return p.memoryPort.Write(b)
}

func (p *latePort) Read(b []byte, within time.Duration) (int, time.Duration) {
	if p.missing > within {
		p.missing -= within
		return 0, 0
	}
	within -= p.missing
	p.missing = 0
	return p.memoryPort.Read(b, within)
}

func TestOpenWaitsForASlowDriveAsLongAsItsBusSays(t *testing.T) {
	for within, opens := range map[time.Duration]bool{100 * time.Millisecond: false, time.Minute: true} {
		c, line := bus(t, messages.ModeRampHold)
		c.openWithin, c.port = within, &latePort{memoryPort: memoryPort{emulator: line}, after: 10 * time.Second}
		d, err := newDriver(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Open(0, time.Hour); (err == nil) != opens {
			t.Errorf("within %v for each drive, Open gives %v", within, err)
		}
	}
}

// A sample of the switch is of the past, and keeps its time until there is a newer one.
func TestAReadingHasTheTimeOfItsSample(t *testing.T) {
	c, line := bus(t, messages.ModeRampHold)
	c.port = &memoryPort{emulator: line}
	d, err := newDriver(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Open(0, time.Second); err != nil {
		t.Fatal(err)
	}
	line.do(func() { line.drives[0].position = 1 })
	state, readings := hardware.NewState(2), make([]messages.SensorReading, 1)
	for _, step := range []struct{ now, sample time.Duration }{{3, 0}, {7, 5}, {9, 5}, {10, 10}} {
		now := messages.Instant(step.now * time.Millisecond)
		line.advance(now)
		if err := hardware.Exchange(d, now, nil, state); err != nil {
			t.Fatal(err)
		}
		d.ReadSensors(readings)
		r, closed := readings[0], step.sample > 0
		if !r.Valid || r.Time != messages.Instant(step.sample*time.Millisecond) || r.Switch.Closed != closed {
			t.Errorf("at %s: %+v, expected a sample of %v ms, closed: %t", now, r, int64(step.sample), closed)
		}
	}
}

// An answer that comes after the next Send must not pass for an answer to it.
func TestALateAnswerIsNotTaken(t *testing.T) {
	c, line := bus(t, messages.ModeRampHold)
	c.port = &memoryPort{emulator: line}
	d, err := newDriver(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Open(0, time.Second); err != nil {
		t.Fatal(err)
	}
	if err := d.Send(0, nil); err != nil {
		t.Fatal(err)
	}
	line.do(func() { line.drives[0].muted = true })
	state := hardware.NewState(2)
	if err := hardware.Exchange(d, 0, nil, state); err != nil {
		t.Fatal(err)
	}
	if state.Answered[0] || !state.Answered[1] {
		t.Errorf("answered %v, expected that the answer of before does not count", state.Answered)
	}
}

// slowPort is a port that notes how long its reader would wait.
type slowPort struct {
	memoryPort
	waits time.Duration
}

func (s *slowPort) Read(b []byte, within time.Duration) (int, time.Duration) {
	n, left := s.memoryPort.Read(b, within)
	if n == 0 {
		s.waits, left = s.waits+within, 0
	}
	return n, left
}

func TestADeadDriveDelaysTheOthersForAFewCyclesOnly(t *testing.T) {
	c, line := bus(t, messages.ModeRampHold)
	slow := &slowPort{memoryPort: memoryPort{emulator: line}}
	c.port, c.answerWithin = slow, time.Second
	d, err := newDriver(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Open(0, time.Second); err != nil {
		t.Fatal(err)
	}
	state := hardware.NewState(2)
	exchange := func(times int) (waits time.Duration) {
		slow.waits = 0
		for range times {
			if err := hardware.Exchange(d, 0, nil, state); err != nil {
				t.Fatal(err)
			}
		}
		return slow.waits
	}
	if waits := exchange(10); waits != 0 || !state.Answered[0] {
		t.Errorf("drives that answer are waited for: %v", waits)
	}
	line.do(func() { line.drives[0].muted = true })
	if waits := exchange(10); waits != awaitedFor*time.Second {
		t.Errorf("a dead drive is waited for: %v, expected %d times a second", waits, awaitedFor)
	}
	line.do(func() { line.drives[0].muted = false })
	if exchange(1); !state.Answered[0] {
		t.Error("a drive that answers again is not heard")
	}
	line.do(func() { line.drives[0].muted = true })
	if waits := exchange(1); waits != time.Second {
		t.Errorf("a drive that answered again is waited for: %v", waits)
	}
}
