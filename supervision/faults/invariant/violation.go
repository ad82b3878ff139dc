package invariant

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// Invariant describes one of them.
type Invariant struct {
	// ID is V1 to V21.
	ID string
	// Holds says in a line what always holds.
	Holds string
	// Needs says what it takes to check it: one run, or two runs, a recording or a process.
	Needs string
}

// What an invariant needs.
const (
	OneRun  = "one run"
	TwoRuns = "two runs"
	Heal    = "a run whose faults end"
	Record  = "a recording"
	Process = "the whole process"
)

var list = [...]Invariant{
	{"V1", "no command handed to a driver, and no set-point of a drive, is anything but a number", OneRun},
	{"V2", "every command sent is within the limits of description, file and mode: position, velocity, effort, acceleration", OneRun},
	{"V3", "no drive moves by a command that is older than its bound, out of sequence, or of an old incarnation", OneRun},
	{"V4", "a command that is invalid or refused refreshes no age and no watchdog", OneRun},
	{"V5", "what a driver, a controller or a gate that failed moved is in its mode within one period; within the drive's watchdog where the link to it failed", OneRun},
	{"V6", "in ramp_hold and ramp_off a joint slows down within its ramp, then stays where it came to rest", OneRun},
	{"V7", "no joint comes to a less severe mode without the acknowledgement that its causes ask for, with the nonce and incarnation of what was seen", OneRun},
	{"V8", "what was commanded before a restart is not executed after it", OneRun},
	{"V9", "no world acts on a state or command of another that is older than its bound", OneRun},
	{"V10", "a fault in one world changes the ticks of another one by at most one", TwoRuns},
	{"V11", "no supervisor restarts more often or sooner than its policy allows, nor others than its strategy names", OneRun},
	{"V12", "every stop is confirmed by its drive within three periods, or escalated", OneRun},
	{"V13", "in ramp_hold and ramp_off motors do no more work than the weight they lift, and at the end of the ramp nothing moves", OneRun},
	{"V14", "brakes are open only with torque on, and torque stays until the brake has closed; a brake closes at standstill, or once torque is lost", OneRun},
	{"V15", "an operator's stop takes effect within one period, whatever else happens", OneRun},
	{"V16", "goroutines, descriptors and timers return to what they were when the application has ended", Process},
	{"V17", "the heap stays within 1.2 times that of a run without faults", Process},
	{"V18", "a recording cut off anywhere is a prefix of what happened, with nothing invented", Record},
	{"V19", "once faults have ended and were acknowledged, every world runs again in time, with its errors within their bounds", Heal},
	{"V20", "both worlds of a coupling have the same state and command of the joint, up to its delay, and nothing is amplified", OneRun},
	{"V21", "the same seed gives the same events and values, bit for bit", TwoRuns},
}

// List returns every invariant, V1 first.
func List() []Invariant { return append([]Invariant{}, list[:]...) }

// Violation is where an invariant does not hold. It is an error.
type Violation struct {
	// Invariant is V1 to V21, or the name of one that a user has declared.
	Invariant string
	Time      messages.Instant
	// Actor and Joint are those that it is about; either may be empty.
	Actor, Joint string
	// Text says what does not hold, with values and their units.
	Text string
}

// Error prints everything in one line.
func (v *Violation) Error() string {
	s := fmt.Sprintf("%s at %s", v.Invariant, v.Time)
	if v.Actor != "" {
		s += " " + v.Actor
	}
	if v.Joint != "" {
		s += " joint " + v.Joint
	}
	return s + ": " + v.Text
}
