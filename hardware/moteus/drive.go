package moteus

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// drive is what the driver knows of one servo and wants of it. It is a plain state machine: the
// driver passes it commands and answers, and sends what it decides.
type drive struct {
	servo   Servo
	timeout messages.Mode // that the servo's watchdog leads to

	// arm is the newest number that was handed over. It is spent unless target passes commands.
	arm uint32
	// target is the mode that the servo shall be in. It climbs by itself; only a new number brings
	// it down.
	target messages.Mode
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

// stop demands a mode that stops. Every number that was handed over is spent. A servo whose torque
// was removed stays off: other stops would give it torque again.
func (d *drive) stop(mode messages.Mode) {
	if d.off {
		mode = messages.ModeOff
	}
	if d.target.Passes() || mode > d.target {
		d.held, d.confirmed, d.sent, d.told = math.NaN(), false, false, false
		d.target = messages.MoreSevere(d.target, mode)
	}
}

// command takes the mode and the number of a command. It reports whether the drive obeys its
// set-point.
func (d *drive) command(mode messages.Mode, arm uint32) bool {
	switch {
	case mode.Stops():
		d.stop(mode)
		d.arm = max(d.arm, arm)
		return false
	case arm > d.arm:
		d.arm, d.target, d.confirmed, d.sent, d.fault = arm, mode, false, false, 0
		return true
	case arm == d.arm && d.target.Passes():
		d.target = max(d.target, mode) // limited stays limited
		return true
	}
	return false
}

// sends takes what is sent to the servo.
func (d *drive) sends(a action) {
	if a != ask {
		d.off = a == off || a == clearing
	}
	if a == off {
		d.target = messages.ModeOff
	}
}

// leastStop is the least severe mode that a stop may lead to now.
func (d *drive) leastStop() messages.Mode {
	if d.off {
		return messages.ModeOff
	}
	return d.target
}

// next decides what to send, given whether there is a set-point that the drive obeys.
func (d *drive) next(obeys bool) action {
	switch {
	case d.target.Passes() && !obeys:
		return ask
	case d.target.Passes() && !d.confirmed && d.last.mode.latches():
		return clearing
	case d.target.Passes():
		return run
	case d.known && d.last.mode.Starts():
		return off // it has no torque yet, and other modes wait for the end of the start
	case d.known && d.stopped() && (d.told || d.last.mode.latches()):
		return ask
	case d.target == messages.ModeRampHold:
		return hold
	case d.target == messages.ModeDamp:
		return damp
	}
	return off
}

// stopped reports whether the newest answer shows that the servo stops by itself, as severely as
// the target demands. It holds only for as long as it is commanded to, so a hold is repeated.
func (d *drive) stopped() bool {
	return d.last.mode != ServoPosition && !d.last.mode.Starts() && d.mode() >= d.target
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
	case !d.known || m == ServoStopped || m == ServoFault || m.Starts() && d.target.Passes():
		return messages.ModeOff
	case m == ServoTimeout:
		return d.timeout
	case m == ServoZeroVelocity || m == ServoBrake:
		return messages.ModeDamp
	case m == ServoPosition && d.confirmed && (d.target.Passes() || d.target == messages.ModeRampHold):
		return d.target
	}
	return messages.ModeRun
}

// found takes the first answer after Open and demands what keeps a joint from moving: a servo that
// runs goes to the mode of its watchdog, one that stops keeps its mode.
func (d *drive) found(r reply) {
	d.known, d.last, d.confirmed, d.told, d.held = true, r, false, true, math.NaN()
	d.target = messages.ModeOff
	if r.mode == ServoFault {
		d.fault = r.fault
	}
	switch mode := d.mode(); {
	case mode.Passes():
		d.target = d.timeout
	case mode != messages.ModeOff:
		d.target = mode
	}
}
