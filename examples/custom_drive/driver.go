package main

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// driveConfig describes one drive. Info is what the application expects of it; Open compares.
type driveConfig struct {
	address uint8
	info    hardware.DriveInfo
}

// switchConfig describes one switch on the bus.
type switchConfig struct {
	address uint8
	info    hardware.SensorInfo
}

// busConfig describes a bus of serial drives.
type busConfig struct {
	name     string
	port     port
	drives   []driveConfig
	switches []switchConfig
	// openWithin bounds the wait of Open for one drive.
	openWithin time.Duration
	// answerWithin bounds the wait for the answers to one Send.
	answerWithin time.Duration
	// arms belongs to all drivers that serve the bus one after the other.
	arms *hardware.ArmNumbers
}

// driver is a hardware.SensorDriver for the drives and switches of one serial line.
type driver struct {
	busConfig
	info    []hardware.DriveInfo
	sensors []hardware.SensorInfo

	// The goroutine that sends and collects owns these.
	sequence uint8 // of the newest Send
	received []byte
	rest     []byte
	readings []messages.SensorReading

	// mu guards what follows, and writing to the port. It is held for the time of one Write at
	// most, so that Stop of another goroutine waits no longer than BusInfo.Stop says.
	mu      sync.Mutex
	open    bool
	ratchet *hardware.Ratchet
	live    []drive
	out     []byte   // frames of the newest Send
	stops   [][]byte // frames that Stop sends: of each drive, by mode

	// Errors are made beforehand: a bus that stays lost costs no allocation.
	notOpen, lost error
}

// drive is what the driver knows of one drive.
type drive struct {
	last     report
	answered bool // since the newest Send
	silent   int  // Sends without an answer, in a row
}

var _ hardware.SensorDriver = (*driver)(nil)

// awaitedFor is the number of Sends without an answer after which Collect waits for a drive no
// longer, so that one dead drive does not delay the others. Its answer counts when it comes.
const awaitedFor = 3

// newDriver returns a driver that is not open.
func newDriver(c busConfig) (*driver, error) {
	d := &driver{busConfig: c, live: make([]drive, len(c.drives)), readings: make([]messages.SensorReading, len(c.switches)),
		received: make([]byte, 0, 16*maxFrame), out: make([]byte, 0, 2*maxFrame*(len(c.drives)+len(c.switches)))}
	for i := range c.drives {
		d.info = append(d.info, c.drives[i].info)
	}
	for i := range c.switches {
		d.sensors = append(d.sensors, c.switches[i].info)
	}
	d.ratchet = hardware.NewRatchet(c.name, d.info, c.arms)
	d.notOpen = &hardware.BusError{Bus: c.name, Op: "exchange", Err: hardware.ErrNotOpen}
	d.lost = &hardware.BusError{Bus: c.name, Op: "collect", Err: hardware.ErrBusLost}
	return d, errors.Join(hardware.CheckDrives(c.name, d.info), hardware.CheckSensors(c.name, d.sensors))
}

// Bus implements hardware.Driver. Send and Stop may each wait for a Write of the other.
func (d *driver) Bus() hardware.BusInfo {
	write := d.port.WriteWithin()
	info := hardware.BusInfo{Name: d.name, Send: 2 * write, Stop: 2 * write, Collect: d.answerWithin}
	if d.answerWithin > 0 {
		info.Open = d.openWithin * time.Duration(len(d.live))
	}
	return info
}

// Drives implements hardware.Driver.
func (d *driver) Drives() []hardware.DriveInfo { return d.info }

// Send implements hardware.Driver: one Write with a frame for each drive and switch.
func (d *driver) Send(_ messages.Instant, command *messages.DriveCommand) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.open {
		return d.notOpen
	}
	refused := d.ratchet.Take(command)
	d.sequence++
	d.out = d.out[:0]
	for i := range d.live {
		if dr := &d.live[i]; dr.answered {
			dr.answered, dr.silent = false, 0
		} else {
			dr.silent = min(dr.silent+1, awaitedFor)
		}
		d.out = d.appendRequest(d.out, i, command)
	}
	for i := range d.switches {
		d.out = appendFrame(d.out, frame{address: d.switches[i].address, sequence: d.sequence, kind: askSwitch})
	}
	if err := d.port.Write(d.out); err != nil {
		return &hardware.BusError{Bus: d.name, Op: "send", Err: err}
	}
	return refused
}

// appendRequest appends what is sent to one drive: the set-point that it obeys, or its stop again
// where that is not confirmed, and the question for its state.
func (d *driver) appendRequest(b []byte, i int, command *messages.DriveCommand) []byte {
	address, target := d.drives[i].address, d.ratchet.Target(i)
	if d.ratchet.Obeys(i) {
		var payload [maxPayload]byte
		point := setPointOf(command, i, d.ratchet.Resets(i))
		return appendFrame(b, frame{address, d.sequence, follow, point.append(payload[:0])})
	}
	if target.Stops() && d.mode(i) < target {
		b = append(b, d.stopFrame(i, target)...)
	}
	return appendFrame(b, frame{address: address, sequence: d.sequence, kind: askState})
}

// setPointOf returns the set-point of one drive, and whether it resets a latched fault.
func setPointOf(command *messages.DriveCommand, i int, resets bool) (s setPoint) {
	control := command.Control[i]
	if control.Has(messages.ControlPosition) {
		s.flags, s.position = flagPosition, command.Position[i]
	}
	if control.Has(messages.ControlVelocity) {
		s.flags, s.velocity = s.flags|flagVelocity, command.Velocity[i]
	}
	if resets {
		s.flags |= flagReset
	}
	return s
}

