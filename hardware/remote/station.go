package remote

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

func duration(nanoseconds uint64) time.Duration { return time.Duration(nanoseconds) }

// Counts says what a server has heard.
type Counts struct {
	// Sessions that began, Commands that were handed over, Stops that were obeyed.
	Sessions, Commands, Stops uint64
	// NotUnderstood frames, Strange ones of no session or of an older one, Old ones that came late
	// or again, Held ones whose commands were held up on their way, and Refused ones whose commands
	// were unfit.
	NotUnderstood, Strange, Old, Held, Refused uint64
	// Rejected peers, without a valid certificate or not on the allow-list.
	Rejected uint64
}

// station is the side of the drives, as a function of the frames that come and of the time: it owns
// a driver, and starts, reads and waits for nothing.
type station struct {
	driver   hardware.Driver
	openIn   time.Duration
	echo     time.Duration          // the oldest echo of a command that is handed over
	session  uint64                 // 0 before the first
	askers   [maxConnections]uint64 // the senders that drew a number for the newest sessions; 0 for the others
	asked    int                    // how many did
	problem  string                 // why the newest one was refused
	newest   uint64                 // sequence number of the newest request of the session
	isOpen   bool
	counts   Counts
	handed   messages.Instant // when the newest command was handed over that lets a drive run
	payload  payload
	command  *messages.DriveCommand
	stops    *messages.DriveCommand // of a command that was held up
	state    *messages.DriveState
	readings []messages.SensorReading
	out      []byte
	describe []byte
}

func newStation(driver hardware.Driver, openIn time.Duration) (*station, error) {
	drives := driver.Drives()
	if err := hardware.CheckDrives(driver.Bus().Name, drives); err != nil {
		return nil, err
	}
	if len(drives) > maxDrives {
		return nil, fmt.Errorf("bus %q has %d drives; expected at most %d", driver.Bus().Name, len(drives), maxDrives)
	}
	for _, d := range drives {
		if len(d.Name) > maxName || len(d.Joint) > maxName {
			return nil, fmt.Errorf("bus %q: the names of drive %.40q... are too long; expected at most %d bytes", driver.Bus().Name, d.Name, maxName)
		}
	}
	sensors := hardware.SensorsOf(driver)
	if err := checkSensors(driver.Bus().Name, sensors); err != nil {
		return nil, err
	}
	describe := appendSensors(appendDrives(nil, drives), sensors)
	if headSize+len(describe)+tailSize > maxFrame {
		return nil, fmt.Errorf("bus %q: the description of its %d drives and %d sensors has %d bytes; expected fewer or shorter names, at most %d bytes",
			driver.Bus().Name, len(drives), len(sensors), len(describe), maxFrame-headSize-tailSize)
	}
	p, err := newPayload()
	if err != nil {
		return nil, fmt.Errorf("bus %q: %w", driver.Bus().Name, err)
	}
	return &station{driver: driver, openIn: openIn, echo: shortestWatchdog(drives) / 2, payload: p,
		command: hardware.NewCommand(len(drives)), stops: hardware.NewCommand(len(drives)), state: newMeasuredState(drives),
		readings: make([]messages.SensorReading, len(sensors)), out: make([]byte, 0, maxFrame), describe: describe}, nil
}

// shortestWatchdog is the time of the drive that waits least for a command.
func shortestWatchdog(drives []hardware.DriveInfo) time.Duration {
	shortest := drives[0].Watchdog.Timeout
	for i := range drives {
		shortest = min(shortest, drives[i].Watchdog.Timeout)
	}
	return shortest
}

// handle takes one frame and returns the answer, or nil without one. The answer is valid until the
// next call. A session that begins gets the number fresh, which must be new.
func (s *station) handle(frame []byte, now messages.Instant, fresh uint64) []byte {
	h, r, err := opened(frame)
	switch {
	case errors.Is(err, errVersion) && h.kind == hello:
		s.counts.NotUnderstood++
		return s.otherVersion(h, frame[3], now)
	case err != nil, h.kind == welcome, h.kind == state, h.kind == stopped: // answers are for drivers
		s.counts.NotUnderstood++
		return nil
	case h.kind == hello:
		return s.begin(h, r, now, fresh)
	case s.session == 0 || h.session != s.session || !s.isOpen:
		s.counts.Strange++
		return s.answer(h, closed, now)
	case h.kind == stop:
		return s.stop(h, r, now)
	case h.sequence <= s.newest:
		s.counts.Old++
		return nil
	}
	s.newest = h.sequence
	switch h.kind {
	case exchange:
		return s.exchange(h, r, now)
	case bye:
		s.end()
	}
	return nil
}

// answer makes an answer without a payload.
func (s *station) answer(h head, f flags, now messages.Instant) []byte {
	k := state
	if h.kind == stop {
		k = stopped
	}
	s.out = seal(begin(s.out, head{kind: k, flags: f, session: h.session, sequence: h.sequence, time: now}))
	return s.out
}

