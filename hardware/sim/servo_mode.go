package sim

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// The drive's modes: who may change them, and what has to be remembered at a change.
//
//	              run command, new arm number             brake open
//	any stop mode ───────────────────────────▶ (starting) ──────────▶ run, limited
//	      ▲                                         │                      │
//	      └──────── stop demand, watchdog, fault ───┴──────────────────────┘
//
// A demand to stop from any side climbs and never falls; it spends the arm numbers up to its own.

// stop obeys a demand to stop that carries an arm number.
func (s *servo) stop(now messages.Instant, mode messages.Mode, arm uint32) {
	if s.disturbance.Deaf || s.disturbance.Stubborn {
		return
	}
	s.deadlocked = false
	s.arm = max(s.arm, arm)
	s.climb(now, mode)
}

// halt obeys the demand of a bus that opens or closes: what runs is stopped as by the watchdog, what is stopped stays.
func (s *servo) halt(now messages.Instant, arm uint32) {
	if s.disturbance.Deaf || s.disturbance.Stubborn {
		return
	}
	s.deadlocked = false
	s.arm = max(s.arm, arm)
	switch {
	case s.mode.Passes():
		s.climb(now, s.info.Watchdog.Mode)
	case s.starting:
		s.climb(now, s.mode)
	}
}

// obey takes one fresh, valid command.
func (s *servo) obey(now messages.Instant, c *driveCommand) {
	if s.disturbance.Deaf {
		return
	}
	if c.mode.Stops() {
		s.stop(now, c.mode, c.arm)
		return
	}
	switch {
	case s.deadlocked || s.disturbance.Stubborn && (c.arm > s.arm || c.mode != s.mode):
		return
	case c.arm > s.arm:
		s.arm = c.arm
		if s.fault != FaultNone && s.cause() != FaultNone {
			return // the number is spent: the cause of the fault is still there
		}
		s.fault = FaultNone
		s.start(c.mode)
	case c.arm < s.arm || !s.mode.Passes() && !s.starting:
		return
	}
	s.fed = now
	if s.starting {
		s.starts = messages.MoreSevere(s.starts, c.mode)
	} else {
		s.mode = messages.MoreSevere(s.mode, c.mode)
	}
	s.follow(c.setPoints)
}

// start leaves a stop mode, or begins a new arm number: at once where the torque is on and the brake is open, and else
// after the brake has opened against the torque that holds the joint.
func (s *servo) start(mode messages.Mode) {
	if s.brake.open() {
		s.run(mode)
		return
	}
	if !s.starting {
		if !s.torqueSensor { // what was before the brake closed says nothing of the load
			s.load = 0
		}
		s.beginRamp()
	}
	s.starting, s.starts = true, mode
}

// run is the only way into a mode that passes commands.
func (s *servo) run(mode messages.Mode) {
	if s.takes {
		s.taken = s.reference.effort // what a ramp holds, or held while the brake opened
	}
	s.mode, s.starting, s.released = mode, false, false
}

// climb goes to a mode if it is more severe, and abandons a start in any case.
func (s *servo) climb(now messages.Instant, mode messages.Mode) {
	s.starting = false
	if mode <= s.mode {
		return
	}
	ramping := s.mode == messages.ModeRampHold || s.mode == messages.ModeRampOff
	s.mode = mode
	if mode == messages.ModeRampHold || mode == messages.ModeRampOff || mode == messages.ModeBrake {
		if !ramping {
			s.beginRamp()
		}
		ramp := math.Abs(s.encoder.velocity) / s.stopDeceleration
		s.stopBy = now.Add(time.Duration(ramp*float64(time.Second)) + patience)
	}
	s.target = setPoints{}
}

// patience is how much longer than its ramp a joint may take to come to rest before the brake closes and torque goes.
const patience = 500 * time.Millisecond

// supervise is the drive's own watch over commands, itself and the motion that it reads.
func (s *servo) supervise(now messages.Instant) {
	if cause := s.cause(); cause != FaultNone {
		s.fail(now, cause)
	}
	if (s.mode.Passes() || s.starting) && !s.disturbance.Unlimited && now.Sub(s.fed) > s.info.Watchdog.Timeout {
		s.climb(now, s.info.Watchdog.Mode)
	}
}

// cause is the fault whose cause is there at this moment.
func (s *servo) cause() uint16 {
	switch {
	case s.disturbance.Fault != FaultNone:
		return s.disturbance.Fault
	case !isFinite(s.encoder.position):
		return FaultEncoder
	case math.Abs(s.encoder.velocity) > s.overspeed:
		return FaultVelocity
	case s.followingError > 0 && s.mode.Passes() && s.target.control.Has(messages.ControlPosition) &&
		math.Abs(s.target.position-s.encoder.position) > s.followingError:
		return FaultPosition
	}
	return FaultNone
}

// fail reacts to a fault, and latches the first one until a new arm number finds its cause gone.
func (s *servo) fail(now messages.Instant, code uint16) {
	if s.fault == FaultNone {
		s.fault = code
	}
	if code == FaultEncoder { // whoever cannot see must not push
		s.climb(now, messages.ModeOff)
		return
	}
	s.climb(now, s.faultMode)
}
