package remote

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
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
}

// station is the side of the drives, as a function of the frames that come and of the time: it owns
// a driver, and starts, reads and waits for nothing.
type station struct {
	driver   hardware.Driver
	openIn   time.Duration
	echo     time.Duration          // the oldest echo of a command that is handed over
	session  uint64                 // 0 before the first
	askers   [maxConnections]uint64 // who asked for the newest sessions; 0 where nobody said
	asked    int                    // how many did
	problem  string                 // why the newest one was refused
	newest   uint64                 // sequence number of the newest request of the session
	isOpen   bool
	counts   Counts
	handed   messages.Instant // when the newest command was handed over that lets a drive run
	command  *messages.DriveCommand
	state    *messages.DriveState
	modes    []messages.Mode
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
	command := hardware.NewCommand(maxDrives + 1)
	command.KpScale, command.KdScale, command.MaxEffort = nil, nil, nil
	return &station{driver: driver, openIn: openIn, echo: shortestWatchdog(drives) / 2, command: command,
		state: hardware.NewState(len(drives)), modes: make([]messages.Mode, maxDrives+1), out: make([]byte, 0, maxFrame),
		describe: appendDrives(nil, drives)}, nil
}

// shortestWatchdog is the time of the drive that waits least for a command.
func shortestWatchdog(drives []hardware.DriveInfo) time.Duration {
	shortest := drives[0].Watchdog.Timeout
	for i := range drives {
		shortest = min(shortest, drives[i].Watchdog.Timeout)
	}
	return shortest
}

// handle takes one frame and returns the answer, nil where there is none. The answer is good until
// the next call. A session that begins gets the number given, which must not have been used before.
func (s *station) handle(frame []byte, now messages.Instant, fresh uint64) []byte {
	h, r, err := opened(frame)
	switch {
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

// begin begins a session: the drives are opened anew, which spends all that the older ones had. A
// hello that came before begins nothing: it is repeated, or it was held up, and another one has the
// drives by now.
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
	if f&failed != 0 { // it has no session, and the number of another one's is not told
		s.out = appendText(begin(s.out, head{kind: welcome, flags: f, sequence: h.sequence, time: now}), problem)
	} else {
		s.out = append(begin(s.out, head{kind: welcome, session: s.session, flags: f, sequence: h.sequence, time: now}), s.describe...)
	}
	s.out = seal(s.out)
	return s.out
}

func (s *station) exchange(h head, r reader, now messages.Instant) []byte {
	var command *messages.DriveCommand
	var f flags
	if h.flags&withCommand != 0 {
		r.command(s.command)
		switch age := now.Sub(h.time); {
		case !r.done():
			s.counts.NotUnderstood++
			return nil
		case age > s.echo || age < 0:
			s.counts.Held++
			f |= late
			command = s.onlyStops()
		default:
			command = s.command
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
	s.out = seal(appendState(s.out, s.state))
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

// onlyStops leaves the stops of the command that was read, and makes the rest unfit, so that it is
// refused. It returns nil where nothing stops.
func (s *station) onlyStops() *messages.DriveCommand {
	stops := false
	for i, m := range s.command.Mode {
		if stops = stops || m.Stops(); m.Passes() && i < len(s.command.Control) {
			s.command.Control[i] = messages.ControlNone
		}
	}
	if !stops {
		return nil
	}
	return s.command
}

func (s *station) stop(h head, r reader, now messages.Instant) []byte {
	modes := r.modes(s.modes[:cap(s.modes)])
	if !r.done() {
		s.counts.NotUnderstood++
		return nil
	}
	f := flags(0)
	if err := s.driver.Stop(now, modes); err != nil {
		f = lost
	}
	s.counts.Stops++
	return s.answer(h, f, now)
}

// end closes the drives.
func (s *station) end() {
	if s.isOpen {
		s.isOpen = false
		_ = s.driver.Close() // nobody is left to be told; the next session opens it anew
	}
}
