package moteus

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// ServoMode is the mode that a servo reports in register 0x000.
type ServoMode uint8

// The modes of a servo.
const (
	ServoStopped      ServoMode = 0
	ServoFault        ServoMode = 1
	ServoEnabling     ServoMode = 2
	ServoCalibrating  ServoMode = 3
	ServoCalibrated   ServoMode = 4
	ServoCurrent      ServoMode = 9
	ServoPosition     ServoMode = 10
	ServoTimeout      ServoMode = 11
	ServoZeroVelocity ServoMode = 12
	ServoStayWithin   ServoMode = 13
	servoMeasuring    ServoMode = 14
	ServoBrake        ServoMode = 15
)

var servoModes = [...]string{"stopped", "fault", "enabling", "calibrating", "calibration complete", "pwm", "voltage", "voltage_foc",
	"voltage_dq", "current", "position", "timeout", "zero_velocity", "stay_within", "measuring inductance", "brake"}

// String returns the name in the reference of the moteus protocol.
func (m ServoMode) String() string {
	if int(m) < len(servoModes) {
		return servoModes[m]
	}
	return fmt.Sprintf("mode %d", uint8(m))
}

// latches reports whether only a stop leads out of the mode.
func (m ServoMode) latches() bool {
	switch m {
	case ServoFault, ServoTimeout, servoMeasuring:
		return true
	}
	return false
}

// Starts reports whether a servo is on its way from stopped to the mode that was written: it
// enables its motor driver and calibrates its current sensors, without torque.
func (m ServoMode) Starts() bool { return m >= ServoEnabling && m <= ServoCalibrated }

// TimeoutMode is what a servo does when its watchdog expires: its setting servo.timeout_mode.
type TimeoutMode uint8

// The timeout modes, with the numbers that the setting has.
const (
	TimeoutStopped      TimeoutMode = 0
	TimeoutHold         TimeoutMode = 10
	TimeoutZeroVelocity TimeoutMode = 12
	TimeoutBrake        TimeoutMode = 15
)

// timeoutModes are the names in application files, with the mode of this module that each amounts
// to. Shorted phases resist motion, as damping does.
var timeoutModes = []struct {
	mode TimeoutMode
	name string
	safe messages.Mode
}{
	{TimeoutStopped, "stopped", messages.ModeOff},
	{TimeoutHold, "decelerate_and_hold", messages.ModeRampHold},
	{TimeoutZeroVelocity, "zero_velocity", messages.ModeDamp},
	{TimeoutBrake, "brake", messages.ModeDamp},
}

// String returns the name in application files.
func (m TimeoutMode) String() string {
	for _, known := range timeoutModes {
		if known.mode == m {
			return known.name
		}
	}
	return fmt.Sprintf("timeout mode %d", uint8(m))
}

// Valid reports whether a servo knows the mode.
func (m TimeoutMode) Valid() bool {
	for _, known := range timeoutModes {
		if known.mode == m {
			return true
		}
	}
	return false
}

// Safe returns the mode of this module that the timeout mode amounts to.
func (m TimeoutMode) Safe() messages.Mode {
	for _, known := range timeoutModes {
		if known.mode == m {
			return known.safe
		}
	}
	return messages.ModeOff
}

// ParseTimeoutMode returns the timeout mode with that name. The error lists the known names.
func ParseTimeoutMode(name string) (TimeoutMode, error) {
	var names []string
	for _, known := range timeoutModes {
		if known.name == name {
			return known.mode, nil
		}
		names = append(names, known.name)
	}
	return 0, &messages.OptionError{Err: fmt.Errorf("timeout mode %q is unknown", name), Unknown: name, Known: names}
}

// faultTexts has the meanings of fault codes, from the reference of the moteus protocol.
var faultTexts = map[uint16]string{
	1: "DMA stream transfer error", 2: "DMA stream FIFO error", 3: "UART overrun", 4: "UART framing error", 5: "UART noise",
	6: "UART buffer overrun", 7: "UART parity error",
	32: "calibration fault", 33: "motor driver fault", 34: "over voltage", 35: "encoder fault", 36: "motor not configured",
	37: "PWM cycle overrun", 38: "over temperature", 39: "started outside of its position limits", 40: "under voltage",
	41: "configuration changed while it ran", 42: "commutation angle invalid", 43: "position invalid", 44: "motor driver cannot be enabled",
	45: "stop position combined with limits, which is deprecated", 46: "timing violation", 47: "feed-forward of motor voltage without acceleration limit",
	48: "limits invalid", 49: "position error too large", 50: "velocity error too large",
	96: "limited by velocity", 97: "limited by power", 98: "limited by system voltage", 99: "limited by current", 100: "limited by temperature",
	101: "limited by motor temperature", 102: "limited by the commanded torque", 103: "limited by position bounds",
}

// FaultText returns the meaning of a fault code. Codes from 96 on are limits at work, not faults.
func FaultText(code uint16) string {
	if text, known := faultTexts[code]; known {
		return text
	}
	return fmt.Sprintf("unknown code %d", code)
}
