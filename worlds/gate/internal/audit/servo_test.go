package audit

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// servo is a drive of the plainest sort: it follows set-points exactly, ramps in the modes that
// stop, and keeps the contract of arm numbers. SI units.
type servo struct {
	joint        int
	mode         messages.Mode
	arm          uint32
	fault        uint16
	q, v, e      float64
	mute         bool // does not answer
	deaf         bool // does not obey
	slides       bool // does not come to rest
	opens        int  // cycles until it follows after a re-arm
	opening      int
	starts       messages.Mode // where it goes once its brake is open
	deceleration float64
}

// obey takes one command of the gate, nil for none, and moves on by a cycle of dt seconds.
func (s *servo) obey(c *messages.DriveCommand, d int, dt float64) {
	if !s.deaf && c != nil {
		s.hear(c.Mode[d], c.Arm[d])
		if s.mode.Passes() && c.Arm[d] == s.arm && c.Mode[d].Passes() {
			s.track(c, d, dt)
		}
	}
	if s.mode.Passes() {
		return
	}
	if !s.slides {
		s.v -= math.Copysign(min(math.Abs(s.v), s.deceleration*dt), s.v)
	}
	s.q = max(-100, min(100, s.q+s.v*dt))
	if s.v == 0 && s.mode == messages.ModeRampOff {
		s.mode = messages.ModeOff
	}
	if s.mode == messages.ModeOff {
		s.e = 0
	}
}

// hear goes to the mode that is commanded, as far as the arm number allows.
func (s *servo) hear(mode messages.Mode, arm uint32) {
	switch {
	case mode.Stops():
		s.arm, s.mode, s.opening = max(s.arm, arm), max(s.mode, mode), 0
	case arm > s.arm:
		s.arm, s.fault, s.opening, s.starts = arm, 0, s.opens+1, mode
	case arm == s.arm && s.mode.Passes():
		s.mode = max(s.mode, mode)
	}
	if s.opening > 0 {
		if s.opening--; s.opening == 0 {
			s.mode = s.starts
		}
	}
}

func (s *servo) track(c *messages.DriveCommand, d int, dt float64) {
	switch control := c.Control[d]; {
	case control.Has(messages.ControlPosition):
		s.v, s.q = (c.Position[d]-s.q)/dt, c.Position[d]
	case control.Has(messages.ControlVelocity):
		s.v = c.Velocity[d]
		s.q += s.v * dt
	}
	if c.Control[d].Has(messages.ControlEffort) {
		s.e = c.Effort[d]
	}
}
