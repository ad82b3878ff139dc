package hardware

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Driver speaks to all the drives of one bus. All its times are instants of the system's clock, given by the caller;
// a driver of real hardware waits on its own transport, never on a clock of its own choosing.
//
// Open, Exchange and Close are called by one goroutine at a time. Stop may be called by any goroutine at any moment
// between Open and Close, also while an Exchange of a hung goroutine is still under way; the caller sees to it that no
// command of that goroutine is exchanged afterwards. Bus and Drives may be called at any time, by anyone, and never
// change: they are settled when the driver is made.
//
// The order of drives in commands and states is that of Drives.
type Driver interface {
	// Bus tells the name of the bus and how long its calls take at most.
	Bus() BusInfo

	// Drives describes the drives. The caller must not change what it gets.
	Drives() []DriveInfo

	// Open connects within the given time, reads back the limits and watchdogs of the drives, refuses what differs from
	// Drives, and prepares the frames that Stop sends.
	//
	// No drive passes commands afterwards, and every arm number it has seen is spent. A drive that it finds without
	// torque is off. A drive that it finds in another mode that stops keeps that mode: the bus of a restarted driver must
	// not drop an arm that its drives hold. A drive that it finds running is put into its watchdog's mode.
	//
	// After an error the driver is closed. Open may be called again, also after Close.
	Open(now messages.Instant, within time.Duration) error

	// Exchange sends one command to every drive and reads one state of each. It blocks for BusInfo.Exchange at most. It
	// allocates nothing unless it returns an error.
	//
	// A nil command only reads: it neither changes what the drives do nor feeds their watchdogs. The caller hands in a
	// command once; to repeat an old one is to feed a watchdog with it.
	//
	// A command that Check refuses moves nothing and feeds no watchdog: its set-points are dropped for every drive, and
	// Exchange returns the RefusedError after it has read the states. But a stop is never refused: the drives that the
	// command stops are stopped, as far as its modes can be read.
	//
	// A command in mode run or limited reaches its drive only where its arm number is the one the drive obeys, or one it
	// has not seen. A command of a spent number is ignored by that drive and does not feed its watchdog; DriveState.Arm
	// tells. A drive in limited stays in limited until the number grows, and follows the set-points meanwhile. The first
	// command of a new number also resets a latched fault whose cause is gone.
	//
	// Exchange writes every entry of the state, whatever buffer it is given: where a drive did not answer, the last values
	// that the driver knows of it, marked as not answered. Exchange returns an error that
	// is ErrBusLost when no drive answered at all, and ErrDeadline when the time ran out before some answers came.
	Exchange(now messages.Instant, command *messages.DriveCommand, state *messages.DriveState) error

	// Stop hands the drives the command to be in these modes, one a drive, or a more severe one. It sends frames that
	// Open prepared, allocates nothing and blocks for BusInfo.Stop at most. It returns nil when the frames were handed
	// over; that the drives obeyed is read back by the next exchanges: see Unconfirmed.
	//
	// Stop takes every call for a wish to stop the whole bus: where modes is too short or has a mode that does not stop,
	// the drive is put off.
	Stop(now messages.Instant, modes []messages.Mode) error

	// Close stops the drives that still run, in their watchdog's mode, and gives the transport back. The caller stops the
	// drives before, and reads back that they did; Close is the last resort. It comes after a panic in another call too. Further
	// calls do nothing and return nil.
	Close() error
}

// BusInfo describes a bus.
type BusInfo struct {
	// Name is the bus's name in the application, as errors and reports have it.
	Name string
	// Exchange and Stop are the longest times for which the calls of those names block.
	Exchange, Stop time.Duration
}

// DriveInfo describes one drive as its driver knows it, and as Open has read it back.
type DriveInfo struct {
	// Name is the drive's own name, unique on its bus.
	Name string
	// Joint is the name, in the world, of the joint that the drive moves.
	Joint string
	// Limits are those that the drive itself keeps.
	Limits Limits
	// Resolution is the joint's motion a count of the encoder, rad or m. Zero means finer than its noise.
	Resolution float64
	// Controls lists the control modes that the drive takes, mixes included.
	Controls []messages.ControlMode
	// Brake tells whether the drive has a spring brake. Without one, mode brake decelerates and then removes torque.
	Brake bool
	// Watchdog is the drive's own.
	Watchdog Watchdog
}

// Takes reports whether the drive takes set-points of exactly that control mode.
func (d *DriveInfo) Takes(control messages.ControlMode) bool {
	for _, c := range d.Controls {
		if c == control {
			return true
		}
	}
	return false
}

// Limits bound the motion of one joint. An infinite bound is none; a NaN is never valid.
type Limits struct {
	// Lower and Upper bound the position, rad or m.
	Lower, Upper float64
	// Velocity, Acceleration and Effort bound the absolute values, rad/s or m/s, rad/s^2 or m/s^2, N m or N.
	Velocity, Acceleration, Effort float64
}

// Watchdog says what a drive does by itself when commands stay away. It counts while the drive is in mode run or
// limited.
type Watchdog struct {
	// Timeout is the longest time between two commands that feed it. It is positive: a drive without a watchdog is
	// refused when its bus opens.
	Timeout time.Duration
	// Mode is what the drive climbs to.
	Mode messages.Mode
}
