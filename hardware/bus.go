package hardware

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Bus is the actor that owns a Driver: it hands each command of the gate to the drives once, reads their states at its
// own rate, and has them stopped when it fails, is restarted or ends.
type Bus struct {
	// Make makes the driver of an incarnation.
	Make func() (Driver, error)
	// SafeModes has the mode that each drive is put into when this actor fails or ends, in the order of Driver.Drives.
	SafeModes []messages.Mode
	// Joints names the joint that the application has for each drive; nil asks for nothing. Commands and states have no
	// names: a driver with another order would move one joint by the commands of another.
	Joints []string
	// Requirements has one entry for each drive, in the order of Driver.Drives; nil requires nothing.
	Requirements []DriveRequirements
	// OpenWithin bounds Driver.Open. Zero means 5 s.
	OpenWithin time.Duration
	// LostAfter is the number of exchanges in a row without an answer after which the bus fails. Zero means 3.
	LostAfter int
	// CommandAge is how old a command may be when it would be handed over; an older one is refused, and feeds no watchdog.
	// Zero means three periods of the bus, at least 10 ms, at most 100 ms and the shortest watchdog of its drives.
	CommandAge time.Duration
	// CommandPeriod is that of the commands: a watchdog that is shorter is refused. Zero says nothing about it.
	CommandPeriod time.Duration

	Command actors.In[messages.DriveCommand] `port:"command" optional:"true" doc:"what the gate wants of the drives"`
	State   actors.Out[messages.DriveState]  `port:"state" doc:"what the drives answered"`

	driver Driver
	open   atomic.Bool // the watchdog's thread may read it
	failed int         // exchanges in a row without an answer
	late   bool        // the newest command was refused for its age, and that was told
	led    bool        // there is a gate that commands; it has not failed since
}

// Configure implements actors.Configurer.
func (b *Bus) Configure(s *actors.Setup) error {
	driver, err := b.make()
	if err != nil {
		return fmt.Errorf("the driver could not be made: %w", err)
	}
	b.driver = driver
	drives := len(driver.Drives())
	if err := CheckDrives(driver.Bus().Name, driver.Drives()); err != nil {
		return err
	}
	if err := checkJoints(driver.Bus().Name, driver.Drives(), b.Joints); err != nil {
		return err
	}
	if len(b.SafeModes) != drives {
		return fmt.Errorf("%d safe modes were given for %d drives; expected one a drive", len(b.SafeModes), drives)
	}
	if err := errors.Join(checkRequirements(driver.Bus().Name, driver.Drives(), b.Requirements), checkWatchdogs(driver.Bus().Name, driver.Drives(), b.CommandPeriod)); err != nil {
		return err
	}
	if b.CommandAge <= 0 {
		b.CommandAge = commandAge(s.Period(), driver.Drives())
	}
	sizes := actors.Sizes{"drives": drives}
	s.Size(&b.Command, sizes)
	s.Size(&b.State, sizes)
	return nil
}

// make makes the driver of this incarnation.
func (b *Bus) make() (Driver, error) {
	if b.Make == nil {
		return nil, errors.New("there is no function that makes it; expected one in Bus.Make, or from MakeDriver of the kind")
	}
	driver, err := b.Make()
	if v := reflect.ValueOf(driver); err == nil && (driver == nil || v.Kind() == reflect.Pointer && v.IsNil()) {
		return nil, errors.New("the function that makes it returned neither a driver nor an error")
	}
	return driver, err
}

// Start opens the bus; its drives are stopped afterwards.
func (b *Bus) Start(c *actors.Context) error {
	within := b.OpenWithin
	if within <= 0 {
		within = 5 * time.Second
	}
	returned := false
	defer func() {
		if !returned { // it panicked, and may hold a part of its transport
			_ = b.driver.Close()
		}
	}()
	err := b.driver.Open(c.Time(), within)
	if returned = true; err != nil {
		return err
	}
	b.open.Store(true)
	return nil
}

