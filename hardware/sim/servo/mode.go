package servo

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
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

// Stop obeys a demand to stop that carries an arm number.
func (s *Servo) Stop(now messages.Instant, mode messages.Mode, arm uint32) {
	if s.disturbance.Deaf || s.disturbance.Stubborn {
		return
	}
	s.deadlocked = false
	s.arm = max(s.arm, arm)
	s.climb(now, mode)
}

// Halt stops the drive when a bus opens or closes: a running drive enters the mode of its
// watchdog, and a stopped one stays in its mode.
func (s *Servo) Halt(now messages.Instant, arm uint32) {
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

// Obey takes one fresh, valid command.
func (s *Servo) Obey(now messages.Instant, c *Command) {
	if s.disturbance.Deaf {
		return
	}
	if c.Mode.Stops() {
		s.Stop(now, c.Mode, c.Arm)
		return
	}
	switch {
	case s.deadlocked || s.disturbance.Stubborn && (c.Arm > s.arm || c.Mode != s.mode):
		return
	case c.Arm > s.arm:
		s.arm = c.Arm
		if s.fault != FaultNone && s.cause() != FaultNone {
			return // the number is spent: the cause of the fault is still there
		}
		s.fault = FaultNone
		s.start(c.Mode)
	case c.Arm < s.arm || !s.mode.Passes() && !s.starting:
		return
	}
	s.fed = now
	if s.starting {
		s.starts = messages.MoreSevere(s.starts, c.Mode)
	} else {
		s.mode = messages.MoreSevere(s.mode, c.Mode)
	}
	s.follow(c.SetPoints)
}

// start leaves a stop mode, or begins a new arm number: at once where the torque is on and the
// brake is open, and else after the brake has opened against the torque that holds the joint.
func (s *Servo) start(mode messages.Mode) {
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
func (s *Servo) run(mode messages.Mode) {
	if s.takes {
		s.taken = s.reference.effort // what a ramp holds, or held while the brake opened
	}
	s.mode, s.starting, s.released = mode, false, false
}

// climb goes to a mode if it is more severe, and abandons a start in any case. In mode brake the
// torque of an abandoned start stays until the brake has closed again.
func (s *Servo) climb(now messages.Instant, mode messages.Mode) {
	if s.starting && s.released {
		s.released, s.stopBy = false, now
	}
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
	s.target = SetPoints{}
}

// patience is how much longer than its ramp a joint may take to come to rest before the brake
// closes and torque goes.
const patience = 500 * time.Millisecond

// supervise is the drive's own watch over commands, itself and the motion that it reads.
func (s *Servo) supervise(now messages.Instant) {
	if cause := s.cause(); cause != FaultNone {
		s.fail(now, cause)
	}
	if (s.mode.Passes() || s.starting) && !s.disturbance.Unlimited && now.Sub(s.fed) > s.info.Watchdog.Timeout {
		s.climb(now, s.info.Watchdog.Mode)
	}
}

// cause is the fault whose cause is there at this moment.
func (s *Servo) cause() uint16 {
	switch {
	case s.disturbance.Fault != FaultNone:
		return s.disturbance.Fault
	case !optioncheck.Finite(s.encoder.position):
		return FaultEncoder
	case math.Abs(s.encoder.velocity) > s.overspeed:
		return FaultVelocity
	case s.followingError > 0 && s.mode.Passes() && s.target.Control.Has(messages.ControlPosition) &&
		math.Abs(s.target.Position-s.encoder.position) > s.followingError:
		return FaultPosition
	}
	return FaultNone
}

// fail reacts to a fault, and latches the first one until a new arm number finds its cause gone.
func (s *Servo) fail(now messages.Instant, code uint16) {
	if s.fault == FaultNone {
		s.fault = code
	}
	if code == FaultEncoder { // whoever cannot see must not push
		s.climb(now, messages.ModeOff)
		return
	}
	s.climb(now, s.faultMode)
}
