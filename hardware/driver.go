package hardware

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Driver exchanges frames with all drives of one bus. The caller gives every instant, on the clock
// of its system; a driver of real hardware waits on its own transport and reads no other clock.
//
// One goroutine at a time calls Open, Send, Collect and Close. Any goroutine may call Stop between
// Open and Close, also while a Send or Collect of a hung goroutine has not returned; the caller
// ensures that no command of that goroutine is sent afterwards. Bus and Drives may be called at any
// time by any goroutine. Their results are fixed when the driver is made.
//
// What Send, Collect and Stop say of allocations holds for the driver and not for its transport:
// TLS of the standard library allocates for each record.
//
// Commands and states list the drives in the order of Drives.
type Driver interface {
	// Bus returns the name of the bus and the longest times for which its calls block.
	Bus() BusInfo

	// Drives describes the drives. The caller must not change the result.
	Drives() []DriveInfo

	// Open connects within the given time, reads back the limits and watchdogs of the drives,
	// rejects what differs from Drives, and prepares the frames that Stop sends.
	//
	// Afterwards no drive accepts set-points, and every arm number that it has seen is spent. A
	// drive found without torque is off. A drive found in another mode that stops keeps that mode:
	// the bus of a restarted driver must not drop an arm that its drives hold. A drive found
	// running is put into the mode of its watchdog.
	//
	// After an error the driver is closed. Open may be called again, also after Close.
	Open(now messages.Instant, within time.Duration) error

	// Send sends one command to every drive and asks each for its state. It does not wait for
	// answers, blocks for at most BusInfo.Send, and allocates nothing unless it returns an error.
	//
	// A nil command only asks for the states: it neither changes what the drives do nor feeds their
	// watchdogs. The caller sends each command once; repeating an old one would feed a watchdog
	// with it.
	//
	// A command that Check rejects moves nothing and feeds no watchdog: Send drops the set-points
	// of every drive, asks for the states, and returns the RefusedError. A stop is never rejected:
	// Send stops the drives that such a command stops, as far as its modes can be read.
	//
	// A drive obeys a command in mode run or limited only if the arm number is the one that it
	// obeys, or one that it has not seen. It ignores a command with a spent number, which does not
	// feed its watchdog; DriveState.Arm reports the number. A drive in limited stays there until
	// the number grows, and follows the set-points meanwhile. Send rejects a number that CheckArm
	// rejects: it would spend those of the next re-arms. The first command with a new number
	// also resets a latched fault whose cause is gone.
	Send(now messages.Instant, command *messages.DriveCommand) error

	// Collect takes the answers to the newest Send. It waits for answers that are missing, for at
	// most within and at most BusInfo.Collect; with zero it takes the answers that have arrived. It
	// allocates nothing unless it returns an error.
	//
	// Collect writes every entry of every field of the state that has entries, whatever buffer it
	// is given; the optional fields may have none. For a drive that did not answer it writes the
	// last known values, marked as not answered; that is no error while another drive answers,
	// since a bus fails after a few errors and its other drives would stop. The error is ErrBusLost
	// if no drive answered at all.
	Collect(now messages.Instant, within time.Duration, state *messages.DriveState) error

	// Stop commands each drive into its entry of modes, or a more severe mode. It sends frames that
	// Open prepared, allocates nothing and blocks for at most BusInfo.Stop. It returns nil once the
	// frames are handed over; the next states show whether the drives obeyed, see Unconfirmed. It
	// leaves no frame to the next Send, which may never come: the goroutine that sends may hang.
	//
	// Before Open and after Close it returns ErrNotOpen, as Send and Collect do.
	//
	// Stop treats every call as a stop of the whole bus: it switches a drive off where modes is too
	// short or has a mode that does not stop.
	Stop(now messages.Instant, modes []messages.Mode) error

	// Close stops the drives that still run, in the modes of their watchdogs, and releases the
	// transport. A drive that Stop has put into a more severe mode stays in it. The caller stops the
	// drives first and reads back that they obeyed; Close is the last resort. It may follow a panic
	// in another call. Further calls do nothing and return nil.
	Close() error
}

// Exchange sends a command, or nil to read only, and collects the answers to it. If Send rejects
// the command, Exchange returns the RefusedError after it has collected the states.
func Exchange(d Driver, now messages.Instant, command *messages.DriveCommand, state *messages.DriveState) error {
	sent := d.Send(now, command)
	collected := d.Collect(now, d.Bus().Collect, state)
	if sent != nil {
		return sent
	}
	return collected
}

// BusInfo describes a bus.
type BusInfo struct {
	// Name is the bus's name in the application, as errors and reports show it.
	Name string
	// Open, Send, Collect and Stop are the longest times for which the calls of those names block,
	// Open with drives that answer. Zero means that a call only copies memory.
	Open, Send, Collect, Stop time.Duration
}

// Blocks reports whether calls of the bus block. Such a bus needs a thread of its own, or it delays
// the actors that share its thread.
func (b BusInfo) Blocks() bool { return b.Open > 0 || b.Send > 0 || b.Collect > 0 || b.Stop > 0 }

// DriveInfo describes one drive as its driver knows it, and as Open has read it back.
type DriveInfo struct {
	// Name is the drive's own name, unique on its bus.
	Name string
	// Joint is the name, in the world, of the joint that the drive moves.
	Joint string
	// Limits are those that the drive itself keeps.
	Limits Limits
	// Resolution is the joint's motion for one count of the encoder, rad or m. Zero means finer
	// than the encoder's noise.
	Resolution float64
	// Controls lists the control modes that the drive accepts, mixes included.
	Controls []messages.ControlMode
	// Brake reports whether the drive has a spring brake. Without one, mode brake decelerates and
	// then removes torque.
	Brake bool
	// Watchdog is the drive's own.
	Watchdog Watchdog
	// GainScales reports that the drive obeys KpScale and KdScale of its commands, EffortCap that
	// it obeys MaxEffort.
	GainScales, EffortCap bool
	// Measures lists what the drive measures beside its motion.
	Measures Measurements
}

// Measurements lists the optional values of DriveState that a drive fills in. It writes NaN for the
// others, and zero for a fault word that it does not have.
type Measurements struct{ Temperature, Voltage, Current, FaultWord bool }

// Takes reports whether the drive accepts set-points of exactly that control mode.
func (d *DriveInfo) Takes(control messages.ControlMode) bool {
	return slices.Contains(d.Controls, control)
}

// Limits bound the motion of one joint. An infinite bound means no bound; NaN is never valid.
type Limits struct {
	// Lower and Upper bound the position, rad or m.
	Lower, Upper float64
	// Velocity, Acceleration and Effort bound the absolute values: rad/s or m/s, rad/s^2 or m/s^2,
	// N m or N.
	Velocity, Acceleration, Effort float64
}

// Watchdog describes what a drive does by itself when commands fail to arrive. It counts while the
// drive is in mode run or limited.
type Watchdog struct {
	// Timeout is the longest time between two commands that feed it. It is positive: a bus rejects
	// a drive without a watchdog.
	Timeout time.Duration
	// Mode is the mode that the drive climbs to once the time is over.
	Mode messages.Mode
}
