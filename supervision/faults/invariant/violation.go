package invariant

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// Invariant describes one invariant.
type Invariant struct {
	// ID is V1, V2 and so on.
	ID string
	// Holds states the invariant in one line.
	Holds string
	// Needs is what the check needs: one run, two runs, a recording or the process.
	Needs string
}

// The values of Invariant.Needs.
const (
	OneRun  = "one run"
	TwoRuns = "two runs"
	Heal    = "a run whose faults end"
	Record  = "a recording"
	Process = "the whole process"
	Files   = "the files of a drawn application"
)

var list = [...]Invariant{
	{"V1", "every number of a command sent to a driver, of a drive's set-point and of a state that is marked valid is finite", OneRun},
	{"V2", "every command sent is within the limits of description, file and mode: position, velocity, effort, acceleration", OneRun},
	{"V3", "no drive moves by a command that is too old, out of sequence, or from an old incarnation", OneRun},
	{"V4", "an invalid or rejected command refreshes no age and no watchdog", OneRun},
	{"V5", "joints of a failed driver, controller or gate are in their declared mode within one period, or within the drive's watchdog if the link to the drive failed", OneRun},
	{"V6", "in ramp_hold and ramp_off a joint slows down within its ramp, then stays where it came to rest, unless its drive has no stiffness", OneRun},
	{"V7", "no joint enters a less severe mode without the re-arm that its causes require, with the nonce and incarnation that were shown", OneRun},
	{"V8", "no command from before a restart is executed after it", OneRun},
	{"V9", "no world acts on a state or command of another world, or on a reading of a sensor, that is older than its bound", OneRun},
	{"V10", "a fault in one world changes the ticks of another one by at most one", TwoRuns},
	{"V11", "no supervisor restarts more often or sooner than its policy allows, or other actors than its strategy names", OneRun},
	{"V12", "every stop is confirmed by its drive within three periods, or escalated", OneRun},
	{"V13", "in ramp_hold and ramp_off motors do no more work than lifting weight requires, and nothing moves at the end of the ramp", OneRun},
	{"V14", "brakes are open only with torque on, and torque stays on until the brake has closed; a brake closes at standstill, or once torque is lost", OneRun},
	{"V15", "an operator's stop takes effect within one period", OneRun},
	{"V16", "goroutines, descriptors and timers return to their earlier numbers when the application has ended", Process},
	{"V17", "the heap stays within 1.2 times that of a run without faults", Process},
	{"V18", "a recording that was closed has every event and value, and its summary says when they were; cut off anywhere it is a prefix of that", Record},
	{"V19", "after faults have ended and were acknowledged, every world runs on time, with its errors within their bounds", Heal},
	{"V20", "both worlds of a coupling have the same state and command of the joint, up to its delay, and nothing is amplified", OneRun},
	{"V21", "the same seed gives the same events and values, bit for bit", TwoRuns},
	{"V22", "no actor misses releases, or leaves the grid of its period, unless a fault delays its thread", OneRun},
	{"V23", "once an agent has been silent for its lease, its spine commands what the ladder declares or a more severe measure, and no drive follows an earlier command", OneRun},
	{"V24", "no drive delivers more effort than its limit, or, while it obeys commands, than the largest cap of its controller", OneRun},
	{"V25", "a spine answers a start within its bound, commands only after every drive was switched off, and its stops switch off every drive within three periods", OneRun},
	{"V26", "a robot that balances does not fall whatever its agent does, unless something else fails; once it has fallen without an agent, no drive drives it", OneRun},
	{"V27", "the positions that a world uses are the true ones, up to the encoders and the time of measurement, and an estimate of a base drifts by a small share of its path at most, whatever arrives late or restarts", OneRun},
	{"V28", "in the milliseconds after a re-arm, and after the beginning of a ramp, no drive delivers more effort than it did shortly before, beside what its joint's motion and its acceleration explain", OneRun},
	{"V29", "three bad commands of a controller within a second stop its joints at once", OneRun},
	{"V30", "after an escalation the actors of a world start in their order", OneRun},
	{"V31", "a supervisor gives up only after as many failures within its window as its policy allows; older ones are forgotten; its policy decides about each failure", OneRun},
	{"V32", "after an addition or a removal the application has the actors and links that it should have, and holds nothing of others", OneRun},
	{"V33", "an arm that moves along a plan touches no body that it may not touch, unless that body came nearer than the clearance within the time in which the arm stops or the plan gives way", OneRun},
	{"V34", "an actor whose arm rests although there is work says within a second that it waits", OneRun},
	{"V35", "a planned motion is given to a controller only if it leads through nothing that stood there when it was checked", OneRun},
	{"V36", "an object that an actor calls placed is at its place", OneRun},
	{"V37", "an actor that its supervisor has decided to restart sends nothing before its next incarnation", OneRun},
	{"V38", "a bus gives its drives up only after three exchanges in a row without an answer", OneRun},
	{"V39", "a spine serves neither an action nor a start of its agent while one of its drives is stopped", OneRun},
	{"V40", "an actor fails for missed releases only after its own incarnation has missed as many as it tolerates", OneRun},
	{"V41", "a standard controller commands only finite numbers within the limits of its joints, whatever arrives at it", OneRun},
	{"V42", "a joint that mimics another one has the validity, mode and time of that joint in every world, and the position and velocity that follow from it", OneRun},
	{"V43", "an application is what its files say, and a mistake in them is an error at its line", Files},
	{"V44", "a trajectory moves joints that run without a jump of position or velocity, and comes to rest once one of them is further from it than path_tolerance", OneRun},
	{"V45", "a tick says how many releases were missed before it, and how long ago the tick before was", OneRun},
	{"V46", "an actor reads no value of an incarnation of its sender that a later one has replaced, and no older value after a newer one", OneRun},
	{"V47", "no actor fails before something is injected or a robot that nothing holds is stopped, and none panics unless a fault makes it", OneRun},
	{"V48", "what an observer says of the motion of a robot is true, up to the errors of its sensors and of its filter: odometry of wheels, orientation of a base, state of a floating base", OneRun},
	{"V49", "a balancer whose commands take effect again begins at the motion of its wheels: its first command changes that by no more than its feedback adds in one step", OneRun},
	{"V50", "the reference of a gripper's path rests once a joint of its group has been stopped for the time in which it slows down", OneRun},
	{"V51", "a drive that runs by velocities moves at that of its set-point once it has been steady, unless its full effort does not suffice", OneRun},
}

// List returns every invariant in the order of the IDs.
func List() []Invariant { return append([]Invariant{}, list[:]...) }

// Violation reports an invariant that does not hold. It is an error.
type Violation struct {
	// Invariant is the ID of an invariant, or the name of a user's invariant.
	Invariant string
	Time      messages.Instant
	// Actor and Joint locate the violation; either may be empty.
	Actor, Joint string
	// Text states the violation, with values and units.
	Text string
}

// Error returns the violation in one line.
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
