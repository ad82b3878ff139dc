package remote

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// Config describes a bus whose drives hang on another process.
type Config struct {
	// Name of the bus; the server has the same.
	Name string
	// Address of the server: "unix:" and the path of a socket, "udp:" with host and port on the
	// loopback interface, or "tls:" with host and port.
	Address string
	// TLS has the credentials for an address of "tls:".
	TLS Credentials
	// Drives are the expected ones, in the order of the server. Open compares them with those that
	// the server describes.
	Drives []hardware.DriveInfo
	// Sensors are the expected ones. The server may have more, and in another order.
	Sensors []hardware.SensorInfo
	// Timeout bounds an exchange. Zero: 1 ms.
	Timeout time.Duration
	// Silence is for how long drives count as answering though no answer came. Zero: 20 ms.
	Silence time.Duration
}

// Driver is a hardware.Driver for drives that hang on another process.
type Driver struct {
	config   Config
	link     atomic.Pointer[link] // nil while closed
	taken    bool                 // a newer session is known; the goroutine that exchanges owns it and all below
	payload  payload
	last     *messages.DriveState
	scratch  *messages.DriveState   // the newest answer is decoded into it
	stops    *messages.DriveCommand // of a command that Send rejects
	sensors  sensorInputs
	silent   bool             // the newest Collect found no answer of the last Silence
	answered uint64           // sequence number of the request that last answers
	heard    messages.Instant // when last was heard, on the caller's clock
	ever     bool
	asked    uint64        // sequence number of the newest request, 0 once it was answered
	refused  bool          // Send has rejected the newest command
	fresh    time.Duration // beyond it, the time of the drives' process is asked for before a command
	room     time.Duration // how long a frame of a secure connection waits for room
	out      []byte
	in       []byte

	sequence atomic.Uint64
	echo     atomic.Int64 // the newest time of the drives' process

	stopping    sync.Mutex // several threads may stop
	stopOut     []byte
	stopCommand *messages.DriveCommand // it has modes only

	// Errors are made beforehand: a bus that stays lost costs no allocation.
	notOpenSend, notOpenCollect, overSend, overCollect, notOpenStop, lost, deadline error
}

var _ hardware.SensorDriver = (*Driver)(nil)

// Defaults of Config.
const (
	defaultTimeout = time.Millisecond
	defaultSilence = 20 * time.Millisecond
	stopTimeout    = 100 * time.Microsecond // it waits for nothing
)

// New returns a driver that is not open. The error names the first invalid setting of the
// configuration.
func New(c Config) (*Driver, error) {
	if err := hardware.CheckDrives(c.Name, c.Drives); err != nil {
		return nil, err
	}
	if len(c.Drives) > maxDrives || len(c.Name) > maxName {
		return nil, fmt.Errorf("bus %.40q has %d drives; expected at most %d, and a name of at most %d bytes", c.Name, len(c.Drives), maxDrives, maxName)
	}
	if err := checkSensors(c.Name, c.Sensors); err != nil {
		return nil, err
	}
	if err := checkAddress(c.Address, &c.TLS); err != nil {
		return nil, fmt.Errorf("bus %q: %w", c.Name, err)
	}
	if c.Timeout < 0 || c.Silence < 0 {
		return nil, fmt.Errorf("bus %q: timeout %v and silence %v; expected neither below zero", c.Name, c.Timeout, c.Silence)
	}
	if c.Timeout == 0 {
		c.Timeout = defaultTimeout
	}
	if c.Silence == 0 {
		c.Silence = defaultSilence
	}
	p, err := newPayload()
	if err != nil {
		return nil, fmt.Errorf("bus %q: %w", c.Name, err)
	}
	n := len(c.Drives)
	d := &Driver{config: c, payload: p, last: hardware.NewState(n), scratch: hardware.NewState(n), stops: hardware.NewCommand(n),
		out: make([]byte, 0, maxFrame), in: make([]byte, maxFrame), stopOut: make([]byte, 0, maxFrame),
		stopCommand: &messages.DriveCommand{Mode: make([]messages.Mode, n)}}
	d.fresh, d.room = shortestWatchdog(c.Drives)/4, sendSecureWithin
	failed := func(op string, err error) error { return &hardware.BusError{Bus: c.Name, Op: op, Err: err} }
	over := fmt.Errorf("its session is over: another process may have taken the drives, or theirs has begun anew: %w", hardware.ErrNotOpen)
	d.notOpenSend, d.overSend = failed("send", hardware.ErrNotOpen), failed("send", over)
	d.notOpenCollect, d.overCollect = failed("collect", hardware.ErrNotOpen), failed("collect", over)
	d.lost = failed("collect", hardware.ErrBusLost)
	d.notOpenStop, d.deadline = failed("stop", hardware.ErrNotOpen), failed("stop", hardware.ErrDeadline)
	return d, nil
}

