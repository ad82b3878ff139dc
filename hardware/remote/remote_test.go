package remote

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/drivertest"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

const models = "../../examples/mobile_manipulator/models"

var joints = []string{"arm_joint_3", "arm_joint_4", "arm_joint_5"}

// bench is a simulated arm whose elbow hangs on a server, and a driver that reaches it.
type bench struct {
	t      testing.TB
	plant  *sim.Plant
	server *Server
	driver *Driver
	now    atomic.Int64 // the clock of the drives' process
	config Config
	kill   func() // ends the server
}

// patience is how long a real connection may take: a busy machine may stop each of its threads at
// any time. A connection that either end gives up looks to a driver like drives that are lost.
const patience = 30 * time.Second

// still is a clock that stands.
func still() messages.Instant { return 0 }

// addresses of the transports of this platform.
func addresses(t testing.TB) map[string]string {
	all := map[string]string{"udp": "udp:127.0.0.1:0", "tls": "tls:127.0.0.1:0"}
	if runtime.GOOS == "linux" {
		dir, err := os.MkdirTemp("", "ra") // the path of a socket is short
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		all["unix"] = "unix:" + filepath.Join(dir, "elbow")
	}
	return all
}

// newElbow returns a simulated arm and the bus of its elbow, whose drives measure temperature,
// voltage and current.
func newElbow(t testing.TB) (*sim.Plant, *sim.Bus) {
	t.Helper()
	d, err := urdf.Load(os.DirFS(models), "arm.urdf", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d.Prefixed("arm"))
	if err != nil {
		t.Fatal(err)
	}
	o := &sim.PlantOptions{}
	for i := range 7 {
		o.Servos = append(o.Servos, servo.Options{Joints: []string{"arm_joint_" + string(rune('1'+i))}, RotorInertia: 0.2e-4, GearRatio: 100, BrakeEffort: 200,
			TorqueConstant: 0.5, SupplyVoltage: 48, Ambient: 20, HeatRise: 60, HeatTime: 100 * time.Millisecond})
	}
	plant, err := sim.New(w, o, 1)
	if err != nil {
		t.Fatal(err)
	}
	bus, err := plant.NewBus(sim.BusOptions{Name: "elbow", Joints: joints})
	if err != nil {
		t.Fatal(err)
	}
	return plant, bus
}

func newBench(t testing.TB, address string) *bench {
	t.Helper()
	b := &bench{t: t}
	var bus *sim.Bus
	b.plant, bus = newElbow(t)
	var err error
	server, client := credentialsFor(t, address)
	if b.server, err = newServer(warmBus{bus, b.time}, b.time, time.Second); err != nil {
		t.Fatal(err)
	}
	b.server.handshake, b.server.room = patience, patience
	if err := b.server.listen(address, &server); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.server.Serve(ctx) }()
	b.kill = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(b.kill)
	b.config = Config{Name: "elbow", Address: b.server.Address(), TLS: client, Drives: bus.Drives(), Sensors: thermometer, Timeout: patience, Silence: time.Hour}
	b.driver = b.newDriver()
	return b
}

// thermometer is the sensor of a warmBus.
var thermometer = []hardware.SensorInfo{{Name: "motor", Kind: messages.TemperatureSensor, Link: "arm_link_3"}}

// warmBus is a simulated bus with a thermometer, which takes a sample whenever it is read.
type warmBus struct {
	hardware.Driver
	now func() messages.Instant
}

func (w warmBus) Sensors() []hardware.SensorInfo { return thermometer }

func (w warmBus) ReadSensors(readings []messages.SensorReading) {
	readings[0] = messages.SensorReading{Valid: true, Time: w.now(), Temperature: messages.Temperature{Celsius: 40}}
}

// time is the time of the drives' process.
func (b *bench) time() messages.Instant { return messages.Instant(b.now.Load()) }

func (b *bench) newDriver() *Driver {
	b.t.Helper()
	d, err := New(b.config)
	if err != nil {
		b.t.Fatal(err)
	}
	d.room = patience
	b.t.Cleanup(func() { _ = d.Close() })
	return d
}

// wait lets the drives live until an instant.
func (b *bench) wait(until messages.Instant) {
	if err := b.plant.Advance(until); err != nil {
		b.t.Error(err)
	}
	b.now.Store(int64(until))
}

