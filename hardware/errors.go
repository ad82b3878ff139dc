package hardware

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// What can be wrong with a call, for errors.Is.
var (
	// ErrNotOpen: the call needs an open bus, and this one was not opened yet, was closed, or
	// failed to open.
	ErrNotOpen = errors.New("the bus is not open; call Open first")
	// ErrBusLost: no drive of the bus answered.
	ErrBusLost = errors.New("no drive answered; check the transport and the supply of the drives")
	// ErrDeadline: the time was over before the call was done.
	ErrDeadline = errors.New("the time ran out")
	// ErrRefused: the command was not fit to be sent. See RefusedError.
	ErrRefused = errors.New("command refused")
)

// BusError is the failure of a call to a bus, with its reason.
type BusError struct {
	Bus string
	// Op is open, exchange, stop or close.
	Op  string
	Err error
}

// Error gives bus, call and cause.
func (e *BusError) Error() string { return fmt.Sprintf("bus %q: %s: %v", e.Bus, e.Op, e.Err) }

// Unwrap returns the cause.
func (e *BusError) Unwrap() error { return e.Err }

// DriveFault is a fault that a drive reports.
type DriveFault struct {
	Bus, Drive, Joint string
	// Code is the drive's code, as DriveState.Fault has it.
	Code uint16
	// Meaning is the code in words, as the drive's manual has them.
	Meaning string
}

// Error gives the drive, the code and its meaning.
func (e *DriveFault) Error() string {
	return fmt.Sprintf("bus %q: drive %q of joint %q: fault %d: %s", e.Bus, e.Drive, e.Joint, e.Code, e.Meaning)
}

// DriveMismatch is a setting of a drive that differs from the application.
type DriveMismatch struct {
	Bus, Drive, Joint string
	// Setting is the name of what differs, with its unit.
	Setting   string
	Got, Want string
}

// Error gives the setting, both values and what to do.
func (e *DriveMismatch) Error() string {
	return fmt.Sprintf("bus %q: drive %q of joint %q: its %s is %s, the application expects %s; set the drive up again or change the application",
		e.Bus, e.Drive, e.Joint, e.Setting, e.Got, e.Want)
}

// RefusedError is the reason why a command was not sent. errors.Is(err, ErrRefused) holds.
type RefusedError struct {
	Bus string
	// Drive and Joint are empty where the command as a whole is unfit.
	Drive, Joint string
	// Field is that of messages.DriveCommand.
	Field string
	// Problem says what was found, Expected what would do.
	Problem, Expected string
}

// Error gives the path of the field, the problem and what would do.
func (e *RefusedError) Error() string {
	where := fmt.Sprintf("bus %q", e.Bus)
	if e.Drive != "" {
		where += fmt.Sprintf(": drive %q of joint %q", e.Drive, e.Joint)
	}
	return fmt.Sprintf("%s: command refused: %s %s; expected %s", where, e.Field, e.Problem, e.Expected)
}

// Is makes errors.Is(err, ErrRefused) hold.
func (e *RefusedError) Is(target error) bool { return target == ErrRefused }

// UnconfirmedError lists the drives that have not confirmed their stop.
type UnconfirmedError struct {
	Bus    string
	Drives []Unstopped
}

// Unstopped is one drive that has not confirmed a stop.
type Unstopped struct {
	Drive, Joint string
	// Demanded is what it should be in at least, Mode what it said last.
	Demanded, Mode messages.Mode
	// Answered reports whether it answered in the last exchange.
	Answered bool
}

// Error lists the drives.
func (e *UnconfirmedError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "bus %q: stop not confirmed by", e.Bus)
	for i, d := range e.Drives {
		if i > 0 {
			text.WriteString(",")
		}
		fmt.Fprintf(&text, " drive %q of joint %q (", d.Drive, d.Joint)
		if d.Answered {
			fmt.Fprintf(&text, "in %s, expected %s or more severe)", d.Mode, d.Demanded)
		} else {
			fmt.Fprintf(&text, "silent, expected %s or more severe)", d.Demanded)
		}
	}
	text.WriteString("; repeat the stop, then cut the power")
	return text.String()
}