// Bus returns the name and the longest times of the calls.
func (d *Driver) Bus() hardware.BusInfo {
	info := hardware.BusInfo{Name: d.config.Name, Open: greetEvery, Send: d.config.Timeout, Collect: d.config.Timeout, Stop: stopTimeout}
	if !d.config.TLS.empty() { // a frame may wait for room behind another one
		info.Send, info.Stop = info.Send+d.room, 2*d.room
	}
	return info
}

// Drives describes the drives as the application expects them.
func (d *Driver) Drives() []hardware.DriveInfo { return d.config.Drives }

// Sensors describes the sensors as the application expects them.
func (d *Driver) Sensors() []hardware.SensorInfo { return d.config.Sensors }

// ReadSensors implements hardware.SensorDriver. Instants of samples are on the caller's clock, by
// the age that a sample had in the drives' process. No reading is valid while the server is silent.
func (d *Driver) ReadSensors(readings []messages.SensorReading) {
	n := copy(readings, d.sensors.readings)
	for i := range readings {
		readings[i].Valid = readings[i].Valid && i < n && !d.silent && d.link.Load() != nil
	}
}

// Open begins a session with the server: no older one reaches the drives any more.
func (d *Driver) Open(_ messages.Instant, within time.Duration) error {
	_ = d.Close() // whatever came of it, the session that begins ends the one before
	l, err := dial(d.config.Address, &d.config.TLS, within, d.room)
	if err != nil {
		return &hardware.BusError{Bus: d.config.Name, Op: "open", Err: err}
	}
	h, r, err := l.greet(d.config.Name, d.sequence.Add(1), within, d.in)
	if err == nil {
		err = d.compare(h, r)
	}
	if err != nil {
		return errors.Join(&hardware.BusError{Bus: d.config.Name, Op: "open", Err: err}, l.close())
	}
	l.session = h.session
	d.echo.Store(int64(h.time))
	d.last, d.ever, d.taken, d.asked = hardware.NewState(len(d.config.Drives)), false, false, 0
	d.link.Store(l)
	return nil
}

// compare reads the description of the drives back, and refuses what differs.
func (d *Driver) compare(h head, r reader) error {
	if h.flags&failed != 0 {
		return fmt.Errorf("the drives' process refused: %s", r.text())
	}
	found, sensors := r.drives(), r.sensors()
	if !r.done() {
		return fmt.Errorf("the description of the drives: %w", errFrame)
	}
	if err := d.sensors.match(d.config.Name, sensors, d.config.Sensors); err != nil {
		return err
	}
	if len(found) != len(d.config.Drives) {
		return fmt.Errorf("the bus has %d drives, the application expects %d", len(found), len(d.config.Drives))
	}
	for i := range found {
		got, want := &found[i], &d.config.Drives[i]
		differ := func(setting string, g, w any) error {
			return &hardware.DriveMismatch{Bus: d.config.Name, Drive: want.Name, Joint: want.Joint, Setting: setting, Got: fmt.Sprint(g), Want: fmt.Sprint(w)}
		}
		switch {
		case got.Joint != want.Joint:
			return differ("joint", got.Joint, want.Joint)
		case !kept(got.Limits, want.Limits):
			return differ("limits of position, velocity, acceleration and effort", got.Limits, want.Limits)
		case got.Watchdog != want.Watchdog:
			return differ("watchdog", got.Watchdog, want.Watchdog)
		}
		if missing := abilitiesOf(want) &^ abilitiesOf(got); missing != 0 {
			return differ("list of abilities", abilitiesOf(got), abilitiesOf(want))
		}
		for _, c := range want.Controls {
			if !slices.Contains(got.Controls, c) {
				return differ("control modes", got.Controls, want.Controls)
			}
		}
	}
	return nil
}

// kept reports whether a drive keeps the limits that are expected of it. Where none is expected,
// any will do.
func kept(got, want hardware.Limits) bool {
	same := func(got, want float64) bool {
		return math.IsInf(want, 0) || math.Abs(got-want) <= 1e-9*math.Abs(want)
	}
	return same(got.Lower, want.Lower) && same(got.Upper, want.Upper) && same(got.Velocity, want.Velocity) &&
		same(got.Acceleration, want.Acceleration) && same(got.Effort, want.Effort)
}

// Send implements hardware.Driver. It waits for an answer only where a command follows a long
// silence.
func (d *Driver) Send(now messages.Instant, command *messages.DriveCommand) error {
	l := d.link.Load()
	switch {
	case l == nil:
		return d.notOpenSend
	case d.taken:
		return d.overSend
	}
	var refusal error
	if command != nil {
		if refusal = hardware.Check(d.config.Name, d.config.Drives, command); refusal != nil {
			onlyStops(command, d.stops)
			command = d.stops
		}
	}
	d.request(l, command, d.timely(l, command, now))
	d.refused = refusal != nil
	return refusal
}

