package hardware

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// Bus is the actor that owns a Driver. It sends each command of the gate to the drives once,
// publishes their states at its own rate, and stops the drives when it fails, restarts or ends.
type Bus struct {
	// Make makes the driver of one incarnation.
	Make func() (Driver, error)
	// SafeModes lists the mode that each drive enters when this actor fails or ends, in the order
	// of Driver.Drives.
	SafeModes []messages.Mode
	// Joints names the joint that the application assigns to each drive; nil checks nothing.
	// Commands and states have no names: a driver with another order would move one joint by the
	// commands of another.
	Joints []string
	// Requirements has one entry for each drive, in the order of Driver.Drives; nil requires
	// nothing.
	Requirements []DriveRequirements
	// Sensors lists the sensors that the application expects, in the order of SensorDriver.Sensors;
	// nil checks nothing.
	Sensors SensorList
	// SharesThread declares that other actors run on the bus's thread. A bus whose driver waits for
	// answers then does not wait: it collects the answers to the request of the release before, so
	// that its states are one period older.
	SharesThread bool
	// OpenWithin bounds Driver.Open. Zero means 5 s.
	OpenWithin time.Duration
	// LostAfter is the number of exchanges in a row without an answer after which the bus fails.
	// Zero means 3.
	LostAfter int
	// CommandAge bounds the age of a command. The bus rejects older ones, so that they feed no
	// watchdog. Zero means three periods of the bus, at least 10 ms, at most 100 ms and the
	// shortest watchdog of its drives.
	CommandAge time.Duration
	// CommandPeriod is the period of the commands: the bus rejects drives whose watchdog is
	// shorter. Zero checks nothing.
	CommandPeriod time.Duration
	// StandIn makes the bus one of a twin, whose drives are simulated: a driver that cannot be cloned
	// is replaced by a StandIn, which is kept here for later incarnations. Nil replaces none.
	StandIn *actors.Kept
	// RealDrives lets the bus of a twin command real drives, beside the original.
	RealDrives *RealDrives

	Command actors.In[messages.DriveCommand] `port:"command" optional:"true" doc:"commands of the gate to the drives"`
	State   actors.Out[messages.DriveState]  `port:"state" doc:"states that the drives answered"`

	driver   Driver
	ticked   messages.Instant // the newest release
	sensors  SensorDriver     // nil where the bus carries none
	outputs  []sensorOutput
	readings []messages.SensorReading
	info     BusInfo
	polls    bool        // it waits for no answers
	open     atomic.Bool // the watchdog's thread may read it
	failed   int         // exchanges in a row without an answer
	late     bool        // the newest command was too old, and an event reported it
	led      bool        // a gate commands the drives and has not failed since
}

// Configure makes the driver and checks that it suits the application.
func (b *Bus) Configure(s *actors.Setup) error {
	driver, err := b.make()
	if err != nil {
		return fmt.Errorf("the driver could not be made: %w", err)
	}
	b.driver, b.info = driver, driver.Bus()
	b.polls = b.SharesThread && b.info.Collect > 0
	name, drives := b.info.Name, driver.Drives()
	if err := CheckDrives(name, drives); err != nil {
		return err
	}
	if err := checkJoints(name, drives, b.Joints); err != nil {
		return err
	}
	if len(b.SafeModes) != len(drives) {
		return fmt.Errorf("%d safe modes were given for %d drives; expected one for each drive", len(b.SafeModes), len(drives))
	}
	err = errors.Join(checkRequirements(name, drives, b.Requirements), checkWatchdogs(name, drives, b.CommandPeriod))
	if err != nil {
		return err
	}
	if b.CommandAge <= 0 {
		b.CommandAge = commandAge(s.Period(), drives)
	}
	s.Size(&b.Command, actors.Sizes{"drives": len(drives)})
	s.Size(&b.State, stateSizes(drives))
	return b.configureSensors(s)
}