// begin begins a session: it opens the drives anew, which spends all arm numbers of older sessions.
// A hello that came before begins nothing: it is a repeated one, or a delayed one whose drives
// another process has since opened.
func (s *station) begin(h head, r reader, now messages.Instant, fresh uint64) []byte {
	if name := r.text(); !r.done() || name != s.driver.Bus().Name {
		return s.welcome(h, failed, now, fmt.Sprintf("this is bus %q", s.driver.Bus().Name))
	}
	if h.session != 0 && slices.Contains(s.askers[:], h.session) {
		s.counts.Old++
		return s.again(h, now)
	}
	s.end()
	s.askers[s.asked%len(s.askers)], s.problem = h.session, ""
	s.asked++
	if err := s.driver.Open(now, s.openIn); err != nil {
		s.problem = err.Error()
		return s.welcome(h, failed, now, s.problem)
	}
	s.session, s.newest, s.isOpen = fresh, h.sequence, true
	s.counts.Sessions++
	return s.welcome(h, 0, now, "")
}

// again answers a hello that came before: as it was where it is the newest one and its session is
// not over.
func (s *station) again(h head, now messages.Instant) []byte {
	switch newest := s.askers[(s.asked-1)%len(s.askers)]; {
	case h.session != newest:
		return nil
	case s.isOpen:
		return s.welcome(h, 0, now, "")
	case s.problem != "":
		return s.welcome(h, failed, now, s.problem)
	}
	return nil
}

func (s *station) welcome(h head, f flags, now messages.Instant, problem string) []byte {
	if f&failed != 0 { // the number of a session is for its owner only
		s.out = appendText(begin(s.out, head{kind: welcome, flags: f, sequence: h.sequence, time: now}), problem)
	} else {
		s.out = append(begin(s.out, head{kind: welcome, session: s.session, flags: f, sequence: h.sequence, time: now}), s.describe...)
	}
	s.out = seal(s.out)
	return s.out
}

// otherVersion answers a hello of another version of the protocol in that version.
func (s *station) otherVersion(h head, theirs byte, now messages.Instant) []byte {
	problem := fmt.Sprintf("bus %q speaks version %q of the protocol, and the hello has version %q; run both processes from the same release",
		s.driver.Bus().Name, version, theirs)
	s.out = appendText(begin(s.out, head{kind: welcome, flags: failed, sequence: h.sequence, time: now}), problem)
	s.out[3] = theirs
	s.out = seal(s.out)
	return s.out
}

func (s *station) exchange(h head, r reader, now messages.Instant) []byte {
	var command *messages.DriveCommand
	var f flags
	if h.flags&withCommand != 0 {
		if s.payload.command(r.rest, s.command) != nil {
			s.counts.NotUnderstood++
			return nil
		}
		command = s.command
		if age := now.Sub(h.time); age > s.echo || age < 0 {
			s.counts.Held++
			f |= late
			command = nil
			if onlyStops(s.command, s.stops) {
				command = s.stops
			}
		}
	}
	switch err := hardware.Exchange(s.driver, now, command, s.state); {
	case err == nil:
		s.noteHanded(command, now)
	case errors.Is(err, hardware.ErrRefused):
		s.counts.Refused++
		f |= refused
	default:
		s.noteHanded(command, now) // silent drives may have heard it
		f |= lost
	}
	s.out = begin(s.out, head{kind: state, flags: f, session: s.session, sequence: h.sequence, time: now})
	dropUnknownModes(s.state)
	if sensing, ok := s.driver.(hardware.SensorDriver); ok {
		clear(s.readings)
		sensing.ReadSensors(s.readings)
	}
	s.out = seal(s.payload.appendState(s.payload.appendReadings(s.out, s.readings), s.state))
	return s.out
}

// noteHanded notes a command that lets a drive run.
func (s *station) noteHanded(command *messages.DriveCommand, now messages.Instant) {
	if command == nil {
		return
	}
	s.counts.Commands++
	for _, m := range command.Mode {
		if m.Passes() {
			s.handed = now
		}
	}
}

// stop obeys a stop. Where its modes have an unknown one, it switches every drive off: a stop must
// not get lost.
func (s *station) stop(h head, r reader, now messages.Instant) []byte {
	switch err := s.payload.command(r.rest, s.command); {
	case errors.Is(err, pb.ErrUnknown):
		s.command.Mode = s.command.Mode[:0]
	case err != nil:
		s.counts.NotUnderstood++
		return nil
	}
	f := flags(0)
	if err := s.driver.Stop(now, s.command.Mode); err != nil {
		f = lost
	}
	s.counts.Stops++
	return s.answer(h, f, now)
}

// end closes the drives.
func (s *station) end() {
	if s.isOpen {
		s.isOpen = false
		_ = s.driver.Close() // no receiver is left for the error; the next session opens the drives anew
	}
}
