package moteus

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// drive is what the driver knows of one servo and wants of it. It is a plain state machine: the
// driver passes it commands and answers, and sends what it decides.
type drive struct {
	servo   Servo
	timeout messages.Mode // that the servo's watchdog leads to

	// ratchet has the mode that the servo shall be in, and the newest arm number, at index.
	ratchet *hardware.Ratchet
	index   int
	// followed and number are the mode and the arm number of the ratchet as the servo follows them.
	followed messages.Mode
	number   uint32
	// confirmed says that the servo has been in mode position since the target is what it is.
	confirmed bool
	// sent says that the servo has answered a set-point or a hold since the target is what it is.
	sent bool
	// told says that the servo has answered a stop, or shown a stop of its own, since the target is
	// what it is.
	told bool
	// off says that the newest frame with a mode removed the servo's torque.
	off bool
	// held is where the servo holds, rev; NaN until its first answer to a hold.
	held float64
	// fault is the code of the newest fault, until a re-arm.
	fault uint16

	last     reply
	known    bool // last has been received since Open
	answered bool // since the newest Send
	silent   int  // exchanges without an answer, in a row
}

// action is what the driver sends to a servo.
type action uint8

const (
	ask      action = iota // the query alone
	clearing               // a stop that leads out of a mode that latches
	run                    // the set-point of the command
	hold                   // in position, at drive.held
	damp                   // zero velocity
	off
)

// newDrive returns what a driver knows of a servo before it is opened.
func newDrive(servo Servo, timeout messages.Mode, ratchet *hardware.Ratchet, index int) drive {
	return drive{servo: servo, timeout: timeout, ratchet: ratchet, index: index, followed: messages.ModeOff, held: math.NaN()}
}

func (d *drive) target() messages.Mode { return d.ratchet.Target(d.index) }

// stop demands a mode that stops. Every number that was handed over is spent.
func (d *drive) stop(mode messages.Mode) {
	d.ratchet.Climb(d.index, mode)
	d.follow()
}

// follow follows the ratchet after a command or a stop. What the servo answered to an earlier mode
// counts no longer. A servo whose torque was removed stays off: other stops would give it torque
// again.
func (d *drive) follow() {
	switch target, arm := d.target(), d.ratchet.Arm(d.index); {
	case target.Stops() && target > d.followed:
		d.held, d.confirmed, d.sent, d.told = math.NaN(), false, false, false
		if d.off {
			d.ratchet.Climb(d.index, messages.ModeOff)
		}
	case target.Passes() && arm > d.number:
		d.confirmed, d.sent, d.fault = false, false, 0
	}
	d.followed, d.number = d.target(), d.ratchet.Arm(d.index)
}

// sends takes what is sent to the servo.
func (d *drive) sends(a action) {
	if a != ask {
		d.off = a == off || a == clearing
	}
	if a == off {
		d.ratchet.Climb(d.index, messages.ModeOff)
		d.followed = messages.ModeOff
	}
}

// leastStop is the least severe mode that a stop may lead to now.
func (d *drive) leastStop() messages.Mode {
	if d.off {
		return messages.ModeOff
	}
	return d.target()
}

// next decides what to send, given whether there is a set-point that the drive obeys.
func (d *drive) next(obeys bool) action {
	switch {
	case d.target().Passes() && !obeys:
		return ask
	case d.target().Passes() && !d.confirmed && d.last.mode.latches():
		return clearing
	case d.target().Passes():
		return run
	case d.known && d.last.mode.Starts():
		return off // it has no torque yet, and other modes wait for the end of the start
	case d.known && d.stopped() && (d.told || d.last.mode.latches()):
		return ask
	case d.target() == messages.ModeRampHold:
		return hold
	case d.target() == messages.ModeDamp:
		return damp
	}
	return off
}

// stopped reports whether the newest answer shows that the servo stops by itself, as severely as
// the target demands. It holds only for as long as it is commanded to, so a hold is repeated.
func (d *drive) stopped() bool {
	return d.last.mode != ServoPosition && !d.last.mode.Starts() && d.mode() >= d.target()
}

// take takes an answer, which the servo gave after the action.
func (d *drive) take(r reply, sent action) {
	d.last, d.known, d.answered, d.silent = r, true, true, 0
	if r.mode == ServoFault {
		d.fault = r.fault
	}
	d.told = d.told || sent == hold || sent == damp || sent == off
	if sent == hold && math.IsNaN(d.held) {
		d.held = r.position
	}
	d.sent = d.sent || sent == run || sent == hold
	switch {
	case r.mode == ServoPosition: // perhaps by an earlier set-point, if none has come since
		d.confirmed = d.confirmed || d.sent
	case r.mode == ServoFault && sent != clearing:
		d.stop(messages.ModeOff)
	case d.confirmed && r.mode == ServoTimeout:
		d.stop(d.timeout)
	case d.confirmed && (r.mode == ServoStopped || r.mode.Starts()):
		d.stop(messages.ModeOff) // the servo began anew: it lost its power
	}
}

// mode returns the mode that the servo is in, as far as its newest answer shows. A servo in a mode
// that the driver did not ask for counts as running, and so does one on its way to such a mode.
func (d *drive) mode() messages.Mode {
	switch m := d.last.mode; {
	case !d.known || m == ServoStopped || m == ServoFault || m.Starts() && d.target().Passes():
		return messages.ModeOff
	case m == ServoTimeout:
		return d.timeout
	case m == ServoZeroVelocity || m == ServoBrake:
		return messages.ModeDamp
	case m == ServoPosition && d.confirmed && (d.target().Passes() || d.target() == messages.ModeRampHold):
		return d.target()
	}
	return messages.ModeRun
}

// found takes the first answer after Open and demands what keeps a joint from moving: a servo that
// runs goes to the mode of its watchdog, one that stops keeps its mode.
func (d *drive) found(r reply) {
	d.known, d.last, d.confirmed, d.told, d.held = true, r, false, true, math.NaN()
	d.ratchet.Found(d.index, messages.ModeOff)
	if r.mode == ServoFault {
		d.fault = r.fault
	}
	d.ratchet.Found(d.index, d.mode())
	d.followed, d.number = d.target(), d.ratchet.Arm(d.index)
}