// Tick exchanges a new command, or reads.
func (b *Bus) Tick(t *actors.Tick) error {
	command, unstopped := b.command(t)
	state := b.State.Loan()
	clear(state.Answered) // where the driver gives up before it reads, no answer of before is one of now
	err := b.driver.Exchange(t.Now, command, state)
	if unstopped != nil {
		err = errors.Join(unstopped, err)
	}
	refused := errors.Is(err, ErrRefused)
	if refused {
		t.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseInvalid, Text: err.Error()})
	}
	switch {
	case err == nil, refused && slices.Contains(state.Answered, true): // a refusal says nothing about the answers
		b.failed = 0
	default:
		if b.failed++; b.failed >= b.patience() {
			return fmt.Errorf("%d exchanges in a row failed: %w", b.failed, err)
		}
	}
	return b.State.Publish(t)
}

// command returns the command to be handed over, nil where there is none: each once, and none that is too old. But a stop is
// never too late: where a command that is too old stops every drive, the driver is told to, which feeds no watchdog. Drives whose
// gate has failed, so that its command was withdrawn, are stopped at once: they would follow the last one until their watchdogs act.
func (b *Bus) command(t *actors.Tick) (*messages.DriveCommand, error) {
	c, stamp, ok := b.Command.Latest()
	if was := b.led; !ok {
		if b.led = false; was {
			return nil, b.driver.Stop(t.Now, b.SafeModes)
		}
		return nil, nil
	}
	b.led = true
	if !b.Command.Changed() {
		return nil, nil
	}
	age := stamp.Age(t.Now)
	was := b.late
	if b.late = age > b.CommandAge || age < -b.CommandAge; !b.late {
		return c, nil
	}
	if !was { // told once, until one comes in time again
		t.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseStale, Port: "command",
			Text: fmt.Sprintf("a command of age %v is not handed to the drives; expected at most %v", age, b.CommandAge)})
	}
	if slices.ContainsFunc(c.Mode, messages.Mode.Passes) {
		return nil, nil
	}
	return nil, b.driver.Stop(t.Now, c.Mode)
}

// The bounds of how old a command may be.
const (
	youngCommand = 10 * time.Millisecond
	oldCommand   = 100 * time.Millisecond
)

// commandAge is how old a command may be where nothing else is said.
func commandAge(period time.Duration, drives []DriveInfo) time.Duration {
	age := min(max(3*period, youngCommand), oldCommand)
	for i := range drives {
		age = min(age, drives[i].Watchdog.Timeout)
	}
	return age
}

func (b *Bus) patience() int {
	most := b.LostAfter
	if most <= 0 {
		most = 3
	}
	return most
}

// Fence hands the safe command to the driver. It may be called from the watchdog's thread.
func (b *Bus) Fence(now messages.Instant, _ messages.Cause) error {
	if !b.open.Load() {
		return nil
	}
	return b.driver.Stop(now, b.SafeModes)
}

// The least of how often a stop is sent and read back when the bus ends, and for how long where time goes on meanwhile: the
// drives of a busy machine or a slow bus may need a moment. In virtual time none passes while an actor stops. A transport that
// fails at once is not flooded: after these few stops there is one each stopEvery.
const (
	stopExchanges = 5
	stopPatience  = 100 * time.Millisecond
	stopEvery     = time.Millisecond
)

// Stop stops the drives, reads back that they obeyed, and closes the bus, also where the driver panics on the way.
func (b *Bus) Stop(c *actors.Context, _ actors.StopReason) (err error) {
	if !b.open.Swap(false) {
		return nil
	}
	defer func() { err = errors.Join(err, b.driver.Close()) }()
	return b.confirmStop(c.Time)
}

func (b *Bus) confirmStop(now func() messages.Instant) error {
	state, begin := NewState(len(b.driver.Drives())), now()
	for sent := 1; ; sent++ {
		err := b.sendStop(now(), state)
		if err == nil {
			return nil
		}
		took := now().Sub(begin)
		if sent < stopExchanges {
			continue
		}
		if took <= 0 || took >= stopPatience {
			return fmt.Errorf("the stop was sent %d times: %w", sent, err)
		}
		for now().Sub(begin) < took+stopEvery { // an actor has nothing to sleep with, and no other may run here meanwhile
		}
	}
}

// sendStop tells the drives to stop, and asks them whether they do.
func (b *Bus) sendStop(now messages.Instant, state *messages.DriveState) error {
	if err := b.driver.Stop(now, b.SafeModes); err != nil {
		return err
	}
	if err := b.driver.Exchange(now, nil, state); err != nil {
		return err
	}
	return Unconfirmed(b.driver.Bus().Name, b.driver.Drives(), b.SafeModes, state)
}
