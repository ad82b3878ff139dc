package drivertest

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// Rig is a driver that is not open yet, over drives that have just been powered up, and the means
// to let time pass.
type Rig struct {
	Driver hardware.Driver
	// Wait lets the drives live until that instant of the rig's clock, which starts at zero.
	// Simulated drives are advanced to it; for real ones Wait sleeps.
	Wait func(until messages.Instant)
	// Period is the time between two exchanges. It is below a third of every drive's watchdog.
	Period time.Duration
	// Settle is the longest that a drive takes to obey what the checks ask: to power up and open
	// its brake, to stop from Motion, to close its brake, to remove torque.
	Settle time.Duration
	// Asynchronous says that the drives take what is sent in another goroutine, as emulated drives
	// behind a socket do. The checks then wait for them as long as a busy machine may take.
	Asynchronous bool
	// Motion is how far the checks may move a joint from where it was at start, rad or m.
	Motion float64
	// HoldNeedsHost says that a drive in ramp_hold goes to the mode of its watchdog when nobody
	// exchanges with it for as long.
	HoldNeedsHost bool
	// TransportAllocates says that the transport of the driver allocates, as TLS of the standard
	// library does for each record.
	TransportAllocates bool
	// Mode returns the mode in which a drive is, without a message to it: an emulator knows it. Nil
	// where the rig cannot; no check then sees a Stop that sends another mode than it should.
	Mode func(drive int) messages.Mode
	// Mute makes a drive stop answering, or answer again; nil where the rig cannot.
	Mute func(drive int, muted bool)
	// Late makes the answers of a drive come one exchange late, or in time again; nil where the rig
	// cannot.
	Late func(drive int, late bool)
	// Fail makes a drive report a fault for as long as it is set; nil where the rig cannot.
	Fail func(drive int, failing bool)
}

// Check is the test of one sentence of the contract. Each check gets its own rig.
type Check struct {
	// Name is a sentence in one word, such as EveryDriveIsOffAfterOpen.
	Name string
	// Test returns what the driver did against the contract, or nil. It returns ErrCannot where the
	// rig lacks the means.
	Test func(Rig) error
}

// ErrCannot says that a rig lacks the means for a check.
var ErrCannot = fmt.Errorf("the rig has no means for this check")

// escapes is what a driver that allocates does most often.
const escapes = ": keep buffers in the driver, since a local variable whose address goes to an interface is allocated; " +
	"go build -gcflags=-m lists such variables"

// patience is how long the checks wait for Open, and for answers that a transport still carries.
func (r *Rig) patience() time.Duration {
	if r.Asynchronous {
		return time.Minute
	}
	return time.Second
}

// ratchet and resets are what drivers of drives without arm numbers lack most often.
const (
	ratchet = ": for drives that know no arm numbers, a hardware.Ratchet keeps them"
	resets  = ": a set-point leads a drive out of a stop of its own only where Ratchet.Resets is true; let the frame say so, or send none"
)

// Run runs every check, each on a rig of its own, as a subtest.
func Run(t *testing.T, build func(t testing.TB) Rig) {
	t.Helper()
	for _, check := range Checks() {
		t.Run(check.Name, func(t *testing.T) {
			switch err := check.run(build(t)); err {
			case nil:
			case ErrCannot:
				t.Skip(err)
			default:
				t.Error(err)
			}
		})
	}
}

// run runs a check. A panic of the driver is its result, so that the other checks run too.
func (c Check) run(rig Rig) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("the driver panicked: %v\n%s", reason, debug.Stack())
		}
	}()
	return c.Test(rig)
}

// session is a rig in use: a clock, a command and a state.
type session struct {
	Rig
	now     messages.Instant
	drives  []hardware.DriveInfo
	command *messages.DriveCommand
	state   *messages.DriveState
}

// opened opens the rig's bus and reads the first state.
func opened(rig Rig) (*session, error) {
	n := len(rig.Driver.Drives())
	s := &session{Rig: rig, drives: rig.Driver.Drives(), command: hardware.NewCommand(n), state: hardware.NewState(n)}
	if err := s.Driver.Open(s.now, rig.patience()); err != nil {
		return nil, fmt.Errorf("driver: Open: %w", err)
	}
	if err := s.exchange(nil); err != nil {
		return nil, err
	}
	return s, nil
}

// running opens the bus and brings every drive to run, holding still.
func running(rig Rig) (*session, error) {
	s, err := opened(rig)
	if err != nil {
		return nil, err
	}
	s.arm()
	if err := s.repeat(s.Settle, s.command); err != nil {
		return nil, err
	}
	return s, s.expect("after commands in mode run with a new arm number", messages.ModeRun)
}

// arm fills the command with a new arm number for each drive and set-points that hold the joint
// still.
func (s *session) arm() {
	for i := range s.drives {
		s.command.Mode[i] = messages.ModeRun
		s.command.Arm[i] = s.state.Arm[i] + 1
		s.hold(i)
	}
}

