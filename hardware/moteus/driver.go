package moteus

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// Driver is a hardware.Driver for the servos of one bus.
type Driver struct {
	config  Config
	address address
	info    []hardware.DriveInfo
	open    atomic.Bool

	// The goroutine that sends and collects owns these.
	ratchet *hardware.Ratchet
	drives  []drive
	sent    []action   // of the newest Send, in the order of drives
	waiting []bool     // for the answer to it
	index   [128]int8  // of each identifier among the drives, or -1
	frame   Frame      // that is sent
	in      Frame      // that arrived
	points  []setPoint // of the newest command
	intents []Intent   // the same as the caller gave it

	// Any goroutine may stop. Demands has a bit for each mode that was demanded of a drive since
	// the newest Send; targets has the least severe mode that a stop of each drive may lead to.
	demands, targets   []atomic.Uint32
	holds, damps, offs []Frame // that Stop sends, in the order of drives

	// Errors are made beforehand: a bus that stays lost costs no allocation.
	notOpenSend, notOpenCollect, notOpenStop, lost error
}

var _ hardware.Driver = (*Driver)(nil)

// awaitedFor is the number of exchanges without an answer after which Collect no longer waits for a
// servo. Its answer counts when it comes.
const awaitedFor = 3

// New returns a driver that is not open. The error joins *messages.OptionErrors.
func New(c Config) (*Driver, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	n := len(c.Servos)
	d := &Driver{config: c, address: address{prefix: c.Prefix, host: c.HostID}, drives: make([]drive, n), sent: make([]action, n), waiting: make([]bool, n), points: make([]setPoint, n), intents: make([]Intent, n),
		demands: make([]atomic.Uint32, n), targets: make([]atomic.Uint32, n)}
	for i := range d.index {
		d.index[i] = -1
	}
	for i := range c.Servos {
		s := &c.Servos[i]
		d.info = append(d.info, s.info(&c))
		d.index[s.ID] = int8(i)
		d.targets[i].Store(uint32(messages.ModeOff))
		d.prepareStops(s)
	}
	if err := hardware.CheckDrives(c.Name, d.info); err != nil {
		return nil, err
	}
	d.ratchet = hardware.NewRatchet(c.Name, d.info, c.Arms)
	for i := range d.drives {
		d.drives[i] = newDrive(c.Servos[i], c.Timeout.Safe(), d.ratchet, i)
	}
	failed := func(op string, err error) error { return &hardware.BusError{Bus: c.Name, Op: op, Err: err} }
	d.notOpenSend, d.notOpenCollect = failed("send", hardware.ErrNotOpen), failed("collect", hardware.ErrNotOpen)
	d.notOpenStop, d.lost = failed("stop", hardware.ErrNotOpen), failed("collect", hardware.ErrBusLost)
	return d, nil
}

// prepareStops prepares the frames that Stop sends to a servo.
func (d *Driver) prepareStops(s *Servo) {
	holding := setPoint{position: math.NaN(), kp: 1, kd: 1, maxTorque: s.MaxTorque}
	prepared := func(mode messages.Mode, payload []byte) Frame {
		frame := d.address.packed(s.ID, payload)
		frame.Intent.Mode = mode
		frame.ID &^= wantReply // Stop takes no answers, and those of many stops would fill the transport
		return frame
	}
	d.holds = append(d.holds, prepared(messages.ModeRampHold, appendSetPoint(nil, &holding, d.config.Watchdog.Seconds())))
	d.damps = append(d.damps, prepared(messages.ModeDamp, appendZeroVelocity(nil, s.MaxTorque)))
	d.offs = append(d.offs, prepared(messages.ModeOff, appendMode(nil, ServoStopped)))
}

// stopFrame returns the prepared frame of a mode that stops. A servo has neither ramp_off nor a
// spring brake: both remove its torque.
func (d *Driver) stopFrame(i int, mode messages.Mode) *Frame {
	switch {
	case mode <= messages.ModeRampHold:
		return &d.holds[i]
	case mode == messages.ModeDamp:
		return &d.damps[i]
	}
	return &d.offs[i]
}

