package hardware

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
)

// Ratchet keeps, for each drive of a bus, the mode in which the drive shall be and the newest arm
// number, as [Driver] demands. Every driver whose drives know no arm numbers needs one:
//
//   - Open calls Found with the mode in which it finds each drive.
//   - Send calls Take, sends its set-points to the drives for which Obeys is true, repeats stops
//     that are not confirmed, and returns the error of Take.
//   - Collect calls Answered with the mode of each drive that answered, and reports Arm.
//   - Stop calls Stop, and sends the frame of the mode that it returns. No Send may follow that
//     repeats it.
//
// A set-point must lead a drive out of a stop of its own, as after its watchdog or a fault, only
// where Resets is true: the driver hears of such a stop with the next answer, and a set-point may
// be on its way before.
//
// A Ratchet has no lock: a driver that uses it in Stop, too, guards it. Its methods do not
// allocate, apart from the error of Take. Drives are given by their index in Driver.Drives; before
// Found they are off.
type Ratchet struct {
	bus    string
	drives []DriveInfo
	arms   *ArmNumbers
	live   []ratcheted
}

// ratcheted is what a Ratchet keeps of one drive.
type ratcheted struct {
	// target climbs at once; only a new arm number brings it down.
	target messages.Mode
	// arm is the newest number that was handed over. It is spent unless target passes commands.
	arm uint32
	// obeys says that the drive obeys the set-point of the newest command.
	obeys bool
	// resets says that the drive has not answered a set-point of its arm number yet.
	resets bool
}

// NewRatchet returns the ratchet of the drives of a bus, whose name errors show. Arms comes from
// the maker of the drivers, and outlives each of them; nil means that the bus has one driver only.
func NewRatchet(bus string, drives []DriveInfo, arms *ArmNumbers) *Ratchet {
	if arms == nil || len(arms.newest) != len(drives) {
		arms = NewArmNumbers(len(drives))
	}
	r := &Ratchet{bus: bus, drives: drives, arms: arms, live: make([]ratcheted, len(drives))}
	for i := range r.live {
		r.live[i].target = messages.ModeOff
	}
	return r
}

// Found takes the mode in which a drive is when its bus is opened. A drive that runs goes to the
// mode of its watchdog. A drive that stops keeps its mode, so that a restart drops no joint. Every
// number that an earlier driver of the bus has seen is spent.
func (r *Ratchet) Found(i int, mode messages.Mode) {
	if mode.Passes() {
		mode = r.drives[i].Watchdog.Mode
	}
	r.live[i] = ratcheted{target: mode, arm: r.arms.newest[i].Load()}
}

// Take takes the command of one Send, nil for one that only asks. It returns the *RefusedError of
// [Check] or [CheckArm] if the command may not be sent. Of such a command only the stops count, as
// far as they can be read.
func (r *Ratchet) Take(command *messages.DriveCommand) error {
	for i := range r.live {
		r.live[i].obeys = false
	}
	if command == nil {
		return nil
	}
	refused := r.check(command)
	for i := range min(len(r.live), len(command.Mode)) {
		mode, arm := command.Mode[i], uint32(0)
		if !mode.Valid() || mode.Passes() && refused != nil {
			continue
		}
		if i < len(command.Arm) && CheckArm(r.bus, &r.drives[i], command.Arm[i], r.live[i].arm) == nil {
			arm = command.Arm[i]
		}
		r.live[i].take(mode, arm)
		r.arms.raise(i, r.live[i].arm)
	}
	return refused
}

// check returns why the command may not be sent, nil if it may.
func (r *Ratchet) check(command *messages.DriveCommand) error {
	if err := Check(r.bus, r.drives, command); err != nil {
		return err
	}
	for i := range r.live {
		if err := CheckArm(r.bus, &r.drives[i], command.Arm[i], r.live[i].arm); err != nil {
			return err
		}
	}
	return nil
}

// take takes the mode and the arm number of a command.
func (d *ratcheted) take(mode messages.Mode, arm uint32) {
	switch {
	case mode.Stops():
		d.climb(mode)
		d.arm = max(d.arm, arm)
	case arm > d.arm:
		d.target, d.arm, d.obeys, d.resets = mode, arm, true, true
	case arm == d.arm && d.target.Passes():
		d.target, d.obeys = messages.MoreSevere(d.target, mode), true // limited stays limited
	}
}

// climb goes to a mode that stops, or stays in a more severe one. It spends the arm number.
func (d *ratcheted) climb(mode messages.Mode) {
	d.target, d.resets = messages.MoreSevere(d.target, mode), false
}

// Answered takes the mode in which a drive says that it is, in its answer to the newest Send. A
// drive that does not follow although it got a set-point has stopped by itself: its watchdog
// expired, it failed, or it lost its supply.
func (r *Ratchet) Answered(i int, mode messages.Mode) {
	d := &r.live[i]
	if !d.obeys {
		return
	}
	d.resets = false
	if mode.Stops() {
		d.climb(mode)
	}
}

// Stop takes the demand of Driver.Stop for one drive, as [Demand] reads it, and returns the mode in
// which the drive shall be: that one, or a more severe one of before.
func (r *Ratchet) Stop(i int, modes []messages.Mode) messages.Mode {
	r.live[i].climb(Demand(modes, i))
	return r.live[i].target
}

// Climb stops a drive in a mode that stops, for a reason that the driver sees itself.
func (r *Ratchet) Climb(i int, mode messages.Mode) { r.live[i].climb(mode) }

// Target returns the mode in which a drive shall be.
func (r *Ratchet) Target(i int) messages.Mode { return r.live[i].target }

// Arm returns the newest arm number of a drive, as DriveState.Arm reports it.
func (r *Ratchet) Arm(i int) uint32 { return r.live[i].arm }

// Obeys reports whether a drive obeys the set-point of the newest command.
func (r *Ratchet) Obeys(i int) bool { return r.live[i].obeys }

// Resets reports whether the set-point is the first of a new arm number, which also resets a
// latched fault: the drive has not answered one of that number yet.
func (r *Ratchet) Resets(i int) bool { return r.live[i].resets }

// ArmNumbers has the newest arm number of each drive of a bus. The drivers that serve the bus one
// after the other share it: a command from before a restart must not move a drive after it. Any
// goroutine may use it.
type ArmNumbers struct{ newest []atomic.Uint32 }

// NewArmNumbers returns the numbers of drives that nobody has armed yet.
func NewArmNumbers(drives int) *ArmNumbers {
	return &ArmNumbers{newest: make([]atomic.Uint32, drives)}
}

// raise makes the number of a drive at least arm.
func (a *ArmNumbers) raise(drive int, arm uint32) {
	for word := &a.newest[drive]; ; {
		old := word.Load()
		if old >= arm || word.CompareAndSwap(old, arm) {
			return
		}
	}
}