// configureSensors adds a port for each sensor.
func (b *Bus) configureSensors(s *actors.Setup) error {
	infos := SensorsOf(b.driver)
	if err := CheckSensors(b.info.Name, infos); err != nil {
		return err
	}
	if b.Sensors != nil && !slices.Equal(b.Sensors, infos) {
		return fmt.Errorf("bus %q: its driver describes the sensors %v, but the application expects %v; expected the same sensors in the same order", b.info.Name, infos, b.Sensors)
	}
	if len(infos) == 0 {
		return nil
	}
	b.sensors = b.driver.(SensorDriver)
	b.outputs, b.readings = make([]sensorOutput, len(infos)), make([]messages.SensorReading, len(infos))
	for i := range infos {
		b.outputs[i].configure(s, infos[i])
	}
	return nil
}

// publishSensors publishes the newest readings.
func (b *Bus) publishSensors(t *actors.Tick) error {
	if b.sensors == nil {
		return nil
	}
	clear(b.readings)
	b.sensors.ReadSensors(b.readings)
	var failed error
	for i := range b.outputs {
		if err := b.outputs[i].publish(t, &b.readings[i]); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// stateSizes returns the sizes of states: optional fields have entries if any drive measures them.
func stateSizes(drives []DriveInfo) actors.Sizes {
	sizes := actors.Sizes{"drives": len(drives)}
	for i := range drives {
		m := drives[i].Measures
		for dimension, measured := range map[string]bool{
			"temperatures": m.Temperature, "voltages": m.Voltage, "currents": m.Current, "fault_words": m.FaultWord,
		} {
			if measured {
				sizes[dimension] = len(drives)
			}
		}
	}
	return sizes
}

// make makes the driver of this incarnation.
func (b *Bus) make() (Driver, error) {
	if b.Make == nil {
		return nil, errors.New("no function makes it; expected one in Bus.Make, or from MakeDriver of the kind")
	}
	driver, err := b.Make()
	if v := reflect.ValueOf(driver); err == nil && (driver == nil || v.Kind() == reflect.Pointer && v.IsNil()) {
		return nil, errors.New("the function that makes it returned neither a driver nor an error")
	}
	if err != nil {
		return nil, err
	}
	return b.replaced(driver), nil
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
	c.Occupy(b.info.Open)
	err := b.driver.Open(c.Time(), within)
	if returned = true; err != nil {
		return err
	}
	b.open.Store(true)
	if b.polls { // the first tick collects; where the request fails, its answers are missing
		_ = b.driver.Send(c.Time(), nil)
	}
	return nil
}

// Tick sends a new command, or asks for the states only, and publishes the states that the drives
// answered.
func (b *Bus) Tick(t *actors.Tick) error {
	b.ticked = t.Now
	state := b.State.Loan()
	clear(state.Answered)     // a driver that fails before it reads must not leave older answers
	var sent, collected error // beside rejected commands
	if b.polls {
		collected = b.collect(t, 0, state)
		sent = b.send(t)
		t.Occupy(b.info.Send)
	} else {
		sent = b.send(t)
		collected = b.collect(t, b.info.Collect, state)
		t.Occupy(b.info.Send + b.info.Collect)
	}
	if sent == nil && collected == nil {
		b.failed = 0
		return b.publish(t)
	}
	if b.failed++; b.failed >= b.patience() {
		return fmt.Errorf("%d exchanges in a row failed: %w", b.failed, errors.Join(sent, collected))
	}
	return b.publish(t)
}

// publish sends the states of the drives and the readings of the sensors.
func (b *Bus) publish(t *actors.Tick) error {
	if err := b.State.Publish(t); err != nil {
		return err
	}
	return b.publishSensors(t)
}

// send sends the command of this tick, or asks for the states. A rejected command is an event and
// no failure of the bus.
func (b *Bus) send(t *actors.Tick) error {
	command, unstopped := b.command(t)
	err := usercode.Readable(b.driver.Send(t.Now, command)) // errors.Is of a cyclic error would not end
	if errors.Is(err, ErrRefused) {
		b.reportRefusal(t, err)
		err = nil
	}
	if unstopped != nil {
		err = errors.Join(unstopped, err)
	}
	return err
}

// collect reads the states. A command that the drives themselves rejected is an event and no
// failure of the bus, if any drive answered.
func (b *Bus) collect(t *actors.Tick, within time.Duration, state *messages.DriveState) error {
	err := usercode.Readable(b.driver.Collect(t.Now, within, state))
	if !errors.Is(err, ErrRefused) {
		return err
	}
	b.reportRefusal(t, err)
	if slices.Contains(state.Answered, true) {
		return nil
	}
	return err
}

func (b *Bus) reportRefusal(t *actors.Tick, err error) {
	t.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseInvalid, Text: err.Error()})
}