func (b *bench) rig() drivertest.Rig {
	disturb := func(drive int, change func(*servo.Disturbance)) {
		d, err := b.plant.Disturbance(joints[drive])
		if err != nil {
			b.t.Fatal(err)
		}
		change(&d)
		if err := b.plant.Disturb(joints[drive], d); err != nil {
			b.t.Fatal(err)
		}
	}
	return drivertest.Rig{Driver: b.driver, Wait: b.wait, Period: 2 * time.Millisecond, Settle: 350 * time.Millisecond, Motion: 0.05,
		Asynchronous:       true,
		TransportAllocates: strings.HasPrefix(b.config.Address, "tls:"),
		Mute:               func(drive int, muted bool) { disturb(drive, func(d *servo.Disturbance) { d.Mute = muted }) },
		Fail: func(drive int, failing bool) {
			disturb(drive, func(d *servo.Disturbance) {
				d.Fault = servo.FaultNone
				if failing {
					d.Fault = servo.FaultOverTemperature
				}
			})
		}}
}

func TestDrivesInAnotherProcessKeepTheContractOfDrivers(t *testing.T) {
	for _, name := range transports(t) {
		t.Run(name, func(t *testing.T) {
			drivertest.Run(t, func(t testing.TB) drivertest.Rig { return newBench(t, addresses(t)[name]).rig() })
		})
	}
}

// run opens a driver and brings all its drives to run.
func (b *bench) run(d *Driver) (command *messages.DriveCommand, state *messages.DriveState) {
	b.t.Helper()
	command, state = hardware.NewCommand(3), hardware.NewState(3)
	if err := d.Open(0, patience); err != nil {
		b.t.Fatal(err)
	}
	b.exchange(d, nil, state)
	for i := range command.Mode {
		command.Mode[i], command.Control[i], command.Arm[i] = messages.ModeRun, messages.ControlVelocity, state.Arm[i]+1
	}
	for range 50 {
		b.exchange(d, command, state)
	}
	b.all(state, messages.ModeRun)
	return command, state
}

func (b *bench) exchange(d *Driver, command *messages.DriveCommand, state *messages.DriveState) {
	b.t.Helper()
	now := messages.Instant(b.now.Load()).Add(2 * time.Millisecond)
	b.wait(now)
	if err := hardware.Exchange(d, now, command, state); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) all(state *messages.DriveState, want messages.Mode) {
	b.t.Helper()
	for i, m := range state.Mode {
		if m != want {
			b.t.Errorf("drive %s is in %s, want %s", joints[i], m, want)
		}
	}
}

// transports are those that a test goes through, one of them in a short run.
func transports(t *testing.T) (all []string) {
	for name := range addresses(t) {
		if !testing.Short() || name == "unix" || runtime.GOOS != "linux" {
			all = append(all, name)
		}
	}
	return all
}

func each(t *testing.T, test func(t *testing.T, b *bench)) {
	for _, name := range transports(t) {
		t.Run(name, func(t *testing.T) { test(t, newBench(t, addresses(t)[name])) })
	}
}

func TestDrivesWhoseControllerFallsSilentActByThemselves(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		_, state := b.run(b.driver)
		fed := b.server.LastCommand()
		truths := make([]func(*hardware.Truth), len(joints))
		for i, joint := range joints {
			_, tell, err := b.plant.DriveModel(joint)
			if err != nil {
				t.Fatal(err)
			}
			truths[i] = tell
		}
		var truth hardware.Truth
		for until := fed; until <= fed.Add(105*time.Millisecond); until = until.Add(time.Millisecond) { // nobody says anything
			b.wait(max(until, b.plant.Now()))
			for _, tell := range truths {
				tell(&truth)
				if inTime := until <= fed.Add(100*time.Millisecond); inTime && truth.Mode != messages.ModeRun || !inTime && until > fed.Add(102*time.Millisecond) && truth.Mode != messages.ModeRampHold {
					t.Fatalf("%s after the last command: %s", until.Sub(fed), truth.Mode)
				}
			}
		}
		if err := hardware.Exchange(b.driver, messages.Instant(b.now.Load()), nil, state); err != nil {
			t.Fatal(err)
		}
		b.all(state, messages.ModeRampHold)
	})
}