// hold makes the command's set-points of one drive keep the joint where it is.
func (s *session) hold(i int) {
	s.command.Control[i] = s.control(i)
	s.command.Position[i], s.command.Velocity[i], s.command.Effort[i] = s.state.Position[i], 0, 0
}

// control is the mode in which a drive best holds still.
func (s *session) control(i int) messages.ControlMode {
	for _, has := range []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity} {
		for _, c := range s.drives[i].Controls {
			if c.Has(has) {
				return c
			}
		}
	}
	return s.drives[i].Controls[0]
}

// exchange exchanges once and waits for a period.
func (s *session) exchange(command *messages.DriveCommand) error {
	if err := hardware.Exchange(s.Driver, s.now, command, s.state); err != nil {
		return fmt.Errorf("driver: Exchange at %s: %w", s.now, err)
	}
	s.pass()
	return nil
}

func (s *session) pass() {
	s.now = s.now.Add(s.Period)
	s.Wait(s.now)
}

// repeat exchanges the command every period for a while, at least once, and ends with a read-only
// exchange, so that the state is of after the last command.
func (s *session) repeat(d time.Duration, command *messages.DriveCommand) error {
	end := s.now.Add(d)
	for {
		if err := s.exchange(command); err != nil {
			return err
		}
		if s.now >= end {
			return s.exchange(nil)
		}
	}
}

// expect returns an error unless every drive answered and is in that mode.
func (s *session) expect(when string, mode messages.Mode) error {
	for i := range s.drives {
		if err := s.expectDrive(i, when, mode); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) expectDrive(i int, when string, mode messages.Mode) error {
	if !s.state.Answered[i] || s.state.Mode[i] != mode {
		return fmt.Errorf("%s, at %s, drive %q is in %s (answered: %v), want %s", when, s.now, s.drives[i].Name,
			s.state.Mode[i], s.state.Answered[i], mode)
	}
	return nil
}

// expectAtLeast returns an error unless every drive confirms those modes.
func (s *session) expectAtLeast(when string, modes []messages.Mode) error {
	if err := hardware.Unconfirmed(s.Driver.Bus().Name, s.drives, modes, s.state); err != nil {
		return fmt.Errorf("%s, at %s: %w", when, s.now, err)
	}
	return nil
}

// all is that mode for every drive.
func (s *session) all(mode messages.Mode) []messages.Mode {
	modes := make([]messages.Mode, len(s.drives))
	for i := range modes {
		modes[i] = mode
	}
	return modes
}

// watchdogs is the mode that each drive's watchdog leads to.
func (s *session) watchdogs() []messages.Mode {
	modes := make([]messages.Mode, len(s.drives))
	for i := range modes {
		modes[i] = s.drives[i].Watchdog.Mode
	}
	return modes
}

// shortestWatchdog and longestWatchdog are those of the bus's drives.
func (s *session) shortestWatchdog() time.Duration {
	d := s.drives[0].Watchdog.Timeout
	for i := range s.drives {
		d = min(d, s.drives[i].Watchdog.Timeout)
	}
	return d
}

func (s *session) longestWatchdog() time.Duration {
	var d time.Duration
	for i := range s.drives {
		d = max(d, s.drives[i].Watchdog.Timeout)
	}
	return d
}

// What no drive says of itself, in every field of a state that was spoiled.
const (
	spoiledNumber = -8.25e300
	spoiledMode   = messages.Mode(0xee)
	spoiledWord   = 0xeeee
)

// spoil fills the state with what no drive says: Exchange writes every entry, whatever buffer it is
// given, and what it passes over would look like an answer of before.
func (s *session) spoil() {
	for i := range s.drives {
		s.state.Position[i], s.state.Velocity[i], s.state.Effort[i] = spoiledNumber, spoiledNumber, spoiledNumber
		s.state.Mode[i], s.state.Fault[i], s.state.Arm[i] = spoiledMode, spoiledWord, spoiledWord
		s.state.Temperature[i], s.state.Voltage[i], s.state.Current[i] = spoiledNumber, spoiledNumber, spoiledNumber
		s.state.FaultWord[i] = spoiledWord
	}
}

// written returns an error where an entry of a state that was spoiled is still what it was.
func (s *session) written(when string) error {
	for i := range s.drives {
		for _, entry := range []struct {
			field   string
			spoiled bool
		}{
			{"position", s.state.Position[i] == spoiledNumber}, {"velocity", s.state.Velocity[i] == spoiledNumber},
			{"effort", s.state.Effort[i] == spoiledNumber}, {"mode", s.state.Mode[i] == spoiledMode},
			{"fault", s.state.Fault[i] == spoiledWord}, {"arm", s.state.Arm[i] == spoiledWord},
			{"temperature", s.state.Temperature[i] == spoiledNumber}, {"voltage", s.state.Voltage[i] == spoiledNumber},
			{"current", s.state.Current[i] == spoiledNumber}, {"fault word", s.state.FaultWord[i] == spoiledWord},
		} {
			if entry.spoiled {
				return fmt.Errorf("driver: Exchange %s left the %s of drive %q as it was; want every entry of the state written", when, entry.field, s.drives[i].Name)
			}
		}
	}
	return nil
}
