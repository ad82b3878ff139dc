package main

import "github.com/robo-actors/robo-actors/messages"

// ratchet decides in which mode a drive shall be. It is a plain state machine. Every driver whose
// drives know no arm numbers keeps one for each drive.
type ratchet struct {
	// target is the mode in which the drive shall be. It climbs at once; only a new arm number
	// brings it down.
	target messages.Mode
	// arm is the newest number that was handed over. It is spent unless target passes commands.
	arm uint32
	// reset says that the drive has not answered a set-point of that number yet.
	reset bool
}

// stop climbs to a mode that stops, which spends the arm number.
func (r *ratchet) stop(mode messages.Mode) {
	r.target, r.reset = messages.MoreSevere(r.target, mode), false
}

// command takes the mode and the arm number of a command. It reports whether the drive obeys the
// set-point of the command.
func (r *ratchet) command(mode messages.Mode, arm uint32) (obeys bool) {
	switch {
	case mode.Stops():
		r.stop(mode)
		r.arm = max(r.arm, arm)
	case arm > r.arm:
		r.target, r.arm, r.reset = mode, arm, true
		return true
	case arm == r.arm && r.target.Passes():
		r.target = messages.MoreSevere(r.target, mode) // limited stays limited
		return true
	}
	return false
}

// answered takes the mode in which a drive is after it received a set-point. A drive that does not
// follow has stopped by itself: its watchdog expired, it failed, or it lost its supply.
func (r *ratchet) answered(mode messages.Mode) {
	r.reset = false
	if mode.Stops() {
		r.stop(mode)
	}
}

// found takes the mode in which a drive is when its bus is opened. A drive that runs goes to the
// mode of its watchdog. A drive that stops keeps its mode, so that a restart drops no joint.
func (r *ratchet) found(mode, watchdog messages.Mode) {
	if mode.Passes() {
		mode = watchdog
	}
	r.target, r.reset = mode, false
}