// command returns the command to send, or nil: each command once, and none that is too old. A stop
// is never too old: where such a command stops every drive, the bus stops them, which feeds no
// watchdog. When a gate fails and its command is withdrawn, the bus stops the drives at once: they
// would follow the last command until their watchdogs expire.
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
		return b.whole(t, c), nil
	}
	if !was { // reported once, until a command arrives in time again
		t.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseStale, Port: "command",
			Text: fmt.Sprintf("a command of age %v is not sent to the drives; expected at most %v: three periods of the bus, at least 10ms, and no watchdog more", age, b.CommandAge)})
	}
	if slices.ContainsFunc(c.Mode, messages.Mode.Passes) {
		return nil, nil
	}
	return nil, b.driver.Stop(t.Now, c.Mode)
}

// whole returns the command, or nil if it has lost the gain scales or effort caps that the
// application requires: the drives would move with more than their controller allows. A stop needs
// neither.
func (b *Bus) whole(t *actors.Tick, c *messages.DriveCommand) *messages.DriveCommand {
	if !slices.ContainsFunc(c.Mode, messages.Mode.Passes) {
		return c
	}
	for i := range b.Requirements {
		r := &b.Requirements[i]
		field := ""
		switch {
		case r.EffortCap && len(c.MaxEffort) == 0:
			field = "max_effort"
		case r.GainScales && len(c.KpScale) == 0:
			field = "kp_scale"
		case r.GainScales && len(c.KdScale) == 0:
			field = "kd_scale"
		default:
			continue
		}
		b.reportRefusal(t, &RefusedError{Bus: b.info.Name, Field: field, Problem: "it has no entries, and " + r.Controller + " sets them", Expected: "one for each drive"})
		return nil
	}
	return c
}

// The bounds of CommandAge where the application does not set it.
const (
	shortestCommandAge = 10 * time.Millisecond
	longestCommandAge  = 100 * time.Millisecond
)

// commandAge returns the default of CommandAge.
func commandAge(period time.Duration, drives []DriveInfo) time.Duration {
	age := min(max(3*period, shortestCommandAge), longestCommandAge)
	for i := range drives {
		age = min(age, drives[i].Watchdog.Timeout)
	}
	return age
}

// patience returns how many exchanges in a row without an answer fail the bus.
func (b *Bus) patience() int {
	most := b.LostAfter
	if most <= 0 {
		most = 3
	}
	return most
}

// Fence stops the drives. The watchdog's thread may call it.
func (b *Bus) Fence(now messages.Instant, _ messages.Cause) error {
	if !b.open.Load() {
		return nil
	}
	return b.driver.Stop(now, b.SafeModes)
}

// Stop stops the drives, reads back that they obeyed, and closes the bus, also if the driver
// panics.
func (b *Bus) Stop(c *actors.Context, _ actors.StopReason) (err error) {
	if !b.open.Swap(false) {
		return nil
	}
	defer func() { err = errors.Join(err, b.driver.Close()) }()
	c.Occupy(b.info.Stop + b.info.Send + b.info.Collect)
	return b.confirmStop(c.Time, c.Pause)
}