func TestACommandThatWasHeldUpIsNotHandedOver(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		command, state := b.run(b.driver)
		last := b.server.LastCommand()
		b.now.Add(int64(60 * time.Millisecond)) // the time since the driver has last heard of the drives
		if err := hardware.Exchange(b.driver, 0, command, state); err != nil {
			t.Fatal(err)
		}
		if c := b.server.Counts(); c.Held != 1 || b.server.LastCommand() != last {
			t.Errorf("%+v, last command at %s", c, b.server.LastCommand())
		}
		b.exchange(b.driver, command, state) // the driver knows a newer time
		if b.server.LastCommand() == last {
			t.Error("a command that came in time was not handed over")
		}
		command.Mode[1] = messages.ModeDamp
		b.now.Add(int64(60 * time.Millisecond))
		if err := hardware.Exchange(b.driver, 0, command, state); !errors.Is(err, nil) && !errors.Is(err, hardware.ErrRefused) {
			t.Fatal(err)
		}
		b.exchange(b.driver, nil, state)
		if state.Mode[1] != messages.ModeDamp {
			t.Errorf("the stop of a command that was held up was lost: %s", state.Mode[1])
		}
	})
}

// Commands may come as seldom as the watchdogs of the drives allow.
func TestDrivesRunByCommandsThatComeAsSeldomAsTheirWatchdogsAllow(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		command, state := b.run(b.driver)
		for range 5 {
			now := messages.Instant(b.now.Load()).Add(90 * time.Millisecond)
			b.wait(now)
			if err := hardware.Exchange(b.driver, now, command, state); err != nil {
				t.Fatal(err)
			}
			b.all(state, messages.ModeRun)
			if b.server.LastCommand() != now {
				t.Errorf("the command of %s was not handed over: %+v", now, b.server.Counts())
			}
		}
	})
}

// A process may pause within an exchange, before it asks for the time of the drives.
func TestACommandIsNotMadeYoungerByAskingForTheTime(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		command, state := b.run(b.driver)
		last := b.server.LastCommand()
		now := messages.Instant(b.now.Load()).Add(30 * time.Millisecond)
		b.now.Store(int64(now.Add(60 * time.Millisecond)))
		if err := hardware.Exchange(b.driver, now, command, state); err != nil {
			t.Fatal(err)
		}
		if c := b.server.Counts(); c.Held != 1 || b.server.LastCommand() != last {
			t.Errorf("%+v, last command at %s", c, b.server.LastCommand())
		}
	})
}

func TestANewSessionEndsTheOlderOne(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		command, state := b.run(b.driver)
		second := b.newDriver()
		if err := second.Open(0, patience); err != nil {
			t.Fatal(err)
		}
		now := messages.Instant(b.now.Load())
		for range 2 {
			if err := hardware.Exchange(b.driver, now, command, state); !errors.Is(err, hardware.ErrNotOpen) || !strings.Contains(err.Error(), "another process may have taken the drives") {
				t.Errorf("the older session: %v", err)
			}
		}
		b.exchange(second, nil, state)
		b.all(state, messages.ModeRampHold) // opening has stopped what ran
		for i := range command.Arm {
			if state.Arm[i] < command.Arm[i] {
				t.Errorf("arm number %d is not spent", command.Arm[i])
			}
		}
		if err := b.driver.Stop(now, nil); err != nil { // handed over, to nobody
			t.Error(err)
		}
		b.exchange(second, nil, state)
		b.all(state, messages.ModeRampHold)
	})
}

func TestTheDeathOfTheOtherEndIsReported(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		_, state := b.run(b.driver)
		b.driver.config.Timeout, b.driver.config.Silence = 20*time.Millisecond, 10*time.Millisecond
		b.kill()
		now := messages.Instant(b.now.Load())
		err := hardware.Exchange(b.driver, now.Add(time.Second), nil, state)
		if !errors.Is(err, hardware.ErrBusLost) || state.Answered[0] {
			t.Errorf("%v, answered %v", err, state.Answered)
		}
		if err := b.newDriver().Open(0, 30*time.Millisecond); err == nil || !strings.Contains(err.Error(), `bus "elbow": open: `) {
			t.Error(err)
		}
	})
}