// Bus returns the name of the bus and the longest times of its calls.
func (d *Driver) Bus() hardware.BusInfo {
	n := time.Duration(len(d.drives))
	sending, opening := n*d.config.Transport.SendWithin(), openServo*n
	if d.config.immediate() {
		opening = 0
	}
	return hardware.BusInfo{Name: d.config.Name, Open: opening, Send: 2 * sending, Collect: d.config.AnswerWithin, Stop: sending}
}

// Drives describes the servos in the order of the configuration.
func (d *Driver) Drives() []hardware.DriveInfo { return d.info }

// Send implements hardware.Driver. Every frame carries a query. A servo that holds, or whose stop
// is not confirmed, gets its stop again.
func (d *Driver) Send(_ messages.Instant, command *messages.DriveCommand) error {
	if !d.open.Load() {
		return d.notOpenSend
	}
	d.takeDemands()
	refused := d.ratchet.Take(command)
	for i := range d.drives {
		d.drives[i].answered = false
		d.drives[i].follow()
		if d.ratchet.Obeys(i) {
			d.points[i] = d.drives[i].servo.setPointOf(command, i, d.drives[i].last.position)
			d.intents[i] = Intent{Control: command.Control[i], Position: command.Position[i], Velocity: command.Velocity[i], Effort: command.Effort[i]}
		}
		d.sendTo(i, d.drives[i].next(d.ratchet.Obeys(i)))
	}
	if d.takeDemands() { // a stop came meanwhile: what was sent after it may have undone it
		for i := range d.drives {
			if d.ratchet.Target(i).Stops() {
				d.sendTo(i, d.drives[i].next(false))
			}
		}
	}
	return refused
}

// takeDemands takes the stops that other goroutines have demanded. It reports whether there were
// any.
func (d *Driver) takeDemands() (any bool) {
	for i := range d.drives {
		bits := d.demands[i].Swap(0)
		for _, mode := range messages.Modes() {
			if bits&(1<<mode) != 0 {
				d.drives[i].stop(mode)
				any = true
			}
		}
	}
	return any
}

// sendTo sends one servo what was decided, and the query. A frame that cannot be sent has no
// answer.
func (d *Driver) sendTo(i int, a action) {
	dr := &d.drives[i]
	dr.sends(a)
	b := d.frame.Data[:0]
	d.frame.Intent = Intent{Mode: dr.target(), Arm: d.ratchet.Arm(i)}
	switch a {
	case run:
		d.frame.Intent = d.intents[i]
		d.frame.Intent.Mode, d.frame.Intent.Arm = dr.target(), d.ratchet.Arm(i)
		b = appendSetPoint(b, &d.points[i], d.config.Watchdog.Seconds())
	case hold:
		b = appendSetPoint(b, &setPoint{position: dr.held, kp: 1, kd: 1, maxTorque: dr.servo.MaxTorque}, d.config.Watchdog.Seconds())
	case damp:
		b = appendZeroVelocity(b, dr.servo.MaxTorque)
	case off:
		b = appendMode(b, ServoStopped)
	case clearing:
		d.frame.Intent = Intent{Mode: messages.ModeOff} // the number comes with the next frame
		b = appendMode(b, ServoStopped)
	}
	d.address.pack(&d.frame, dr.servo.ID, len(appendQuery(b)))
	d.sent[i] = a
	d.targets[i].Store(uint32(dr.leastStop()))
	d.waiting[i] = d.config.Transport.Send(&d.frame) == nil
}

// Collect implements hardware.Driver.
func (d *Driver) Collect(_ messages.Instant, within time.Duration, state *messages.DriveState) error {
	if !d.open.Load() {
		return d.notOpenCollect
	}
	if err := hardware.CheckState(d.config.Name, len(d.drives), state); err != nil {
		return err
	}
	d.receive(min(within, d.config.AnswerWithin))
	d.takeDemands()
	answered := false
	for i := range d.drives {
		d.write(i, state)
		answered = answered || state.Answered[i]
	}
	if !answered {
		return d.lost
	}
	return nil
}

