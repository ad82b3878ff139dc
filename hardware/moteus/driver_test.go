package moteus_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
	"github.com/robo-actors/robo-actors/messages"
)

// servos describes three servos: one that turns as its joint, one that turns the other way with an
// offset, and one that moves a slide.
func servos() []moteus.Servo {
	inf := math.Inf(1)
	return []moteus.Servo{
		{ID: 1, Joint: "hip", PerRevolution: 2 * math.Pi, MaxTorque: 3, Lower: -inf, Upper: inf},
		{ID: 2, Joint: "knee", PerRevolution: -math.Pi, Offset: 0.4, MaxTorque: 3, Lower: -inf, Upper: inf},
		{ID: 7, Joint: "slide", PerRevolution: 0.02, MaxTorque: 3, Lower: -inf, Upper: inf},
	}
}

// emulated returns a bus with those servos.
func emulated(timeout moteus.TimeoutMode, prefix uint16) *emulator.Bus {
	var all []*emulator.Servo
	for _, s := range servos() {
		e := emulator.NewServo(s.ID, &emulator.Rotor{Inertia: 0.002, Friction: 0.01, Position: 0.1})
		e.Settings[emulator.SettingTimeoutMode] = float64(timeout)
		e.Settings[emulator.SettingKp], e.Settings[emulator.SettingKd] = 10, 0.8
		all = append(all, e)
	}
	return emulator.NewBus(prefix, all...)
}

// bench is a driver over emulated servos in memory.
type bench struct {
	t      *testing.T
	bus    *emulator.Bus
	driver *moteus.Driver
	sent   func(*moteus.Frame) // sees every frame to the servos
	now    messages.Instant
	state  *messages.DriveState
	slow   int // answers that arrive before the bus is empty for a moment; 0 is no bound
}

// heard is a transport that shows what is sent.
type heard struct {
	moteus.Transport
	b *bench
}

func (h heard) Send(f *moteus.Frame) error {
	if h.b.sent != nil {
		h.b.sent(f)
	}
	return h.Transport.Send(f)
}

func (h heard) Receive(f *moteus.Frame, within time.Duration) (time.Duration, bool) {
	if h.b.slow < 0 {
		h.b.slow = 0
		return 0, false
	}
	if h.b.slow > 0 {
		h.b.slow = -1
	}
	return h.Transport.Receive(f, within)
}

func newBench(t *testing.T, timeout moteus.TimeoutMode) *bench {
	b := &bench{t: t, bus: emulated(timeout, 0), state: hardware.NewState(3)}
	var err error
	b.driver, err = moteus.New(moteus.Config{Name: "leg", Transport: heard{b.bus.Transport(), b}, Timeout: timeout, Servos: servos()})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) open() {
	b.t.Helper()
	if err := b.driver.Open(b.now, time.Second); err != nil {
		b.t.Fatal(err)
	}
	b.exchange(nil)
}

func (b *bench) exchange(c *messages.DriveCommand) {
	b.t.Helper()
	if err := hardware.Exchange(b.driver, b.now, c, b.state); err != nil && !errors.Is(err, hardware.ErrBusLost) {
		b.t.Fatal(err)
	}
	b.now = b.now.Add(time.Millisecond)
	b.bus.Advance(b.now)
}

// runFor repeats a command for a time.
func (b *bench) runFor(d time.Duration, c *messages.DriveCommand) {
	b.t.Helper()
	for end := b.now.Add(d); b.now < end; {
		b.exchange(c)
	}
	b.exchange(c)
}

// command returns a command in mode run for every drive.
func command(arm uint32, control messages.ControlMode, position, velocity, effort float64) *messages.DriveCommand {
	c := hardware.NewCommand(3)
	for i := range c.Mode {
		c.Mode[i], c.Arm[i], c.Control[i] = messages.ModeRun, arm, control
		c.Position[i], c.Velocity[i], c.Effort[i] = position, velocity, effort
	}
	return c
}

const positionVelocityEffort = messages.ControlPosition | messages.ControlVelocity | messages.ControlEffort