// Collect implements hardware.Driver.
func (d *Driver) Collect(now messages.Instant, within time.Duration, into *messages.DriveState) error {
	l := d.link.Load()
	switch {
	case l == nil:
		return d.notOpenCollect
	case d.taken:
		return d.overCollect
	}
	if err := hardware.CheckState(d.config.Name, len(d.config.Drives), into); err != nil {
		return err
	}
	said := d.answer(l, now, min(within, d.config.Timeout))
	answered := d.fill(now, into)
	switch {
	case said&closed != 0:
		d.taken = true
		return d.overCollect
	case !answered || said&lost != 0:
		return d.lost
	case said&refused != 0 && !d.refused: // else Send has reported it
		return &hardware.RefusedError{Bus: d.config.Name, Field: "command", Problem: "was rejected by the drives' process", Expected: "one that its drives accept"}
	}
	return nil
}

// timely returns the time of the drives' process for the frame of a command. Where the newest time
// that was heard is so old that the server would take the command for a delayed one, the driver
// first asks for a newer time. If this process paused before it asked, the answer says less
// about the command than the time that was heard before, and the time since.
func (d *Driver) timely(l *link, command *messages.DriveCommand, now messages.Instant) messages.Instant {
	echo, heard, ever := messages.Instant(d.echo.Load()), d.heard, d.ever
	if command == nil || ever && now.Sub(heard) <= d.fresh {
		return echo
	}
	d.request(l, nil, echo)
	d.answer(l, now, d.config.Timeout)
	newest := messages.Instant(d.echo.Load())
	if !ever {
		return newest
	}
	return min(newest, echo.Add(now.Sub(heard)))
}

// request sends a command, or asks for the states. Drives that it does not reach stay silent.
func (d *Driver) request(l *link, command *messages.DriveCommand, echo messages.Instant) {
	h := head{kind: exchange, session: l.session, sequence: d.sequence.Add(1), time: echo}
	if command == nil {
		d.out = begin(d.out, h)
	} else {
		h.flags = withCommand
		d.out = d.payload.appendCommand(begin(d.out, h), command)
	}
	d.out = seal(d.out)
	d.asked = 0
	if l.commands.send(d.out) == nil {
		d.asked = h.sequence
	}
}

// answer takes answers until the one to the newest request, for as long as within. It returns the
// flags of that answer.
func (d *Driver) answer(l *link, now messages.Instant, within time.Duration) flags {
	if d.asked == 0 {
		return 0
	}
	l.until(within)
	for {
		n, err := l.receive(d.in)
		if err != nil {
			return 0
		}
		h, r, err := opened(d.in[:n])
		if err != nil || h.kind != state || h.session != l.session || h.sequence > d.asked {
			continue
		}
		if h.flags&closed == 0 {
			d.take(h, &r, now)
		}
		if h.sequence == d.asked {
			d.asked = 0
			return h.flags
		}
	}
}

// take takes an answer in, if it is newer than all that were.
func (d *Driver) take(h head, r *reader, now messages.Instant) {
	if h.sequence <= d.answered || int64(h.time) < d.echo.Load() || !d.payload.readings(r, d.sensors.received) ||
		!d.payload.state(r.rest, d.scratch, d.last) {
		return
	}
	d.sensors.take(h.time, now)
	dropUndeclared(d.last, d.config.Drives)
	d.echo.Store(int64(h.time))
	d.answered, d.heard, d.ever = h.sequence, now, true
}

// fill writes the newest state, and reports whether any drive answered.
func (d *Driver) fill(now messages.Instant, into *messages.DriveState) (any bool) {
	d.silent = !d.ever || now.Sub(d.heard) > d.config.Silence
	copyState(into, d.last)
	for i := range into.Answered {
		into.Answered[i] = d.last.Answered[i] && !d.silent
		any = any || into.Answered[i]
	}
	return any
}

// Stop implements hardware.Driver.
func (d *Driver) Stop(_ messages.Instant, modes []messages.Mode) error {
	d.stopping.Lock()
	defer d.stopping.Unlock()
	l := d.link.Load()
	if l == nil {
		return d.notOpenStop
	}
	d.stopOut = begin(d.stopOut, head{kind: stop, session: l.session, sequence: d.sequence.Add(1), time: messages.Instant(d.echo.Load())})
	for i := range d.stopCommand.Mode {
		d.stopCommand.Mode[i] = hardware.Demand(modes, i)
	}
	d.stopOut = seal(d.payload.appendCommand(d.stopOut, d.stopCommand))
	if err := l.stops.send(d.stopOut); err != nil {
		return d.deadline
	}
	return nil
}

// Close implements hardware.Driver.
func (d *Driver) Close() error {
	d.stopping.Lock() // a stop that is under way goes first
	defer d.stopping.Unlock()
	l := d.link.Swap(nil)
	if l == nil {
		return nil
	}
	d.stopOut = seal(begin(d.stopOut, head{kind: bye, session: l.session, sequence: d.sequence.Add(1)}))
	sent := l.stops.send(d.stopOut)
	if err := l.close(); err != nil {
		return &hardware.BusError{Bus: d.config.Name, Op: "close", Err: err}
	}
	if sent != nil {
		return &hardware.BusError{Bus: d.config.Name, Op: "close", Err: fmt.Errorf("the drives were not informed: %w; their watchdogs stop them", sent)}
	}
	return nil
}