// mode returns the mode in which the drive says that it is. Limited is a word between the gate and
// this driver: the drive follows. A drive that follows though it shall stop is shown as running.
func (d *driver) mode(i int) messages.Mode {
	switch d.live[i].last.mode {
	case wireHold:
		return messages.ModeRampHold
	case wireDamp:
		return messages.ModeDamp
	case wireFollow:
		if target := d.ratchet.Target(i); target.Passes() {
			return target
		}
		return messages.ModeRun
	}
	return messages.ModeOff
}

// Collect implements hardware.Driver.
func (d *driver) Collect(now messages.Instant, within time.Duration, to *messages.DriveState) error {
	if !d.isOpen() {
		return d.notOpen
	}
	if err := hardware.CheckState(d.name, len(d.live), to); err != nil {
		return err
	}
	within = min(within, d.answerWithin)
	for waits := d.take(now); ; waits = d.take(now) {
		wait := within
		if !waits {
			wait = 0
		}
		n, left := d.read(wait)
		if n == 0 {
			break
		}
		within = left
	}
	return d.write(to)
}

// read adds what has arrived to what is not taken yet.
func (d *driver) read(within time.Duration) (n int, left time.Duration) {
	buffer := d.received[:cap(d.received)]
	kept := copy(buffer, d.rest)
	n, left = d.port.Read(buffer[kept:], within)
	d.rest = buffer[:kept+n]
	return n, left
}

// take takes the answers among what has arrived. It reports whether an answer is missing that is
// worth waiting for.
func (d *driver) take(now messages.Instant) (waits bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		f, rest, ok := nextFrame(d.rest)
		d.rest = rest
		if !ok {
			break
		}
		if f.sequence == d.sequence { // an answer of before must not pass for one of now
			d.takeAnswer(now, f)
		}
	}
	return slices.ContainsFunc(d.live, func(dr drive) bool { return !dr.answered && dr.silent < awaitedFor })
}

func (d *driver) takeAnswer(now messages.Instant, f frame) {
	switch f.kind {
	case state:
		for i := range d.live {
			if r, ok := parseReport(f.payload); ok && d.drives[i].address == f.address {
				dr := &d.live[i]
				dr.last, dr.answered = r, true
				d.ratchet.Answered(i, d.mode(i))
			}
		}
	case switched:
		for i := range d.switches {
			if s, ok := parseSwitch(f.payload); ok && d.switches[i].address == f.address {
				d.readings[i] = messages.SensorReading{Valid: true, Time: now.Add(-time.Duration(s.age) * time.Millisecond),
					Switch: messages.Switch{Closed: s.closed}}
			}
		}
	}
}

// write writes what is known of each drive: every entry of every field.
func (d *driver) write(to *messages.DriveState) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	answered := false
	for i := range d.live {
		dr := &d.live[i]
		to.Position[i], to.Velocity[i], to.Effort[i] = dr.last.position, dr.last.velocity, dr.last.effort
		to.Mode[i], to.Fault[i], to.Arm[i], to.Answered[i] = d.mode(i), dr.last.fault, d.ratchet.Arm(i), dr.answered
		hardware.ClearOptional(to, i)
		if i < len(to.Temperature) {
			to.Temperature[i] = dr.last.temperature
		}
		if i < len(to.FaultWord) {
			to.FaultWord[i] = dr.last.status
		}
		answered = answered || dr.answered
	}
	if !answered {
		return d.lost
	}
	return nil
}

// Sensors implements hardware.SensorDriver.
func (d *driver) Sensors() []hardware.SensorInfo { return d.sensors }

// ReadSensors implements hardware.SensorDriver. A reading keeps the time of its sample: a switch
// that stops answering grows old, and its readers reject it by its age.
func (d *driver) ReadSensors(readings []messages.SensorReading) { copy(readings, d.readings) }

// Stop implements hardware.Driver. Any goroutine may call it.
func (d *driver) Stop(_ messages.Instant, modes []messages.Mode) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.open {
		return d.notOpen
	}
	var failed error
	for i := range d.live {
		if err := d.port.Write(d.stopFrame(i, d.ratchet.Stop(i, modes))); err != nil {
			failed = &hardware.BusError{Bus: d.name, Op: "stop", Err: err}
		}
	}
	return failed
}

// stopModes are the modes of the line that stop a drive, in the order of the frames of stopFrame.
var stopModes = []wireMode{wireHold, wireDamp, wireOff}

// stopFrame returns the prepared frame of a mode that stops. The drives have neither a brake nor a
// ramp to standstill: both modes remove the torque.
func (d *driver) stopFrame(i int, mode messages.Mode) []byte {
	return d.stops[i*len(stopModes)+slices.Index(stopModes, wireOf(mode))]
}

// wireOf returns the mode of the line for a mode that stops.
func wireOf(mode messages.Mode) wireMode {
	switch mode {
	case messages.ModeRampHold:
		return wireHold
	case messages.ModeDamp:
		return wireDamp
	}
	return wireOff
}

func (d *driver) isOpen() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open
}

// Close implements hardware.Driver.
func (d *driver) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.open {
		return nil
	}
	var failed error
	for i := range d.live {
		if d.mode(i).Passes() {
			d.ratchet.Climb(i, d.info[i].Watchdog.Mode) // or stays in the mode of a Stop that is not confirmed
			failed = errors.Join(failed, d.port.Write(d.stopFrame(i, d.ratchet.Target(i))))
		}
	}
	d.open = false
	if failed = errors.Join(failed, d.port.Close()); failed != nil {
		return &hardware.BusError{Bus: d.name, Op: "close", Err: failed}
	}
	return nil
}
