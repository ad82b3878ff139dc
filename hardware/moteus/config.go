package moteus

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// Config describes a bus of servos.
type Config struct {
	// Name of the bus, as errors have it.
	Name string
	// Transport carries the frames. The driver opens and closes it.
	Transport Transport
	// HostID is the identifier of the host on the bus, 0 to 126, and no servo's.
	HostID uint8
	// Prefix is the prefix of identifiers that the servos are configured for, at most 13 bits.
	Prefix uint16
	// Watchdog is the timeout that every command gives the servos. Zero means 100 ms.
	Watchdog time.Duration
	// Timeout is the servos' setting servo.timeout_mode. Open rejects servos with another one.
	Timeout TimeoutMode
	// AnswerWithin bounds the wait for the answers to one Send. Zero means 2 ms, and no wait for a
	// transport that never blocks: its answers are there at once.
	AnswerWithin time.Duration
	// Servos are the servos of the bus, in the order of commands and states.
	Servos []Servo
	// Arms has the arm numbers that earlier drivers of the bus have used. Nil means that there was
	// none.
	Arms *hardware.ArmNumbers
}

// Defaults of Config.
const (
	defaultWatchdog     = 100 * time.Millisecond
	defaultAnswerWithin = 2 * time.Millisecond
)

// immediate reports whether the transport never blocks.
func (c *Config) immediate() bool { return c.Transport != nil && c.Transport.SendWithin() == 0 }

// complete fills in defaults and returns the errors of the configuration, joined.
func (c *Config) complete() error {
	if c.Watchdog == 0 {
		c.Watchdog = defaultWatchdog
	}
	if c.AnswerWithin == 0 && !c.immediate() {
		c.AnswerWithin = defaultAnswerWithin
	}
	errs := []error{address{prefix: c.Prefix, host: c.HostID}.check()}
	refuse := func(path, problem, expected string) {
		errs = append(errs, &messages.OptionError{Path: path, Err: errors.New(problem), Expected: expected})
	}
	if c.Transport == nil {
		refuse("transport", "there is no transport", "fdcanusb or socketcan with a device")
	}
	if c.Watchdog < time.Millisecond || c.Watchdog > 10*time.Second {
		refuse("watchdog", fmt.Sprintf("the watchdog is %v", c.Watchdog), "1ms to 10s")
	}
	if !c.Timeout.Valid() {
		refuse("timeout_mode", fmt.Sprintf("%s is unknown", c.Timeout), "stopped, decelerate_and_hold, zero_velocity or brake")
	}
	if c.AnswerWithin < 0 || c.AnswerWithin > 10*time.Second {
		refuse("answer_within", fmt.Sprintf("answers may take %v", c.AnswerWithin), "0 to 10s")
	}
	if len(c.Servos) == 0 {
		refuse("servos", "there are no servos", "one for each joint of the bus")
	}
	users := map[uint8]string{c.HostID: "the host"}
	for i := range c.Servos {
		s := &c.Servos[i]
		path := fmt.Sprintf("servos[%d]", i)
		if other, taken := users[s.ID]; taken || s.ID == 0 || s.ID >= broadcast {
			problem := fmt.Sprintf("servo %d", s.ID)
			if taken {
				problem += " has the identifier of " + other
			}
			refuse(path+".id", problem, "a free identifier from 1 to 126")
		}
		users[s.ID] = fmt.Sprintf("the servo of joint %q", s.Joint)
		errs = append(errs, s.check(path))
	}
	return errors.Join(errs...)
}

// check returns the errors of the numbers of a servo, joined.
func (s *Servo) check(path string) error {
	var errs []error
	refuse := func(option, problem, expected string) {
		errs = append(errs, &messages.OptionError{Path: path + "." + option, Joint: s.Joint, Err: errors.New(problem), Expected: expected})
	}
	if size := math.Abs(s.PerRevolution); !(size >= 1e-6 && size <= 1e3) {
		refuse("per_revolution", fmt.Sprintf("the joint moves by %g for one revolution", s.PerRevolution), "1e-6 to 1000, or its negative")
	}
	if math.IsNaN(s.Offset) || math.Abs(s.Offset) > 1e6 {
		refuse("offset", fmt.Sprintf("the offset is %g", s.Offset), "a finite number, at most 1e6")
	}
	if !(s.MaxTorque > 0 && s.MaxTorque <= 1e4) {
		refuse("max_torque", fmt.Sprintf("the greatest torque is %g N m", s.MaxTorque), "more than 0, at most 10000 N m: the servo reads no number as no bound")
	}
	if !(s.Lower < s.Upper) {
		refuse("limits", fmt.Sprintf("the bounds are %g and %g", s.Lower, s.Upper), "a lower bound below the upper one")
	}
	return errors.Join(errs...)
}

// controls are the control modes that a servo obeys: every mixture.
var controls = []messages.ControlMode{
	messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort,
	messages.ControlPosition | messages.ControlVelocity, messages.ControlPosition | messages.ControlEffort,
	messages.ControlVelocity | messages.ControlEffort,
	messages.ControlPosition | messages.ControlVelocity | messages.ControlEffort,
}

// info describes the servo as a drive.
func (s *Servo) info(c *Config) hardware.DriveInfo {
	return hardware.DriveInfo{
		Name:  fmt.Sprintf("servo_%d", s.ID),
		Joint: s.Joint,
		Limits: hardware.Limits{Lower: s.Lower, Upper: s.Upper, Velocity: math.Inf(1), Acceleration: math.Inf(1),
			Effort: math.Abs(s.MaxTorque * s.effortPerTorque())},
		Controls:   controls,
		Watchdog:   hardware.Watchdog{Timeout: c.Watchdog, Mode: c.Timeout.Safe()},
		GainScales: true,
		EffortCap:  true,
		Measures:   hardware.Measurements{Temperature: true, Voltage: true, Current: true, FaultWord: true},
	}
}