func TestJointsGoWhereTheCommandSaysInTheirOwnUnits(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.open()
	b.runFor(2*time.Second, command(1, messages.ControlPosition, 0.01, 0, 0))
	for i, want := range []float64{0.01 / (2 * math.Pi), (0.4 - 0.01) / math.Pi, 0.01 / 0.02} {
		servo := b.bus.Servos()[i].Joint.(*emulator.Rotor)
		if math.Abs(servo.Position-want) > 1e-4 || math.Abs(b.state.Position[i]-0.01) > 1e-4 {
			t.Errorf("servo %d is at %g rev, its joint at %g; want %g rev and 0.01", i, servo.Position, b.state.Position[i], want)
		}
	}
}

func TestJointsMoveWithTheVelocityAndEffortOfTheCommand(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.open()
	b.runFor(2*time.Second, command(1, messages.ControlVelocity, math.NaN(), 0.05, math.NaN()))
	for i := range 3 {
		if math.Abs(b.state.Velocity[i]-0.05) > 1e-3 {
			t.Errorf("joint %d moves with %g, want 0.05", i, b.state.Velocity[i])
		}
	}
	b.runFor(100*time.Millisecond, command(1, messages.ControlEffort, math.NaN(), math.NaN(), 0.02))
	for i, s := range servos() {
		want := 0.02 * s.PerRevolution / (2 * math.Pi)
		if got := b.bus.Servos()[i].Torque(); math.Abs(got-want) > 1e-6 || math.Abs(b.state.Effort[i]-0.02) > 1e-6 {
			t.Errorf("servo %d has the torque %g, its joint the effort %g; want %g and 0.02", i, got, b.state.Effort[i], want)
		}
	}
}

func TestAStopAfterEffortsHoldsAJointWhereItIs(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.open()
	b.runFor(300*time.Millisecond, command(1, messages.ControlEffort, math.NaN(), math.NaN(), 0.02))
	b.runFor(300*time.Millisecond, command(1, messages.ControlEffort, math.NaN(), math.NaN(), -0.02))
	var at [3]float64
	for i := range at {
		at[i] = b.state.Position[i]
	}
	if err := b.driver.Stop(b.now, []messages.Mode{messages.ModeRampHold, messages.ModeRampHold, messages.ModeRampHold}); err != nil {
		t.Fatal(err)
	}
	for range 50 { // the driver sends nothing more
		b.now = b.now.Add(time.Millisecond)
		b.bus.Advance(b.now)
	}
	for i, s := range servos() {
		rotor := b.bus.Servos()[i].Joint.(*emulator.Rotor)
		if now := s.Offset + rotor.Position*s.PerRevolution; math.Abs(now-at[i]) > 0.1*math.Abs(at[i]) {
			t.Errorf("joint %d was at %.4g when it was stopped, and is at %.4g; expected that it holds its place", i, at[i], now)
		}
	}
}

func TestAnEffortCapHoldsInTheUnitsOfTheJoint(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.open()
	c := command(1, messages.ControlEffort, 0, 0, 1e6)
	c.MaxEffort[0], c.MaxEffort[1] = 0.5, 0.5
	b.runFor(20*time.Millisecond, c)
	for i, want := range []float64{0.5, -0.25, 3} { // N m: the last one is the cap of the configuration
		if got := b.bus.Servos()[i].Torque(); math.Abs(got-want) > 1e-6 {
			t.Errorf("servo %d has the torque %g, want %g", i, got, want)
		}
	}
}