func TestDrivesThatDifferFromTheApplicationAreRefused(t *testing.T) {
	b := newBench(t, addresses(t)["udp"])
	for want, change := range map[string]func(*hardware.DriveInfo){
		"its watchdog is {100ms ramp_hold}, the application expects {200ms ramp_hold}": func(d *hardware.DriveInfo) { d.Watchdog.Timeout *= 2 },
		"its limits of position":                                  func(d *hardware.DriveInfo) { d.Limits.Velocity *= 1.01 },
		"its joint is arm_joint_4, the application expects elbow": func(d *hardware.DriveInfo) { d.Joint = "elbow" },
		"current], the application expects [brake, gain_scales, effort_cap, temperature, voltage, current, fault_word]": func(d *hardware.DriveInfo) {
			d.Measures.FaultWord = true
		},
	} {
		c := b.config
		c.Drives = append([]hardware.DriveInfo{}, c.Drives...)
		change(&c.Drives[1])
		d, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		var mismatch *hardware.DriveMismatch
		if err := d.Open(0, patience); !errors.As(err, &mismatch) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if err := hardware.Exchange(d, 0, nil, hardware.NewState(3)); !errors.Is(err, hardware.ErrNotOpen) {
			t.Error(err)
		}
	}
	c := b.config
	c.Name = "shoulder"
	d, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Open(0, patience); err == nil || !strings.Contains(err.Error(), `this is bus "elbow"`) {
		t.Error(err)
	}
}

func TestABadConfigurationIsRefused(t *testing.T) {
	good := newBench(t, addresses(t)["udp"]).config
	for want, change := range map[string]func(*Config){
		"expected unix:PATH, udp:HOST:PORT on the loopback interface, or tls:HOST:PORT": func(c *Config) { c.Address = "tcp:1.2.3.4:5" },
		"drives on a network need mutual TLS; use tls:HOST:PORT":                        func(c *Config) { c.Address = "udp:192.168.0.7:7000" },
		"TLS needs the option certificate":                                              func(c *Config) { c.Address = "tls:192.168.0.7:7000" },
		"has TLS options":                                                               func(c *Config) { c.TLS.Peers = []string{"drives"} },
		"expected neither below zero":                                                   func(c *Config) { c.Silence = -1 },
		"has no drives":                                                                 func(c *Config) { c.Drives = nil },
		"a drive without a watchdog runs on when its host dies": func(c *Config) {
			c.Drives = []hardware.DriveInfo{{Name: "a", Joint: "a", Limits: hardware.Limits{Upper: 1, Velocity: 1, Acceleration: 1, Effort: 1}, Controls: messages.ControlModes()}}
		},
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestSessionsLeaveNothingBehind(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		state := hardware.NewState(3)
		sessions := func(n int) {
			for range n {
				d := b.newDriverOnce()
				if err := d.Open(0, patience); err != nil {
					t.Fatal(err)
				}
				if err := hardware.Exchange(d, messages.Instant(b.now.Load()), nil, state); err != nil {
					t.Fatal(err)
				}
				if err := d.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
		descriptors := func() int {
			files, err := os.ReadDir("/proc/self/fd")
			if err != nil {
				t.Skip("this platform does not report open descriptors")
			}
			return len(files)
		}
		sessions(3)
		before, goroutines := descriptors(), runtime.NumGoroutine()
		sessions(300)
		for begin := time.Now(); (descriptors() > before || runtime.NumGoroutine() > goroutines) && time.Since(begin) < 20*time.Second; {
			time.Sleep(time.Millisecond) // the server notices the end of a connection on its own thread
		}
		if d, g := descriptors(), runtime.NumGoroutine(); d > before || g > goroutines {
			t.Errorf("%d descriptors and %d goroutines, before %d and %d", d, g, before, goroutines)
		}
	})
}

func (b *bench) newDriverOnce() *Driver {
	d, err := New(b.config)
	if err != nil {
		b.t.Fatal(err)
	}
	return d
}

func TestEveryBusHasAnAddressOfItsOwn(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	of := map[string]string{}
	for _, bus := range []string{"arm/left", "arm-left/elbow", "arm/left-elbow", "arm/left/elbow"} {
		address, err := DefaultAddress(bus)
		if err != nil {
			t.Fatal(err)
		}
		if other, is := of[address]; is {
			t.Errorf("%s and %s have the address %s", bus, other, address)
		}
		of[address] = bus
	}
}
