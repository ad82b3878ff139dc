package emulator

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/messages"
)

// kinds lists the injected faults of a servo on a plant, beside those of its encoder and of its
// bus. Its address is a part of its answers, so that it cannot answer as its neighbour, and it
// has no brake.
var kinds = []actors.FaultKind{
	actors.FaultNoReply, actors.FaultLateReply, actors.FaultRepeatedReply, actors.FaultCode, actors.FaultSilentReset,
	actors.FaultTimeoutMode, actors.FaultDerating, actors.FaultTorque, actors.FaultSaturation, actors.FaultStuckJoint,
	actors.FaultFreeWheel, actors.FaultOverheats, actors.FaultVoltage, actors.FaultConfigLost, actors.FaultRejectsMode,
	actors.FaultClearsFault, actors.FaultMute,
}

// The codes of faults that a servo finds by itself.
const (
	motorDriver     = 33
	overVoltage     = 34
	encoder         = 35
	notConfigured   = 36
	overTemperature = 38
	underVoltage    = 40
)

const (
	leastVoltage, mostVoltage = 0.7, 1.3 // within which a servo works, as shares of the nominal one
	tripHeat                  = 50       // degC by which the board is warmer when an overheating servo trips
)

// ailment is what the injected faults of a servo do in one step.
type ailment struct {
	derating, loss float64 // shares of the torque that the servo lacks, and that does not reach the joint
	speed          float64 // share of the joint's velocity limit that it reaches; zero for no bound
	jam            float64 // dry friction, N m or N
	sag            float64 // share of the supply's voltage that is missing
	heat           float64 // degC
	failure, shown uint16
	free, stubborn bool
	mute           bool
	lost           bool // its settings
}

// fault is an injected fault. Its bus's lock guards it.
type fault struct {
	actors.Fault
	draw  *rand.Rand
	began messages.Instant

	left    int  // answers that are still to be lost in a row
	met     bool // something was kept, or done once
	answers []moteus.Frame
	encoder encoderFault
}

// ail finds what the injected faults do in the step that begins now.
func (s *Servo) ail(now messages.Instant) {
	s.ailment = ailment{}
	for _, f := range s.faults {
		f.act(s, now)
	}
}

// act adds to the ailment of a servo.
func (f *fault) act(s *Servo, now messages.Instant) {
	a := &s.ailment
	switch f.Kind {
	case actors.FaultCode:
		a.failure = uint16(f.Count)
	case actors.FaultDerating:
		a.derating, a.shown = max(a.derating, f.Amount), uint16(f.Count)
	case actors.FaultTorque:
		a.loss = f.Amount
	case actors.FaultSaturation:
		a.speed = f.Amount
	case actors.FaultStuckJoint:
		a.jam += f.Amount
	case actors.FaultFreeWheel:
		a.free = true
	case actors.FaultOverheats:
		share := min(now.Sub(f.began).Seconds()/f.Delay.Seconds(), 1)
		a.heat, a.derating = tripHeat*share, max(a.derating, share/2)
		if share == 1 {
			a.failure = overTemperature
		}
	case actors.FaultVoltage:
		f.supply(a)
	case actors.FaultConfigLost:
		a.lost, a.shown = true, notConfigured
	case actors.FaultRejectsMode:
		a.stubborn = true
	case actors.FaultMute:
		a.mute = true
	case actors.FaultClearsFault:
		f.flash(s, now)
	}
}

// supply is a supply whose voltage is a share of the nominal one.
func (f *fault) supply(a *ailment) {
	switch a.sag = 1 - f.Amount; {
	case f.Amount < leastVoltage:
		a.failure = underVoltage
	case f.Amount > mostVoltage:
		a.failure = overVoltage
	case f.Amount < 1:
		a.derating, a.speed = max(a.derating, 1-f.Amount), f.Amount
	}
}

// flash shows a fault for a time, and then has the servo forget it.
func (f *fault) flash(s *Servo, now messages.Instant) {
	if now.Sub(f.began) < f.Delay {
		s.ailment.failure = motorDriver
		return
	}
	if !f.met {
		if f.met = true; s.mode == moteus.ServoFault {
			s.mode, s.fault = moteus.ServoStopped, 0
		}
	}
}

// sends passes an answer through the injected faults of the line. It reports whether there is one.
func (s *Servo) sends(answer *moteus.Frame) bool {
	sent := true
	for _, f := range s.faults {
		sent = f.pass(answer) && sent
	}
	return sent
}

func (f *fault) pass(answer *moteus.Frame) bool {
	switch f.Kind {
	case actors.FaultNoReply:
		if f.left > 0 {
			f.left--
			return false
		}
		if f.Probability >= 1 || f.draw.Float64() < f.Probability {
			f.left = f.Count - 1
			return false
		}
	case actors.FaultRepeatedReply:
		if f.answers == nil {
			f.answers = []moteus.Frame{*answer}
		}
		*answer = f.answers[0]
	case actors.FaultLateReply:
		f.answers = append(f.answers, *answer)
		if len(f.answers) <= f.Count {
			return false // the first one is still on its way
		}
		*answer = f.answers[0]
		f.answers = f.answers[:copy(f.answers, f.answers[1:])]
	}
	return true
}

// CheckFault implements hardware.Actuator.
func (s *Shaft) CheckFault(f actors.Fault) error {
	all := slices.Concat(kinds, encoderKinds, busKinds)
	if !slices.Contains(all, f.Kind) {
		return fmt.Errorf("the emulated servo of joint %q has no %s; it has %v", s.model.Joint, f.Kind, all)
	}
	return nil
}

// InjectFault implements hardware.Actuator.
func (s *Shaft) InjectFault(f actors.Fault, now messages.Instant, draw *rand.Rand) (end func(), err error) {
	if err := s.CheckFault(f); err != nil {
		return nil, err
	}
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	if slices.Contains(busKinds, f.Kind) {
		return s.bus.inject(f, draw), nil
	}
	s.struck = true
	switch f.Kind {
	case actors.FaultSilentReset:
		s.servo.reset()
		return nil, nil
	case actors.FaultTimeoutMode:
		if s.servo.mode == moteus.ServoPosition || s.servo.mode == moteus.ServoStayWithin {
			s.servo.expire()
		}
		return nil, nil
	}
	one := &fault{Fault: f, draw: draw, began: now}
	s.servo.faults = append(s.servo.faults, one)
	return func() {
		s.bus.mu.Lock()
		defer s.bus.mu.Unlock()
		s.servo.faults = slices.DeleteFunc(s.servo.faults, func(have *fault) bool { return have.Fault == f })
	}, nil
}