// TestNoFrameLiftsTheTorqueCapOrTheWatchdog draws commands with every kind of number and looks at
// every frame: a servo reads NaN in these registers as no cap and no watchdog, and a mode without
// them as the defaults.
func TestNoFrameLiftsTheTorqueCapOrTheWatchdog(t *testing.T) {
	const seed = 20
	r := rand.New(rand.NewPCG(seed, 0))
	b := newBench(t, moteus.TimeoutZeroVelocity)
	frames := 0
	b.sent = func(f *moteus.Frame) {
		mode, capped, watched := -1., false, false
		for p := multiplex.Parse(f.Bytes()); ; {
			item, more := p.Next()
			if !more {
				break
			}
			if item.Op == multiplex.Read && f.ID&0x8000 == 0 {
				t.Fatalf("seed %d: frame % x reads and wants no reply; the firmware takes the rest of such a read for further subframes", seed, f.Bytes())
			}
			if item.Op != multiplex.Write {
				continue
			}
			switch item.Register {
			case multiplex.Mode:
				mode = item.Value
			case multiplex.MaxTorque:
				capped = item.Value >= 0 && item.Value <= 3
			case multiplex.Watchdog:
				watched = item.Value > 0 && item.Value <= 0.1+1e-6
			case multiplex.CommandPosition: // NaN means the present position
			default:
				if item.Value-item.Value != 0 {
					t.Fatalf("seed %d: register %#x is written with %g", seed, item.Register, item.Value)
				}
			}
		}
		if mode == float64(moteus.ServoPosition) && !(capped && watched) || mode == float64(moteus.ServoZeroVelocity) && !capped {
			t.Fatalf("seed %d: frame % x commands mode %g with a torque cap: %t, with a watchdog: %t", seed, f.Bytes(), mode, capped, watched)
		}
		frames++
	}
	b.open()
	numbers := []float64{0, 1, -1, 1e300, -1e300, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, math.MaxFloat32 * 2}
	draw := func() float64 { return numbers[r.IntN(len(numbers))] }
	for range 20000 {
		c := hardware.NewCommand(3)
		for i := range 3 {
			c.Mode[i], c.Arm[i] = messages.Modes()[r.IntN(7)], uint32(r.IntN(4))+b.state.Arm[i]
			c.Control[i] = messages.ControlMode(r.IntN(9))
			c.Position[i], c.Velocity[i], c.Effort[i], c.MaxEffort[i] = draw(), draw(), draw(), draw()
			c.KpScale[i], c.KdScale[i] = draw(), draw()
		}
		if err := b.driver.Send(b.now, c); err != nil && !errors.Is(err, hardware.ErrRefused) {
			t.Fatal(err)
		}
		if err := b.driver.Collect(b.now, 0, b.state); err != nil {
			t.Fatal(err)
		}
		b.now = b.now.Add(time.Millisecond)
	}
	if frames < 60000 {
		t.Errorf("saw %d frames, want those of every exchange", frames)
	}
}

// TestNoCommandOfASpentNumberReachesAServo draws commands, stops, faults, silence and re-arms. The
// effort of a command carries its number, so every frame shows which one it obeys.
func TestNoCommandOfASpentNumberReachesAServo(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := newBench(t, []moteus.TimeoutMode{moteus.TimeoutZeroVelocity, moteus.TimeoutHold, moteus.TimeoutStopped}[r.IntN(3)])
		const perNumber = 1. / 1024
		var spent, newest [3]float64
		b.sent = func(f *moteus.Frame) {
			i := slices.Index([]uint32{1, 2, 7}, f.ID&0x7f)
			for p := multiplex.Parse(f.Bytes()); ; {
				item, more := p.Next()
				if !more {
					return
				}
				if item.Op != multiplex.Write || item.Register != multiplex.FeedForward || item.Value == 0 {
					continue
				}
				s := servos()[i]
				number := item.Value * 2 * math.Pi / s.PerRevolution / perNumber
				if math.Round(number) <= spent[i] {
					t.Fatalf("seed %d at %s: servo %d gets a command of number %g; %g is spent", seed, b.now, s.ID, number, spent[i])
				}
			}
		}
		b.open()
		for range 3000 {
			if r.IntN(60) == 0 {
				if err := b.driver.Stop(b.now, []messages.Mode{messages.Modes()[r.IntN(7)], messages.ModeDamp}); err != nil {
					t.Fatal(err)
				}
				spent = newest
			}
			var c *messages.DriveCommand
			if r.IntN(10) > 0 {
				c = hardware.NewCommand(3)
			}
			for i := range 3 {
				if c == nil {
					break
				}
				c.Arm[i] = uint32(max(newest[i]-float64(r.IntN(3)), 0))
				if r.IntN(50) == 0 {
					c.Arm[i] = uint32(newest[i]) + 1
				}
				c.Mode[i], c.Control[i] = messages.ModeRun, positionVelocityEffort
				if r.IntN(40) == 0 {
					c.Mode[i] = messages.Modes()[r.IntN(7)]
				}
				if c.Mode[i].Stops() {
					spent[i] = max(spent[i], newest[i], float64(c.Arm[i]))
				}
				newest[i] = max(newest[i], float64(c.Arm[i]))
				c.Effort[i] = float64(c.Arm[i]) * perNumber
			}
			if servo := b.bus.Servos()[r.IntN(3)]; r.IntN(30) == 0 {
				servo.Failure = uint16(r.IntN(2) * 38)
				servo.Muted = r.IntN(3) == 0
			}
			b.exchange(c)
			for i := range 3 {
				if b.state.Mode[i].Stops() && b.state.Answered[i] && float64(b.state.Arm[i]) == newest[i] && b.state.Fault[i] != 0 {
					spent[i] = newest[i] // the driver reports that a fault has spent it
				}
			}
			if r.IntN(200) == 0 {
				b.now = b.now.Add(time.Duration(r.IntN(200)) * time.Millisecond) // the host is busy
				b.bus.Advance(b.now)
			}
		}
	}
}