// receive takes answers until every awaited servo has answered or the time is over.
func (d *Driver) receive(within time.Duration) {
	for {
		wait := within
		if !d.awaited() {
			wait = 0
		}
		left, ok := d.config.Transport.Receive(&d.in, wait)
		if !ok {
			break
		}
		if wait > 0 {
			within = left
		}
		d.takeAnswer()
	}
	for i := range d.drives {
		if d.waiting[i] && d.drives[i].silent < awaitedFor {
			d.drives[i].silent++
		}
	}
}

// awaited reports whether an answer is missing that is worth waiting for.
func (d *Driver) awaited() bool {
	for i := range d.drives {
		if d.waiting[i] && d.drives[i].silent < awaitedFor {
			return true
		}
	}
	return false
}

// takeAnswer takes the frame that arrived, if it is the answer of one of the servos.
func (d *Driver) takeAnswer() {
	source, ok := d.address.sender(d.in.ID)
	if !ok || d.index[source] < 0 {
		return
	}
	i := d.index[source]
	r := d.drives[i].last
	if r.read(d.in.Bytes()) {
		d.drives[i].take(r, d.sent[i])
		d.waiting[i] = false
	}
}

// write writes what is known of one drive.
func (d *Driver) write(i int, state *messages.DriveState) {
	dr := &d.drives[i]
	s, r := &dr.servo, &dr.last
	state.Position[i], state.Velocity[i] = s.joint(r.position), r.velocity*s.PerRevolution
	state.Effort[i] = r.torque * s.effortPerTorque()
	state.Mode[i], state.Fault[i], state.Arm[i], state.Answered[i] = dr.mode(), dr.fault, d.ratchet.Arm(i), dr.answered
	hardware.ClearOptional(state, i)
	if i < len(state.Temperature) {
		state.Temperature[i] = r.temperature
	}
	if i < len(state.Voltage) {
		state.Voltage[i] = r.voltage
	}
	if i < len(state.Current) {
		state.Current[i] = r.current
	}
	if i < len(state.FaultWord) {
		state.FaultWord[i] = uint32(r.mode)<<16 | uint32(r.fault)
	}
}

// Stop implements hardware.Driver. It never sends a less severe stop than those of before.
func (d *Driver) Stop(_ messages.Instant, modes []messages.Mode) error {
	if !d.open.Load() {
		return d.notOpenStop
	}
	var failed error
	for i := range d.drives {
		d.demand(i, hardware.Demand(modes, i))
		if err := d.config.Transport.Send(d.stopFrame(i, d.stopOf(i))); err != nil {
			failed = &hardware.BusError{Bus: d.config.Name, Op: "stop", Err: err}
		}
	}
	return failed
}

// stopOf returns the most severe mode that was demanded of a drive since it ran.
func (d *Driver) stopOf(i int) messages.Mode {
	mode, bits := messages.Mode(d.targets[i].Load()), d.demands[i].Load()
	for _, demanded := range messages.Modes() {
		if bits&(1<<demanded) != 0 {
			mode = max(mode, demanded)
		}
	}
	return mode
}

// demand leaves a stop for the goroutine that sends.
func (d *Driver) demand(i int, mode messages.Mode) {
	for {
		bits := d.demands[i].Load()
		if d.demands[i].CompareAndSwap(bits, bits|1<<mode) {
			return
		}
	}
}

// Close implements hardware.Driver.
func (d *Driver) Close() error {
	if !d.open.Load() {
		return nil
	}
	var failed error
	for i := range d.drives {
		if d.drives[i].mode().Passes() {
			failed = d.halt(i)
		}
	}
	d.open.Store(false)
	if err := d.config.Transport.Close(); err != nil {
		failed = err
	}
	if failed != nil {
		return &hardware.BusError{Bus: d.config.Name, Op: "close", Err: failed}
	}
	return nil
}