func TestAFaultIsReportedWithItsCodeAndMeaning(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.open()
	b.runFor(20*time.Millisecond, command(1, messages.ControlVelocity, 0, 0, 0))
	b.bus.Servos()[0].Failure = 38
	b.runFor(20*time.Millisecond, command(1, messages.ControlVelocity, 0, 0, 0))
	if b.state.Fault[0] != 38 || b.state.Mode[0] != messages.ModeOff || b.state.FaultWord[0] != 1<<16|38 || b.state.Mode[1] != messages.ModeRun {
		t.Errorf("fault %d in %s with the word %#x, the other drive in %s; want 38 in off, mode 1 in the word, and run",
			b.state.Fault[0], b.state.Mode[0], b.state.FaultWord[0], b.state.Mode[1])
	}
	if text := moteus.FaultText(38); text != "over temperature" {
		t.Errorf("fault 38 is %q", text)
	}
}

func TestAServoThatLosesItsPowerIsOffUntilARearm(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.open()
	run := command(1, messages.ControlVelocity, 0, 0, 0)
	b.runFor(20*time.Millisecond, run)
	old := b.bus.Servos()[0]
	*old = *emulator.NewServo(old.ID, old.Joint)
	b.runFor(50*time.Millisecond, run)
	if b.state.Mode[0] != messages.ModeOff || b.state.Mode[1] != messages.ModeRun {
		t.Errorf("the drives are in %v, want off for the first and run for the others", b.state.Mode)
	}
	b.runFor(50*time.Millisecond, command(2, messages.ControlVelocity, 0, 0, 0))
	if b.state.Mode[0] != messages.ModeRun {
		t.Errorf("after a re-arm the drive is in %s, want run", b.state.Mode[0])
	}
}

func TestOpeningNamesTheServoAndTheSettingThatDiffers(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*emulator.Bus)
		want  []string
	}{
		"a silent servo":         {func(b *emulator.Bus) { b.Servos()[1].Muted = true }, []string{`bus "leg": open: servo 2 of joint "knee" on emulator: it does not answer`}},
		"another timeout mode":   {func(b *emulator.Bus) { b.Servos()[2].Settings[emulator.SettingTimeoutMode] = 15 }, []string{`joint "slide"`, "servo.timeout_mode", "15 (brake)", "12 (zero_velocity)"}},
		"an unknown mode":        {func(b *emulator.Bus) { b.Servos()[2].Settings[emulator.SettingTimeoutMode] = 12.5 }, []string{`joint "slide"`, "12.5"}},
		"bounds that it lacks":   {func(b *emulator.Bus) {}, []string{`joint "hip"`, "servopos.position_min", "-1 to 1"}},
		"a setting that is gone": {func(b *emulator.Bus) { delete(b.Servos()[0].Settings, emulator.SettingTimeoutMode) }, []string{"servo 1", "conf get servo.timeout_mode", "expected a number"}},
	} {
		t.Run(name, func(t *testing.T) {
			bus := emulated(moteus.TimeoutZeroVelocity, 0)
			c.spoil(bus)
			all := servos()
			if name == "bounds that it lacks" {
				all[0].Lower, all[0].Upper = -1, 1
			}
			driver, err := moteus.New(moteus.Config{Name: "leg", Transport: bus.Transport(), Timeout: moteus.TimeoutZeroVelocity, Servos: all})
			if err != nil {
				t.Fatal(err)
			}
			err = driver.Open(0, time.Second)
			for _, text := range c.want {
				if err == nil || !strings.Contains(err.Error(), text) {
					t.Errorf("opening gives %v, want %q", err, text)
				}
			}
			if err := driver.Send(0, nil); !errors.Is(err, hardware.ErrNotOpen) {
				t.Errorf("after an error the bus sends with %v, want ErrNotOpen", err)
			}
		})
	}
}

func TestBoundsThatTheServoKeepsAreAccepted(t *testing.T) {
	bus := emulated(moteus.TimeoutZeroVelocity, 0)
	all := servos()
	all[1].Lower, all[1].Upper = -1, 1 // the servo turns the other way, by half a revolution of its joint
	bus.Servos()[1].Settings[emulator.SettingPositionMin] = (1 - 0.4) / -math.Pi
	bus.Servos()[1].Settings[emulator.SettingPositionMax] = (-1 - 0.4) / -math.Pi
	driver, err := moteus.New(moteus.Config{Name: "leg", Transport: bus.Transport(), Timeout: moteus.TimeoutZeroVelocity, Servos: all})
	if err != nil {
		t.Fatal(err)
	}
	if err := driver.Open(0, time.Second); err != nil {
		t.Error(err)
	}
}

func TestConfigurationsThatCannotWorkAreRejectedWithTheirPaths(t *testing.T) {
	c := moteus.Config{Name: "leg", HostID: 200, Prefix: 9000, Watchdog: time.Hour, Timeout: 11, AnswerWithin: -1, Servos: []moteus.Servo{
		{ID: 0, Joint: "a", PerRevolution: 0, MaxTorque: math.NaN(), Offset: math.Inf(1), Lower: 1, Upper: 1},
		{ID: 3, Joint: "b", PerRevolution: 1, MaxTorque: math.Inf(1), Lower: 0, Upper: 1},
		{ID: 3, Joint: "c", PerRevolution: 1, MaxTorque: 1, Lower: 0, Upper: 1}}}
	_, err := moteus.New(c)
	if err == nil {
		t.Fatal("accepted")
	}
	var paths []string
	for _, one := range messages.Each(err) {
		var option *messages.OptionError
		if !errors.As(one, &option) {
			t.Errorf("%v has no path", one)
			continue
		}
		paths = append(paths, option.Path)
	}
	want := []string{"host_id", "prefix", "transport", "watchdog", "timeout_mode", "answer_within", "servos[0].id", "servos[0].per_revolution",
		"servos[0].offset", "servos[0].max_torque", "servos[0].limits", "servos[1].max_torque", "servos[2].id"}
	slices.Sort(paths)
	slices.Sort(want)
	if !slices.Equal(paths, want) {
		t.Errorf("errors at %v, want %v", paths, want)
	}
}

// TestAnswersThatComeOneByOneAllCount plays a slow bus: each Collect finds the answer of one more
// servo.
func TestAnswersThatComeOneByOneAllCount(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.open()
	if err := b.driver.Send(b.now, nil); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		b.slow = 1
		if err := b.driver.Collect(b.now, 0, b.state); err != nil {
			t.Fatal(err)
		}
		for k, answered := range b.state.Answered {
			if answered != (k <= i) {
				t.Errorf("after %d answers drive %d has answered: %t", i+1, k, answered)
			}
		}
	}
}
